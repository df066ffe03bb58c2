//! Listings for a terminal or a pipe.

use crate::ui::diagnose::has_colours;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use warploom_report::phases::{Analysis, Listing};

/// Colours of consecutive phases: cyan, yellow, magenta, which are legible on light and dark backgrounds.
const COLOURS: [u8; 3] = [36, 33, 35];

/// Maximum width of the instruction column.
const WIDEST: usize = 64;

/// Formats listings, with or without a colour for each phase.
pub struct Painter {
    /// Use colours.
    pub colours: bool,
}

impl Painter {
    /// With colours if standard output is a terminal and `NO_COLOR` is not set (<https://no-color.org>).
    pub fn for_stdout() -> Painter {
        Painter { colours: has_colours(io::stdout().is_terminal()) }
    }

    /// The instructions with their phase and distance, and a heading for each phase.
    pub fn listing(&self, one: &Analysis) -> String {
        let width = one.listing.lines.iter().map(|l| l.text.chars().count()).max().unwrap_or(0).min(WIDEST);
        let labels = one.listing.label_width();
        let mut text = "   at  phase  distance\n".to_owned();
        for (number, phase) in one.phases.list().iter().enumerate() {
            let length = one.timing.lengths()[number];
            let reason = one.reason(phase.start);
            let title = format!("── phase {} · length {length} · starts here {reason}", number + 1);
            let _ = writeln!(text, "{}", self.band(number, &title, true));
            for at in phase.code.clone() {
                let line = &one.listing.lines[at];
                let left = format!("{at:>5}  {:>5}  {:>8}  ", number + 1, one.timing.distance(at));
                let mark = if one.has_long_latency(at) { '*' } else { ' ' };
                let source = line.source.as_ref().map(|s| s.to_string()).unwrap_or_default();
                let label = line.label.as_deref().unwrap_or_default();
                let right = format!("{label:<labels$}{mark} {:<width$}  {source}", line.text);
                let _ = writeln!(text, "{}{}", self.band(number, &left, false), right.trim_end());
            }
        }
        text
    }

    fn band(&self, phase: usize, text: &str, bold: bool) -> String {
        if !self.colours {
            return text.to_owned();
        }
        let (weight, colour) = (if bold { "1;" } else { "" }, COLOURS[phase % COLOURS.len()]);
        format!("\x1b[{weight}{colour}m{text}\x1b[0m")
    }
}

/// The code alone, with a blank line between basic blocks.
pub fn dump(listing: &Listing) -> String {
    let mut text = format!("{}\n", listing.name);
    for (at, (line, item)) in listing.lines.iter().zip(&listing.code.instructions).enumerate() {
        if item.leader && at > 0 {
            text.push('\n');
        }
        let _ = writeln!(text, "{at:>5}  {}", line.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_kernel::phase::{Reading, Rules};
    use warploom_kernel::ptx::Module;

    fn analysis() -> Analysis {
        let text = ".version 8.0 .target sm_75 .address_size 64
            .visible .entry k(.param .u64 x) { .reg .b32 %r<3>; .reg .b64 %d<1>;
                ld.param.u64 %d0, [x];
                ld.global.u32 %r0, [%d0];
                add.u32 %r1, %r0, 1;
                st.global.u32 [%d0], %r1;
                ret; }";
        let module = Module::parse(text).unwrap();
        let machine = warploom_gpu::machine::named("m2090").unwrap().machine();
        let reading = Reading { rules: Rules { blocks: true, ..Rules::default() }, ..Reading::default() };
        Analysis::new(Listing::of_program("k".to_owned(), "k.ptx", &module.programs[0]), reading, &machine)
    }

    #[test]
    fn plain() {
        let expected = "   at  phase  distance
── phase 1 · length 2 · starts here at the entry
    0      1         2    ld.param.u64 %d0, [x]
    1      1         1  * ld.global.u32 %r0, [%d0]
── phase 2 · length 6 · starts here because %r0 was loaded at 1 (ld.global.u32)
    2      2         6    add.u32 %r1, %r0, 1
    3      2         2    st.global.u32 [%d0], %r1
    4      2         1    ret
";
        assert_eq!(Painter { colours: false }.listing(&analysis()), expected);
    }

    #[test]
    fn labels_have_a_column() {
        let mut one = analysis();
        one.listing.lines[1].label = Some("0008".to_owned());
        let text = Painter { colours: false }.listing(&one);
        assert!(text.contains("    0      1         2          ld.param.u64"), "{text}");
        assert!(text.contains("    1      1         1  0008  * ld.global.u32"), "{text}");
    }

    #[test]
    fn dumped_blocks_stand_apart() {
        let mut listing = analysis().listing;
        listing.code.instructions[2].leader = true;
        let text = dump(&listing);
        assert!(text.starts_with("k\n    0  ld.param.u64 %d0, [x]\n"), "{text}");
        assert!(text.contains("[%d0]\n\n    2  add.u32"), "{text}");
    }

    /// Colours change nothing else, and neighbours have different ones.
    #[test]
    fn coloured() {
        let coloured = Painter { colours: true }.listing(&analysis());
        let bands: Vec<&str> = coloured.lines().filter_map(|l| l.strip_prefix("\x1b[1;")?.get(..2)).collect();
        assert_eq!(bands, ["36", "33"]);
        let mut plain = coloured;
        for code in ["\x1b[0m", "\x1b[36m", "\x1b[33m", "\x1b[1;36m", "\x1b[1;33m"] {
            plain = plain.replace(code, "");
        }
        assert_eq!(plain, Painter { colours: false }.listing(&analysis()));
    }
}
