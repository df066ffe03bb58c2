//! What is wrong with a trace is said with file, line, reason and remedy.

use super::{Read, trace};
use std::sync::Arc;
use warploom_tape::accelsim::{KernelReader, OpcodeMap, Options};

const EXIT: &str = "0000 ffffffff 0 EXIT 0 0 0";

fn error(text: &str) -> String {
    let error = Read::text(text).err().expect("an error").to_string();
    error.strip_prefix("k.traceg, line ").map(str::to_owned).unwrap_or(error)
}

/// The error of a trace that is right but for one replacement.
fn changed(from: &str, to: &str) -> String {
    let text = trace(5, 70, &[EXIT, EXIT]);
    assert!(text.contains(from), "{from}");
    error(&text.replacen(from, to, 1))
}

#[test]
fn headers() {
    let cases = [
        ("-kernel name = k\n", "", "7: the header has no `-kernel name = …`"),
        ("-shmem = 0\n", "", "7: the header has no `-shmem = …`"),
        (
            "-nregs = 8",
            "-nregs = x",
            "5: `-nregs = x`: a thread has at most 255 registers; pass the number of registers with --registers",
        ),
        ("-nregs = 8", "-nregs = 8\n-nregs = 8", "6: `-nregs = 8`: the key appears twice"),
        (
            "-shmem = 0",
            "-shmem = 21955000",
            "4: `-shmem = 21955000`: no GPU has so many bytes of shared memory; correct the header",
        ),
        (
            "-binary version = 70",
            "-binary version = 13",
            "6: no opcode map for binary version 13; pass one with --opcodes FILE, or select a known architecture with --architecture (sm_70, volta, …)",
        ),
        (
            "-binary version = 70",
            "-binary version = -1",
            "6: `-binary version = -1`: it should be the NN of sm_NN; pass the architecture with --architecture (sm_70, volta, …)",
        ),
        (
            "tracer version = 5",
            "tracer version = five",
            "7: `-accelsim tracer version = five`: it should be a number",
        ),
        ("#traces", "-enable lineinfo = 2\n#traces", "8: `-enable lineinfo = 2`: it should be 0 or 1"),
        (
            "#traces",
            "-shmem base_addr = 0xg\n#traces",
            "8: `-shmem base_addr = 0xg`: it should be a hexadecimal address",
        ),
        (
            "#traces",
            "traces",
            "8: expected a line of the header or `#traces format = …`, found `traces format = …`",
        ),
        (
            "-kernel name = k\n",
            "kernel\n",
            "1: expected a header line such as `-kernel name = …`, found `kernel`: this is not a trace",
        ),
    ];
    for (from, to, expected) in cases {
        assert_eq!(changed(from, to), expected);
    }
    assert_eq!(
        error(""),
        "k.traceg: expected a header line such as `-kernel name = …`, found ``: this is not a trace"
    );
    assert_eq!(
        error("-kernel name = k\n"),
        "1: the file ends within the header, before `#traces format = …`"
    );
    assert!(error("-kernel name = k\n\0\u{1}").contains("this is a .tracez container"));
    // What newer tracers add is passed over.
    let text = trace(5, 70, &[EXIT]).replace("#traces", "-cluster dim = (1,1,1)\n#traces");
    assert!(Read::text(&text).is_ok());
}

#[test]
fn sizes_that_no_gpu_has() {
    let grid_expected = "`: the grid should have three dimensions, like (8,1,1), and from 1 to 2^31 CTAs";
    let block_expected = "`: a CTA should have three dimensions, like (256,1,1), and from 1 to 1024 threads";
    for dims in
        ["(1000000000000,1,1)", "(1000000,1000000,1)", "(4294967296,4294967296,4294967296)", "(0,1,1)"]
    {
        let expected = format!("2: `-grid dim = {dims}{grid_expected}");
        assert_eq!(changed("-grid dim = (1,1,1)", &format!("-grid dim = {dims}")), expected);
    }
    for dims in ["(1000000000000,1,1)", "(1024,2,1)", "(32,0,1)", "(32,1)", "32", "(-1,1,1)"] {
        let expected = format!("3: `-block dim = {dims}{block_expected}");
        assert_eq!(changed("-block dim = (32,1,1)", &format!("-block dim = {dims}")), expected);
    }
    // As many as are allowed: nothing is allocated for them.
    let missing = changed("-grid dim = (1,1,1)", "-grid dim = (2147483648,1,1)");
    assert!(
        missing.starts_with("15: the trace lacks 2147483647 of 2147483648 CTAs, the first is 1,0,0"),
        "{missing}"
    );
    let many = changed("insts = 2", "insts = 1000000000000");
    assert_eq!(
        many,
        "15: warp 0 of CTA 0,0,0 ends after 2 of 1000000000000 instructions (`insts = 1000000000000`)"
    );
    let many = changed("insts = 2", "insts = 99999999999999999999");
    assert_eq!(
        many,
        "12: expected `insts = …`, how many instructions the warp has, found `insts = 99999999999999999999`"
    );
}

