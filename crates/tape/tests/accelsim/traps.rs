//! The traps of the format (`../traces/formats/FORMATS.md`), one test each.

use super::{Read, sample, trace};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Effect};
use warploom_kernel::program::Space;
use warploom_kernel::tape::Addresses;
use warploom_tape::accelsim::{KernelReader, Options, Reason, VARIANTS};

fn warp(tracer: u32, version: u32, lines: &[&str]) -> Read {
    Read::text(&trace(tracer, version, lines)).unwrap_or_else(|e| panic!("{e}"))
}

fn warp_error(tracer: u32, version: u32, lines: &[&str]) -> String {
    Read::text(&trace(tracer, version, lines)).err().expect("an error").to_string()
}

/// The addresses of the first warp's first access, and of which lanes.
fn addresses(read: &Read) -> (u64, Vec<u64>) {
    let warp = read.ctas[0].warp(0);
    let lanes = warp.runs()[0].lanes;
    (lanes.0, warp.addresses(0, lanes.count()).of(lanes).collect())
}

#[test]
fn one_active_lane_has_mode_2_with_zero_deltas() {
    for line in ["0000 00000100 1 R0 LDG.E 1 R2 4 2 0x7f00", "0000 00000100 1 R0 LDG.E 1 R2 4 1 0x7f00 4"] {
        let read = warp(4, 70, &[line]);
        assert_eq!(addresses(&read), (0x100, vec![0x7f00]));
        let access = read.ctas[0].warp(0).addresses(0, 1);
        assert_eq!(access, Addresses::Affine { base: 0x7f00, stride: 0 }, "the same, however it is written");
    }
    // The last lane, and one followed by an active lane.
    let read = warp(5, 70, &["0000 80000000 1 R0 LDG.E 1 R2 4 2 0x7f00 0"]);
    assert_eq!(addresses(&read), (0x8000_0000, vec![0x7f00]));
    let read = warp(5, 70, &["0000 00000300 1 R0 LDG.E 1 R2 4 1 0x7f00 -4 0"]);
    assert_eq!(addresses(&read), (0x300, vec![0x7f00, 0x7efc]));
}

#[test]
fn a_mask_of_zero_has_no_access() {
    let lines = [
        "0000 00000000 1 R0 LDG.E 1 R2 4 1 0x0 0 0",
        "0010 ffffffff 1 R0 LDG.E 1 R2 4 1 0x100 4 0",
        "0000 00000000 1 R0 LDG.E 1 R2 4 0 0",
        "0020 00000000 0 EXIT 0 0 0",
    ];
    let read = warp(5, 70, &lines);
    let warp = read.ctas[0].warp(0);
    assert_eq!((warp.instructions(), warp.thread_instructions(), warp.accesses()), (4, 32, 1));
    // Predicated off: guarded.
    let guarded: Vec<bool> = read.launch.code.instructions.iter().map(|i| i.guarded).collect();
    assert_eq!(guarded, [true, false, true]);
}

#[test]
fn mode_2_has_a_delta_less_than_lanes_and_the_immediate_is_no_delta() {
    let read = Read::new(
        KernelReader::open(sample("formats/edge_v5_swayhrl/r0_mode2_two_lane.traceg"), &Options::default())
            .unwrap(),
    )
    .unwrap();
    // A base without 0x is hexadecimal all the same.
    assert_eq!(addresses(&read), (0b101, vec![0x1000, 0x1040]));
    let read = warp(5, 70, &["0000 0000000b 1 R0 LDG.E 1 R2 4 2 0x1000 -16 9223372036854775807 -264"]);
    assert_eq!(addresses(&read), (0b1011, vec![0x1000, 0xff0, 0x8000_0000_0000_0fef]));
    // Accel-Sim's reader of 2024 would want one more here.
    let error = warp_error(4, 70, &["0000 00000005 1 R0 LDG.E 1 R2 4 2 0x1000 64 0"]);
    assert_eq!(error, "k.traceg, line 13: unexpected `0` at the end of the line");
    let error = warp_error(5, 70, &["0000 00000005 1 R0 LDG.E 1 R2 4 2 0x1000 64"]);
    assert_eq!(error, "k.traceg, line 13: the line ends before the immediate operand, a decimal number");
}

