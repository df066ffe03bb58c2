//! Studies: every run once, whatever is killed, repeated, cut otherwise or asked for twice.

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::probe::{Probe, ProbeSet};
use warploom_gpu::{SchedulerId, Slot, SmId};
use warploom_lab::store::Store;
use warploom_lab::study::chunk::{self, ChunkEnd};
use warploom_lab::study::local::{self, LocalRequest};
use warploom_lab::study::plan::{self, ChunkCost};
use warploom_lab::study::results::{Collected, collect, sweep};
use warploom_lab::study::status::status;
use warploom_lab::study::{ChunkRequest, Origin, Plan, Policies, Study, StudyError};
use warploom_lab::watch::{NewTimeline, TimelineRecorder};
use warploom_policy::{Registry, WarpDeclaration};

const TWO_BY_TWO: &str = "work = 'transpose'\nsize = 'tiny'\nseed = [1, 2]\npolicy = ['lrr', 'gto']\n";

/// Chunks of one run each.
const SINGLE: ChunkCost = ChunkCost { seconds: Some(1e-9), parts: 1, least: 0.0, most: 0.0 };
/// One chunk.
const WHOLE: ChunkCost = ChunkCost { seconds: Some(1e9), parts: 1, least: 0.0, most: 0.0 };

fn study(text: &str) -> Study {
    Study::read("test", text, Path::new(".")).expect("a valid study")
}

fn store(directory: &Path) -> Store {
    Store::open(&directory.to_string_lossy()).expect("a directory")
}

fn planned(text: &str, store: &Store, cost: ChunkCost) -> Plan {
    plan::make(&study(text), &Policies::default(), store, cost).expect("a plan")
}

fn work_all(store: &Store, plan: &Plan) {
    let policies = Policies::default();
    for number in 0..plan.chunks.len() {
        let request = ChunkRequest::new(store, plan, number, &policies);
        let end = chunk::work(&request, &Origin::default(), &|_| {}).expect("a chunk");
        assert!(matches!(end, ChunkEnd::Done { failed: 0, .. }), "{end:?}");
    }
}

fn collected(store: &Store, plan: &Plan) -> Collected {
    collect(store, plan, &Policies::default()).expect("results")
}

#[test]
fn the_results_do_not_depend_on_the_chunks() {
    let directories = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let of = |at: usize, cost: ChunkCost| {
        let store = store(directories[at].path());
        let plan = planned(TWO_BY_TWO, &store, cost);
        work_all(&store, &plan);
        (plan.chunks.len(), collected(&store, &plan))
    };
    let ((single, one), (whole, other)) = (of(0, SINGLE), of(1, WHOLE));
    assert_eq!((single, whole), (4, 1));
    assert_eq!((one.runs, one.rows), (4, other.rows));
    assert!(one.records == other.records, "the bytes of the records are the same");
    assert!(one.hosts != other.hosts, "the chunks are in the other table");
}

#[test]
fn a_run_that_is_in_the_store_is_not_made_again_by_another_study() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path());
    let first = planned(TWO_BY_TWO, &store, WHOLE);
    work_all(&store, &first);
    let more = "work = 'transpose'\nsize = 'tiny'\nseed = [2, 3]\npolicy = ['gto', 'oldest']\n";
    let second = planned(more, &store, WHOLE);
    assert_eq!((second.runs, second.reused, second.missing()), (4, 1, 3), "gto with seed 2 is there");
    work_all(&store, &second);
    let (all, again) = (collected(&store, &second), planned(more, &store, WHOLE));
    assert_eq!((all.runs, again.reused, again.chunks.len()), (4, 4, 0));
    assert!(collected(&store, &again).records == all.records, "reused runs are results too");
}

