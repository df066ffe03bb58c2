//! The digest of the launches and CTAs of a tape.
//!
//! Structs are destructured without `..` and enums are matched without `_`, so that a new field or variant does not compile until it
//! is encoded here.

use super::Encoding;
use std::ops::Range;
use std::sync::Arc;
use warploom_kernel::class::Class;
use warploom_kernel::code::{
    AccessKind, Code, Effect, Instruction, Register, RegisterFile, Source as SourceLine,
};
use warploom_kernel::execute::CtaId;
use warploom_kernel::program::Space;
use warploom_kernel::tape::{
    Addresses, Cta, CtaLookup, CtaSet, GenericWindows, HostCopy, Launch, Source, Warp,
};
use xxhash_rust::xxh3::Xxh3;

fn put_code(encoding: &mut Encoding, code: &Code) {
    let Code { instructions, functions, files } = code;
    encoding.list(instructions, put_instruction);
    encoding.list(functions, |encoding, &function| encoding.length(function));
    encoding.list(files, |encoding, file| encoding.text(file));
    if instructions.iter().any(|instruction| instruction.control.is_some()) {
        encoding.list(instructions, |encoding, instruction| {
            encoding.text(&instruction.control.map(|control| control.to_string()).unwrap_or_default());
        });
    }
}

fn put_instruction(encoding: &mut Encoding, instruction: &Instruction) {
    let Instruction {
        opcode,
        address,
        class,
        reads,
        writes,
        guarded,
        leader,
        uniform,
        effect,
        source,
        // It changes no result: only the line that a profile names.
        call_site: _,
        // Behind the files, if there are any: digests of other code stay as they were.
        control: _,
        // The opcode and the registers say it, as far as a machine looks.
        text: _,
    } = instruction;
    encoding.text(opcode);
    encoding.number(*address);
    put_class(encoding, *class);
    encoding.list(reads, put_register);
    encoding.list(writes, put_register);
    [*guarded, *leader, *uniform].into_iter().for_each(|flag| encoding.flag(flag));
    put_effect(encoding, effect);
    encoding.flag(source.is_some());
    if let Some(SourceLine { file, line }) = source {
        encoding.number(u64::from(*file));
        encoding.number(u64::from(*line));
    }
}

fn put_register(encoding: &mut Encoding, register: &Register) {
    let Register { file, index } = register;
    encoding.tag(match file {
        RegisterFile::General => 0,
        RegisterFile::Predicate => 1,
        RegisterFile::Uniform => 2,
        RegisterFile::UniformPredicate => 3,
        RegisterFile::Carry => 4,
        RegisterFile::Short => 5,
        RegisterFile::Long => 6,
        RegisterFile::Virtual => 7,
        RegisterFile::Vector => 8,
        RegisterFile::Scalar => 9,
        RegisterFile::Vcc => 10,
        RegisterFile::Exec => 11,
        RegisterFile::Scc => 12,
        RegisterFile::M => 13,
    });
    encoding.number(u64::from(*index));
}

fn put_class(encoding: &mut Encoding, class: Class) {
    encoding.tag(match class {
        Class::Integer => 0,
        Class::Float => 1,
        Class::Double => 2,
        Class::Tensor => 3,
        Class::Special => 4,
        Class::Conversion => 5,
        Class::Global => 6,
        Class::Local => 7,
        Class::Atomic => 8,
        Class::Shared => 9,
        Class::Texture => 10,
        Class::Constant => 11,
        Class::Collective => 12,
        Class::Barrier => 13,
        Class::Control => 14,
        Class::Scalar => 15,
        Class::Wait => 16,
    });
}

