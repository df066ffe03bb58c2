//! The book's instruction tables are the parsers'. `INSTA_UPDATE=always` writes them anew.

use std::fmt::Write as _;
use std::path::Path;
use warploom_kernel::gcn::table::{self, Format, ROWS, Target};
use warploom_kernel::ptx::forms::{Group, SETS, forms};

fn page() -> String {
    let mut text = String::from(
        "# The instruction table\n\n\
         This table lists every form of every instruction that Warploom reads and executes. The parser accepts exactly these forms.\n\
         The conformance test runs every combination of suffixes. It compares at least 1,000 cases of each form with an independent reference.\n\n\
         | notation | meaning |\n\
         |---|---|\n\
         | `.x` | a suffix |\n\
         | `.(x\\|y)` | one of several suffixes |\n\
         | `[.x]` | an optional suffix |\n\
         | `.$name` | one of a [set](#sets) of suffixes |\n\
         | `~` | a hint that does not change the computed value |\n\
         | `d` | the operand that is written |\n\
         | `a`, `b`, `c`, `e` | operands that are read |\n\
         | `p`, `q` | predicates; `!p` may be negated |\n\
         | `[a]` | an address |\n\
         | `v` | a register or a `{vector}` |\n\
         | `i` | an integer |\n\
         | `A`, `B`, `C`, `D` | the registers of a matrix, in braces; `X` of the matrix that the suffixes name |\n\
         | `a:u32` | an operand of this type, whatever the suffixes |\n\
         | `:w` | twice the width |\n\
         | `:0`, `:1` | the first or second type of the suffixes |\n\
         | `d\\|p` | a pair whose second part is optional |\n\
         | `-a` | an operand that may be negated |\n\
         | `a.part`, `d.part` | a byte or half that is read or written: `a.b0`, `d.h1` |\n\
         | `a.halves`, `a.bytes` | selected halves or bytes of both sources: `a.h10`, `b.b7654` |\n\
         | `d.halves`, `d.bytes` | a mask of the halves or bytes that are written: `d.h1`, `d.b310` |\n",
    );
    let mut groups: Vec<Group> = forms().iter().map(|f| f.group).collect();
    groups.dedup();
    let mut total = 0;
    for group in groups {
        let rows: Vec<_> = forms().iter().filter(|f| f.group == group).collect();
        let count: usize = rows.iter().map(|f| f.combinations().len()).sum();
        total += count;
        let _ = write!(text, "\n## {}\n\n{count} combinations.\n\n```text\n", group.title());
        for row in rows {
            let _ = writeln!(text, "{}", row.syntax);
        }
        text.push_str("```\n");
    }
    text.push_str("\n## Sets\n\n| name | suffixes |\n|---|---|\n");
    for (name, members) in SETS {
        let _ = writeln!(text, "| `${name}` | `.{}` |", members.replace('|', "` `."));
    }
    let _ = writeln!(text, "\nIn all, {total} combinations of opcode, types and modifiers.");
    text
}

/// The page of the GCN table: introduction, rows by format, and the decisions on arithmetic.
fn gcn_page() -> String {
    let mut text = String::from(
        "# The GCN instruction table\n\n\
         This table lists every GCN instruction that Warploom reads and executes, in the notation of AMD's ISA documents.\n\
         The reader accepts exactly these instructions, for gfx600 (Southern Islands) and gfx803 (Volcanic Islands).\n\
         The conformance test runs every instruction on every architecture that has it, in each encoding.\n\
         It compares 1,024 cases of each combination with an independent reference.\n\n\
         | notation | meaning |\n\
         |---|---|\n\
         | `(x\\|y)` | one of these |\n\
         | `sdst`, `ssrc0`, `ssrc1` | scalar destination and sources: an SGPR, a special register or a constant |\n\
         | `vdst`, `src0`, `src1`, `src2` | destination VGPR and sources: a VGPR, an SGPR or a constant |\n\
         | `vsrc1` | a VGPR; in the 64-bit encoding any source |\n\
         | `cdst`, `csrc` | a lane mask: VCC, or any SGPR pair in the 64-bit encoding |\n\
         | `addr`, `data`, `data0`, `data1`, `vdata` | VGPRs of a memory access |\n\
         | `sbase`, `srsrc`, `offset`, `soffset`, `vaddr` | scalar base, buffer resource and offsets of a memory access |\n\
         | `imm`, `k` | a 16-bit and a 32-bit immediate |\n\
         | `label`, `counts`, `hwreg` | branch target, counters of `s_waitcnt`, hardware register (only `HW_REG_MODE`) |\n\
         | `:type` | type of the operand, if not the last type of the mnemonic |\n\
         | `+` | a destination that is also read |\n\
         | `?` | an operand that is only there with `glc` |\n\
         | `<x`, `>x` | reads or writes `x` without naming it |\n\
         | `[SI]`, `[VI]` | only on gfx600, only on gfx803 |\n\n\
         Vector instructions have the suffix of their encoding or none: `_e32`, `_e64`, and `_sdwa` on gfx803.\n",
    );
    let mut formats: Vec<Format> = ROWS.iter().map(|(format, _)| *format).collect();
    formats.dedup();
    let all = || table::forms().values().flatten();
    for format in formats {
        let count = all().filter(|f| f.format == format).count();
        let _ = write!(text, "\n## {}\n\n{count} instructions.\n\n```text\n", format.title());
        for (_, row) in ROWS.iter().filter(|(of, _)| *of == format) {
            let _ = writeln!(text, "{row}");
        }
        text.push_str("```\n");
    }
    let on = |target: Target| all().filter(|f| f.is_on(target)).count();
    let _ = writeln!(
        text,
        "\nIn all, {} instructions on gfx600 and {} on gfx803.",
        on(Target::SouthernIslands),
        on(Target::VolcanicIslands)
    );
    text.push_str(GCN_ARITHMETIC);
    text
}