#[test]
fn a_stopped_chunk_goes_on_where_it_stopped() {
    let (directory, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (store, undisturbed) = (store(directory.path()), store(other.path()));
    let plan = planned(TWO_BY_TWO, &store, WHOLE);
    let policies = Policies::default();
    let interrupt = Interrupt::new();
    let request =
        ChunkRequest { interrupt: Some(interrupt), ..ChunkRequest::new(&store, &plan, 0, &policies) };
    let stop = |runs: u64| {
        if runs == 3 {
            interrupt.raise();
        }
    };
    let end = chunk::work(&request, &Origin::default(), &stop).unwrap();
    assert_eq!(end, ChunkEnd::Stopped { finished: 3 });
    let now = status(&store, &plan, std::time::UNIX_EPOCH, std::time::SystemTime::now()).unwrap();
    assert_eq!((now.finished, now.parts, now.is_complete()), (3, 1, false));
    assert_eq!(collected(&store, &plan).runs, 3, "results have the runs that are kept");
    let request = ChunkRequest::new(&store, &plan, 0, &policies);
    assert_eq!(
        chunk::work(&request, &Origin::default(), &|_| {}).unwrap(),
        ChunkEnd::Done { made: 1, failed: 0 }
    );
    assert_eq!(chunk::work(&request, &Origin::default(), &|_| {}).unwrap(), ChunkEnd::WasDone);
    assert!(store.list("parts").unwrap().is_empty(), "a chunk that is done has no part");
    let whole = planned(TWO_BY_TWO, &undisturbed, WHOLE);
    work_all(&undisturbed, &whole);
    assert!(collected(&store, &plan).records == collected(&undisturbed, &whole).records);
}

#[test]
fn a_damaged_or_foreign_part_is_no_part() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path());
    let plan = planned(TWO_BY_TWO, &store, WHOLE);
    let part = format!("parts/{}", plan.chunk_name(0));
    let policies = Policies::default();
    for content in [b"PAR1 and no more".to_vec(), foreign_part()] {
        store.write(&part, content).unwrap();
        assert_eq!(collected(&store, &plan).runs, 0);
        let first = Cell::new(None);
        let request = ChunkRequest::new(&store, &plan, 0, &policies);
        let report = |runs: u64| first.set(first.get().or(Some(runs)));
        let end = chunk::work(&request, &Origin::default(), &report).unwrap();
        assert_eq!((first.get(), end), (Some(0), ChunkEnd::Done { made: 4, failed: 0 }));
        store.delete(&format!("chunks/{}", plan.chunk_name(0))).unwrap();
    }
}

/// The records of another study's chunk.
fn foreign_part() -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path());
    let plan = planned("work = 'transpose'\nsize = 'tiny'\npolicy = 'oldest'\n", &store, WHOLE);
    work_all(&store, &plan);
    store.read(&format!("chunks/{}", plan.chunk_name(0))).unwrap().unwrap().to_vec()
}

#[test]
fn a_chunk_that_several_work_on_at_once_is_there_once() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path());
    let plan = planned(TWO_BY_TWO, &store, WHOLE);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let policies = Policies::default();
                let request = ChunkRequest {
                    // A part after every run, so that the three disturb each other as much as they can.
                    part_interval: Duration::ZERO,
                    ..ChunkRequest::new(&store, &plan, 0, &policies)
                };
                chunk::work(&request, &Origin::default(), &|_| {}).expect("a twin is no error")
            });
        }
    });
    sweep(&store, &plan).unwrap();
    let found = collected(&store, &plan);
    assert_eq!((found.runs, store.list("chunks").unwrap().len()), (4, 1));
    assert!(store.list("parts").unwrap().is_empty(), "a part of a slower twin is swept");
}

#[test]
fn threads_work_on_all_chunks() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path());
    let plan = planned(TWO_BY_TWO, &store, SINGLE);
    let policies = Policies::default();
    let request = LocalRequest {
        store: &store,
        plan: &plan,
        policies: &policies,
        spool: chunk::default_spool(&store),
        threads: 2.try_into().unwrap(),
        interrupt: None,
        timeline: None,
    };
    let reported = std::sync::atomic::AtomicU64::new(0);
    let report = |runs: u64, _: f64| {
        reported.fetch_add(runs, std::sync::atomic::Ordering::Relaxed);
    };
    assert!(local::run(&request, &Origin::default(), &report).unwrap());
    assert_eq!((reported.into_inner(), collected(&store, &plan).runs), (4, 4));
}