fn put_effect(encoding: &mut Encoding, effect: &Effect) {
    match effect {
        Effect::None => encoding.tag(0),
        Effect::Memory { space, kind, bytes } => {
            encoding.tag(1);
            put_space(encoding, *space);
            put_access_kind(encoding, *kind);
            encoding.number(u64::from(*bytes));
        }
        Effect::Barrier { id, threads, waits } => {
            encoding.tag(2);
            encoding.tag(*id);
            encoding.optional(threads.map(u64::from));
            encoding.flag(*waits);
        }
        Effect::Fence => encoding.tag(3),
        Effect::Wait { vector, local, export } => {
            encoding.tag(4);
            for count in [vector, local, export] {
                encoding.optional(count.map(u64::from));
            }
        }
        Effect::CloseCopies => encoding.tag(5),
        Effect::AwaitCopies { groups } => {
            encoding.tag(6);
            encoding.optional(groups.map(u64::from));
        }
    }
}

fn put_space(encoding: &mut Encoding, space: Space) {
    encoding.tag(match space {
        Space::Generic => 0,
        Space::Global => 1,
        Space::Const => 2,
        Space::Local => 3,
        Space::Shared => 4,
        Space::Param => 5,
        Space::Texture => 6,
    });
}

fn put_access_kind(encoding: &mut Encoding, kind: AccessKind) {
    encoding.tag(match kind {
        AccessKind::Load => 0,
        AccessKind::Store => 1,
        AccessKind::Atomic => 2,
        AccessKind::Reduce => 3,
        AccessKind::Prefetch => 4,
        AccessKind::Copy => 5,
        AccessKind::CopyBypass => 6,
        AccessKind::CopyArrive => 7,
        AccessKind::TestMbarrier => 8,
        AccessKind::LoadBypass => 9,
    });
}

/// A launch without its code, which is digested once for all launches that share it.
fn put_launch(encoding: &mut Encoding, launch: &Launch) {
    let Launch {
        kernel,
        code: _,
        grid,
        block,
        shared,
        registers,
        scalar_registers,
        width,
        windows,
        copies,
        number,
    } = launch;
    encoding.text(kernel);
    encoding.numbers(grid);
    encoding.numbers(block);
    encoding.numbers(&[*shared, *registers, *width]);
    // Only GCN code has any: other launches keep the digests that they had before.
    if *scalar_registers != 0 {
        encoding.number(u64::from(*scalar_registers));
    }
    let GenericWindows { shared, local, param } = windows;
    for Range { start, end } in [shared, local, param] {
        encoding.number(*start);
        encoding.number(*end);
    }
    encoding.list(copies, |encoding, &HostCopy { address, bytes }| {
        encoding.number(address);
        encoding.number(bytes);
    });
    // Only a launch of a selection has one: other launches keep the digests that they had before.
    if let Some(number) = *number {
        encoding.number(number);
    }
}

/// A CTA: its position in the grid, and each warp's instruction runs with the addresses of their accesses.
fn put_cta(encoding: &mut Encoding, cta: &Cta, accesses_before: &[u32]) {
    encoding.number(cta.id().0);
    encoding.length(cta.warps());
    for warp in 0..cta.warps() {
        put_warp(encoding, &cta.warp(warp), accesses_before);
    }
}

fn put_warp(encoding: &mut Encoding, warp: &Warp<'_>, accesses_before: &[u32]) {
    encoding.length(warp.runs().len());
    let mut access = 0;
    for run in warp.runs() {
        encoding.number(u64::from(run.first.0) << 32 | u64::from(run.count));
        encoding.number(run.lanes.0);
        if run.lanes.0 == 0 {
            continue;
        }
        let before = |pc: u32| accesses_before.get(pc as usize).copied().unwrap_or(0);
        for _ in before(run.first.0)..before(run.first.0 + run.count) {
            match warp.addresses(access, run.lanes.count()) {
                Addresses::Affine { base, stride } => {
                    encoding.tag(0);
                    encoding.number(base);
                    encoding.number(stride as u64);
                }
                Addresses::Listed(addresses) => {
                    encoding.tag(1);
                    encoding.list(addresses, |encoding, &address| encoding.number(address));
                }
            }
            access += 1;
        }
    }
}

/// A source that digests the launches and CTAs that are read from it.
///
/// CTAs are digested in tape order, whatever order they are read in, because the order is part of the work and placement is not.
/// CTAs read by number are therefore only remembered, and read again in tape order at the end of the launch.
pub struct DigestingSource<'a, S> {
    source: &'a mut S,
    hash: Xxh3,
    code: Option<DigestedCode>,
    encoding: Encoding,
    /// CTAs of the launch that were read by number.
    numbered: CtaSet,
    /// How many of them are not digested yet.
    undigested: u64,
}

