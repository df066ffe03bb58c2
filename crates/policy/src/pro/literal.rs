//! Algorithm 1 literally, with a list per state and evaluated in every cycle, and with the text's orders: compared with the implementation.

use super::*;
use std::cmp::Reverse;
use warploom_gpu::fixture::Fixture;

/// Algorithm 1, with the text's orders.
#[derive(Default)]
struct Literal {
    threshold: u64,
    /// The next cycle to evaluate.
    cycle: u64,
    last_sort: u64,
    fast: bool,
    fin: Vec<CtaSlot>,
    bar: Vec<CtaSlot>,
    rem: Vec<CtaSlot>,
    /// By CTA: its warps in order, the number at a barrier and the number finished.
    warps: Vec<Vec<Slot>>,
    at_bar: Vec<u32>,
    ended: Vec<u32>,
}

impl Literal {
    fn new(threshold: u64) -> Literal {
        let none = || vec![0; SLOTS];
        let warps = vec![Vec::new(); SLOTS];
        Literal { threshold, warps, at_bar: none(), ended: none(), ..Literal::default() }
    }

    fn increasing(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.warps[cta.index()].sort_by_key(|&slot| (view.progress(slot), slot));
    }

    fn sort_rem(&mut self, view: &SmView<'_>) {
        let (progress, number) =
            (|cta: &CtaSlot| view.cta_progress(*cta), |cta: &CtaSlot| view.cta_number(*cta));
        if self.fast {
            self.rem.sort_by_key(|cta| (Reverse(progress(cta)), number(cta)));
        } else {
            self.rem.sort_by_key(|cta| (progress(cta), number(cta)));
        }
        for cta in &self.rem {
            let warps = &mut self.warps[cta.index()];
            if self.fast {
                warps.sort_by_key(|&slot| (Reverse(view.progress(slot)), slot));
            } else {
                warps.sort_by_key(|&slot| (view.progress(slot), slot));
            }
        }
    }

    fn sort_fin(&mut self, view: &SmView<'_>) {
        let ended = &self.ended;
        let key = |cta: &CtaSlot| {
            (Reverse(ended[cta.index()]), Reverse(view.cta_progress(*cta)), view.cta_number(*cta))
        };
        self.fin.sort_by_key(key);
    }

    fn sort_bar(&mut self, view: &SmView<'_>) {
        let at_bar = &self.at_bar;
        let key = |cta: &CtaSlot| {
            (Reverse(at_bar[cta.index()]), Reverse(view.cta_progress(*cta)), view.cta_number(*cta))
        };
        self.bar.sort_by_key(key);
    }

    fn enter_rem(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        let own = (view.cta_progress(cta), view.cta_number(cta));
        let precedes = |&other: &CtaSlot| {
            let (progress, number) = (view.cta_progress(other), view.cta_number(other));
            let further = if self.fast { own.0 > progress } else { own.0 < progress };
            further || own.0 == progress && own.1 < number
        };
        let at = self.rem.iter().position(precedes).unwrap_or(self.rem.len());
        self.rem.insert(at, cta);
    }

    fn leave(&mut self, cta: CtaSlot) {
        [&mut self.fin, &mut self.bar, &mut self.rem]
            .into_iter()
            .for_each(|list| list.retain(|&other| other != cta));
    }

    /// `scheduleWarps`, in every cycle up to the current one.
    fn every_cycle(&mut self, view: &SmView<'_>) {
        if self.fast != view.ctas_undispatched() {
            self.fast = view.ctas_undispatched();
            // `mergeFinishAndNoWaitTBs`; III-D: the merged CTAs are in increasing order of their progress.
            let (bar, merged): (Vec<_>, Vec<_>) =
                std::mem::take(&mut self.fin).into_iter().partition(|cta| self.at_bar[cta.index()] > 0);
            self.bar.extend(bar);
            self.rem.extend(merged);
            self.sort_bar(view);
            self.sort_rem(view);
        }
        while self.cycle <= view.now().0 {
            if self.cycle - self.last_sort > self.threshold {
                self.last_sort = self.cycle;
                self.sort_rem(view);
            }
            self.cycle += 1;
        }
    }

    fn in_order(&self) -> impl Iterator<Item = Slot> {
        let ctas = self.fin.iter().chain(&self.bar).chain(&self.rem);
        ctas.flat_map(|cta| self.warps[cta.index()].iter().copied())
    }