#[test]
fn a_run_that_fails_is_a_result_with_its_error() {
    struct Never;
    impl WarpPolicy for Never {
        fn pick(&mut self, _: SchedulerId, _: &SmView<'_>) -> Option<Slot> {
            None
        }
    }
    const NEVER: WarpDeclaration = WarpDeclaration::new("never", "no warp", |_, _| Box::new(Never));
    let policies =
        Policies { warp: Registry::new(&[NEVER]).unwrap(), program: Some(1), ..Policies::default() };
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path());
    let text = "work = 'transpose'\nsize = 'tiny'\npolicy = ['never', 'gto']\n";
    let plan = plan::make(&study(text), &policies, &store, WHOLE).unwrap();
    let request = ChunkRequest::new(&store, &plan, 0, &policies);
    let end = chunk::work(&request, &Origin::default(), &|_| {}).unwrap();
    assert_eq!(end, ChunkEnd::Done { made: 2, failed: 1 });
    let found = collect(&store, &plan, &policies).unwrap();
    assert_eq!((found.runs, found.failed), (2, 1));
    assert!(found.errors[0].starts_with("transpose under never on gtx480: "), "{:?}", found.errors);
    // Another program may have another policy of this name.
    assert!(matches!(
        chunk::work(&ChunkRequest::new(&store, &plan, 0, &Policies::default()), &Origin::default(), &|_| {}),
        Err(StudyError::Build { .. })
    ));
}

#[test]
fn exclusions_leave_out_the_runs_that_match_all_their_patterns() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path());
    let axes = "work = ['transpose', 'lud']\nsize = 'tiny'\nseed = [1, 2]\nmachine = ['gtx480', 'hd7970']\npolicy = ['lrr', 'gto', 'oldest']\n";
    let runs = |exclude: &str| planned(&format!("{axes}{exclude}"), &store, WHOLE).runs;
    // The machine of CUs has no `gto`: the pair must be left out by name.
    let error = plan::make(&study(axes), &Policies::default(), &store, WHOLE).unwrap_err();
    assert!(error.to_string().contains("on hd7970"), "{error}");
    let base = "[[exclude]]\nmachine = 'hd*'\npolicy = ['gto', 'lrr']\n";
    assert_eq!(runs(base), 2 * 2 * (3 + 1));
    assert_eq!(runs(&format!("{base}[[exclude]]\nwork = 'lud'\nseed = 2\n")), 12);
    assert_eq!(runs(&format!("{base}[[exclude]]\npolicy = '*'\nwork = 'l*'\n")), 8);
}

#[test]
fn a_tape_that_has_changed_since_the_plan_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let tape = |seed: u64| {
        let work = warploom_suite::application("transpose")
            .unwrap()
            .prepare(warploom_suite::Size::Tiny, seed)
            .unwrap();
        let mut writer = warploom_tape::file::Writer::create(directory.path().join("x.tape")).unwrap();
        let source = work.tapes(warploom_kernel::execute::Mode::Warps32, 4);
        let mut source =
            warploom_kernel::tape::Source::map_err(source, |error| warploom_tape::file::Error::Io {
                file: error.to_string(),
                error: std::io::Error::other("it does not fail"),
            });
        writer.copy(&mut source).unwrap();
        writer.finish().unwrap();
    };
    tape(1);
    let store = store(&directory.path().join("store"));
    let study = Study::read("tapes", "work = 'x.tape'\npolicy = 'gto'\n", directory.path()).unwrap();
    let policies = Policies::default();
    let plan = plan::make(&study, &policies, &store, WHOLE).unwrap();
    assert_eq!(plan.runs, 1, "a tape has no size and no seed");
    tape(2);
    let request = ChunkRequest::new(&store, &plan, 0, &policies);
    let error = chunk::work(&request, &Origin::default(), &|_| {}).unwrap_err();
    assert_eq!(error.to_string(), "`x.tape` has changed since the study was planned");
}

/// A recorder that records nothing.
struct FixedTimeline;

impl ProbeSet for FixedTimeline {
    fn attach(&mut self, _: SmId) -> Option<Box<dyn Probe>> {
        None
    }

    fn detach(&mut self, _: SmId, _: Box<dyn Probe>) {}
}

impl TimelineRecorder for FixedTimeline {
    fn content(&mut self) -> std::io::Result<Vec<u8>> {
        Ok(b"timeline".to_vec())
    }
}

