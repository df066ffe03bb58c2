//! Heart wall: frames, launches and reference.

use crate::work::args;
use crate::{Application, Error, Kernel, Paper, Random, Size, Tolerance, Work};

pub const APPLICATION: Application = Application {
    name: "heartwall",
    source: include_str!("../../kernels/heartwall.cu"),
    ptx: include_str!("../../kernels/heartwall.ptx"),
    kernels: &[Kernel::new("track", "one point's new place, by correlation of its template with the frame")],
    papers: &[Paper::PhaseAware],
    build,
};

const THREADS: u32 = 256;

/// How large the pieces are. Sides are odd.
#[derive(Clone, Copy)]
struct Sides {
    template: usize,
    window: usize,
    mask: usize,
}

impl Sides {
    /// Places at which template and window overlap, in each direction.
    fn places(self) -> usize {
        self.template + self.window - 1
    }

    /// What the kernel needs for intermediate results, in the order in which it places them.
    fn workspace(self) -> usize {
        let Sides { template, window, mask } = self;
        let (places, padded) = (self.places(), window + 2 * template - 1);
        let sums = padded.pow(2) + 2 * places * padded + 4 * places.pow(2);
        let squares = window.pow(2) + template.pow(2) + 2 * template;
        let search = 2 * places.pow(2) + mask.pow(2) + (places + mask - 1).pow(2) + 2 * places;
        window.pow(2) + template.pow(2) + places.pow(2) + sums + squares + search
    }
}

fn build(size: Size, work: &mut Work) -> Result<(), Error> {
    let (inner, outer, frames) = match size {
        Size::Tiny => (1, 2, 2),
        Size::Small => (22, 34, 1),
        Size::Paper(_) => (22, 34, 2),
    };
    let (sides, rows, columns, shrinks) = match size {
        Size::Tiny => (Sides { template: 5, window: 13, mask: 5 }, 80, 96, 0.95),
        Size::Small => (Sides { template: 9, window: 17, mask: 7 }, 192, 224, 0.97),
        Size::Paper(_) => (Sides { template: 25, window: 41, mask: 11 }, 590, 609, 0.98),
    };
    let points = inner + outer;
    let film = film(rows, columns, frames + 1, shrinks, &mut work.random());
    let mut places = on_ellipse(inner, rows, columns, 0.2);
    places.extend(on_ellipse(outer, rows, columns, 0.33));
    let start =
        Tracked { correlations: Vec::new(), templates: templates(&film[0], columns, sides, &places), places };

    let list = |points: &[(usize, usize)]| -> (Vec<i32>, Vec<i32>) {
        points.iter().map(|&(row, column)| (row as i32, column as i32)).unzip()
    };
    let (inner_rows, inner_columns) = list(&start.places[..inner]);
    let (outer_rows, outer_columns) = list(&start.places[inner..]);
    let as_floats = |values: &[f64]| values.iter().map(|&v| v as f32).collect::<Vec<f32>>();
    let d_inner_rows = work.buffer("inner rows", &inner_rows)?;
    let d_inner_columns = work.buffer("inner columns", &inner_columns)?;
    let d_outer_rows = work.buffer("outer rows", &outer_rows)?;
    let d_outer_columns = work.buffer("outer columns", &outer_columns)?;
    let d_templates = work.buffer("templates", &as_floats(&start.templates))?;
    let d_correlations = work.zeros("correlations", points * sides.places().pow(2))?;
    let d_workspaces = work.zeros::<f32>("workspaces", points * sides.workspace())?;

    for frame in &film[1..] {
        let d_frame = work.buffer("frame", &as_floats(frame))?;
        let args = args![
            d_frame,
            columns as i32,
            inner as i32,
            d_inner_rows,
            d_inner_columns,
            d_outer_rows,
            d_outer_columns,
            sides.template as i32,
            sides.window as i32,
            sides.mask as i32,
            d_templates,
            d_correlations,
            d_workspaces,
            sides.workspace() as i32,
        ];
        work.launch("track", points as u32, THREADS, args);
    }

    let tracked =
        move || film[1..].iter().fold(start.clone(), |last, frame| last.track(frame, columns, sides));
    let near = Tolerance::Within { relative: 1e-6, absolute: 1e-5 };
    work.expect(d_correlations, near, {
        let tracked = tracked.clone();
        move || as_floats(&tracked().correlations)
    });
    work.expect(d_templates, near, {
        let tracked = tracked.clone();
        move || as_floats(&tracked().templates)
    });
    work.expect(d_inner_rows, Tolerance::Exact, {
        let tracked = tracked.clone();
        move || list(&tracked().places[..inner]).0
    });
    work.expect(d_inner_columns, Tolerance::Exact, {
        let tracked = tracked.clone();
        move || list(&tracked().places[..inner]).1
    });
    work.expect(d_outer_rows, Tolerance::Exact, {
        let tracked = tracked.clone();
        move || list(&tracked().places[inner..]).0
    });
    work.expect(d_outer_columns, Tolerance::Exact, move || list(&tracked().places[inner..]).1);
    Ok(())
}

