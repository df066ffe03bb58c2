//! Variants of an evaluation: other readings of the paper, other machines and other code.
//!
//! A reproduction makes many choices that the paper leaves open. Each variant changes one of them, so that everybody can see what
//! depends on it. The defaults are chosen by the text and by Table II, never by the score.

use super::{ReproduceError, schedule};
use warploom_gpu::machine::Machine;
use warploom_suite::{Paper, TABLE_TWO};

/// A variant of an evaluation, with one choice changed.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name, for files and tables.
    pub id: &'static str,
    /// The choice that it changes, in words.
    pub about: &'static str,
    /// The evidence for and against it.
    pub evidence: &'static str,
    /// Parameters added to `phase` and `two-level`.
    reading: &'static str,
    /// Parameters added to `phase` and `two-level:order=phase`.
    lengths: &'static str,
    /// Parameters added to `two-level`.
    two_level: &'static str,
    /// Parameters added to `two-level:order=phase`.
    by_phase: &'static str,
    /// Parameters added to `mto` and `motrr`.
    motrr: &'static str,
    /// Parameters added to every wave policy.
    waves: &'static str,
    /// The policy that stands for the paper's single-level GTO.
    gto: &'static str,
    /// Settings of the machine.
    settings: &'static [(&'static str, &'static str)],
    /// Whether each kernel has as many CTAs per SM as in Table II.
    table_two_occupancy: bool,
    /// How the works' PTX is lowered, if not as the evaluation does.
    pub code: Option<&'static str>,
}

/// The evaluation as it is.
pub const DEFAULT: Variant = Variant {
    id: "default",
    about: "the defaults",
    evidence: "",
    reading: "",
    lengths: "",
    two_level: "",
    by_phase: "",
    motrr: "",
    waves: "",
    gto: "gto",
    settings: &[],
    table_two_occupancy: false,
    code: None,
};

const PHASE_AWARE: &[Variant] = &[
    DEFAULT,
    Variant {
        id: "literal",
        about: "every basic block and the instruction after each barrier start a phase (`blocks=on,barrier=on`): the literal text",
        evidence: "for: IV-B1 and VI-B, \"marks each basic block as a new phase\", and footnote 1. Against: Table II's counts",
        reading: "blocks=on,barrier=on",
        ..DEFAULT
    },
    Variant {
        id: "blocks",
        about: "every basic block starts a phase (`blocks=on`)",
        evidence: "for: IV-B1, \"each basic block starts a new phase\". Against: KM, DWT and FWT have loops and 2 phases in Table II",
        reading: "blocks=on",
        ..DEFAULT
    },
    Variant {
        id: "barrier",
        about: "a phase starts after each barrier (`barrier=on`)",
        evidence: "for: footnote 1 counts synchronisation as long latency. Against: DWT, FWT and HIST have barriers and 2 phases",
        reading: "barrier=on",
        ..DEFAULT
    },
    Variant {
        id: "interval",
        about: "lengths sum up cycles in the unit (`latencies=interval`)",
        evidence: "for: with it Fig. 4 has 9 and 5 instructions. Against: all lengths would be even, Table II has 3, 5, 7, 985",
        lengths: "latencies=interval",
        ..DEFAULT
    },
    Variant {
        id: "result",
        about: "lengths sum up the machine's latencies (`latencies=result`)",
        evidence: "open: the text says \"instruction latencies\" without a table",
        lengths: "latencies=result",
        ..DEFAULT
    },
    Variant {
        id: "arrival",
        about: "two-level: of warps with equal keys, the first to arrive is first (`ties=arrival`)",
        evidence: "against: the only rule on ties is \"the oldest warp is chosen first\" (IV-B2, single level)",
        by_phase: "ties=arrival",
        ..DEFAULT
    },
    Variant {
        id: "whole",
        about: "two-level: a warp that returns from a barrier has the key of its whole phase (`rank=whole`)",
        evidence: "for: \"length information is required only once for an entire phase\". Against: \"uses the phase distance\" (IV-B2)",
        by_phase: "rank=whole",
        ..DEFAULT
    },
    Variant {
        id: "needed",
        about: "two-level: at the start of a phase only warps that wait for a result are pending (`pending=needed`)",
        evidence: "against: \"when all the long latency instructions complete, it is moved to the tail of the active queue\" (IV-B2)",
        two_level: "pending=needed",
        ..DEFAULT
    },
    Variant {
        id: "scheduler",
        about: "each scheduler has its own fetch group (`scope=scheduler`)",
        evidence: "against: \"6 warps (size of the fetch group) finish … reduce to 42\" (V-E), \"the first fetch group of 6\" of CFD's 18 (III-C2)",
        two_level: "scope=scheduler",
        ..DEFAULT
    },
    Variant {
        id: "wait",
        about: "a warp leaves ready only when it has to wait (`leave=wait`)",
        evidence: "for: II-B2, \"when a warp becomes pending\". Against: III-B, \"when a warp reaches the end of a phase, it is put back\"",
        two_level: "leave=wait",
        ..DEFAULT
    },
    Variant {
        id: "oldest",
        about: "single-level GTO is `oldest`",
        evidence: "for: I and IV-B2, \"always assigns the highest priority to the oldest warp\". Against: its name, and GPGPU-Sim's GTO",
        gto: "oldest",
        ..DEFAULT
    },
    Variant {
        id: "bytes-8",
        about: "no instruction has a short form: 8 bytes (`sm.fetch.bytes = 8`)",
        evidence: "against: PTXPlus marks the short forms of six operations, and GPGPU-Sim gives them 4 bytes",
        settings: &[("sm.fetch.bytes", "8")],
        ..DEFAULT
    },
    Variant {
        id: "bytes-4",
        about: "every instruction has a short form: 4 bytes (`sm.fetch.bytes = 4`)",
        evidence: "against: most operations have none, and those with a guard, a constant or 64 bits have none either",
        settings: &[("sm.fetch.bytes", "4")],
        ..DEFAULT
    },
    L1_LINEAR,
    WARM,
    Variant {
        id: "mshrs-128",
        about: "the L1 has 128 MSHRs instead of 32",
        evidence: "open: the configuration has 32, the paper does not say",
        settings: &[("sm.l1.cache.misses.mshrs.entries", "128")],
        ..DEFAULT
    },
    Variant {
        id: "occupancy",
        about: "every kernel has the CTAs per SM of Table II",
        evidence: "for: it removes what our kernels' registers and shared memory change",
        table_two_occupancy: true,
        ..DEFAULT
    },
    Variant {
        id: "fermi",
        about: "code lowered for a Fermi, not a GT200",
        evidence: "against: the paper used PTXPlus, which is the machine code of a GT200",
        code: Some("fermi"),
        ..DEFAULT
    },
];

