use super::*;
use crate::phase::{PhaseStart, Phases, Rules};
use proptest::prelude::*;

/// Kernels of the suite as compiled by ptxas 12.9, printed in the ways there are.
const MODULATE: &str = include_str!("samples/modulate-sm75.sass");
const MODULATE_HEX: &str = include_str!("samples/modulate-sm75.hex.sass");
const MODULATE_CUOBJDUMP: &str = include_str!("samples/modulate-sm75.cuobjdump");
const PREPARE: &str = include_str!("samples/prepare-sm50.sass");
const PREPARE_HEX: &str = include_str!("samples/prepare-sm50.hex.sass");
const SAMPLES: [&str; 5] = [MODULATE, MODULATE_HEX, MODULATE_CUOBJDUMP, PREPARE, PREPARE_HEX];

fn one(text: &str) -> SassKernel {
    let mut kernels = parse(text).unwrap();
    assert_eq!(kernels.len(), 1);
    kernels.pop().unwrap()
}

fn leaders(kernel: &SassKernel) -> Vec<u64> {
    let pairs = kernel.lines.iter().zip(&kernel.code.instructions);
    pairs.filter(|(_, item)| item.leader).map(|(line, _)| line.address).collect()
}

#[test]
fn turing() {
    let kernel = one(MODULATE);
    assert_eq!(kernel.name, "fwt_modulate");
    assert_eq!(kernel.lines.len(), 19);
    assert_eq!(kernel.body, 19);
    assert!(kernel.unknown.is_empty());
    // The loop, and what follows it; the padding is gone.
    assert_eq!(leaders(&kernel), [0x0, 0x60, 0x120]);
    let last = &kernel.lines[18];
    assert_eq!((last.address, last.text.as_str()), (0x120, "EXIT"));
    assert_eq!(MODULATE.lines().nth(last.line - 1).unwrap().trim(), "/*0120*/                   EXIT ;");
    assert_eq!(kernel.lines[5].text, "@P0 EXIT");
    assert!(kernel.code.instructions[5].guarded);

    let phases = Phases::new(&kernel.code, Rules { blocks: true, ..Rules::default() });
    let starts: Vec<u64> = phases.list().iter().map(|p| kernel.lines[p.code.start].address).collect();
    assert_eq!(starts, [0x0, 0x60, 0xe0, 0x120]);
    // FMUL R6, R2, c[0x0][0x174] waits for LDG R2, whose address was in R2 too.
    assert!(
        matches!(phases.list()[2].start, PhaseStart::LongLatencyUse { register, producer: 9 } if register.to_string() == "R2")
    );
}

#[test]
fn however_it_is_printed() {
    let (plain, hex, cuobjdump) = (one(MODULATE), one(MODULATE_HEX), one(MODULATE_CUOBJDUMP));
    assert_eq!(plain.code, hex.code);
    assert_eq!(plain.code.instructions.len(), cuobjdump.code.instructions.len());
    // cuobjdump names addresses where nvdisasm has labels.
    assert_eq!(plain.code, cuobjdump.code);
    assert_eq!(one(PREPARE).code, one(PREPARE_HEX).code);
}

#[test]
fn maxwell() {
    let kernel = one(PREPARE);
    assert_eq!(kernel.name, "srad_prepare");
    assert_eq!(kernel.lines.len(), 22);
    assert_eq!(leaders(&kernel), [0x8, 0x58]);
    // Two that are issued together are two.
    let both: Vec<&str> = kernel.lines[17..19].iter().map(|l| l.text.as_str()).collect();
    assert_eq!(both, ["FMUL R0, R2, R2", "STG.E [R4], R2"]);
    assert_eq!(Phases::new(&kernel.code, Rules { blocks: true, ..Rules::default() }).list().len(), 3);
}

#[test]
fn routines_are_behind_the_body() {
    let text = "
	.section	.text.k,\"ax\",@progbits
k:
.text.k:
        /*0000*/                   FCHK P0, R2, R5 ;
        /*0010*/              @!P0 BRA `(.L_x_1) ;
        /*0020*/                   MOV R9, 0x40 ;
        /*0030*/                   CALL.REL.NOINC `($__internal_0_$div) ;
        /*0040*/                   MOV R14, R5 ;
.L_x_1:
        /*0050*/                   BSYNC B0 ;
.L_x_0:
        /*0060*/                   EXIT ;
$__internal_0_$div:
        /*0070*/                   NEWOP.X R5, R5 ;
        /*0080*/                   RET.REL.NODEC R8 `(k) ;
.L_x_9:
        /*0090*/                   BRA `(.L_x_9);
        /*00a0*/                   NOP;
	.section	.nv.constant0.k,\"a\",@progbits
        /*0000*/        .byte   0x00";
    let kernel = one(text);
    assert_eq!((kernel.lines.len(), kernel.body), (9, 7));
    assert_eq!(kernel.unknown, ["NEWOP"]);
    // The routine's label is named by the call.
    assert_eq!(leaders(&kernel), [0x0, 0x20, 0x40, 0x50, 0x60, 0x70]);
    let addresses = text.replace("`(.L_x_1)", "0x50").replace("`($__internal_0_$div)", "0x70");
    let addressed = one(&addresses);
    assert_eq!((addressed.code, addressed.body), (kernel.code, kernel.body));
}