    fn observe_event(&mut self, event: WarpEvent, view: &SmView<'_>) {
        match event {
            WarpEvent::CtaLaunched(cta) => {
                self.warps[cta.index()] = view.warps(cta).iter().collect();
                self.ended[cta.index()] = 0;
                self.enter_rem(cta, view);
            }
            WarpEvent::CtaFinished(cta) => self.leave(cta),
            WarpEvent::Finished(slot) => {
                let cta = view.cta(slot);
                self.ended[cta.index()] += 1;
                if self.ended[cta.index()] == 1 {
                    if self.fast {
                        self.leave(cta);
                        self.fin.push(cta);
                    }
                    self.increasing(cta, view);
                }
                self.sort_fin(view);
            }
            WarpEvent::AtBarrier(slot) => {
                let cta = view.cta(slot);
                self.at_bar[cta.index()] += 1;
                if self.at_bar[cta.index()] == 1 {
                    if !self.fin.contains(&cta) {
                        self.leave(cta);
                        self.bar.push(cta);
                    }
                    self.increasing(cta, view);
                }
                self.sort_bar(view);
            }
            WarpEvent::BarrierReleased(slot) => {
                let cta = view.cta(slot);
                self.at_bar[cta.index()] -= 1;
                if self.at_bar[cta.index()] == 0 && self.bar.contains(&cta) {
                    self.leave(cta);
                    self.enter_rem(cta, view);
                }
            }
            _ => {}
        }
    }
}

/// Runs both and asserts that their picks are equal.
struct Both {
    pro: Pro,
    literal: Literal,
    /// By state, the picks of warps of such CTAs where several warps could issue.
    picked: [u32; 5],
}

impl WarpPolicy for Both {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.literal.every_cycle(view);
        let issuable = view.issuable(scheduler);
        let picked = self.pro.pick(scheduler, view);
        let wanted = self.literal.in_order().find(|&slot| issuable.contains(slot));
        assert_eq!(picked, wanted, "in cycle {}", view.now());
        if let Some(slot) = picked.filter(|_| issuable.len() > 1) {
            self.picked[self.pro.ctas[view.cta(slot).index()].state as usize] += 1;
        }
        picked
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        self.literal.every_cycle(view);
        self.literal.observe_event(event, view);
        self.pro.observe(event, view);
    }
}

/// On random work with skipped cycles, picks equal those of Algorithm 1 evaluated in every cycle.
#[test]
fn picks_are_those_of_algorithm_1() {
    let mut picked = [0; 5];
    for seed in 0..200_u64 {
        let mut random = seed;
        let mut below = |end: u64| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) % end
        };
        let threshold = 1 + below(200);
        let warps = 1 + below(8) as u32;
        let (pro, literal) = (Pro::new(threshold, Barrier::On, 8), Literal::new(threshold));
        let mut sm = Fixture::new(Both { pro, literal, picked }, 48, 2);
        let (mut number, mut more) = (0, 20);
        for _ in 0..600 {
            sm.set_cycle(sm.view().now().0 + if below(4) == 0 { below(300) } else { 1 });
            if sm.view().ctas().count() < 6 {
                if more == 0 && sm.view().ctas().count() == 0 {
                    (number, more) = (0, below(30));
                }
                if more > 0 {
                    more -= 1;
                    sm.ctas_undispatched(more > 0);
                    // Not always in the order of CTA numbers.
                    number += 1;
                    sm.launch(number ^ 1, warps);
                }
            }
            let Some(slot) = sm.pick(SchedulerId(below(2) as u8)) else { continue };
            sm.issue_for(1 + below(32), slot, Some(warploom_gpu::policy::NextInstruction::compute()));
            let cta = sm.view().cta(slot);
            match below(8) {
                0 => sm.finish(slot),
                1 | 2 => sm.arrive(slot),
                _ => {}
            }
            let view = sm.view();
            let waiting = view.cta_at_barrier(cta);
            if waiting > 0 && waiting + view.cta_finished(cta) == view.warps(cta).len() {
                sm.open_barrier(cta);
            }
        }
        picked = sm.policy.picked;
    }
    assert!(picked.iter().all(|&times| times > 1000), "{picked:?}");
}
