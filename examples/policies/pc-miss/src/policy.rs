//! `pc-miss`: a predictor of L1 misses, indexed by PC.

use warploom::{
    Cost, Launch, NextInstruction, Parameter, Pc, SchedulerId, Slot, SmView, WarpDeclaration, WarpEvent,
    WarpPolicy, WarpSet,
};

const ENTRIES: Parameter<u64> =
    Parameter::whole("entries", "counters in the table", 256, 1..=65_536).sweep(&[16, 64]);
const FIRST: Parameter<First> = Parameter::one_of(
    "first",
    "the loads that issue first: predicted misses or predicted hits",
    &[("miss", First::Misses), ("hit", First::Hits)],
);

/// The loads that issue first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum First {
    Misses,
    Hits,
}

/// Bits of a counter. Its upper half predicts a miss.
const COUNTER_BITS: u64 = 2;
const COUNTER_MAX: u8 = (1 << COUNTER_BITS) - 1;

pub struct PcMiss {
    /// Indexed by the lower bits of a load's PC.
    counters: Vec<u8>,
    first: First,
}

impl PcMiss {
    pub fn new(entries: u64, first: First) -> PcMiss {
        PcMiss { counters: vec![0; entries as usize], first }
    }

    fn counter(&mut self, pc: Pc) -> &mut u8 {
        let entries = self.counters.len();
        &mut self.counters[pc.0 as usize % entries]
    }

    fn predicts_miss(&self, pc: Pc) -> bool {
        self.counters[pc.0 as usize % self.counters.len()] > COUNTER_MAX / 2
    }

    fn goes_first(&self, next: NextInstruction) -> bool {
        next.is_load && self.predicts_miss(next.pc) == (self.first == First::Misses)
    }
}

impl WarpPolicy for PcMiss {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        let goes_first = |slot: &Slot| view.next(*slot).is_some_and(|next| self.goes_first(next));
        let first: WarpSet = issuable.iter().filter(goes_first).collect();
        let among = if first.is_empty() { issuable } else { first };
        view.last_issued(scheduler).filter(|&last| among.contains(last)).or_else(|| view.oldest(among))
    }

    /// PCs of another kernel are of other instructions.
    fn launch_begins(&mut self, _: &Launch, _: &SmView<'_>) {
        self.counters.fill(0);
    }

    fn observe(&mut self, event: WarpEvent, _: &SmView<'_>) {
        match event {
            WarpEvent::L1Miss { pc, .. } => *self.counter(pc) = (*self.counter(pc) + 1).min(COUNTER_MAX),
            WarpEvent::L1Hit { pc, .. } => *self.counter(pc) = self.counter(pc).saturating_sub(1),
            _ => {}
        }
    }

    fn wants_cache_events(&self) -> bool {
        true
    }
}

pub const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "pc-miss",
    "loads that a table indexed by PC predicts to miss in the L1 first; greedy then oldest",
    |values, _| Box::new(PcMiss::new(values.get(ENTRIES), values.get(FIRST))),
)
.origin("an example of Warploom")
.parameters(&[&ENTRIES, &FIRST])
.cost(|values, _| vec![Cost::sm("saturating counters", values.get(ENTRIES), COUNTER_BITS)]);

#[cfg(test)]
mod tests {
    use super::*;
    use warploom::Line;
    use warploom::fixture::{Fixture, laws};

    const SCHEDULER: SchedulerId = SchedulerId(0);

    /// Three warps: the next instructions are an addition, and loads at PC 8 and PC 16.
    fn three_warps(first: First) -> Fixture<PcMiss> {
        let mut sm = Fixture::new(PcMiss::new(64, first), 48, 1);
        sm.launch(0, 3);
        sm.next(Slot(1), NextInstruction::memory().with_pc(Pc(8)));
        sm.next(Slot(2), NextInstruction::memory().with_pc(Pc(16)));
        sm
    }

    fn miss(sm: &mut Fixture<PcMiss>, pc: u32) {
        sm.notify(WarpEvent::l1_miss(Slot(0), Pc(pc), Line(0)));
    }

    #[test]
    fn a_load_is_predicted_to_miss_after_two_misses_at_its_pc() {
        let mut sm = three_warps(First::Misses);
        assert_eq!(sm.pick(SCHEDULER), Some(Slot(0)), "no predicted miss: the oldest warp");
        miss(&mut sm, 16);
        assert_eq!(sm.pick(SCHEDULER), Some(Slot(0)));
        miss(&mut sm, 16);
        assert_eq!(sm.pick(SCHEDULER), Some(Slot(2)), "the load at PC 16");
    }

    #[test]
    fn counters_saturate() {
        let mut policy = PcMiss::new(4, First::Misses);
        *policy.counter(Pc(1)) = COUNTER_MAX;
        let mut sm = Fixture::new(policy, 48, 1);
        miss(&mut sm, 1);
        miss(&mut sm, 5);
        assert_eq!(sm.policy.counters, [0, COUNTER_MAX, 0, 0], "PC 5 shares the counter of PC 1");
        sm.notify(WarpEvent::l1_hit(Slot(0), Pc(0), Line(0)));
        assert_eq!(sm.policy.counters[0], 0);
    }

    #[test]
    fn a_launch_resets_the_table() {
        let mut sm = Fixture::new(PcMiss::new(64, First::Misses), 48, 1);
        miss(&mut sm, 16);
        sm.begin_launch();
        assert!(sm.policy.counters.iter().all(|&counter| counter == 0));
    }

    #[test]
    fn predicted_hits_can_go_first() {
        let mut sm = three_warps(First::Hits);
        assert_eq!(sm.pick(SCHEDULER), Some(Slot(1)), "the older load; both are predicted to hit");
        miss(&mut sm, 8);
        miss(&mut sm, 8);
        assert_eq!(sm.pick(SCHEDULER), Some(Slot(2)));
    }

    #[test]
    fn it_keeps_the_laws() {
        for first in [First::Misses, First::Hits] {
            laws::check(&|_| Box::new(PcMiss::new(16, first)), laws::Laws::default()).unwrap();
        }
    }
}