#[test]
fn constants_have_no_addresses() {
    let file = sample("formats/edge_v5_swayhrl/r0_uldc_width0.traceg");
    let read = Read::new(KernelReader::open(file, &Options::default()).unwrap()).unwrap();
    let instruction = &read.launch.code.instructions[0];
    assert_eq!((instruction.class, instruction.effect), (Class::Constant, Effect::None));
    assert!(instruction.uniform);
    let lines = ["0000 ffffffff 1 R1 LDC 0 0 0", "0010 ffffffff 1 R2 S2R 0 0 0"];
    let read = warp(5, 70, &lines);
    assert!(read.launch.code.instructions.iter().all(|i| i.effect == Effect::None));
    // With addresses, they are kept.
    let read = warp(5, 70, &["0000 ffffffff 1 R1 LDC 1 R3 4 1 0x10 0 0"]);
    let load = Effect::Memory { space: Space::Const, kind: AccessKind::Load, bytes: 4 };
    assert_eq!(read.launch.code.instructions[0].effect, load);
}

#[test]
fn the_width_is_the_lines() {
    let lines = [
        "0000 ffffffff 1 R0 LDG.E.U8.CONSTANT 1 R2 1 1 0x7f00 1 0",
        "0010 ffffffff 1 R4 LDG.E.128 1 R2 16 1 0x7f00 16 0",
        "0020 ffffffff 1 R8 LDSM.16.M88.4 1 R2 2 1 0x0 16 0",
    ];
    let read = warp(5, 75, &lines);
    let bytes = |at: usize| match read.launch.code.instructions[at].effect {
        Effect::Memory { bytes, .. } => bytes,
        _ => 0,
    };
    assert_eq!([bytes(0), bytes(1), bytes(2)], [1, 16, 2]);
}

#[test]
fn five_sources_and_the_first_register_of_a_vector() {
    let lines = [
        "0000 ffffffff 1 R4 LDG.E.128 1 R2 16 1 0x7f00 16 0",
        "0010 ffffffff 1 R4 HMMA.884.F32.F32 5 R4 R255 R6 R7 R4 0 0",
    ];
    let code = warp(5, 70, &lines).launch.code;
    let named = |list: &[_]| list.iter().map(ToString::to_string).collect::<Vec<String>>().join(" ");
    assert_eq!(named(&code.instructions[0].writes), "R4");
    assert_eq!(named(&code.instructions[1].reads), "R4 R6 R7 R4", "R255 is no register");
    let error = warp_error(5, 70, &["0000 ffffffff 0 IADD3 1 R256 0 0"]);
    assert_eq!(error, "k.traceg, line 13: `R256` should be a register it reads, such as R4");
}

#[test]
fn local_addresses_are_offsets() {
    let lines =
        ["0000 ffffffff 1 R0 LDL 1 R1 4 1 0xfffc50 0 0", "0010 ffffffff 0 STL.64 2 R1 R4 8 1 0xfffc58 0 0"];
    let read = warp(5, 90, &lines);
    assert_eq!(addresses(&read).1, [0xfff_c50; 32]);
    let local = |kind, bytes| Effect::Memory { space: Space::Local, kind, bytes };
    let code = &read.launch.code;
    assert_eq!(code.instructions[0].effect, local(AccessKind::Load, 4));
    assert_eq!(code.instructions[1].effect, local(AccessKind::Store, 8));
    assert_eq!(code.instructions[0].class, Class::Local);
    // Not generic: it leads where it leads, whatever the windows are.
    assert_eq!(read.launch.windows.resolve(Space::Local, 0xfff_c50), (Space::Local, 0xfff_c50));
}

#[test]
fn uniform_registers_and_predicates_are_not_listed() {
    let lines = ["0000 ffffffff 0 UMOV 0 0 0", "0010 ffffffff 0 ISETP.GE.AND 1 R255 0 1"];
    let code = warp(5, 90, &lines).launch.code;
    assert!(code.instructions.iter().all(|i| i.writes.is_empty() && i.reads.is_empty()));
    // From version 6 on they are.
    let code = warp(6, 90, &["0000 ffffffff 2 UR4 UP0 UIADD3 3 UR4 UR63 P7 0 0 0 NoVal"]).launch.code;
    let all: Vec<_> = code.instructions[0].writes.iter().chain(&code.instructions[0].reads).collect();
    assert_eq!(format!("{all:?}"), "[UR4, UP0, UR4]");
}

