//! Breadth-first search: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};
use std::collections::VecDeque;

application!(
    "bfs",
    &[Kernel::new("visit", "a level: from the frontier to the next")],
    &[Paper::Pro, Paper::Motrr]
);

/// Threads per CTA, a node each.
const THREADS: usize = 256;
/// The cost of nodes that cannot be reached.
const UNREACHED: u32 = u32::MAX;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let count = match size {
        // The last CTA is not full.
        Size::Tiny => 1500,
        // The graph of 65536 nodes that comes with the benchmark has the same average degree.
        Size::Small | Size::Paper(_) => 65536,
    };
    let adjacent = graph(&mut work.random(), count);
    let cost = search(&adjacent);
    // A launch for each level that has nodes: the last one finds nothing new.
    let levels = cost.iter().filter(|&&c| c != UNREACHED).max().map_or(0, |deepest| deepest + 1);

    let mut nodes = Vec::new();
    let mut neighbours = Vec::new();
    for list in &adjacent {
        nodes.extend([neighbours.len() as u32, list.len() as u32]);
        neighbours.extend_from_slice(list);
    }
    let mut start = vec![0; count];
    start[0] = 1;
    let mut unreached = vec![UNREACHED; count];
    unreached[0] = 0;

    let d_nodes = work.buffer("nodes", &nodes)?;
    let d_neighbours = work.buffer("neighbours", &neighbours)?;
    let mut d_frontier = work.buffer::<u8>("frontier", &start)?;
    let mut d_next = work.zeros::<u8>("next", count)?;
    let d_visited = work.buffer::<u8>("visited", &start)?;
    let d_cost = work.buffer("cost", &unreached)?;
    let d_changed = work.zeros::<u32>("changed", 1)?;
    for _ in 0..levels {
        work.host(move |memory| d_changed.write(memory, &[0]));
        let args =
            args![d_nodes, d_neighbours, d_frontier, d_next, d_visited, d_cost, d_changed, count as u32];
        work.launch("visit", count.div_ceil(THREADS) as u32, THREADS as u32, args);
        (d_frontier, d_next) = (d_next, d_frontier);
    }

    let visited = cost.iter().map(|&c| u8::from(c != UNREACHED)).collect();
    work.expect(d_cost, Tolerance::Exact, move || cost);
    work.expect(d_visited, Tolerance::Exact, move || visited);
    // The search is at its end: the last level found nothing.
    work.expect(d_frontier, Tolerance::Exact, move || vec![0; count]);
    work.expect(d_next, Tolerance::Exact, move || vec![0; count]);
    work.expect(d_changed, Tolerance::Exact, || vec![0]);
    Ok(())
}

/// The neighbours of each node: about six, but a few nodes have many.
fn graph(random: &mut Random, count: usize) -> Vec<Vec<u32>> {
    let mut adjacent = vec![Vec::new(); count];
    for node in 0..count {
        let edges = if random.below(256) == 0 { 16 + random.below(33) } else { 1 + random.below(5) };
        for _ in 0..edges {
            let other = random.below(count as u32);
            adjacent[node].push(other);
            adjacent[other as usize].push(node as u32);
        }
    }
    adjacent
}

/// The distance of each node from node 0.
fn search(adjacent: &[Vec<u32>]) -> Vec<u32> {
    let mut cost = vec![UNREACHED; adjacent.len()];
    cost[0] = 0;
    let mut queue = VecDeque::from([0]);
    while let Some(node) = queue.pop_front() {
        for &other in &adjacent[node] {
            if cost[other as usize] == UNREACHED {
                cost[other as usize] = cost[node] + 1;
                queue.push_back(other as usize);
            }
        }
    }
    cost
}
