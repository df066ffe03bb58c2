//! A study in an S3 bucket. `.ci/nightly` starts a server and names it by `AWS_ENDPOINT_URL`; the bucket `warploom` must exist.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use warploom_lab::store::Store;
use warploom_lab::study::chunk::{self, ChunkEnd};
use warploom_lab::study::plan::{self, ChunkCost};
use warploom_lab::study::results::collect;
use warploom_lab::study::state::{self, State};
use warploom_lab::study::status::status;
use warploom_lab::study::{ChunkRequest, Origin, Policies, Study};
use warploom_tape::spool::Spool;

/// A prefix that no other test run has.
fn bucket(name: &str) -> Store {
    assert!(
        std::env::var_os("AWS_ENDPOINT_URL").is_some(),
        "AWS_ENDPOINT_URL names a server with the bucket `warploom`"
    );
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    Store::open(&format!("s3://warploom/{name}-{now}")).unwrap()
}

#[test]
fn an_object_is_written_once_and_replaced_only_on_request() {
    let store = bucket("objects");
    assert_eq!(store.read("chunks/a").unwrap(), None);
    assert!(store.write_new("chunks/a", b"one".to_vec()).unwrap());
    assert!(!store.write_new("chunks/a", b"two".to_vec()).unwrap(), "a conditional put is refused");
    assert_eq!(store.read("chunks/a").unwrap().unwrap().as_ref(), b"one");
    store.write("chunks/a", b"three".to_vec()).unwrap();
    assert_eq!(store.read("chunks/a").unwrap().unwrap().as_ref(), b"three");
    let names: Vec<(String, u64)> =
        store.list("chunks").unwrap().into_iter().map(|entry| (entry.name, entry.bytes)).collect();
    assert_eq!(names, [("chunks/a".to_owned(), 5)]);
    store.delete("chunks/a").unwrap();
    store.delete("chunks/a").unwrap();
    assert!(!store.has("chunks/a").unwrap() && store.list("chunks").unwrap().is_empty());
}

#[test]
fn a_study_in_a_bucket_has_the_results_of_one_in_a_directory() {
    let text = "work = 'transpose'\nsize = 'tiny'\nseed = [1, 2]\npolicy = ['lrr', 'gto']\n";
    let study = Study::read("test", text, Path::new(".")).unwrap();
    let (directory, policies) = (tempfile::tempdir().unwrap(), Policies::default());
    let run = |store: &Store| {
        let plan =
            plan::make(&study, &policies, store, ChunkCost { seconds: Some(1e-9), ..ChunkCost::default() })
                .unwrap();
        plan.put(store).unwrap();
        let state = State {
            plan: plan.id().to_owned(),
            inputs: plan.inputs(&policies),
            started_ms: 0,
            jobs: Vec::new(),
        };
        state.put(store, "test").unwrap();
        let (_, plan) = state::current(store, "test").unwrap();
        for number in 0..plan.chunks.len() {
            let request = ChunkRequest {
                spool: Spool::new(directory.path().join("tapes")),
                ..ChunkRequest::new(store, &plan, number, &policies)
            };
            let work = || chunk::work(&request, &Origin::default(), &|_| {}).unwrap();
            assert_eq!(work(), ChunkEnd::Done { made: 1, failed: 0 });
            assert_eq!(work(), ChunkEnd::WasDone);
        }
        assert!(status(store, &plan, UNIX_EPOCH, SystemTime::now()).unwrap().is_complete());
        collect(store, &plan, &policies).unwrap().records
    };
    let local = run(&Store::open(&directory.path().join("store").to_string_lossy()).unwrap());
    assert!(run(&bucket("study")) == local);
}