/// The code of the current launch.
struct DigestedCode {
    code: Arc<Code>,
    digest: u128,
    /// For each instruction, how many instructions before it access memory; the last entry is the number in all.
    accesses_before: Vec<u32>,
}

impl DigestedCode {
    fn new(code: Arc<Code>) -> DigestedCode {
        let mut encoding = Encoding::default();
        put_code(&mut encoding, &code);
        let mut count = 0;
        let mut accesses_before = vec![0];
        for instruction in &code.instructions {
            count += u32::from(instruction.accesses());
            accesses_before.push(count);
        }
        DigestedCode { code, digest: encoding.digest(), accesses_before }
    }
}

impl<'a, S: Source> DigestingSource<'a, S> {
    /// Digests what is read from `source`.
    pub fn new(source: &'a mut S) -> DigestingSource<'a, S> {
        DigestingSource {
            source,
            hash: Xxh3::new(),
            code: None,
            encoding: Encoding::default(),
            numbered: CtaSet::default(),
            undigested: 0,
        }
    }

    /// The digest of all launches and CTAs read. No more of the current launch can be read afterwards.
    pub fn digest(&mut self) -> Result<u128, S::Error> {
        self.digest_numbered()?;
        Ok(self.hash.digest128())
    }

    /// Digests the CTAs that were read by number, in tape order.
    fn digest_numbered(&mut self) -> Result<(), S::Error> {
        while self.undigested > 0
            && let Some(cta) = self.source.cta()?
        {
            if self.numbered.contains(cta.id()) {
                self.undigested -= 1;
                self.digest_cta(&cta);
            }
        }
        (self.numbered, self.undigested) = (CtaSet::default(), 0);
        Ok(())
    }

    fn digest_launch(&mut self, launch: &Launch) {
        if self.code.as_ref().is_none_or(|known| !Arc::ptr_eq(&known.code, &launch.code)) {
            self.code = Some(DigestedCode::new(Arc::clone(&launch.code)));
        }
        self.encoding.clear();
        put_launch(&mut self.encoding, launch);
        self.hash.update(self.encoding.as_bytes());
        let digest = self.code.as_ref().map_or(0, |known| known.digest);
        self.hash.update(&digest.to_le_bytes());
    }

    fn digest_cta(&mut self, cta: &Cta) {
        self.encoding.clear();
        let accesses_before = self.code.as_ref().map_or(&[][..], |known| &known.accesses_before);
        put_cta(&mut self.encoding, cta, accesses_before);
        self.hash.update(self.encoding.as_bytes());
    }
}

impl<S: Source> Source for DigestingSource<'_, S> {
    type Error = S::Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
        self.digest_numbered()?;
        let launch = self.source.launch()?;
        if let Some(launch) = &launch {
            self.digest_launch(launch);
        }
        Ok(launch)
    }

    fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
        let cta = self.source.cta()?;
        if let Some(cta) = &cta {
            self.undigested -= u64::from(self.numbered.contains(cta.id()));
            self.digest_cta(cta);
        }
        Ok(cta)
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, S::Error> {
        let found = self.source.cta_at(id)?;
        if matches!(found, CtaLookup::Cta(_)) {
            self.undigested += u64::from(self.numbered.insert(id));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use warploom_kernel::code::Control;
    use warploom_kernel::execute::LaneMask;
    use warploom_kernel::program::Pc;
    use warploom_kernel::tape::WarpTape;

    /// Launches of CTAs with these numbers; CTA n executes n + 1 instructions.
    struct FixedSource {
        launches: Vec<Vec<u64>>,
        ctas: Vec<u64>,
        next: usize,
    }

    fn cta(id: u64) -> Cta {
        let mut warp = WarpTape::default();
        (0..=id).for_each(|_| warp.step(Pc(0), LaneMask(1)));
        let mut cta = Cta::new(CtaId(id));
        cta.push(&warp);
        cta
    }

    impl Source for FixedSource {
        type Error = Infallible;

        fn launch(&mut self) -> Result<Option<Arc<Launch>>, Infallible> {
            let Some(ctas) = self.launches.pop() else { return Ok(None) };
            let launch = Launch::synthetic("k", Arc::new(Code::default()), 9, 1);
            (self.ctas, self.next) = (ctas, 0);
            Ok(Some(Arc::new(launch)))
        }

        fn cta(&mut self) -> Result<Option<Cta>, Infallible> {
            self.next += 1;
            Ok(self.ctas.get(self.next - 1).map(|&id| cta(id)))
        }

        fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, Infallible> {
            Ok(if self.ctas.contains(&id.0) { CtaLookup::Cta(cta(id.0)) } else { CtaLookup::Missing })
        }
    }

    /// The digest of two launches of these CTAs, read by these numbers first and then in tape order.
    fn digest(ctas: &[u64], numbers: &[u64], turns: usize) -> u128 {
        let mut given = FixedSource { launches: vec![ctas.to_vec(); 2], ctas: Vec::new(), next: 0 };
        let mut source = DigestingSource::new(&mut given);
        while source.launch().unwrap().is_some() {
            for &number in numbers {
                source.cta_at(CtaId(number)).unwrap();
            }
            (0..turns).for_each(|_| assert!(source.cta().unwrap().is_some()));
        }
        source.digest().unwrap()
    }

    #[test]
    fn the_digest_of_work_does_not_depend_on_the_order_in_which_ctas_are_read() {
        let all = digest(&[0, 1, 2, 3], &[], 4);
        assert_eq!(digest(&[0, 1, 2, 3], &[3, 1, 0, 2], 0), all);
        assert_eq!(digest(&[0, 1, 2, 3], &[2, 7], 4), all, "one CTA by number, and one that the tape lacks");
        // CTAs that were not read are not part of it; the order on the tape is.
        assert_eq!(digest(&[0, 1, 2, 3], &[2, 0], 0), digest(&[0, 2], &[], 2));
        assert_ne!(digest(&[0, 1, 2, 3], &[2, 0], 0), all);
        assert_ne!(digest(&[0, 1, 3, 2], &[3, 1, 0, 2], 0), all);
    }

    /// An instruction in which no field has its default.
    fn instruction() -> Instruction {
        Instruction {
            opcode: "ld.global.u32".to_owned(),
            address: 16,
            class: Class::Global,
            reads: vec![Register { file: RegisterFile::General, index: 2 }],
            writes: vec![Register { file: RegisterFile::Predicate, index: 3 }],
            guarded: true,
            leader: true,
            uniform: true,
            effect: Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes: 4 },
            source: Some(SourceLine { file: 0, line: 7 }),
            call_site: None,
            text: None,
            control: None,
        }
    }

    fn code() -> Code {
        let barrier = Effect::Barrier { id: 1, threads: Some(64), waits: true };
        let other = Instruction { effect: barrier, ..Instruction::new("bar.sync", Class::Barrier) };
        Code { instructions: vec![instruction(), other], functions: vec![0], files: vec!["k.cu".to_owned()] }
    }

    fn launch(code: Code) -> Launch {
        Launch {
            windows: GenericWindows { shared: 1..2, local: 3..4, param: 5..6 },
            copies: vec![HostCopy { address: 64, bytes: 128 }],
            ..Launch::synthetic("k", Arc::new(code), 9, 1)
        }
    }

    /// The digest of a launch of one CTA with an affine and a listed access.
    fn of_launch(launch: Launch) -> u128 {
        let mut warp = WarpTape::default();
        warp.step(Pc(0), LaneMask(3));
        warp.affine(256, 4);
        warp.step(Pc(0), LaneMask(7));
        warp.list([256, 260, 512]);
        let mut cta = Cta::new(CtaId(0));
        cta.push(&warp);
        let mut nothing = FixedSource { launches: Vec::new(), ctas: Vec::new(), next: 0 };
        let mut source = DigestingSource::new(&mut nothing);
        source.digest_launch(&launch);
        source.digest_cta(&cta);
        source.hash.digest128()
    }

    #[test]
    fn the_digest_of_a_fixed_work_is_the_same_on_every_toolchain() {
        assert_eq!(format!("{:032x}", of_launch(launch(code()))), "70ef2cb529832faaa2eb4b28b74cc05a");
    }

    #[test]
    fn every_field_of_code_and_launch_changes_the_digest() {
        type Change = (&'static str, fn(&mut Launch));
        fn first(launch: &mut Launch) -> &mut Instruction {
            &mut Arc::make_mut(&mut launch.code).instructions[0]
        }
        fn barrier(launch: &mut Launch, effect: Effect) {
            Arc::make_mut(&mut launch.code).instructions[1].effect = effect;
        }
        let changes: &[Change] = &[
            ("kernel", |l| l.kernel.push('k')),
            ("grid", |l| l.grid[2] += 1),
            ("block", |l| l.block[1] += 1),
            ("shared", |l| l.shared += 1),
            ("registers", |l| l.registers += 1),
            ("scalar registers", |l| l.scalar_registers += 1),
            ("width", |l| l.width = 64),
            ("shared window", |l| l.windows.shared.end += 1),
            ("local window", |l| l.windows.local.start += 1),
            ("param window", |l| l.windows.param.end += 1),
            ("copy's address", |l| l.copies[0].address += 1),
            ("copy's bytes", |l| l.copies[0].bytes += 1),
            ("copies", |l| l.copies.clear()),
            ("number", |l| l.number = Some(0)),
            ("opcode", |l| first(l).opcode.push('x')),
            ("address", |l| first(l).address += 1),
            ("class", |l| first(l).class = Class::Local),
            ("reads", |l| first(l).reads.clear()),
            ("register", |l| first(l).reads[0].index += 1),
            ("register file", |l| first(l).writes[0].file = RegisterFile::Carry),
            ("reads and writes", |l| {
                let write = first(l).writes.pop().unwrap();
                first(l).reads.push(write);
            }),
            ("guarded", |l| first(l).guarded = false),
            ("leader", |l| first(l).leader = false),
            ("uniform", |l| first(l).uniform = false),
            ("effect", |l| first(l).effect = Effect::Fence),
            ("no effect", |l| first(l).effect = Effect::None),
            ("space", |l| {
                first(l).effect = Effect::Memory { space: Space::Local, kind: AccessKind::Load, bytes: 4 };
            }),
            ("access kind", |l| {
                first(l).effect = Effect::Memory { space: Space::Global, kind: AccessKind::Store, bytes: 4 };
            }),
            ("bytes", |l| {
                first(l).effect = Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes: 8 };
            }),
            ("barrier's id", |l| barrier(l, Effect::Barrier { id: 2, threads: Some(64), waits: true })),
            ("barrier's threads", |l| barrier(l, Effect::Barrier { id: 1, threads: None, waits: true })),
            ("barrier's wait", |l| barrier(l, Effect::Barrier { id: 1, threads: Some(64), waits: false })),
            ("line", |l| first(l).source = Some(SourceLine { file: 0, line: 8 })),
            ("file", |l| first(l).source = Some(SourceLine { file: 1, line: 7 })),
            ("no line", |l| first(l).source = None),
            ("control", |l| first(l).control = Some(Control::default())),
            ("stall", |l| first(l).control = Some(Control { stall: 1, ..Control::default() })),
            ("functions", |l| Arc::make_mut(&mut l.code).functions.push(1)),
            ("files", |l| Arc::make_mut(&mut l.code).files[0].push('h')),
        ];
        let mut digests = vec![("nothing", of_launch(launch(code())))];
        for (field, change) in changes {
            let mut changed = launch(code());
            change(&mut changed);
            digests.push((field, of_launch(changed)));
        }
        for (at, (field, digest)) in digests.iter().enumerate() {
            for (other, earlier) in &digests[..at] {
                assert_ne!(digest, earlier, "a change of {field} and of {other}");
            }
        }
    }
}
