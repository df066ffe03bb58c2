//! The key of a run: a digest of all inputs that decide its result.

use crate::build_id::BUILD_ID;
use crate::digest::machine_digest;
use crate::run::{RunConfig, WorkLabel};
use std::fmt;
use warploom_tape::digest::Encoding;
use xxhash_rust::xxh3::xxh3_128;

/// The digest of everything that decides a run's result: work, size, seed, machine, policies, limits, and the simulator's build.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RunKey(pub u128);

impl RunKey {
    /// The key of a run of a [work](work_digest) with a [configuration](config_digest).
    pub fn new(work: u128, config: u128) -> RunKey {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&work.to_le_bytes());
        bytes[16..].copy_from_slice(&config.to_le_bytes());
        RunKey(xxh3_128(&bytes))
    }

    /// The key in a record.
    pub fn parse(text: &str) -> Option<RunKey> {
        u128::from_str_radix(text, 16).ok().map(RunKey)
    }
}

impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The digest of a work: its label, and a text for its content, such as the digest of its tape or the name of its code.
pub fn work_digest(label: &WorkLabel, content: &str) -> u128 {
    let WorkLabel { work, size, seed } = label;
    let mut encoding = Encoding::default();
    encoding.text(work);
    encoding.text(content);
    encoding.text(size.as_deref().unwrap_or_default());
    encoding.optional(*seed);
    encoding.digest()
}

/// The digest of a configuration in this build. The content of a program matters if it has policies that the build id does not cover.
pub fn config_digest(program: Option<u128>, config: &RunConfig<'_>) -> u128 {
    let RunConfig { machine, policy, cta_policy, options } = config;
    let mut encoding = Encoding::default();
    encoding.text(BUILD_ID);
    encoding.number(u64::from(program.is_some()));
    encoding.bytes(&program.unwrap_or(0).to_le_bytes());
    encoding.bytes(&machine_digest(machine).to_le_bytes());
    encoding.text(&machine.name);
    encoding.text(&policy.to_string());
    encoding.text(&cta_policy.to_string());
    let (limits, l2_start) = options.limits();
    limits.into_iter().for_each(|limit| encoding.optional(limit));
    encoding.text(l2_start.name());
    encoding.digest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::machine::named;
    use warploom_gpu::simulation::Options;
    use warploom_policy::{Choice, CorePolicy, WARP_POLICIES};

    #[test]
    fn a_key_depends_on_the_program_the_work_and_the_configuration() {
        let [machine, other] = ["gtx480", "m2090"].map(|name| named(name).unwrap().machine());
        let [lrr, gto] =
            ["lrr", "gto"].map(|name| CorePolicy::from(Choice::parse(name, WARP_POLICIES).unwrap()));
        let cta_policy = Choice::default();
        let config = RunConfig {
            machine: &machine,
            policy: &lrr,
            cta_policy: &cta_policy,
            options: Options::default(),
        };
        let label = WorkLabel { work: "lud".to_owned(), size: None, seed: Some(1) };
        let key = |label: &WorkLabel, content: &str, program: Option<u128>, config: &RunConfig<'_>| {
            RunKey::new(work_digest(label, content), config_digest(program, config))
        };
        let keys = [
            key(&label, "1", None, &config),
            key(&label, "1", Some(0), &config),
            key(&label, "1", Some(1), &config),
            key(&WorkLabel { seed: Some(2), ..label.clone() }, "1", None, &config),
            key(&WorkLabel { size: Some("tiny".to_owned()), ..label.clone() }, "1", None, &config),
            key(&WorkLabel { work: "bfs".to_owned(), ..label.clone() }, "1", None, &config),
            key(&label, "2", None, &config),
            key(&label, "1", None, &RunConfig { policy: &gto, ..config }),
            key(&label, "1", None, &RunConfig { machine: &other, ..config }),
            key(&label, "1", None, &RunConfig { options: config.options.with_max_ctas(1), ..config }),
        ];
        assert_eq!(keys[0], key(&label, "1", None, &config));
        assert_eq!(RunKey::parse(&keys[0].to_string()), Some(keys[0]));
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[..at].contains(key), "key {at}");
        }
    }
}