#[test]
fn series_and_timelines_are_kept_on_request() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path());
    let text = "work = 'transpose'\nsize = 'tiny'\npolicy = 'gto'\nkeep = ['series', 'timelines']\nlaunches = false\n";
    let plan = planned(text, &store, WHOLE);
    let policies = Policies::default();
    let timeline: NewTimeline = |_, _| Box::new(FixedTimeline);
    let request = ChunkRequest { timeline: Some(timeline), ..ChunkRequest::new(&store, &plan, 0, &policies) };
    chunk::work(&request, &Origin::default(), &|_| {}).expect("a chunk");
    assert_eq!(store.list("series").unwrap().len(), 1);
    let found = collected(&store, &plan);
    assert_eq!((found.runs, found.rows), (1, 1), "only the record of the run");
    assert_eq!(store.list("timelines").unwrap().len(), 1);
}

#[test]
fn swept_parameters_are_columns_of_their_own() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path());
    let text = "work = 'transpose'\nsize = 'tiny'\nlaunches = false\n\
        machine = ['gtx480', { name = 'gtx480', set = { 'sm.count' = [4, 8] } }]\n\
        policy = ['gto', { name = 'two-level', ready = [4, 6], order = 'phase' }]\n";
    let plan = planned(text, &store, WHOLE);
    work_all(&store, &plan);
    let records = bytes::Bytes::from(collected(&store, &plan).records);
    let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(records)
        .unwrap()
        .build()
        .unwrap();
    let batch = reader.map(Result::unwrap).next().unwrap();
    assert_eq!(batch.num_rows(), 9);
    let column = |name: &str| Arc::clone(batch.column_by_name(name).unwrap());
    let numbers = |name: &str| -> Vec<Option<u64>> {
        let column = column(name);
        column.as_any().downcast_ref::<arrow_array::UInt64Array>().unwrap().iter().collect()
    };
    assert_eq!(numbers("policy.ready")[..3], [None, Some(4), Some(6)]);
    assert_eq!(numbers("machine.sm.count")[..4], [None, None, None, Some(4)]);
    assert_eq!(column("policy.order").null_count(), 3);
}

mod random {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

        /// Chunks have every run that is not left out exactly once, whatever their size.
        #[test]
        fn chunks_partition_the_runs(
            seeds in 1_u64..20, policies in 1_usize..5, excluded in 0_u64..20, seconds in 0.0001..1.0_f64,
        ) {
            let names = &["'lrr'", "'gto'", "'oldest'", "{ name = 'two-level', ready = [4, 8] }"][..policies.min(4)];
            let text = format!(
                "work = ['transpose', 'lud']\nsize = 'tiny'\nseed = {{ from = 1, to = {seeds} }}\npolicy = [{}]\n\
                [[exclude]]\nseed = {excluded}\npolicy = 'lrr'\n", names.join(", "));
            let directory = tempfile::tempdir().unwrap();
            let store = store(directory.path());
            let cost = ChunkCost { seconds: Some(seconds), ..WHOLE };
            let plan = planned(&text, &store, cost);
            let matrix = plan.matrix(&Policies::default()).unwrap();
            let all: Vec<u64> = plan.chunks.iter().flat_map(|chunk| chunk.numbers().collect::<Vec<_>>()).collect();
            let distinct: BTreeSet<u64> = all.iter().copied().collect();
            prop_assert_eq!(distinct.len(), all.len());
            let expected: BTreeSet<u64> = (0..matrix.numbers()).filter(|&run| !matrix.excludes(run)).collect();
            prop_assert_eq!(distinct, expected);
            prop_assert_eq!(plan.chunks.iter().map(|chunk| chunk.runs).sum::<u64>(), plan.runs);
            let digests: BTreeSet<_> = all.iter().map(|&run| matrix.digest(run)).collect();
            prop_assert_eq!(digests.len(), all.len(), "two runs have the same digest");
            let costs: Vec<f64> = plan.chunks.iter().map(|chunk| chunk.seconds).collect();
            prop_assert!(costs.is_sorted_by(|a, b| a >= b), "the longest start first");
        }
    }
}
