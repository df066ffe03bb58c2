//! The texture unit and the texture cache, exact to the cycle.

use super::common::*;
use super::latency::{chain, one_lane};
use warploom_gpu::machine::Machine;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Effect, Instruction};
use warploom_kernel::program::Space;

/// A fetch, whose texel decides the place of the next.
fn fetch(to: u32, from: u32) -> Instruction {
    let effect = Effect::Memory { space: Space::Texture, kind: AccessKind::Load, bytes: 1 };
    Instruction { effect, ..alu(Class::Texture, &[to], &[from]) }
}

/// Cycles from the issue of a fetch that hits to the issue of an instruction that needs its result.
fn hit(machine: &Machine) -> u64 {
    let unit = machine.sm().texture.as_ref().unwrap();
    let l1 = machine.sm().l1.as_ref().unwrap();
    let lookup = if unit.cache.is_some() { 0 } else { u64::from(l1.latency) };
    to_unit(machine) + u64::from(unit.latency) + lookup
}

/// Lines of the texture cache.
fn lines(machine: &Machine) -> u64 {
    let cache = machine.sm().texture.as_ref().unwrap().cache.as_ref().unwrap();
    u64::from(cache.sets * cache.ways)
}

#[test]
fn a_pointer_chase_in_the_texture_cache_takes_its_latency() {
    for machine in both().map(bare) {
        for more in [0, 1] {
            let mut machine = machine.clone();
            machine.sm_mut().texture.as_mut().unwrap().latency += more;
            let (_, took) = chain(&machine, fetch(2, 2), one_lane(&[0x1000; 10]));
            assert_eq!(took[1..], [hit(&machine); 8], "{}", machine.name);
            assert!(took[0] > hit(&machine), "{}: the first is a miss", machine.name);
        }
    }
}

#[test]
fn the_texture_cache_holds_its_lines_and_not_one_more() {
    let machine = bare(gtx480());
    let ways = u64::from(machine.sm().texture.as_ref().unwrap().cache.as_ref().unwrap().ways);
    for (more, misses) in [(0, 0), (1, ways + 1)] {
        let lines = lines(&machine) + more;
        let pass = (0..lines).map(|line| 0x10_0000 + 128 * line);
        let addresses: Vec<u64> = pass.clone().chain(pass).collect();
        let (_, took) = chain(&machine, fetch(2, 2), one_lane(&addresses));
        // A set with one line more than it has ways finds none of them in the second pass.
        let second = &took[lines as usize..];
        let missed = second.iter().filter(|&&cycles| cycles > hit(&machine)).count() as u64;
        assert!(missed == misses || missed + 1 == misses, "{missed} of {misses}, {more} more");
        assert_eq!(missed == 0, more == 0);
    }
}

/// Fetches that do not wait for each other, then an instruction that needs the last: the cycle of its issue.
fn stream(machine: &Machine, fetches: u32, place: impl Fn(u64) -> At) -> u64 {
    // The first brings the line, and the others wait for it.
    let mut code = vec![fetch(2, 2)];
    code.extend((1..=fetches).map(|n| fetch(10 + n, 2)));
    code.push(alu(Class::Integer, &[3], &[10 + fetches]));
    let mut warp = Warp::default();
    for n in 0..=fetches {
        warp = warp.access(n, place(n.into()));
    }
    let issued = alone(machine, code, warp.step(fetches + 1));
    *issued.last().unwrap()
}

#[test]
fn the_texture_unit_starts_a_fetch_per_interval() {
    for machine in both().map(bare) {
        for interval in [7, 8, 9] {
            let mut machine = machine.clone();
            machine.sm_mut().texture.as_mut().unwrap().interval = interval;
            let same = |_| At::Affine(0x1000, 0);
            let (few, many) = (stream(&machine, 10, same), stream(&machine, 30, same));
            assert_eq!(many - few, 20 * u64::from(interval), "{}", machine.name);
        }
    }
}

#[test]
fn lanes_in_one_line_are_one_lookup() {
    let machine = bare(gtx480());
    // The second fetch finds what the first brought, a lookup per cycle.
    let apart = |stride: i32| {
        let warp = Warp::default()
            .access(0, At::Affine(0x8000, stride))
            .access(0, At::Affine(0x8000, stride))
            .step(1);
        let issued = alone(&machine, vec![fetch(2, 2), alu(Class::Integer, &[3], &[2])], warp);
        issued[2] - issued[1]
    };
    assert_eq!(apart(0), hit(&machine));
    assert_eq!(apart(4), hit(&machine), "one line");
    assert_eq!(apart(8), hit(&machine) + 1, "two lines");
    assert_eq!(apart(128), hit(&machine) + 31, "a line for each lane");
}

#[test]
fn the_l1_does_not_hold_the_lines_of_a_texture_cache() {
    let machine = bare(gtx480());
    let code = vec![fetch(2, 2), load(2, 2)];
    let one = |w: Warp, pc| w.access_by(ONE, pc, At::Affine(0x4000, 0));
    let warp = [0, 1, 0, 1, 0].into_iter().fold(Warp::default(), one);
    let issued = alone(&machine, code, warp);
    let took: Vec<u64> = issued.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let l1 = to_unit(&machine) + u64::from(machine.sm().l1.as_ref().unwrap().latency);
    assert!(took[1] > l1, "the load misses although the texture was fetched");
    assert_eq!(took[2..], [hit(&machine), l1]);
}

#[test]
fn fetches_without_addresses_take_the_fixed_time() {
    for machine in both().map(bare) {
        let mut without = machine.clone();
        without.sm_mut().texture = None;
        let code = || vec![alu(Class::Texture, &[2], &[2])];
        let warp = || Warp::default().steps([0; 6]);
        assert_eq!(alone(&machine, code(), warp()), alone(&without, code(), warp()), "{}", machine.name);
        // So do those with addresses on a machine without a texture unit.
        let (_, fixed) = chain(&without, fetch(2, 2), one_lane(&[0x1000, 0x9000, 0x1000]));
        let (_, bare) = chain(&without, alu(Class::Texture, &[2], &[2]), Warp::default().steps([0; 3]));
        assert_eq!(fixed, bare, "{}", machine.name);
    }
}

#[test]
fn stores_to_surfaces_complete() {
    for machine in both().map(bare) {
        let effect = Effect::Memory { space: Space::Texture, kind: AccessKind::Store, bytes: 4 };
        let sust = Instruction { effect, ..alu(Class::Texture, &[], &[2, 3]) };
        let warp = Warp::default().access(0, At::Affine(0x1000, 4)).access(0, At::Affine(0x2000, 4));
        let issued = alone(&machine, vec![sust], warp);
        assert_eq!(issued.len(), 2, "{}", machine.name);
    }
}