const GCN_ARITHMETIC: &str = "
## Arithmetic

The manuals leave some results open, and some differ between chips. Warploom decides as follows.

| subject | decision |
|---|---|
| rounding | to nearest, ties to even; a descriptor with another mode is an error |
| NaN | every NaN that arithmetic returns is the quiet NaN without payload: `0x7fc00000`, `0x7ff8000000000000`, `0x7e00`; signalling NaNs count as quiet |
| minima and maxima | a NaN gives way to a number; −0 is less than +0; the `legacy` ones return the second source if a source is a NaN |
| denormals, single precision | kept or flushed as the descriptor or MODE says (`.amdhsa_float_denorm_mode_32`) |
| | `v_mad`, `v_mac`, `v_madmk` and `v_madak` always flush, and round the product |
| | `v_exp`, `v_log`, `v_rcp`, `v_rsq`, `v_sqrt`, `v_sin` and `v_cos` always flush |
| | `v_min`, `v_max` and `v_med3` never flush, as on all chips before GFX9 |
| denormals, double and half precision | kept |
| approximations | within 1 ulp of the exact result; `v_sin_f32` and `v_cos_f32` within 2⁻²⁰ absolute, for inputs of any size |
| `clamp` | the result is kept in [0, 1]; NaN and −0 become +0; integer results have no `clamp` |
| `mul:2`, `mul:4`, `div:2` | single precision with denormals flushed only, as in the manual; ignored otherwise; −0 becomes +0 |
| `v_div_scale`, `v_div_fmas`, `v_div_fixup` | the manual's pseudo code; `v_div_fmas` scales by 2^±64, in double precision by 2^±128 |
| conversions to integers | saturate; NaN becomes 0 |
| atomics and stores to one address | in the order of the lanes |
| exchanges between lanes | an inactive source lane gives 0 |

## Not supported

An instruction, modifier or descriptor value that is not supported is an error with its line.

| feature | remark |
|---|---|
| DPP | `v_mov_b32_dpp` and others; SDWA is supported |
| global data share | `gds`, `ds_gws_*`, `ds_append`, `ds_consume` |
| images and samplers | `image_*`; buffer formats other than 32-bit elements |
| exports and messages | `exp`, `s_sendmsg` |
| relative register addressing | `s_movrel*`, `v_movrel*` |
| calls between functions | `s_setpc_b64` and `s_swappc_b64` stay within a kernel |
| hardware registers other than MODE | `s_getreg_b32 …, hwreg(HW_REG_HW_ID)` |
| traps and exceptions | `s_trap` ends the kernel with a fault |
| range checks of buffers | an access outside an allocation is a fault, where hardware returns 0 |
";

/// Compares a page of the book with what the tables say, or writes it.
fn check(name: &str, page: &str, of: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == page, "docs/{name} is not the table of {of}: run with INSTA_UPDATE=always");
}

#[test]
fn the_table_in_the_book_is_the_parsers() {
    check("reference/instructions.md", &page(), "ptx::forms");
}

#[test]
fn the_gcn_table_in_the_book_is_the_readers() {
    check("reference/gcn-isa.md", &gcn_page(), "gcn::table");
}