#[test]
fn ctas_and_warps() {
    let cases = [
        ("#BEGIN_TB", "#BEGIN", "9: expected `#BEGIN_TB`, found `#BEGIN`"),
        (
            "thread block = 0,0,0",
            "thread block = 0,0",
            "10: expected `thread block = x,y,z`, found `thread block = 0,0`",
        ),
        (
            "thread block = 0,0,0",
            "thread block = 1,0,0",
            "10: CTA 1,0,0 is outside the grid, which has 1,1,1 CTAs",
        ),
        (
            "thread block = 0,0,0",
            "thread block = 0,99999999999,0",
            "10: CTA 0,4294967295,0 is outside the grid, which has 1,1,1 CTAs",
        ),
        ("warp = 0", "warp = 1", "11: warp 1 of CTA 0,0,0: a CTA of this launch has 1 warps"),
        ("warp = 0", "wrap = 0", "11: expected `warp = …` or `#END_TB`, found `wrap = 0`"),
        (
            "insts = 2",
            "inst = 2",
            "12: expected `insts = …`, how many instructions the warp has, found `inst = 2`",
        ),
        ("insts = 2", "insts = 3", "15: warp 0 of CTA 0,0,0 ends after 2 of 3 instructions (`insts = 3`)"),
        ("insts = 2", "insts = 1", "14: warp 0 of CTA 0,0,0 has more than 1 instructions (`insts = 1`)"),
        (
            "warp = 0\ninsts = 2\n0000 ffffffff 0 EXIT 0 0 0\n0000 ffffffff 0 EXIT 0 0 0\n",
            "",
            "11: CTA 0,0,0 ends after 0 of its 1 warps",
        ),
        ("#END_TB", "#END_TB\n#BEGIN_TB\nthread block = 0,0,0", "17: CTA 0,0,0 appears twice"),
        ("#END_TB", "#END_TB\n#BEGIN_TB", "16: expected `thread block = x,y,z`, found `the end of the file`"),
        ("#END_TB\n", "", "14: the file ends within CTA 0,0,0: it is truncated"),
        ("0000 ffffffff 0 EXIT 0 0 0\n#END_TB\n", "", "13: the file ends within CTA 0,0,0: it is truncated"),
    ];
    for (from, to, expected) in cases {
        assert_eq!(changed(from, to), expected);
    }
    let two = trace(5, 70, &[EXIT]).replace("(32,1,1)", "(40,1,1)");
    assert_eq!(error(&two), "14: CTA 0,0,0 ends after 1 of its 2 warps");
    let skipped = trace(5, 70, &[EXIT]).replace("(32,1,1)", "(96,1,1)").replace("warp = 0", "warp = 2");
    assert_eq!(error(&skipped), "11: found warp 2 of CTA 0,0,0, expected warp 0");
    let lanes = two.replace("#END_TB", &format!("warp = 1\ninsts = 1\n{EXIT}\n#END_TB"));
    assert_eq!(error(&lanes), "16: lanes ffffffff are active, but the warp has only lanes 000000ff");
}

#[test]
fn ctas_may_come_in_any_order() {
    let one = |x: u32| format!("#BEGIN_TB\nthread block = {x},0,0\nwarp = 0\ninsts = 1\n{EXIT}\n#END_TB\n");
    let head = trace(5, 70, &[]).replace("(1,1,1)", "(3,1,1)");
    let head = &head[..head.find("#BEGIN_TB").unwrap()];
    let read = Read::text(&format!("{head}{}{}{}", one(2), one(0), one(1))).unwrap();
    let ids: Vec<u64> = read.ctas.iter().map(|cta| cta.id().0).collect();
    assert_eq!(ids, [2, 0, 1]);
}

