//! Launch files: the launches of a run, its host copies and its pages.

use super::error::{Reason, shown};
use super::pages::Pages;
use super::words::Words;
use crate::accelsim::MAX_CTAS;
use warploom_kernel::execute::HostCopy;

/// Maximum work-items of a work-group.
const MAX_ITEMS: u64 = 1024;

/// Lanes of a wavefront.
const LANES: u32 = 64;

/// A launch of a launch file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedLaunch {
    pub kernel: String,
    /// Work-groups in x, y, z.
    pub grid: [u32; 3],
    /// Work-items per work-group in x, y, z.
    pub block: [u32; 3],
    /// Work-groups that a compute unit holds at most, as Multi2Sim computes it.
    pub groups_per_unit: u32,
    /// VGPRs per work-item.
    pub vgprs: u32,
    /// SGPRs per wavefront.
    pub sgprs: u32,
    /// Bytes of LDS per work-group, arguments included.
    pub lds: u32,
    /// Bytes of LDS that are passed as arguments.
    pub lds_arguments: u32,
    /// Host-to-device copies since the previous launch, at virtual addresses.
    pub copies: Vec<HostCopy>,
    pub line: u64,
}

impl RecordedLaunch {
    /// Number of work-groups.
    pub fn groups(&self) -> u64 {
        self.grid.iter().fold(1, |n, &d| n.saturating_mul(u64::from(d)))
    }

    /// Work-items per work-group.
    pub fn items(&self) -> u32 {
        self.block.iter().product()
    }

    /// Wavefronts per work-group.
    pub fn waves(&self) -> u32 {
        self.items().div_ceil(LANES)
    }

    /// Bytes of LDS per work-group that limit Multi2Sim's occupancy: it does not count arguments.
    pub fn counted_lds(&self) -> u32 {
        self.lds.saturating_sub(self.lds_arguments)
    }

    /// Number in the launch of the wavefront `wave` of a work-group.
    pub(super) fn number(&self, group: u64, wave: u32) -> u64 {
        group.saturating_mul(self.waves().into()).saturating_add(wave.into())
    }

    /// Lanes of a wavefront that have a work-item.
    pub(super) fn lanes(&self, wave: u32) -> u64 {
        match self.items().saturating_sub(LANES * wave) {
            items @ 0..LANES => (1 << items) - 1,
            _ => u64::MAX,
        }
    }

    /// Reads an `N` line.
    fn new(mut words: Words<'_>, expected: usize, line: u64) -> Result<RecordedLaunch, Reason> {
        let found = words.decimal("the number of the launch")?;
        if found != expected as u64 {
            return Err(Reason::LaunchNumber { found, expected });
        }
        let kernel = words.expect("the kernel's name")?.to_owned();
        let (global, block) = (sizes(words, "global")?, sizes(words, "local")?);
        if global.iter().zip(block).any(|(global, local)| global % local != 0) {
            return Err(Reason::Divide { global, local: block });
        }
        let grid = [0, 1, 2].map(|axis| global[axis] / block[axis]);
        let number = |key, expected, most| number(words, key, expected, most);
        let launch = RecordedLaunch {
            kernel,
            grid,
            block,
            groups_per_unit: number("wgs_per_cu", "a number of work-groups", u32::MAX)?,
            vgprs: number("vgpr", "a number of VGPRs, at most 256", 256)?,
            sgprs: number("sgpr", "a number of SGPRs, at most 128", 128)?,
            lds: number("lds", "bytes of LDS, at most 2^20", 1 << 20)?,
            lds_arguments: 0,
            copies: Vec::new(),
            line,
        };
        let items = block.iter().fold(1, |n: u64, &d| n.saturating_mul(u64::from(d)));
        if items > MAX_ITEMS {
            const EXPECTED: &str = "a local size of at most 1024 work-items";
            return Err(Reason::Field { expected: EXPECTED, found: format!("{block:?}") });
        }
        let groups = words.after("groups")?.decimal("the number of work-groups")?;
        match launch.groups() {
            all if all > MAX_CTAS => {
                const EXPECTED: &str = "a grid of at most 2^31 work-groups";
                Err(Reason::Field { expected: EXPECTED, found: format!("{grid:?}") })
            }
            expected if expected != groups => Err(Reason::Groups { groups, expected }),
            _ => Ok(launch),
        }
    }
}