/// Speckle that shrinks towards the middle from frame to frame, with some noise. Pixels are small whole
/// numbers, as from a scanner, so that their sums are exact in floats.
fn film(rows: usize, columns: usize, frames: usize, shrinks: f32, random: &mut Random) -> Vec<Vec<f64>> {
    let grains = random.integers((rows + 1) * (columns + 1), 16);
    let mut first = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let at = row * (columns + 1) + column;
            let grains = [at, at + 1, at + columns + 1, at + columns + 2].map(|at| grains[at]);
            first.push(f64::from(2 + grains.iter().sum::<u32>()));
        }
    }
    let source = |at: usize, extent: usize| -> usize {
        let middle = extent as f32 / 2.0;
        (middle + (at as f32 - middle) / shrinks).round().clamp(0.0, extent as f32 - 1.0) as usize
    };
    let mut film = vec![first];
    for number in 1..frames {
        let last = &film[number - 1];
        let mut frame = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let noise = f64::from(random.below(3)) - 1.0;
                frame.push(last[source(row, rows) * columns + source(column, columns)].max(2.0) + noise);
            }
        }
        film.push(frame);
    }
    film
}

/// Points around the middle; `radius` is a share of the frame.
fn on_ellipse(points: usize, rows: usize, columns: usize, radius: f32) -> Vec<(usize, usize)> {
    let place = |extent: usize, direction: f32| (extent as f32 * (0.5 + radius * direction)) as usize;
    (0..points)
        .map(|point| {
            let angle = point as f32 / points as f32 * std::f32::consts::TAU;
            (place(rows, libm::sinf(angle)), place(columns, libm::cosf(angle)))
        })
        .collect()
}

/// What the points look like at first.
fn templates(frame: &[f64], columns: usize, sides: Sides, places: &[(usize, usize)]) -> Vec<f64> {
    let half = sides.template / 2;
    let mut templates = Vec::new();
    for &(row, column) in places {
        for y in row - half..=row + half {
            templates.extend(&frame[y * columns + column - half..=y * columns + column + half]);
        }
    }
    templates
}

/// Where the points are, what they look like, and how the last frame resembled that at each place.
#[derive(Clone)]
struct Tracked {
    places: Vec<(usize, usize)>,
    templates: Vec<f64>,
    correlations: Vec<f64>,
}

impl Tracked {
    /// Follows the points to the next frame.
    fn track(mut self, frame: &[f64], columns: usize, sides: Sides) -> Tracked {
        self.correlations.clear();
        let side = sides.template;
        let (count, middle) = (sides.places(), sides.places() / 2);
        for ((row, column), template) in
            self.places.iter_mut().zip(self.templates.chunks_exact_mut(side * side))
        {
            let (top, left) = (*row - sides.window / 2, *column - sides.window / 2);
            let mut best = (f64::MIN, 0, 0);
            for last_row in 0..count {
                for last_column in 0..count {
                    // What lies under the template; nothing does beyond the window.
                    let pixels = (0..side * side).map(|i| {
                        let y = (last_row + i / side).checked_sub(side - 1)?;
                        let x = (last_column + i % side).checked_sub(side - 1)?;
                        (y < sides.window && x < sides.window).then(|| frame[(top + y) * columns + left + x])
                    });
                    let alike = resemblance(template, pixels.map(Option::unwrap_or_default));
                    self.correlations.push(alike);
                    let near = |place: usize| place.abs_diff(middle) <= sides.mask / 2;
                    if near(last_row) && near(last_column) && alike > best.0 {
                        best = (alike, last_row, last_column);
                    }
                }
            }
            (*row, *column) = (top + best.1 - side / 2, left + best.2 - side / 2);
            let seen = templates(frame, columns, sides, &[(*row, *column)]);
            template.iter_mut().zip(seen).for_each(|(t, seen)| *t = 0.75 * *t + 0.25 * seen);
        }
        self
    }
}

/// Normalised correlation: 1 if both differ from their means alike, 0 if one does not differ at all.
fn resemblance(template: &[f64], pixels: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = template.len() as f64;
    let template_mean = template.iter().sum::<f64>() / count;
    let pixel_mean = pixels.clone().sum::<f64>() / count;
    let (mut both, mut templates, mut alone) = (0.0, 0.0, 0.0);
    for (t, pixel) in template.iter().map(|t| t - template_mean).zip(pixels.map(|p| p - pixel_mean)) {
        both += t * pixel;
        templates += t * t;
        alone += pixel * pixel;
    }
    if alone * templates > 0.0 { both / (alone * templates).sqrt() } else { 0.0 }
}
