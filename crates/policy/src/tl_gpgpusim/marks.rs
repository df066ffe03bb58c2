//! Registers that GPGPU-Sim's scoreboard takes for results of long operations.

use warploom_gpu::policy::{SmView, WarpEvent};
use warploom_gpu::{Class, RegisterNumber, SLOTS, SchedulerId, Slot, WarpSet};

/// The marks of each slot, which a new warp in it inherits. GPGPU-Sim keeps them by number of the register over launches, too; here
/// they end with the launch, because other code has other numbers.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// Registers that a load wrote last: one bit each, `words` words per slot.
    loaded: Vec<u64>,
    /// Of the marked registers, those with a later arithmetic result. The mark remains until that result can be read.
    overwritten: Vec<u64>,
    words: usize,
    /// Warps whose next instruction reads a register that a load wrote last.
    read_loaded: WarpSet,
    /// Warps whose next instruction reads an overwritten register.
    read_overwritten: WarpSet,
}

impl Marks {
    pub fn launch_begins(&mut self, view: &SmView<'_>) {
        let words = view.registers().div_ceil(64);
        let none = || vec![0; words * SLOTS];
        *self = Marks { loaded: none(), overwritten: none(), words, ..Marks::default() };
    }

    /// Warps of a scheduler whose next instruction reads a marked register.
    pub fn blocked(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        // If the next instruction waits for no register, the later result can be read, and the mark is gone.
        let unwritten = self.read_overwritten - view.ready(scheduler);
        (self.read_loaded | unwritten) & view.slots(scheduler)
    }

    pub fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        match event {
            WarpEvent::Issued { slot, pc, .. } => {
                let class = view.class(pc);
                let is_load = class.is_memory();
                // A load of shared memory or constants leaves the marks as they are.
                let is_short_load = matches!(class, Class::Shared | Class::Constant);
                for register in view.writes(pc) {
                    let (word, bit) = self.place(slot, register);
                    let marked = self.loaded[word] & bit != 0;
                    if is_load {
                        self.loaded[word] |= bit;
                        self.overwritten[word] &= !bit;
                    } else if marked && !is_short_load {
                        self.loaded[word] &= !bit;
                        self.overwritten[word] |= bit;
                    }
                }
                self.update(slot, view);
            }
            WarpEvent::Launched(slot) => self.update(slot, view),
            _ => {}
        }
    }

    /// Looks at the registers that a warp's next instruction reads.
    fn update(&mut self, slot: Slot, view: &SmView<'_>) {
        let (mut loaded, mut overwritten) = (false, false);
        if let Some(next) = view.next(slot) {
            for register in view.reads(next.pc) {
                let (word, bit) = self.place(slot, register);
                loaded |= self.loaded[word] & bit != 0;
                overwritten |= self.overwritten[word] & bit != 0;
            }
        }
        self.read_loaded.set(slot, loaded);
        self.read_overwritten.set(slot, overwritten);
    }

    fn place(&self, slot: Slot, register: RegisterNumber) -> (usize, u64) {
        let number = usize::from(register.0);
        (slot.index() * self.words + number / 64, 1 << (number % 64))
    }
}