#[test]
fn addresses_of_pascal_skip_control_words() {
    let file = sample("formats/v4/vecadd_100_sm61.traceg");
    let read = Read::new(KernelReader::open(file, &Options::default()).unwrap()).unwrap();
    let address: Vec<u64> = read.launch.code.instructions.iter().take(5).map(|i| i.address).collect();
    assert_eq!(address, [0x8, 0x10, 0x18, 0x28, 0x30]);
    assert_eq!(read.numbers[..5], [0, 1, 2, 3, 4]);
    // A warp that goes straight is one stretch but for its EXIT without lanes.
    let lengths: Vec<u32> = read.ctas[0].warp(0).runs().iter().map(|run| run.count).collect();
    assert_eq!(lengths, [8, 1, 14]);
}

#[test]
fn lines_may_end_with_a_blank_and_blank_lines_may_be_missing() {
    let lines = ["0000 ffffffff 1 R1 MOV 0 0 0", "0010 ffffffff 0 EXIT 0 0 0"];
    let text = trace(5, 70, &lines);
    let plain = Read::text(&text).unwrap();
    let variants = [
        text.replace('\n', " \n"),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\n\n"),
        text.trim_end().to_owned(),
        text.replace(" MOV ", "  MOV\t"),
    ];
    for variant in variants {
        let read = Read::text(&variant).unwrap();
        assert_eq!((read.ctas, read.launch), (plain.ctas.clone(), plain.launch.clone()), "{variant}");
    }
}

#[test]
fn every_line_of_version_5_ends_with_an_immediate() {
    let lines = ["0000 ffffffff 1 R1 VIADD 1 R1 0 -264", "0010 ffffffff 1 R0 MOV 0 0 1073742663"];
    assert_eq!(warp(5, 90, &lines).ctas[0].instructions(), 2);
    let error = warp_error(4, 90, &lines);
    assert_eq!(error, "k.traceg, line 13: unexpected `-264` at the end of the line");
    let error = warp_error(5, 90, &["0000 ffffffff 1 R1 VIADD 1 R1 0"]);
    assert_eq!(error, "k.traceg, line 13: the line ends before the immediate operand, a decimal number");
}

#[test]
fn versions_before_3_are_refused() {
    for version in ["1.2", "2"] {
        let text = trace(5, 70, &[]).replace("version = 5", &format!("version = {version}"));
        let error = Read::text(&text).err().unwrap().to_string();
        let expected = format!(
            "k.traceg, line 7: tracer version {version} is not supported (supported: 3, 4, 5 and the text form of 6); trace again with a newer tracer"
        );
        assert_eq!(error, expected);
    }
    let error = Read::text(&trace(7, 70, &[])).err().unwrap().to_string();
    assert_eq!(
        error,
        "k.traceg, line 7: tracer version 7 is unknown (supported: 3, 4, 5 and the text form of 6)"
    );
}

#[test]
fn line_info_comes_before_the_address() {
    let lines = ["12 0000 ffffffff 1 R1 MOV 0 0 0", "0 0010 ffffffff 0 EXIT 0 0 0"];
    let text = trace(5, 70, &lines).replace("#traces", "-enable lineinfo = 1\n#traces");
    let code = Read::text(&text).unwrap().launch.code;
    let lines: Vec<_> = code.instructions.iter().map(|i| i.source.map(|s| s.line)).collect();
    assert_eq!(lines, [Some(12), None], "0 is none");
    assert_eq!(code.files, ["(unknown)"], "the tracer does not tell the file");
}