/// Three sizes after `key`.
fn sizes(words: Words<'_>, key: &'static str) -> Result<[u32; 3], Reason> {
    const EXPECTED: &str = "a size from 1 to 2^31";
    let mut words = words.after(key)?;
    let mut sizes = [0; 3];
    for size in &mut sizes {
        let found = words.decimal(EXPECTED)?;
        let valid = u32::try_from(found).ok().filter(|found| (1..=1 << 31).contains(found));
        *size = valid.ok_or_else(|| Reason::Field { expected: EXPECTED, found: found.to_string() })?;
    }
    Ok(sizes)
}

/// The number after `key`.
fn number(words: Words<'_>, key: &'static str, expected: &'static str, most: u32) -> Result<u32, Reason> {
    let found = words.after(key)?.decimal(expected)?;
    let valid = u32::try_from(found).ok().filter(|&found| found <= most);
    valid.ok_or_else(|| Reason::Field { expected, found: found.to_string() })
}

/// Content of a launch file.
#[derive(Clone, Debug, Default)]
pub(super) struct LaunchFile {
    pub(super) launches: Vec<RecordedLaunch>,
    pub(super) pages: Pages,
    /// Host copies before the next launch.
    copies: Vec<HostCopy>,
}

impl LaunchFile {
    /// Reads a line.
    pub(super) fn take(&mut self, mut words: Words<'_>, line: u64) -> Result<(), Reason> {
        let whole = words.rest();
        match words.word().unwrap_or("") {
            "N" => {
                let mut launch = RecordedLaunch::new(words, self.launches.len(), line)?;
                launch.copies = std::mem::take(&mut self.copies);
                self.launches.push(launch);
                Ok(())
            }
            "A" => self.argument(words),
            "H" => self.copy(words),
            "P" => self.pages.add(words),
            // Tables and initial registers matter to execution only.
            "T" | "R" => self.current(words).map(|_| ()),
            _ => Err(Reason::LaunchLine { found: shown(whole) }),
        }
    }

