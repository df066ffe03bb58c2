//! Profiles of suite work: parts that add up, and limits that no kernel exceeds.

use warploom_gpu::machine::named;
use warploom_gpu::simulation::{L2Start, Options};
use warploom_kernel::execute::Mode;
use warploom_lab::profile::{KernelProfile, changes, profiles};
use warploom_lab::run::{RunConfig, WorkLabel, run};
use warploom_policy::{Choice, WARP_POLICIES};
use warploom_suite::{Size, application};

fn profiled(name: &str, machine: &str) -> Vec<KernelProfile> {
    let work = application(name).expect("it is in the suite").prepare(Size::Tiny, 1).expect("it can be made");
    let machine = named(machine).expect("it is built in").machine();
    let policy = Choice::parse("gto", WARP_POLICIES).expect("a policy").into();
    let options = Options::default().with_by_instruction(true).with_l2_start(L2Start::Cold);
    let config = RunConfig { machine: &machine, policy: &policy, cta_policy: &Choice::default(), options };
    let label = WorkLabel { work: name.to_owned(), ..WorkLabel::default() };
    let result = run(&label, &mut work.tapes(Mode::Warps32, 64), config).expect("it runs");
    profiles(&result, &machine)
}

#[test]
fn no_part_is_used_beyond_its_peak_and_all_lines_are_all_the_time() {
    for (name, machine) in [("lud", "v100"), ("kmeans", "h100"), ("bfs", "gtx480"), ("montecarlo", "a100")] {
        for profile in profiled(name, machine) {
            let what = format!("{} of {name} on {machine}", profile.kernel_name);
            assert!(!profile.peaks.is_empty(), "{what}");
            assert!(profile.peaks.is_sorted_by(|a, b| a.share >= b.share), "{what}");
            assert!(profile.peaks.iter().all(|peak| peak.share <= 1.001), "{what}: {:?}", profile.peaks);
            let lines: f64 = profile.lines.iter().map(|line| line.share).sum();
            assert!((lines - 1.0).abs() < 1e-9, "{what}: {lines}");
            let found = &profile.efficiency;
            assert!(found.achieved_warps <= f64::from(found.theoretical_warps) + 1e-9, "{what}: {found:?}");
            assert!(found.active_lanes <= f64::from(found.lanes), "{what}: {found:?}");
            if let Some(roofline) = &profile.roofline {
                assert!(
                    roofline.roof().is_none_or(|(roof, _)| roofline.gflops <= roof * 1.001),
                    "{what}: {roofline:?}"
                );
            }
            assert!(!profile.verdict.evidence.is_empty(), "{what}");
        }
    }
}

#[test]
fn a_profile_has_not_changed_since_itself() {
    let profile = profiled("lud", "v100").remove(0);
    let same = changes(&profile.record, &profile);
    assert!(same.iter().all(|change| change.before == change.now && change.of_cycles.is_none()), "{same:?}");
    let mut before = profile.record.clone();
    before.cycles *= 2;
    let faster = changes(&before, &profile);
    assert_eq!((faster[0].what.as_str(), faster[0].before), ("cycles", 2.0 * profile.record.cycles as f64));
}