#[test]
fn instructions() {
    let cases = [
        (
            "zz ffffffff 0 EXIT 0 0 0",
            "13: `zz` should be the instruction's address, a hexadecimal number of up to 32 bits",
        ),
        (
            "100000000 ffffffff 0 EXIT 0 0 0",
            "13: `100000000` should be the instruction's address, a hexadecimal number of up to 32 bits",
        ),
        ("0000", "13: the line ends before the mask of active lanes, a hexadecimal number of up to 32 bits"),
        (
            "0000 1ffffffff 0 EXIT 0 0 0",
            "13: `1ffffffff` should be the mask of active lanes, a hexadecimal number of up to 32 bits",
        ),
        ("0000 ffffffff x EXIT 0 0 0", "13: `x` should be how many registers it writes"),
        ("0000 ffffffff 999 EXIT 0 0 0", "13: `999` should be how many registers it writes"),
        ("0000 ffffffff 1 EXIT 0 0 0", "13: `EXIT` should be a register it writes, such as R4"),
        ("0000 ffffffff 0 exit 0 0 0", "13: `exit` should be an opcode"),
        ("0000 ffffffff 0 EX%T 0 0 0", "13: `EX%T` should be an opcode"),
        ("0000 ffffffff 0 EXIT 1 R2", "13: the line ends before the bytes each lane accesses, 0 if none"),
        ("0000 ffffffff 0 EXIT 0 -4 0", "13: `-4` should be the bytes each lane accesses, 0 if none"),
        ("0000 ffffffff 0 LDG 0 4096 0", "13: `4096` should be the bytes each lane accesses, 0 if none"),
        ("0000 ffffffff 0 EXIT 0 0 0 7", "13: unexpected `7` at the end of the line"),
        (
            "0000 ffffffff 0 LDG 0 4 0 0x1 0x2 0",
            "13: the line ends before an active lane's address, a hexadecimal number",
        ),
        (
            "0000 ffffffff 0 LDG 0 4 1 base 4 0",
            "13: `base` should be the first active lane's address, a hexadecimal number",
        ),
        (
            "0000 ffffffff 0 LDG 0 4 1 0x10 4294967296 0",
            "13: `4294967296` should be how far lanes are apart, a decimal number of 32 bits",
        ),
        (
            "0000 ffffffff 0 LDG 0 4 1 0x10 0x4 0",
            "13: `0x4` should be how far lanes are apart, a decimal number of 32 bits",
        ),
        (
            "0000 00000003 0 LDG 0 4 2 0x10 0x4 0",
            "13: `0x4` should be how far an active lane is from the one before, a decimal number",
        ),
        (
            "ffffff0 ffffffff 0 EXIT 0 0 0",
            "13: instruction address 0xffffff0 exceeds the limit of 4194304 instructions",
        ),
        (
            "0000 ffffffff 0 EXIT 0 4 1 0x0 0 0",
            "13: `EXIT` has addresses, but the opcode map `volta` says it is `branch`, which accesses no memory; correct its role in a copy of the map and pass the copy with --opcodes FILE",
        ),
        (
            "0000 ffffffff 0 LDG.E 0 0 0",
            "13: `LDG.E` has no addresses (its width is 0), but the opcode map `volta` says it is `global-load`; correct its role in a copy of the map and pass the copy with --opcodes FILE",
        ),
        (
            "0000 ffffffff 0 FFNA.FTZ 0 0 0",
            "13: the opcode map `volta` has no `FFNA` (of `FFNA.FTZ`); a similar one is `FFMA`; add it to a copy of the map under its role and pass the copy with --opcodes FILE",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(error(&trace(5, 70, &[line])), expected);
        // The same after lines that are known.
        let later = error(&trace(5, 70, &["0000 ffffffff 0 EXIT 0 0 0", line]));
        assert_eq!(later, expected.replacen("13", "14", 1));
    }
}

#[test]
fn one_address_cannot_mean_everything() {
    let lines: Vec<String> = (0..100).map(|r| format!("0000 ffffffff 1 R{r} MOV 0 0 0")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let expected = "77: more than 64 different instructions at 0x0: this is not the trace of one kernel";
    assert_eq!(error(&trace(5, 70, &lines)), expected);
}

#[test]
fn an_opcode_can_be_added() {
    let text = trace(5, 70, &["0000 ffffffff 1 R0 NEWOP.X 0 0 0"]);
    let expected = "13: the opcode map `volta` has no `NEWOP` (of `NEWOP.X`); add it to a copy of the map under its role \
                    and pass the copy with --opcodes FILE";
    assert_eq!(error(&text), expected);
    let map = "name = 'mine'\nversions = [70]\nbytes = 16\n[roles]\ntensor = ['NEWOP']\n";
    let map = Arc::new(OpcodeMap::parse("mine.toml", map).unwrap());
    let options = Options { maps: vec![map], ..Options::default() };
    let read = Read::new(KernelReader::from_reader("k", text.as_bytes(), &options).unwrap()).unwrap();
    assert_eq!(read.launch.code.instructions[0].class.name(), "tensor");
}
