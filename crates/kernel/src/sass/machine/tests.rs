use super::Architecture::{self, Sm70, Sm75, Sm80, Sm86, Sm89, Sm90};
use super::Instruction;

const ALL: [Architecture; 6] = [Sm70, Sm75, Sm80, Sm86, Sm89, Sm90];

/// Whatever the word is, decoding and printing end: rows of the table are well formed.
#[test]
fn every_opcode_ends() {
    for sm in ALL {
        for opcode in 0..1u128 << 12 {
            for rest in [
                0,
                u128::MAX << 12,
                0xaaaa_aaaa_aaaa_aaaa_aaaa_aaaa_aaaa_a000,
                0x5555_5555_5555_5555_5555_5555_5555_5000,
            ] {
                for bit in 12..105 {
                    let _ = Instruction::decode((rest ^ 1 << bit) | opcode, u64::MAX, sm)
                        .map(|it| it.to_string());
                }
            }
        }
    }
}

#[test]
fn texts() {
    let cases = [
        (Sm70, 0x90, 0x000ea200001ee900_0000040002067381, "LDG.E.SYS R6, [R2+0x4]"),
        (
            Sm70,
            0x330,
            0x1c0fe4000000100c_0000000804107236,
            "HMMA.884.F32.F16.STEP0 R16, R4.reuse.ROW, R8.reuse.ROW, R12.reuse",
        ),
        (Sm75, 0xd0, 0x000ea200001eeb00_0000000002087381, "LDG.E.64.SYS R8, [R2]"),
        (Sm75, 0x210, 0x000fe200038e0100_0000000000067886, "VOTEU.ANY UR6, UPT, PT"),
        (Sm80, 0xd0, 0x004fca0000200009_3f803f80080d7831, "HFMA2.BF16_V2 R13, R8, 1, 1, R9"),
        (
            Sm80,
            0x1490,
            0x000fe400000000ff_5f800000000a8823,
            "@!P0 FFMA R10, R0, 1.84467440737095516160e+19, RZ",
        ),
        (Sm80, 0x130, 0x000fe40003f0e170_000000000000781c, "PLOP3.LUT P0, PT, PT, PT, PT, 0x8, 0x0"),
        (Sm80, 0x430, 0x000fea000b800000_000000337f007947, "BRA.CONV ~URZ, 0x470"),
        (Sm80, 0x1e0, 0x040f4200019e01ff_3000580612127b60, "TEX.SCR.LL RZ, R18, R18, R6, 0x0, 0x58, 2D, 0x1"),
        (Sm80, 0x160, 0x002e4c0000000000_0000000a0a0c7228, "DMUL R12, R10, R10"),
        (Sm86, 0xa0, 0x000fe20000201000_0000000200007245, "I2FP.F32.U32 R0, R2"),
        (Sm90, 0x100, 0x000322000c1e9900_0000000408087981, "LDG.E.CONSTANT R8, desc[UR4][R8.64]"),
        (Sm90, 0x630, 0x000fea0003c3ffff_fffffff806707950, "RET.REL.NODEC R6 0x0"),
        (Sm90, 0x580, 0x000ea40008000149_000000ffff0075a7, "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR9], RZ"),
        (Sm90, 0x1e0, 0x001fca00000010ff_000000000509723e, "F2FP.BF16.F32.PACK_AB R9, R5, R0"),
        (
            Sm90,
            0x140,
            0x000ea200081effc6_0000000c0a0879a3,
            "ATOMG.E.ADD.F64.RN.STRONG.GPU PT, R8, desc[UR6][R10.64], R12",
        ),
        (Sm90, 0x1d0, 0x0083e2000c10e186_0000000d0600198e, "@P1 REDG.E.ADD.STRONG.GPU desc[UR6][R6.64], R13"),
        (Sm90, 0x80, 0x004fc4000f8ec03f_0000000406077291, "ULEA UR7, UR6, UR4, 0x18"),
        (Sm90, 0x150, 0x000fe20003800000_000000e000007945, "BSSY B0, 0x240"),
        (Sm80, 0x1c0, 0x0001e2000d00403f_0000000005ff7f8c, "ATOMS.POPC.INC.32 RZ, [R5.X4+URZ]"),
        (Sm80, 0x370, 0x000fce0000000000_000090040000791a, "DEPBAR.LE SB1, 0x0, {2}"),
        (Sm80, 0x80, 0x000fe200078e00ff_0000000200047824, "IMAD.SHL.U32 R4, R0, 0x2, RZ"),
    ];
    for (sm, address, word, text) in cases {
        let instruction = Instruction::decode(word, address, sm).expect("a known word");
        assert_eq!(instruction.to_string(), text);
    }
}

/// Control fields are those of NVIDIA's assembler.
#[test]
fn control() {
    let control =
        Instruction::decode(0x001fe2000fffe03f_0000000804047890, 0, Sm90).expect("a known word").control;
    assert_eq!(
        (control.stall, control.yields, control.write, control.read, control.wait),
        (1, false, None, None, 1)
    );
}

/// The book's page of the table. `INSTA_UPDATE=always` writes it anew.
#[test]
fn the_page_of_the_table_is_the_table() {
    let mut text = String::from(
        "# The instruction table of SASS\n\n\
         Warploom decodes NVIDIA's machine code by this table, and refuses what it does not have. [What is executed](sass.md) is less.\n\n\
         `opcode` is in bits 0 to 8 of the 128, `form` in bits 9 to 11: 1 registers, 2 and 3 the third source is an immediate or a constant,\n\
         4 and 5 the second one, 6 and 7 the second or third one is a uniform register. From 8 on, bit 91 is set, too: a register is uniform.\n\n\
         A modifier is a name, a bit (`FTZ@80`; `U32!@73` is there if the bit is 0), or a field with the names of its values\n\
         (`@78+2:,RM,RP,RZ`; `?` is refused). An operand is a letter with the bit where it is: `d` the result, `a`, `b`, `c` and `e` sources,\n\
         `R` and `G` registers, `U` a uniform one, `p` and `P` predicates that are written, `q` and `x` ones that are read, `i` a number,\n\
         `m` an address, `C` and `k` constants, `t`, `j` and `T` targets. The head of `crates/kernel/src/sass/machine/table.rs` has the rest.\n\n\
         | name | architectures | opcode | forms | modifiers | operands |\n\
         |---|---|---|---|---|---|\n",
    );
    let code = |words: &str| match words {
        "" => String::new(),
        words => format!("`{}`", words.replace('|', "\\|")),
    };
    for row in super::table::rows() {
        let [architectures, opcode, forms] = row.place();
        text.push_str(&format!(
            "| {} | {architectures} | {opcode} | {forms} | {} | {} |\n",
            row.stem,
            code(row.modifiers),
            code(row.operands)
        ));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/sass-isa.md");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(path, &text).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == text,
        "docs/reference/sass-isa.md is not the table: run this test with INSTA_UPDATE=always"
    );
}