#[test]
fn version_6_as_text() {
    let lines = [
        "0000 ffffffff 4 R20 R21 R22 R23 HMMA.16816.F32 3 R20 R24 R26 0 0 0 NoVal",
        "0010 ffffffff 1 R24 HGMMA.64x64x16.F32 2 R24 R26 1 0 0 0 NoVal",
        "0020 ffffffff 1 R4 LDG.E.128 1 R2 16 1 0x7f00 16 0 0 Val 1 0xff 1 0x0",
        "0030 ffffffff 0 BAR.SYNC.DEFER_BLOCKING 0 0 1 64 NoVal",
        "0040 ffffffff 0 EXIT 0 0 0",
    ];
    let clusters = "thread block = 0,0,0\ncluster id = 0,0,0\ncluster cta = 0,0,0\ncluster rank = 0\n";
    let text = trace(6, 90, &lines).replace("thread block = 0,0,0\n", clusters);
    let read = Read::text(&text).unwrap();
    let code = &read.launch.code;
    assert_eq!(code.instructions[0].writes.len(), 4);
    assert_eq!(code.instructions[1].class, Class::Tensor);
    assert_eq!(code.instructions[3].effect, Effect::Barrier { id: 1, threads: Some(64), waits: true });
    assert_eq!(addresses(&read).1[31], 0x7f00 + 31 * 16);
    // Clusters are of version 6.
    let error = Read::text(&text.replace("version = 6", "version = 5")).err().unwrap().to_string();
    assert_eq!(error, "k.traceg, line 11: expected `warp = …` or `#END_TB`, found `cluster id = 0,0,0`");
}

#[test]
fn the_tensor_memory_accelerator_is_refused() {
    let lines = ["0000 00000001 0 UTMALDG.2D 2 UR8 UR4 0 0x400 0 4096 0 4 0x7f00 32 128 0 0 NoVal"];
    let expected = "`UTMALDG.2D` copies through the tensor memory accelerator (TMA, address modes 3 and 4), which tapes do \
                    not support; trace a program built without TMA";
    assert_eq!(warp_error(6, 90, &lines), format!("k.traceg, line 13: {expected}"));
    let error = warp_error(6, 90, &["0000 00000001 1 R0 LDG.E 1 R2 4 3 1 0x7f00 0 0 NoVal"]);
    assert!(error.contains("tensor memory accelerator"), "{error}");
    let error = warp_error(5, 70, &["0000 00000001 1 R0 LDG.E 1 R2 4 5 1 0x7f00 0"]);
    assert_eq!(error, "k.traceg, line 13: unknown address mode 5 (supported: 0, 1 and 2)");
}

#[test]
fn a_stride_over_a_gap_is_refused() {
    let error = warp_error(5, 70, &["0000 00000005 1 R0 LDG.E 1 R2 4 1 0x1000 4 0"]);
    assert_eq!(
        error,
        "k.traceg, line 13: addresses are given as base and stride, but the active lanes (00000005) are not contiguous; \
         Accel-Sim's reader would set the later addresses to 0"
    );
    let read = warp(5, 70, &["0000 00000ff0 1 R0 LDG.E 1 R2 4 1 0x1000 4 0"]);
    assert_eq!(addresses(&read).1, (0..8).map(|lane| 0x1000 + 4 * lane).collect::<Vec<u64>>());
}

#[test]
fn modes_say_the_same_in_different_words() {
    let row: String = (0..32).map(|lane| format!(" {:#x}", 0x7f00 + 4 * lane)).collect();
    let deltas = " 4".repeat(31);
    let lines = [
        "0000 ffffffff 1 R0 LDG.E 1 R2 4 1 0x7f00 4 0".to_owned(),
        format!("0000 ffffffff 1 R0 LDG.E 1 R2 4 2 0x7f00{deltas} 0"),
        format!("0000 ffffffff 1 R0 LDG.E 1 R2 4 0{row} 0"),
    ];
    let [stride, deltas, list] = lines.map(|line| warp(5, 70, &[&line]).ctas);
    assert_eq!(stride, deltas);
    assert_eq!(stride, list);
}