const L1_LINEAR: Variant = Variant {
    id: "l1-linear",
    about: "the L1's index is linear (`sm.l1.cache.index = \"linear\"`)",
    evidence: "for: GPGPU-Sim's configurations before 2014-07-08, under the same version string. Against: the papers are of 2015 and 2019",
    settings: &[("sm.l1.cache.index", "\"linear\"")],
    ..DEFAULT
};

const WARM: Variant = Variant {
    id: "warm",
    about: "the L2 starts with what the host copied (`l2.copies = \"all\"`)",
    evidence: "against: GPGPU-Sim does so since 2017-11",
    settings: &[("l2.copies", "\"all\"")],
    ..DEFAULT
};

const LOWERED: Variant = Variant {
    id: "fermi",
    about: "code lowered for a Fermi, not PTX as written",
    evidence: "for: a GPU runs such code. Against: GPGPU-Sim 3.2 executes PTX, as PRO says in IV",
    code: Some("fermi"),
    ..DEFAULT
};

const PRO: &[Variant] = &[DEFAULT, LOWERED, L1_LINEAR, WARM];

const MOTRR: &[Variant] = &[
    DEFAULT,
    LOWERED,
    L1_LINEAR,
    WARM,
    Variant {
        id: "warps-48",
        about: "an SM has 48 warps instead of 32",
        evidence: "for: III-2 and Fig. 4 have 48 warps and 48 entries. Against: Table 1, the configuration of the experiments, has 1024 threads",
        settings: &[("sm.warps", "48"), ("sm.threads", "1536")],
        ..DEFAULT
    },
    Variant {
        id: "greedy",
        about: "memory instructions are in GTO's order (`queue=greedy`)",
        evidence: "for: Algorithm 1, \"GTO_prior\". Against: III-1, III-2 and the text on Fig. 4 say order of allocation",
        motrr: "queue=greedy",
        ..DEFAULT
    },
    Variant {
        id: "shared-compute",
        about: "accesses to shared memory and constants are compute instructions (`shared=compute`)",
        evidence: "for: recency is about the L1. Against: III-1 and III-2 say \"memory instructions such as Load/Store\", and GPGPU-Sim has one type",
        motrr: "shared=compute",
        ..DEFAULT
    },
];

const GCN: &[Variant] = &[
    DEFAULT,
    Variant {
        id: "instruction",
        about: "the oldest instruction is first (`order=instruction`), not the oldest wave",
        evidence: "open: the thesis's text and the code of Multi2Sim at its time differ in what is oldest",
        waves: "order=instruction",
        ..DEFAULT
    },
];

