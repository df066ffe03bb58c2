//! What must hold for any GCN assembly whatever, and random programs to check it with.

use std::fmt::Write as _;
use warploom_kernel::execute::{Arg, Launch, Limits, Memory};
use warploom_kernel::gcn::table::{FormOperand, Format, Role, Target, forms};
use warploom_kernel::gcn::{self, Module};

/// A source of choices: a seeded generator, or the bytes of a fuzzer.
pub trait Choices {
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize;
}

/// Reads the text as a module and as a listing; whatever can be read is converted and executed within its limits.
/// Returns how many kernels ended well and how many at a fault.
pub fn execute(text: &str) -> (usize, usize) {
    let (mut ended, mut faulted) = (0, 0);
    for module in [Module::parse(text), Module::listing("k", text)] {
        let module = match module {
            Ok(module) => module,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        for program in &module.programs {
            let code = gcn::code(program);
            assert_eq!(code.instructions.len(), program.code.len());
            let mut memory = Memory::with_limit(64 << 20);
            let Ok(globals) = memory.load_variables(&module.variables) else { continue };
            let mut launch = Launch::new([2, 1, 1], [70, 1, 1]);
            launch.limits = Limits { instructions: 2000, depth: 64, stack: 16 << 10 };
            launch.shared = 512;
            for argument in program.explicit_arguments() {
                let mut bytes = vec![0; argument.size as usize];
                if argument.size == 8 {
                    let Ok(address) = memory.allocate(&argument.name, 4096) else { continue };
                    bytes.copy_from_slice(&address.to_le_bytes());
                }
                launch.args.push(Arg(bytes));
            }
            match gcn::run(program, &globals, &launch, &mut memory, &mut ()) {
                Ok(_) => ended += 1,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    faulted += 1;
                }
            }
        }
    }
    (ended, faulted)
}

fn range(prefix: char, first: usize, many: usize) -> String {
    match many {
        1 => format!("{prefix}{first}"),
        _ => format!("{prefix}[{first}:{}]", first + many - 1),
    }
}

fn constant(choices: &mut dyn Choices) -> String {
    let all = [
        "0",
        "1",
        "-1",
        "64",
        "-16",
        "0.5",
        "-4.0",
        "0x7fffffff",
        "0x80000000",
        "0xffffffff",
        "0x12345",
        "16",
    ];
    all[choices.below(all.len())].to_owned()
}

fn vector(choices: &mut dyn Choices, many: usize) -> String {
    // The last registers of the file, or the first.
    let first = if choices.below(4) == 0 { 32 - many } else { choices.below(33 - many) };
    range('v', first, many)
}