#[test]
fn windows_of_generic_addresses() {
    let bases = "-shmem base_addr = 0x00007fc867000000\n-local mem base_addr = 0x00007fc865000000\n#traces";
    let line = "0000 00000001 1 R0 LD.E 1 R2 4 2 0x7fc867000010 0";
    let read = Read::text(&trace(5, 80, &[line]).replace("#traces", bases)).unwrap();
    let Effect::Memory { space, .. } = read.launch.code.instructions[0].effect else { panic!("no access") };
    assert_eq!(space, Space::Generic);
    let resolve = |address| read.launch.windows.resolve(space, address);
    assert_eq!(resolve(0x7fc8_6700_0010), (Space::Shared, 0x10));
    assert_eq!(resolve(0x7fc8_65ff_fc50), (Space::Local, 0xff_fc50));
    assert_eq!(resolve(0x7fc8_6600_0000), (Space::Global, 0x7fc8_6600_0000), "beyond both");
    // Bases that are not known have no window.
    let read = warp(5, 80, &[line]);
    assert_eq!(read.launch.windows.resolve(Space::Generic, 0), (Space::Global, 0));
}

#[test]
fn an_address_may_have_several_meanings() {
    // Functions that were not inlined count from 0 again.
    let lines = [
        "0000 ffffffff 1 R0 MOV 0 0 0",
        "0010 ffffffff 0 CALL.REL.NOINC 0 0 0",
        "0000 ffffffff 1 R4 LDG.E 1 R2 4 1 0x7f00 4 0",
        "0010 ffffffff 0 RET.REL.NODEC 0 0 0",
        "0020 ffffffff 0 EXIT 0 0 0",
    ];
    let read = warp(5, 70, &lines);
    assert_eq!(read.numbers, [0, 1, 2, VARIANTS, VARIANTS + 1]);
    let code = &read.launch.code.instructions;
    let opcodes: Vec<&str> = code.iter().map(|i| i.opcode.split('.').next().unwrap()).collect();
    assert_eq!(opcodes, ["MOV", "CALL", "EXIT", "LDG", "RET"]);
    let addresses: Vec<u64> = code.iter().map(|i| i.address).collect();
    assert_eq!(addresses, [0, 0x10, 0x20, 0, 0x10]);
    let firsts: Vec<(u32, u32)> = read.ctas[0].warp(0).runs().iter().map(|r| (r.first.0, r.count)).collect();
    assert_eq!(firsts, [(0, 2), (VARIANTS, 2), (2, 1)]);
    // No instruction of Volta lies at an odd address, but such a one can be told apart all the same.
    let read = warp(5, 70, &["0008 ffffffff 1 R0 MOV 0 0 0", "0008 ffffffff 1 R0 MOV 0 0 0"]);
    assert_eq!(read.numbers, [VARIANTS]);
}

#[test]
fn blocks_start_where_control_flow_says() {
    let lines = [
        "0000 ffffffff 1 R0 MOV 0 0 0",
        "0010 ffffffff 1 R0 IADD3 1 R0 0 1",
        "0020 ffffffff 0 BRA 0 0 -16",
        "0010 ffffffff 1 R0 IADD3 1 R0 0 1",
        "0020 00000000 0 BRA 0 0 -16",
        "0030 ffffffff 1 R1 MOV 0 0 0",
        "0060 ffffffff 0 EXIT 0 0 0",
    ];
    let code = warp(5, 70, &lines).launch.code;
    let leaders: Vec<bool> = code.instructions.iter().map(|i| i.leader).collect();
    assert_eq!(leaders, [true, true, false, true, true]);
    let guarded: Vec<bool> = code.instructions.iter().map(|i| i.guarded).collect();
    assert_eq!(guarded, [false, false, true, false, false], "a branch that no lane takes");
}

#[test]
fn an_instruction_with_fewer_lanes_than_its_neighbours_is_guarded() {
    let lines = [
        "0000 ffffffff 0 BRA 0 0 0",
        "0010 ffffffff 1 R0 MOV 0 0 0",
        "0020 0000ffff 1 R0 MOV 0 0 1",
        "0030 0000ffff 1 R1 MOV 0 0 1",
        "0040 ffffffff 1 R2 MOV 0 0 1",
        "0050 0000ffff 0 BRA 0 0 0",
        // Those that did not go.
        "0060 ffff0000 1 R2 MOV 0 0 1",
        "0070 ffff0000 0 BSYNC 0 0 0",
        "0080 ffffffff 1 R3 MOV 0 0 1",
        "0090 ffffffff 0 EXIT 0 0 0",
    ];
    let code = warp(5, 70, &lines).launch.code;
    let guarded: Vec<bool> = code.instructions.iter().map(|i| i.guarded).collect();
    assert_eq!(guarded, [false, false, true, true, false, true, false, false, false, false]);
}