impl Variant {
    /// The variants of a paper's evaluation; the first is the evaluation as it is.
    pub fn all(paper: Paper) -> &'static [Variant] {
        match paper {
            Paper::PhaseAware => PHASE_AWARE,
            Paper::Pro => PRO,
            Paper::Motrr => MOTRR,
            Paper::Thesis | Paper::ThesisUnsaturated => GCN,
        }
    }

    /// The policy that runs where the evaluation names `policy`.
    pub(super) fn policy(&self, policy: &str) -> String {
        let (policy, cta_policy) = schedule::split(policy);
        let name = policy.split(':').next().unwrap_or(policy);
        let added: &[&str] = match name {
            "phase" => &[self.reading, self.lengths],
            "two-level" if policy.contains("order=phase") => {
                &[self.reading, self.lengths, self.two_level, self.by_phase]
            }
            "two-level" => &[self.reading, self.two_level, self.waves],
            "mto" | "motrr" => &[self.motrr],
            "gto" => return self.gto.to_owned(),
            _ => &[self.waves],
        };
        let mut text = policy.to_owned();
        for parameters in added.iter().filter(|parameters| !parameters.is_empty()) {
            text.push(if text.contains(':') { ',' } else { ':' });
            text += parameters;
        }
        cta_policy.map_or(text.clone(), |cta_policy| format!("{text}/{cta_policy}"))
    }

    /// The machine that runs a work.
    ///
    /// # Errors
    /// If the machine cannot have the variant's settings.
    pub(super) fn machine(&self, work: &str, machine: &Machine) -> Result<Machine, ReproduceError> {
        let mut machine = machine.clone();
        if !self.settings.is_empty() {
            let wrong = |why: String| ReproduceError::Variant {
                variant: self.id,
                machine: machine.name.clone(),
                why,
            };
            let text = toml::to_string(&machine).map_err(|error| wrong(error.to_string()))?;
            machine = Machine::read_with(&text, self.settings).map_err(|error| wrong(error.to_string()))?;
        }
        if let Some(row) = TABLE_TWO.iter().find(|row| self.table_two_occupancy && row.work == work) {
            // Only the number of CTAs limits.
            machine.sm_mut().ctas = row.ctas_per_sm;
            machine.sm_mut().registers = 1 << 20;
            machine.sm_mut().shared = 1 << 24;
        }
        Ok(machine)
    }

    /// Whether it runs all policies on another machine or with other code, and not only some policies with other parameters.
    pub(super) fn changes_machine_or_code(&self) -> bool {
        !self.settings.is_empty() || self.table_two_occupancy || self.code.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::machine::named;
    use warploom_policy::{Choice, WARP_POLICIES};

    #[test]
    fn every_variant_can_run() {
        let machine = named("m2090").unwrap().machine();
        for variant in PHASE_AWARE.iter().chain(PRO).chain(MOTRR) {
            for policy in ["lrr", "gto", "phase", "two-level:order=phase", "pro", "motrr:recency=true"] {
                Choice::parse(&variant.policy(policy), WARP_POLICIES).unwrap();
            }
            variant.machine("lud/internal", &machine).unwrap();
        }
    }

    #[test]
    fn every_variant_of_the_gcn_thesis_can_run() {
        let machine = named("hd7970-thesis").unwrap().machine();
        let of = |variant: &Variant, policy: &str| {
            variant.machine("matmul", &machine).unwrap();
            let schedule = schedule::Schedule::parse(&variant.policy(policy), &machine).unwrap();
            (schedule.policy.to_string(), schedule.named_cta_policy())
        };
        let placed = |policy: &str| (policy.to_owned(), "block".to_owned());
        assert_eq!(of(&GCN[0], "two-level/block"), placed("two-level:order=wave"));
        assert_eq!(of(&GCN[1], "two-level/block"), placed("two-level:order=instruction"));
        assert_eq!(of(&GCN[1], "rr/block"), placed("rr:order=instruction"));
    }

    #[test]
    fn a_variant_changes_only_the_policies_it_names() {
        let of = |id: &str| PHASE_AWARE.iter().find(|variant| variant.id == id).unwrap();
        assert_eq!(of("blocks").policy("phase"), "phase:blocks=on");
        assert_eq!(of("blocks").policy("two-level:order=rr"), "two-level:order=rr,blocks=on");
        assert_eq!(of("scheduler").policy("phase"), "phase");
        assert_eq!(of("oldest").policy("gto"), "oldest");
        assert_eq!(of("oldest").policy("two-level:order=gto"), "two-level:order=gto");
    }

    #[test]
    fn occupancy_is_that_of_table_two() {
        let machine = named("m2090").unwrap().machine();
        let of = |id: &str, work| {
            PHASE_AWARE.iter().find(|v| v.id == id).unwrap().machine(work, &machine).unwrap()
        };
        assert_eq!(of("occupancy", "heartwall/track").sm().ctas, 4);
        assert_eq!(of("default", "heartwall/track"), machine);
        let text = toml::to_string(&of("mshrs-128", "lud/internal")).unwrap();
        let before = toml::to_string(&machine).unwrap();
        let changed: Vec<&str> = text.lines().filter(|line| !before.contains(line)).collect();
        assert_eq!(changed, ["entries = 128"]);
    }
}
