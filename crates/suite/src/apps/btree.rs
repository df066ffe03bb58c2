//! B+ tree: the tree, queries, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};

application!(
    "btree",
    &[
        Kernel::new("find_k", "the record of a key, a CTA per key"),
        Kernel::new("find_range_k", "start and length of a range of keys, a CTA per range"),
    ],
    &[Paper::PhaseAware, Paper::Pro]
);

/// Children of a node, and threads of a CTA.
const ORDER: usize = 256;
/// Answer to a key that is not in the tree.
const ABSENT: i32 = -1;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (key_count, finds, ranges, range) = match size {
        Size::Tiny => (60_000, 32, 24, 300),
        Size::Small => (1_000_000, 1536, 1152, 3000),
        Size::Paper(Paper::Pro) => (1_000_000, 10_000, 6000, 3000),
        // Both as printed in its table.
        Size::Paper(_) => (1_000_000, 65_355, 65_535, 3000),
    };
    let mut random = work.random();
    let mut key = 0;
    let keys: Vec<i32> = (0..key_count)
        .map(|_| {
            key += 1 + random.below(2) as i32;
            key
        })
        .collect();
    // Keys are one or two apart, so that one in three queries finds nothing.
    let wanted: Vec<i32> = (0..finds).map(|_| random.below(key as u32 + 2) as i32).collect();
    let first: Vec<u32> = random.integers(ranges, key_count - range);
    let starts: Vec<i32> = first.iter().map(|&at| keys[at as usize]).collect();
    let ends: Vec<i32> = first.iter().map(|&at| keys[(at + range - 1) as usize]).collect();
    let records: Vec<i32> = (0..key_count).map(|_| (random.bits() >> 1) as i32).collect();
    let tree = Tree::of(&keys, &mut random);

    let d_nodes = work.buffer("nodes", &tree.words)?;
    let d_records = work.buffer("records", &records)?;
    let d_wanted = work.buffer("keys", &wanted)?;
    let d_current = work.zeros::<i32>("current", finds)?;
    let d_next = work.zeros::<i32>("next", finds)?;
    let d_answers = work.buffer("answers", &vec![ABSENT; finds])?;
    let d_starts = work.buffer("starts", &starts)?;
    let d_ends = work.buffer("ends", &ends)?;
    let d_range_current = work.zeros::<i32>("range_current", ranges)?;
    let d_range_next = work.zeros::<i32>("range_next", ranges)?;
    let d_last_current = work.zeros::<i32>("last_current", ranges)?;
    let d_last_next = work.zeros::<i32>("last_next", ranges)?;
    let d_range_start = work.zeros("range_start", ranges)?;
    let d_range_length = work.zeros("range_length", ranges)?;

    let find =
        args![tree.height, d_nodes, tree.node_count, d_records, d_current, d_next, d_wanted, d_answers];
    work.launch("find_k", finds as u32, ORDER as u32, find);
    let find_range = args![
        tree.height,
        d_nodes,
        tree.node_count,
        d_range_current,
        d_range_next,
        d_last_current,
        d_last_next,
        d_starts,
        d_ends,
        d_range_start,
        d_range_length
    ];
    work.launch("find_range_k", ranges as u32, ORDER as u32, find_range);

    work.expect(d_answers, Tolerance::Exact, {
        let keys = keys.clone();
        let record = move |key: &i32| keys.binary_search(key).map_or(ABSENT, |at| records[at]);
        move || wanted.iter().map(record).collect()
    });
    let rank = move |key: &i32| keys.partition_point(|k| k < key) as i32;
    work.expect(d_range_start, Tolerance::Exact, {
        let (rank, starts) = (rank.clone(), starts.clone());
        move || starts.iter().map(rank).collect()
    });
    work.expect(d_range_length, Tolerance::Exact, move || {
        starts.iter().zip(&ends).map(|(start, end)| rank(end) - rank(start) + 1).collect()
    });
    Ok(())
}

/// The tree as the device sees it.
struct Tree {
    /// Nodes one after another, the root first.
    words: Vec<i32>,
    node_count: i32,
    /// Levels above the leaves.
    height: i32,
}

/// A node: its least key, and the keys and indices it holds.
struct Node {
    least: i32,
    keys: Vec<i32>,
    indices: Vec<i32>,
}

impl Tree {
    /// A tree whose nodes are between half full and full, as insertions in any order leave them.
    fn of(keys: &[i32], random: &mut Random) -> Tree {
        let entries = keys.iter().zip(0..).map(|(&key, record)| (key, record)).collect();
        let mut levels = vec![nodes(entries, random)];
        while levels[0].len() > 1 {
            let entries = levels[0].iter().zip(0..).map(|(child, index)| (child.least, index)).collect();
            levels.insert(0, nodes(entries, random));
        }
        let node_count = levels.iter().map(Vec::len).sum::<usize>() as i32;
        let height = levels.len() as i32 - 1;
        let mut words = Vec::new();
        let mut below = 0;
        for (level, nodes) in levels.iter().enumerate() {
            let is_leaf = level as i32 == height;
            below += nodes.len() as i32;
            for node in nodes {
                // Children are numbered within their level, which comes after this one.
                let first = if is_leaf { 0 } else { below };
                words.push((words.len() / (2 * ORDER + 5)) as i32);
                words.extend(padded(node.indices.iter().map(|index| first + index), 0));
                // The leftmost child is there for whatever is less than its least key, too.
                let keys = node.keys.iter().enumerate();
                let keys = keys.map(|(i, &key)| if i == 0 && !is_leaf { i32::MIN } else { key });
                words.extend(padded(keys, i32::MAX));
                words.extend([i32::from(is_leaf), node.keys.len() as i32]);
            }
        }
        Tree { words, node_count, height }
    }
}

/// The nodes of a level, from what they have to hold.
fn nodes(entries: Vec<(i32, i32)>, random: &mut Random) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut rest = &entries[..];
    while !rest.is_empty() {
        // What fits the root makes it; a tree of one root more would only be higher.
        let room = if entries.len() <= ORDER { ORDER } else { ORDER / 2 + random.below(128) as usize };
        let (own, others) = rest.split_at(room.min(rest.len()));
        let (keys, indices) = own.iter().copied().unzip();
        nodes.push(Node { least: own[0].0, keys, indices });
        rest = others;
    }
    nodes
}

/// All of a node's array, filled up.
fn padded(values: impl Iterator<Item = i32>, with: i32) -> impl Iterator<Item = i32> {
    values.chain(std::iter::repeat(with)).take(ORDER + 1)
}
