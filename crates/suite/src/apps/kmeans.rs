//! K-means: inputs, launch and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};

application!("kmeans", &[Kernel::new("assign", "the nearest centre of each point")], &[Paper::PhaseAware]);

const THREADS: usize = 256;
/// As many as the original has by default.
const CENTRES: usize = 5;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // A square grid: of 3, 20 and 29 CTAs a side. The original's records of network traffic have 34 features.
    let (points, features) = match size {
        Size::Tiny => (1_700, 19),
        Size::Small => (93_000, 19),
        Size::Paper(_) => (204_800, 34),
    };
    let side = (1..).find(|side| side * side * THREADS >= points).unwrap_or(1) as u32;
    let by_point = records(points, features, &mut work.random());
    let by_feature: Vec<f32> =
        (0..features).flat_map(|f| by_point[f..].iter().step_by(features).map(|&v| f32::from(v))).collect();
    // The first points serve as centres.
    let centres: Vec<f32> = by_point[..CENTRES * features].iter().map(|&v| f32::from(v)).collect();

    let d_features = work.buffer("features", &by_feature)?;
    let d_nearest = work.buffer("nearest", &vec![-1; points])?;
    work.symbol("kmeans_centres", &centres)?;

    let args = args![d_features, features as i32, points as i32, CENTRES as i32, d_nearest];
    work.launch("assign", [side; 2], THREADS as u32, args);

    work.expect(d_nearest, Tolerance::Exact, move || nearest(features, &by_point));
    Ok(())
}

/// Points around a few typical records. Features are small whole numbers: every distance is exact in a
/// float, so that the nearest centre is beyond doubt.
fn records(points: usize, features: usize, random: &mut Random) -> Vec<u8> {
    let typical: Vec<Vec<u32>> = (0..2 * CENTRES).map(|_| random.integers(features, 80)).collect();
    let mut records = Vec::with_capacity(points * features);
    for _ in 0..points {
        let kind = &typical[random.below(typical.len() as u32) as usize];
        records.extend(kind.iter().map(|&value| (value + random.below(176)) as u8));
    }
    records
}

/// For each point, the number of the nearest centre: the first of them if several are.
fn nearest(features: usize, by_point: &[u8]) -> Vec<i32> {
    let squared_distance = |a: &[u8], b: &[u8]| -> i32 {
        a.iter().zip(b).map(|(&a, &b)| (i32::from(a) - i32::from(b)).pow(2)).sum()
    };
    let centres = || by_point.chunks_exact(features).take(CENTRES).zip(0..);
    let best = |point| centres().min_by_key(|(centre, _)| squared_distance(point, centre));
    by_point.chunks_exact(features).map(|point| best(point).map_or(-1, |(_, number)| number)).collect()
}