fn scalar(choices: &mut dyn Choices, many: usize, target: Target) -> String {
    let special: &[&str] = match (many, target) {
        (1, _) => &["vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "m0"],
        (2, Target::VolcanicIslands) => &["vcc", "exec", "flat_scratch"],
        (2, _) => &["vcc", "exec"],
        _ => &[],
    };
    if !special.is_empty() && choices.below(3) == 0 {
        return special[choices.below(special.len())].to_owned();
    }
    let first = if choices.below(4) == 0 { 104 - many } else { choices.below(16) };
    range('s', first, many)
}

fn operand(choices: &mut dyn Choices, o: &FormOperand, target: Target, pair: bool) -> String {
    let many = o.ty.registers() as usize;
    match o.role {
        Role::ScalarDst => scalar(choices, many, target),
        Role::MaskDst | Role::MaskSrc => scalar(choices, 2, target),
        Role::VectorDst | Role::VectorOnly => vector(choices, many),
        Role::BufferAddress => vector(choices, if pair { 2 } else { 1 }),
        Role::ScalarOffset => match choices.below(2) {
            0 => scalar(choices, 1, target),
            _ => ["0", "4", "0xff", "0xfffff"][choices.below(4)].to_owned(),
        },
        Role::Imm => ["0", "1", "-1", "0x7fff", "0xffff"][choices.below(5)].to_owned(),
        Role::Literal => "0x3f800000".to_owned(),
        Role::Label => format!("l{}", choices.below(8)),
        Role::Counts => "vmcnt(0)".to_owned(),
        Role::HardwareRegister => {
            let (offset, bits) = (choices.below(32), 1 + choices.below(32));
            format!("hwreg(HW_REG_MODE, {offset}, {})", bits.min(32 - offset))
        }
        Role::ScalarSrc if many <= 2 && choices.below(3) == 0 => constant(choices),
        Role::ScalarSrc => scalar(choices, many, target),
        Role::VectorSrc | Role::VectorSrc1 => match choices.below(6) {
            0 => constant(choices),
            1 => scalar(choices, many, target),
            _ => vector(choices, many),
        },
    }
}

/// A module with one kernel of random instructions, whose operands fit.
pub fn program(choices: &mut dyn Choices) -> String {
    let target = [Target::SouthernIslands, Target::VolcanicIslands][choices.below(2)];
    let all: Vec<_> = forms().values().flatten().filter(|f| f.is_on(target)).collect();
    let mut body = String::new();
    let len = 4 + choices.below(28);
    for line in 0..len {
        if line % (len / 8 + 1) == 0 {
            let _ = writeln!(body, "l{}:", line / (len / 8 + 1));
        }
        let form = all[choices.below(all.len())];
        let buffer = matches!(form.format, Format::Mubuf | Format::Mtbuf);
        let way = if buffer { choices.below(6) } else { 0 };
        let glc = form.mnemonic.contains("atomic") && choices.below(2) == 0;
        let mut operands = Vec::new();
        for o in &form.operands {
            if !o.optional || glc {
                let off = o.role == Role::BufferAddress && way == 0;
                operands.push(if off { "off".to_owned() } else { operand(choices, o, target, way >= 3) });
            }
        }
        let mut text = format!("{} {}", form.mnemonic, operands.join(", "));
        text += ["", " offen", " idxen", " idxen offen", " addr64", " idxen offen"][way];
        let memory = buffer || matches!(form.format, Format::Ds | Format::Flat);
        if memory && !form.operands.is_empty() && choices.below(2) == 0 {
            text += [" offset:4", " offset:65535", " offset:255 offset1:255", " offset1:9"][choices.below(4)];
        }
        if glc {
            text += " glc";
        }
        let _ = writeln!(body, "\t{text}");
    }
    // Labels that no line had are at the end.
    for label in 0..8 {
        if !body.contains(&format!("l{label}:\n")) {
            let _ = writeln!(body, "l{label}:");
        }
    }
    let (local, scratch) = ([0, 16, 32 << 10][choices.below(3)], [0, 4, 256][choices.below(3)]);
    let (denormals, ids) = ([0, 3][choices.below(2)], choices.below(3));
    format!(
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--{target}\"
\t.type k,@function
k:
{body}\ts_endpgm
\t.amdhsa_kernel k
\t\t.amdhsa_group_segment_fixed_size {local}
\t\t.amdhsa_private_segment_fixed_size {scratch}
\t\t.amdhsa_user_sgpr_count 8
\t\t.amdhsa_user_sgpr_private_segment_buffer 1
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_system_vgpr_workitem_id {ids}
\t\t.amdhsa_next_free_vgpr 32
\t\t.amdhsa_next_free_sgpr 100
\t\t.amdhsa_float_denorm_mode_32 {denormals}
\t.end_amdhsa_kernel
\t.amdgpu_metadata
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .name:           k
\t.end_amdgpu_metadata
"
    )
}

/// Every word of assembly that a fuzzer may need.
pub fn words() -> Vec<String> {
    let mut all: Vec<String> = forms().keys().cloned().collect();
    let others = "_e32 _e64 _sdwa .amdgcn_target .amdhsa_kernel .end_amdhsa_kernel .amdgpu_metadata \
        .end_amdgpu_metadata .amdhsa_group_segment_fixed_size .amdhsa_private_segment_fixed_size .amdhsa_kernarg_size \
        .amdhsa_user_sgpr_count .amdhsa_user_sgpr_private_segment_buffer .amdhsa_user_sgpr_kernarg_segment_ptr \
        .amdhsa_system_vgpr_workitem_id .amdhsa_next_free_vgpr .amdhsa_next_free_sgpr .amdhsa_float_denorm_mode_32 \
        .type @function @object .section .rodata .data .long .quad .zero .p2align .size .file .loc .args .name .offset \
        .value_kind global_buffer hidden_block_count_x gfx600 gfx803 amdgcn-amd-amdhsa-- @rel32@lo+4 @rel32@hi+12 \
        vcc exec m0 scc flat_scratch vcc_lo exec_hi s[0:1] s[4:7] v[0:1] v[0:3] off offen idxen addr64 glc slc clamp \
        offset: offset0: offset1: mul:2 div:2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0 \
        src1_sel:WORD_0 sext( abs( neg( vmcnt(0) lgkmcnt(0) expcnt(0) hwreg(HW_REG_MODE, 0x 0.5 1.0 0.15915494 \
        format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT]";
    all.extend(others.split_whitespace().map(str::to_owned));
    all.sort();
    all.dedup();
    all
}
