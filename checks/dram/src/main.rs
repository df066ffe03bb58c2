//! Warploom's DRAM channel beside DRAMsim3: both are given the same requests by the same rule, and the latency of reads,
//! the bandwidth and the row hits are compared.
//!
//! ```text
//! cargo run --release --manifest-path checks/dram/Cargo.toml     # tables; 1 if anything is too far apart
//! cargo test --release --manifest-path checks/dram/Cargo.toml    # the same as a test
//! ```
//!
//! It needs a C++ compiler and cmake, since the `dramsim3` crate builds DRAMsim3; so it is a workspace of its own, and
//! nothing of Warploom's builds it. It takes about a minute.
//!
//! # What is the same
//!
//! Parts are those of `crates/gpu/machines/v100.toml` and `crates/gpu/machines/gtx480.toml`; DRAMsim3's description is made from them. There is
//! no refresh and no tFAW. An address is row, bank, column, bank group, from the highest bit, on both sides. A request is
//! for one burst; one can be pushed in a cycle, when there is room. Loads are a part of what ours can do (gaps between
//! requests are exponential), or all that is taken with 48 reads under way. A read is done a cycle after its last beat;
//! of writes, DRAMsim3 does not say when they are done, so latencies are the reads'. Bandwidth leaves out the first tenth
//! of the requests. Row hits are column commands without an activate of their own. No block is asked for twice, because
//! DRAMsim3 would merge the requests.
//!
//! # What is chosen so that it is the same
//!
//! * Read to precharge holds for the bank (`rtp_scope = "bank"`), not for its group as in GPGPU-Sim.
//! * One request a cycle gets from the queue to a bank (`take_ups = "one"`), as in GPGPU-Sim. Otherwise HBM2 streams
//!   at 100 % of its peak where DRAMsim3 reaches 94 %.
//! * A request can be served from the cycle after the one it is pushed in.
//! * Which request goes next is defined differently, hence three rules ([`parts::Rule`]):
//!   * `machine`: the machines' own scheduler, GPGPU-Sim's. A bank is at one request and takes up the oldest for its row next.
//!     DRAMsim3 has no such rule: its banks, if they hold one command, take up the oldest, and if they hold several, are
//!     bound to none of them. So the machines' is compared where it makes no difference: streaming, random, thrashing.
//!   * `in-order` (`scheduler = "bank-fcfs"`): the first of these two.
//!   * `first-ready` (`scheduler = "first-ready"`, `row_hits = 4`): the second of these two.
//!
//! # What differs
//!
//! On one command bus, the machines' rule and `in-order` issue columns before rows, DRAMsim3 whatever comes first in
//! the rotation: up to 4 % with GDDR5. With two command buses DRAMsim3 gives up the second command of a cycle if it is of
//! the same kind as the first, where ours looks for one of the other kind. Banks are numbered differently, which matters to
//! the rotation alone.

mod parts;
mod sides;
mod streams;
mod table;

use parts::Part;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut far = 0;
    for (part, name) in [(Part::Hbm2, "HBM2 of the V100"), (Part::Gddr5, "GDDR5 of the GTX 480")] {
        println!("{name}\n{}", table::HEAD);
        table::compare(part, |line| {
            println!("{line}");
            far += usize::from(!line.agrees());
        });
        println!();
    }
    println!("{far} too far: latency more than 10 %, or bandwidth more than 5 %");
    ExitCode::from(u8::from(far > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_agree(part: Part) {
        let mut far = String::new();
        table::compare(part, |line| {
            if !line.agrees() {
                far += &format!("{line}\n");
            }
        });
        assert!(far.is_empty(), "{}\n{far}", table::HEAD);
    }

    #[test]
    fn hbm2_of_the_v100() {
        all_agree(Part::Hbm2);
    }

    #[test]
    fn gddr5_of_the_gtx480() {
        all_agree(Part::Gddr5);
    }
}
