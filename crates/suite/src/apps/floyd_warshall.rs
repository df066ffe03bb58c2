//! Floyd-Warshall: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "floyd_warshall",
    &[Kernel::new("pass", "every pair of nodes tries the way through one node")
        .size_note("a pass per node must run, so nodes, and with them CTAs per pass, are few")],
    &[Paper::Thesis, Paper::ThesisUnsaturated]
);

/// The longest edge.
const LONGEST: u32 = 200;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (nodes, block): (u32, [u32; 2]) = match size {
        Size::Tiny => (32, [16, 16]),
        Size::Small => (128, [16, 16]),
        // 8 CTAs for 64 pairs of nodes: a CTA is a row.
        Size::Paper(Paper::ThesisUnsaturated) => (8, [8, 1]),
        Size::Paper(_) => (256, [16, 16]),
    };
    let mut random = work.random();
    let pairs = (0..nodes).flat_map(|y| (0..nodes).map(move |x| (y, x)));
    let distance: Vec<u32> =
        pairs.clone().map(|(y, x)| if x == y { 0 } else { 1 + random.below(LONGEST) }).collect();
    // A pair without a detour goes through the node where it starts.
    let through: Vec<u32> = pairs.map(|(y, _)| y).collect();

    let d_distance = work.buffer("distance", &distance)?;
    let d_through = work.buffer("through", &through)?;

    let grid = [nodes / block[0], nodes / block[1]];
    for k in 0..nodes {
        work.launch("pass", grid, block, args![d_distance, d_through, nodes, k]);
    }

    let shortest = move || shortest_paths(nodes as usize, distance, through);
    work.expect(d_distance, Tolerance::Exact, {
        let shortest = shortest.clone();
        move || shortest().0
    });
    work.expect(d_through, Tolerance::Exact, move || shortest().1);
    Ok(())
}

/// The lengths of the shortest paths, and the last node by which each was made shorter.
fn shortest_paths(nodes: usize, mut distance: Vec<u32>, mut through: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
    for k in 0..nodes {
        let from_k = distance[k * nodes..(k + 1) * nodes].to_vec();
        for y in 0..nodes {
            let to_k = distance[y * nodes + k];
            for (x, &from_k) in from_k.iter().enumerate() {
                let at = y * nodes + x;
                if to_k + from_k < distance[at] {
                    distance[at] = to_k + from_k;
                    through[at] = k as u32;
                }
            }
        }
    }
    (distance, through)
}