#[test]
fn blocks_start_where_an_instruction_goes() {
    let text = "Function : k
        /*0008*/                   SHL R0, R0, 0x2 ;
.L_x_5:
        /*0010*/         {         FFMA R6, R3, R4, R6 ;
        /*0018*/              @!P0 SYNC                      (*\"BRANCH_TARGETS .L_x_0\"*)        }
        /*0028*/                   MOV R7, R12 ;
        /*0030*/                   NANOSLEEP 0x38 ;
        /*0038*/                   MOV R1, R1 ;
.L_x_0:
        /*0048*/                   BRX R4 -0xf0              (*\"BRANCH_TARGETS .L_x_9,.L_x_10\"*);
.L_x_9:
        /*0050*/                   MOV R1, R1 ;
.L_x_10:
        /*0058*/                   MOV R1, R1 ;
.L_x_11:
        /*0068*/                   EXIT ;";
    let kernel = one(text);
    assert_eq!(kernel.lines[2].text, "@!P0 SYNC");
    assert_eq!(leaders(&kernel), [0x8, 0x28, 0x48, 0x50, 0x58]);
    // If the branch does not tell, it may go to any label.
    let silent = one(&text.replace("(*\"BRANCH_TARGETS .L_x_9,.L_x_10\"*)", ""));
    assert_eq!(leaders(&silent), [0x8, 0x10, 0x28, 0x48, 0x50, 0x58, 0x68]);
}

#[test]
fn several_kernels() {
    let text = [MODULATE, PREPARE].join("\n");
    let names: Vec<String> = parse(&text).unwrap().into_iter().map(|k| k.name).collect();
    assert_eq!(names, ["fwt_modulate", "srad_prepare"]);
}

#[test]
fn what_is_wrong_is_said() {
    let said = |text: &str| parse(text).unwrap_err().to_string();
    assert!(said("").starts_with("the text has no kernel"));
    assert!(said(".version 8.0\n.target sm_75").starts_with("the text has no kernel"));
    let said = |line: &str| said(&format!("Function : k\n/*0000*/ MOV R0, R1 ;\n{line}\n/*0200*/ EXIT ;"));
    assert_eq!(said("/*0010*/ MOV R300, R1 ;"), "line 3: unknown register `R300`");
    assert_eq!(said("/*0010*/ @P9 MOV R3, R1 ;"), "line 3: unknown register `P9`");
    assert_eq!(said("/*0010*/ @P0 ;"), "line 3: `@P0` does not start with an opcode");
    assert_eq!(said("/*0010*/ mov r0, r1"), "line 3: `mov r0, r1` does not start with an opcode");
    assert_eq!(
        said("/*0000*/ MOV R0, R1"),
        "line 3: address 0x0 is not higher than the previous instruction's"
    );
    assert_eq!(said("/*00g0*/ MOV R0, R1"), "line 3: `00g0` is not a hexadecimal instruction address");
    assert_eq!(said("/*0010*/ BRA `(.L_x_7) ;"), "line 3: undefined label `.L_x_7`");
    assert_eq!(
        parse("Function : k\n/*0000*/ NOP ;").unwrap_err().to_string(),
        "line 1: `k` has no instructions"
    );
}

/// What holds of everything that can be read.
fn sound(text: &str) {
    if let Ok(kernels) = parse(text) {
        assert!(!kernels.is_empty());
        for kernel in kernels {
            assert!(!kernel.lines.is_empty());
            assert_eq!(kernel.lines.len(), kernel.code.instructions.len());
            assert!(kernel.body <= kernel.lines.len());
            assert!(kernel.code.instructions[0].leader);
            Phases::new(&kernel.code, Rules::default());
        }
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "(Function : k\n)?(/\\*0[0-9a-f]\\*/|[@!A-Z0-9.,:;`()\\[\\]{}/* \n]|R[0-9]{1,3}|é|\\PC){0,80}") {
        sound(&text);
    }

    #[test]
    fn mangled_sass_does_not_panic(
        sample in 0..SAMPLES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), "\\PC{0,3}", 0_usize..20), 1..8),
    ) {
        let mut text: Vec<char> = SAMPLES[sample].chars().collect();
        for (place, new, removed) in changes {
            let start = place.index(text.len() + 1);
            let end = (start + removed).min(text.len());
            text.splice(start..end, new.chars());
        }
        sound(&text.into_iter().collect::<String>());
    }
}