    /// The launch that a line belongs to, and the rest of the line.
    fn current<'a>(&mut self, mut words: Words<'a>) -> Result<(&mut RecordedLaunch, Words<'a>), Reason> {
        let found = words.decimal("the number of the launch")?;
        let number = self.launches.len() as u64;
        match self.launches.last_mut() {
            Some(launch) if found.checked_add(1) == Some(number) => Ok((launch, words)),
            _ => Err(Reason::Misplaced { found }),
        }
    }

    /// Reads an argument: its size counts if it is LDS.
    fn argument(&mut self, words: Words<'_>) -> Result<(), Reason> {
        let (launch, mut words) = self.current(words)?;
        words.expect("the argument's name")?;
        match words.expect("`pointer` or `value`")? {
            "value" => Ok(()),
            "pointer" => {
                let scope = words.after("scope")?.decimal("4 for global memory or 7 for LDS")?;
                let bytes = number(words, "size", "a number of bytes", u32::MAX)?;
                match scope {
                    4 => Ok(()),
                    7 => {
                        launch.lds_arguments = launch.lds_arguments.saturating_add(bytes);
                        Ok(())
                    }
                    _ => Err(Reason::Field {
                        expected: "4 for global memory or 7 for LDS",
                        found: scope.to_string(),
                    }),
                }
            }
            found => Err(Reason::Field { expected: "`pointer` or `value`", found: shown(found) }),
        }
    }

    /// Reads a host copy.
    fn copy(&mut self, words: Words<'_>) -> Result<(), Reason> {
        let mut words = words.after("write")?;
        let address = words.hexadecimal("a hexadecimal address")?;
        let bytes = words.decimal("a number of bytes")?;
        self.copies.push(HostCopy { address, bytes });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: &str =
        "N 0 k dim 1 global 200 2 1 local 100 1 1 groups 4 wgs_per_cu 8 vgpr 5 sgpr 16 lds 96 wgid_sgpr 12";

    fn read(lines: &[&str]) -> Result<LaunchFile, Reason> {
        let mut file = LaunchFile::default();
        let mut numbered = lines.iter().zip(1..);
        numbered.try_for_each(|(line, number)| file.take(Words::new(line), number))?;
        Ok(file)
    }

    #[test]
    fn a_launch_has_its_shape_resources_and_copies() {
        let lines = [
            "H write 80000000 256 fnv 0b49acfb seq 0",
            N,
            "T 0 consttab 80002000 restab 80002100 uavtab 80002300 cb 80003000",
            "R 0 class 23 slot 0 sreg 2 count 2",
            "A 0 x pointer cb 1 off 0 scope 4 buf 11 ptr 80000000 size 256",
            "A 0 y pointer cb 1 off 16 scope 7 buf 1 ptr 0 size 64",
            "A 0 n value cb 1 off 32 size 4 08000000",
            "P 0 80000000 0",
        ];
        let file = read(&lines).unwrap();
        let launch = &file.launches[0];
        assert_eq!((launch.grid, launch.block, launch.line), ([2, 2, 1], [100, 1, 1], 2));
        assert_eq!((launch.groups(), launch.waves(), launch.groups_per_unit), (4, 2, 8));
        assert_eq!((launch.lds, launch.lds_arguments, launch.counted_lds()), (96, 64, 32));
        assert_eq!((launch.lanes(0), launch.lanes(1)), (u64::MAX, (1 << 36) - 1));
        assert_eq!(launch.copies, [HostCopy { address: 0x8000_0000, bytes: 256 }]);
        assert_eq!(file.pages.len(), 1);
    }

    #[test]
    fn wrong_lines_are_explained() {
        let error = |lines: &[&str]| read(lines).unwrap_err().to_string();
        let with = |from: &str, to: &str| error(&[&N.replace(from, to)]);
        assert_eq!(
            with("N 0", "N 1"),
            "found launch 1, expected launch 0; launches are numbered from 0 in order"
        );
        assert_eq!(with("vgpr 5", "vgpr x"), "`x` should be a number of VGPRs, at most 256");
        assert_eq!(with("vgpr 5", "vgpr 257"), "`257` should be a number of VGPRs, at most 256");
        assert_eq!(with("sgpr 16 lds", "lds"), "the line has no `sgpr …`; record the launch file again");
        assert_eq!(with("local 100", "local 0"), "`0` should be a size from 1 to 2^31");
        assert_eq!(
            with("local 100", "local 3"),
            "the global size [200, 2, 1] is not a multiple of the local size [3, 1, 1]; correct the sizes"
        );
        assert_eq!(
            with("groups 4", "groups 5"),
            "the launch has 5 work-groups, but its sizes give 4; correct `groups` or the sizes"
        );
        assert_eq!(
            with("global 200 2 1 local 100 1", "global 2000 2 1 local 2000 1"),
            "`[2000, 1, 1]` should be a local size of at most 1024 work-items"
        );
        assert_eq!(
            with("global 200 2 1 local 100 1", "global 2000000000 2000000000 1 local 1 1"),
            "`[2000000000, 2000000000, 1]` should be a grid of at most 2^31 work-groups"
        );
        assert_eq!(
            error(&["A 0 n value"]),
            "the line belongs to launch 0, which is not the launch above it; put it after its `N` line"
        );
        assert_eq!(
            error(&["kernel k"]),
            "expected a line that starts with N, T, R, A, H or P, found `kernel k`: this is not a launch file"
        );
        assert_eq!(
            error(&[N, "A 0 x pointer cb 1 scope 5 size 4"]),
            "`5` should be 4 for global memory or 7 for LDS"
        );
    }
}
