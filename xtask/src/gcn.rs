//! The part of clang's GCN assembly that is committed.
//!
//! It has the target, instructions, labels, source lines, variables, `.amdhsa_` directives and the metadata. It
//! leaves out DWARF, call frames, the linker's hints and comments, which make up most of clang's output.

/// Directives for debuggers and linkers, labels that only debug information uses, and sections for comments.
const DROPPED: [&str; 7] = [
    ".cfi_",
    ".ident",
    ".addrsig",
    ".Ltmp",
    ".Lfunc_begin",
    ".section\t.AMDGPU.csdata",
    ".section\t\".note.GNU-stack\"",
];

/// How directives begin that name the section of what follows.
const SECTIONS: [&str; 4] = [".section\t", ".text", ".data", ".bss"];

/// Leaves out of clang's assembly what the assembler can do without.
pub(crate) fn reduced(assembly: &str) -> String {
    let mut text = String::new();
    let (mut in_metadata, mut in_dwarf) = (false, false);
    let mut last_location = String::new();
    for line in assembly.lines() {
        let words = line.trim_start();
        in_metadata |= words == ".amdgpu_metadata";
        if !in_metadata {
            if SECTIONS.iter().any(|section| words.starts_with(section)) {
                in_dwarf = words.starts_with(".section\t.debug_");
            }
            if in_dwarf || DROPPED.iter().any(|dropped| words.starts_with(dropped)) {
                continue;
            }
        }
        let line = if words.starts_with(".file\t") {
            file(words)
        } else if words.starts_with(".loc\t") {
            let location = location(words);
            if location == last_location {
                continue;
            }
            last_location.clone_from(&location);
            location
        } else {
            without_comment(line).to_owned()
        };
        if !line.is_empty() {
            text.push_str(&line);
            text.push('\n');
        }
        in_metadata &= words != ".end_amdgpu_metadata";
    }
    text
}

/// `.file 0 "DIRECTORY" "NAME" md5 0x…` without directory and checksum: a changed comment changes nothing here.
fn file(directive: &str) -> String {
    let number = directive.split_whitespace().nth(1).unwrap_or_default();
    // Of what quotes part, every second piece is within them.
    let name = directive.split('"').skip(1).step_by(2).last().unwrap_or_default();
    format!("\t.file\t{number} \"{name}\"")
}

/// `.loc FILE LINE COLUMN` without the options that tell a debugger where to stop.
fn location(directive: &str) -> String {
    let numbers: Vec<&str> = directive.split_whitespace().skip(1).take(3).collect();
    format!("\t.loc\t{}", numbers.join(" "))
}

/// A line up to its comment. A semicolon within quotes begins none.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let comment = line.find(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    line[..comment.unwrap_or(line.len())].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_information_and_comments_are_left_out() {
        let assembly = "\
\t.text
\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx600\"
k:                                      ; @k
.Lfunc_begin0:
\t.file\t0 \".\" \"k.cu\" md5 0x72495f67f7f9c2e9d14155ffdedf2018
\t.cfi_startproc
; %bb.0:
\t.loc\t0 3 5 prologue_end              ; k.cu:3:5
\ts_cmp_eq_u32 s0, 0
.Ltmp0:
\t.loc\t0 3 5 is_stmt 0                 ; k.cu:3:5
\ts_cbranch_scc1 .LBB0_2
.LBB0_2:                                ; %exit
\ts_endpgm
\t.section\t.rodata,\"a\",@progbits
\t.amdhsa_kernel k
\t\t.amdhsa_next_free_vgpr 1
\t.end_amdhsa_kernel
\t.section\t.AMDGPU.csdata,\"\",@progbits
; NumSgprs: 15
\t.type\tv,@object                      ; @v
\t.data
v:
\t.ascii\t\"a;b\"                         ; text
\t.ident\t\"clang\"
\t.section\t.debug_str,\"MS\",@progbits,1
\t.asciz\t\"/home\"
\t.section\t\".note.GNU-stack\",\"\",@progbits
\t.addrsig
\t.amdgpu_metadata
---
amdhsa.kernels:
...

\t.end_amdgpu_metadata
\t.section\t.debug_line,\"\",@progbits
.Lline_table_start0:
";
        let expected = "\
\t.text
\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx600\"
k:
\t.file\t0 \"k.cu\"
\t.loc\t0 3 5
\ts_cmp_eq_u32 s0, 0
\ts_cbranch_scc1 .LBB0_2
.LBB0_2:
\ts_endpgm
\t.section\t.rodata,\"a\",@progbits
\t.amdhsa_kernel k
\t\t.amdhsa_next_free_vgpr 1
\t.end_amdhsa_kernel
\t.type\tv,@object
\t.data
v:
\t.ascii\t\"a;b\"
\t.amdgpu_metadata
---
amdhsa.kernels:
...
\t.end_amdgpu_metadata
";
        assert_eq!(reduced(assembly), expected);
    }

    #[test]
    fn a_file_keeps_its_name_only() {
        assert_eq!(file(".file\t1 \".\" \"gcn.h\" md5 0x9c"), "\t.file\t1 \"gcn.h\"");
        assert_eq!(file(".file\t0 \"k.cu\""), "\t.file\t0 \"k.cu\"");
    }
}
