//! The cache and its reference model, compared access by access.

use super::super::*;
use super::model::Model;
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
enum Step {
    Access { kind: AccessType, local: bool, line: u64, sector: u64, bytes: u8 },
    LowerRequest,
    Fill { which: usize, sector: u32 },
    Ready,
    Later,
    Invalidate,
    Flush,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let access = (0..10_u8, any::<bool>(), 0..10_u64, 0..4_u64, 0..4_u8).prop_map(
        |(kind, local, line, sector, bytes)| {
            let kind = match kind {
                0..=4 => AccessType::Read,
                5..=8 => AccessType::Write,
                _ => AccessType::Atomic,
            };
            Step::Access { kind, local, line, sector, bytes }
        },
    );
    let step = prop_oneof![
        400 => access,
        150 => Just(Step::LowerRequest),
        150 => (any::<usize>(), 0..4_u32).prop_map(|(which, sector)| Step::Fill { which, sector }),
        120 => Just(Step::Ready),
        100 => Just(Step::Later),
        1 => Just(Step::Invalidate),
        1 => Just(Step::Flush),
    ];
    prop::collection::vec(step, 1..300)
}

fn descriptions() -> impl Strategy<Value = Description> {
    let shape = (any::<bool>(), 0..3_u32, 1..5_u32, 0..3_u32, any::<bool>());
    let port = prop::sample::select(vec![16, 32, 64, 128]);
    let limits = (1..5_u32, 1..4_u32, 1..6_u32, prop::sample::select(vec![0, 25, 50, 100]), port);
    let policies = (
        prop::sample::select(vec![Replacement::Lru, Replacement::Fifo]),
        prop::sample::select(vec![
            WritePolicy::ReadOnly,
            WritePolicy::WriteBack,
            WritePolicy::WriteThrough,
            WritePolicy::WriteEvict,
            WritePolicy::LocalBackGlobalEvict,
        ]),
        prop::sample::select(vec![Allocate::OnMiss, Allocate::OnFill]),
        prop::sample::select(vec![
            WriteAllocate::None,
            WriteAllocate::Fetch,
            WriteAllocate::FetchOnWrite,
            WriteAllocate::AlwaysFetch,
            WriteAllocate::LazyFetchOnRead,
        ]),
    );
    (shape, limits, policies).prop_filter_map("no cache can be so", |(shape, limits, policies)| {
        let (sectored, sets, ways, small, by_sector) = shape;
        let (entries, merges, queue, dirty_percent, port) = limits;
        let (replacement, write, allocate, write_allocate) = policies;
        let line_bytes = if sectored { 128 } else { 128 >> small };
        let description = Description {
            sets: 1 << sets,
            line_bytes,
            ways,
            most_ways: None,
            sectored,
            replacement,
            write,
            allocate,
            write_allocate,
            index: IndexFunction::Xor,
            misses: Misses::Mshrs(MshrDescription { entries, merges, queue }),
            replies: if by_sector { Replies::Sectors } else { Replies::Whole },
            port_bytes: port.min(line_bytes),
            dirty_percent: dirty_percent >> sets,
        };
        description.check().is_ok().then_some(description)
    })
}

/// Accesses that failed, with the generation they failed in.
type Failed = Vec<(Access, ReservationFailure, u32)>;

/// Compares the cache with the model after every step. It is long because each kind of step has its comparison here.
fn same(d: &Description, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut cache = Cache::new(d).unwrap();
    let mut model = Model::new(d);
    let (mut now, mut waiter) = (0, 0);
    let mut under_way: Vec<(u64, u8)> = Vec::new();
    let mut failed: Failed = Vec::new();
    for &step in steps {
        match step {
            Step::Access { kind, local, line, sector, bytes } => {
                if d.write == WritePolicy::ReadOnly && kind != AccessType::Read {
                    continue;
                }
                // The model and the cache agree on atomics where GPGPU-Sim has any: it allocates on miss.
                let kind = if d.allocate == Allocate::OnFill && kind == AccessType::Atomic {
                    AccessType::Read
                } else {
                    kind
                };
                let address = line * u64::from(d.line_bytes) + sector * 32 % u64::from(d.line_bytes);
                let first = address % u64::from(d.line_bytes);
                let mask: u128 = match bytes {
                    0 => 0xffff_ffff,
                    1 => 0xffff,
                    2 => 0xffff_0000,
                    _ if d.sectored => 0xf0,
                    // All of the line.
                    _ => u128::MAX >> (128 - d.line_bytes) >> first,
                };
                waiter += 1;
                let access =
                    Access { kind, ..Access::write(address, 32, Bytes(mask << first), Waiter(waiter)) };
                let access = if local { access.local() } else { access };
                let before = (cache.mshrs_used(), cache.queued(), cache.modified_lines());
                let would = cache.would_fail(&access);
                let outcome = cache.access(&access, Cycle(now));
                prop_assert_eq!(outcome, model.access(&access, now), "{:?} at {}", access, now);
                match outcome {
                    Outcome::Rejected(cause) => {
                        prop_assert_eq!(would, Some(cause));
                        prop_assert_eq!(before, (cache.mshrs_used(), cache.queued(), cache.modified_lines()));
                        failed.push((access, cause, cache.generation(cause)));
                    }
                    Outcome::Accepted { .. } => prop_assert_eq!(would, None),
                }
            }
            Step::LowerRequest => {
                let send = cache.pop_request();
                prop_assert_eq!(send, model.queue.pop_front());
                if let Some(send) = send.filter(|send| send.kind == LowerRequestKind::Fetch) {
                    under_way.push((send.address, send.sectors.0));
                }
            }
            Step::Fill { which, sector } => {
                if under_way.is_empty() {
                    continue;
                }
                let which = which % under_way.len();
                let (address, missing) = under_way[which];
                let sectors = match d.replies {
                    Replies::Whole => missing,
                    // One that is still missing, from `sector` on.
                    Replies::Sectors => {
                        let from = missing & u8::MAX << sector;
                        let of = if from != 0 { from } else { missing };
                        of & of.wrapping_neg()
                    }
                };
                let complete = cache.fill(address, Sectors(sectors), Cycle(now));
                prop_assert_eq!(complete, model.fill(address, Sectors(sectors), now));
                under_way[which].1 &= !sectors;
                prop_assert_eq!(complete, under_way[which].1 == 0);
                if complete {
                    under_way.remove(which);
                }
            }
            Step::Ready => prop_assert_eq!(cache.pop_ready(), model.pop_ready()),
            Step::Later => now += 1,
            Step::Invalidate => {
                cache.invalidate();
                model.invalidate();
            }
            Step::Flush => {
                let mut sends = Vec::new();
                cache.flush(|send| sends.push(send));
                prop_assert_eq!(sends, model.flush());
            }
        }
        prop_assert_eq!(cache.counters(), &model.counters);
        prop_assert_eq!(cache.queued(), model.queue.len());
        prop_assert_eq!(cache.mshrs_used() as usize, model.mshrs_used());
        prop_assert_eq!(cache.modified_lines() as usize, model.modified());
        prop_assert_eq!(cache.data_port_free(Cycle(now)), model.data_port <= now);
        prop_assert_eq!(cache.fill_port_free(Cycle(now)), model.fill_port <= now);
        // A rejected access stays rejected until the generation of its cause changes.
        failed.retain(|&(_, cause, generation)| cache.generation(cause) == generation);
        for (access, cause, _) in &failed {
            prop_assert!(cache.would_fail(access).is_some(), "{:?} waited for {:?}", access, cause);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_cache_is_its_model(d in descriptions(), steps in steps()) {
        same(&d, &steps)?;
    }
}