#[test]
fn an_asynchronous_copy_has_two_lines() {
    let lines = [
        "0000 ffffffff 1 R0 MOV 0 0 0",
        "0010 ffffffff 0 LDGSTS.E.BYPASS.128 2 R6 R8 16 1 0x100 16 0",
        "0010 ffffffff 0 LDGSTS.E.BYPASS.128 2 R6 R8 16 1 0x7f0000000000 16 0",
        "0020 ffffffff 0 LDGDEPBAR 0 0 0",
        "0030 ffffffff 0 EXIT 0 0 0",
    ];
    let read = warp(5, 80, &lines);
    assert_eq!(read.numbers, [0, 1, 2, 3, VARIANTS]);
    let code = &read.launch.code.instructions;
    let memory = |space, kind| Effect::Memory { space, kind, bytes: 16 };
    assert_eq!((code[1].class, code[1].effect), (Class::Global, memory(Space::Global, AccessKind::Load)));
    assert_eq!((code[4].class, code[4].effect), (Class::Shared, memory(Space::Shared, AccessKind::Store)));
    assert!(!code[1].leader && !code[2].leader);
    let warp = read.ctas[0].warp(0);
    let numbers: Vec<u32> = warp.runs().iter().map(|run| run.first.0).collect();
    assert_eq!(numbers, [0, VARIANTS, 1]);
    assert_eq!(warp.addresses(0, 32), Addresses::Affine { base: 0x100, stride: 16 });
    assert_eq!(warp.addresses(1, 32), Addresses::Affine { base: 0x7f00_0000_0000, stride: 16 });
}

#[test]
fn barriers_are_told_by_their_immediate() {
    let lines = [
        "0000 ffffffff 0 BAR.SYNC.DEFER_BLOCKING 0 0 0",
        "0010 ffffffff 0 BAR.ARV 0 0 2",
        "0020 ffffffff 0 BAR.SYNC 0 0 64",
        "0030 ffffffff 0 MEMBAR.SC.GPU 0 0 0",
        "0040 ffffffff 0 WARPSYNC 0 0 -1",
    ];
    let code = warp(5, 70, &lines).launch.code;
    let effects: Vec<Effect> = code.instructions.iter().map(|i| i.effect).collect();
    let barrier = |id, threads, waits| Effect::Barrier { id, threads, waits };
    let expected = [
        barrier(0, None, true),
        barrier(2, None, false),
        barrier(0, Some(64), true),
        Effect::Fence,
        Effect::None,
    ];
    assert_eq!(effects, expected);
    assert!(code.instructions.iter().all(|i| i.class == Class::Barrier));
}

#[test]
fn post_processing_leaves_out_empty_ctas() {
    // It says "Warning: Thread block 0,0,0 is empty" and writes nothing.
    let text = trace(5, 70, &["0000 ffffffff 0 EXIT 0 0 0"]).replace("(1,1,1)", "(2,3,1)");
    let text = text.replace("thread block = 0,0,0", "thread block = 1,1,0");
    let error = Read::text(&text).err().unwrap();
    assert!(matches!(*error.reason, Reason::Missing { .. }));
    assert_eq!(
        error.to_string(),
        "k.traceg, line 14: the trace lacks 5 of 6 CTAs, the first is 0,0,0; post-traces-processing omits CTAs without \
         instructions; trace again, or import the rest with --partial"
    );
    let options = Options { partial: true, ..Options::default() };
    let read = Read::new(KernelReader::from_reader("k", text.as_bytes(), &options).unwrap()).unwrap();
    assert_eq!((read.ctas.len(), read.ctas[0].id().0, read.launch.ctas()), (1, 3, 6));
    // An empty warp is written, with no instructions.
    let text = trace(5, 70, &[]);
    assert_eq!(Read::text(&text).unwrap().ctas[0].warp(0).instructions(), 0);
}
