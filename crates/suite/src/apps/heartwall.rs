//! Heart wall: frames, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};

application!(
    "heartwall",
    &[Kernel::new("track", "one point's new place, by correlation of its template with the frame")
        .size_note(
            "a point has a template of 51 by 51 and a window of 81 by 81, at tiny of 5 by 5 and 13 by 13"
        )],
    &[Paper::PhaseAware]
);

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

    /// The kernel's `Common`: sizes, then the first element of each intermediate result in a point's workspace.
    fn common(self, columns: usize, inner: usize, update_every: usize) -> Vec<i32> {
        let Sides { template, window, mask } = self;
        let (places, padded) = (self.places(), window + 2 * template - 1);
        let (strip, allowed) = (places * padded, places + mask - 1);
        // In the order of the kernel's structure: window, convolved, padded, lower, upper, right, left, sums, sums
        // of squares, squares of window and template, deviations, expected, mask, allowed.
        let (square, all) = (|side: usize| side.pow(2), places.pow(2));
        let pieces = [
            square(window),
            all,
            square(padded),
            strip,
            strip,
            all,
            all,
            all,
            all,
            square(window),
            square(template),
            all,
            all,
            square(mask),
            square(allowed),
        ];
        let mut common =
            vec![columns, inner, template, square(template), window, square(window), places, all];
        common.extend([padded, square(padded), strip, mask, square(mask), allowed, square(allowed)]);
        common.extend([update_every, pieces.iter().sum()]);
        common.extend(pieces.iter().scan(0, |end, piece| {
            *end += piece;
            Some(*end - piece)
        }));
        common.into_iter().map(|value| value as i32).collect()
    }

    /// Elements of a point's workspace.
    fn workspace(self) -> usize {
        self.common(0, 0, 0)[16] as usize
    }
}

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (inner, outer, frames) = match size {
        Size::Tiny => (1, 2, 2),
        // Whole points and fewer of them: smaller windows would leave warps without elements.
        Size::Small => (4, 6, 1),
        Size::Paper(_) => (22, 34, 1),
    };
    let (sides, rows, columns, shrinks) = match size {
        Size::Tiny => (Sides { template: 5, window: 13, mask: 5 }, 80, 96, 0.95),
        Size::Small => (Sides { template: 51, window: 81, mask: 11 }, 240, 260, 0.97),
        Size::Paper(_) => (Sides { template: 51, window: 81, mask: 11 }, 590, 609, 0.98),
    };
    // The points move after the last frame.
    let update_every = frames;
    let points = inner + outer;
    let film = film(rows, columns, frames + 1, shrinks, &mut work.random());
    let mut places = on_ellipse(inner, rows, columns, 0.2);
    places.extend(on_ellipse(outer, rows, columns, 0.33));
    let start = Tracked {
        correlations: Vec::new(),
        templates: templates(&film[0], columns, sides, &places),
        history: vec![places.clone()],
        points: places,
    };

    // Column, then row of each point.
    let list = |points: &[(usize, usize)]| -> Vec<i32> {
        points.iter().flat_map(|&(row, column)| [column as i32, row as i32]).collect()
    };
    let as_floats = |values: &[f64]| values.iter().map(|&v| v as f32).collect::<Vec<f32>>();
    let d_inner = work.buffer("inner points", &list(&start.points[..inner]))?;
    let d_outer = work.buffer("outer points", &list(&start.points[inner..]))?;
    // The points' places in each frame.
    let d_history = work.zeros("history", (frames + 1) * points * 2)?;
    work.fill(d_history, &list(&start.points))?;
    let d_templates = work.buffer("templates", &as_floats(&start.templates))?;
    let d_correlations = work.zeros("correlations", points * sides.places().pow(2))?;
    let d_workspaces = work.zeros::<f32>("workspaces", points * sides.workspace())?;
    work.symbol("heartwall_common", &sides.common(columns, inner, update_every))?;

    for (number, frame) in film.iter().enumerate().skip(1) {
        let d_frame = work.buffer("frame", &as_floats(frame))?;
        let places = |frame: usize| d_history.address() + (frame * points * 8) as u64;
        let args = args![
            d_frame,
            number as i32,
            d_inner,
            d_outer,
            places(number - 1),
            places(number),
            d_templates,
            d_correlations,
            d_workspaces,
        ];
        work.launch("track", points as u32, THREADS, args);
    }

    let tracked = move || {
        let next = |last: Tracked, frame: &Vec<f64>| last.track(frame, columns, sides, update_every);
        film[1..].iter().fold(start.clone(), next)
    };
    let near = Tolerance::Within { relative: 1e-6, absolute: 1e-5 };
    work.expect(d_correlations, near, {
        let tracked = tracked.clone();
        move || as_floats(&tracked().correlations)
    });
    work.expect(d_templates, near, {
        let tracked = tracked.clone();
        move || as_floats(&tracked().templates)
    });
    work.expect(d_inner, Tolerance::Exact, {
        let tracked = tracked.clone();
        move || list(&tracked().points[..inner])
    });
    work.expect(d_outer, Tolerance::Exact, {
        let tracked = tracked.clone();
        move || list(&tracked().points[inner..])
    });
    work.expect(d_history, Tolerance::Exact, move || list(&tracked().history.concat()));
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

/// Where the points and their places in each frame are, what they look like, and how the last frame resembled that at
/// each place.
#[derive(Clone)]
struct Tracked {
    points: Vec<(usize, usize)>,
    history: Vec<Vec<(usize, usize)>>,
    templates: Vec<f64>,
    correlations: Vec<f64>,
}

impl Tracked {
    /// Follows the points to the next frame.
    fn track(mut self, frame: &[f64], columns: usize, sides: Sides, update_every: usize) -> Tracked {
        self.correlations.clear();
        let last_places = self.history[self.history.len() - 1].clone();
        let moves = self.history.len().is_multiple_of(update_every);
        let mut new_places = Vec::new();
        let side = sides.template;
        let (count, middle) = (sides.places(), sides.places() / 2);
        for (((row, column), template), (last_row, last_column)) in
            self.points.iter_mut().zip(self.templates.chunks_exact_mut(side * side)).zip(last_places)
        {
            let (expected_row, expected_column) = (middle + last_row - *row, middle + last_column - *column);
            let (top, left) = (*row - sides.window / 2, *column - sides.window / 2);
            let mut best = (f64::MIN, 0, 0);
            for bottom in 0..count {
                for right in 0..count {
                    // What lies under the template; nothing does beyond the window.
                    let pixels = (0..side * side).map(|i| {
                        let y = (bottom + i / side).checked_sub(side - 1)?;
                        let x = (right + i % side).checked_sub(side - 1)?;
                        (y < sides.window && x < sides.window).then(|| frame[(top + y) * columns + left + x])
                    });
                    let alike = resemblance(template, pixels.map(Option::unwrap_or_default));
                    self.correlations.push(alike);
                    let near = |place: usize, expected: usize| place.abs_diff(expected) <= sides.mask / 2;
                    if near(bottom, expected_row) && near(right, expected_column) && alike > best.0 {
                        best = (alike, bottom, right);
                    }
                }
            }
            let new_place = (top + best.1 - side / 2, left + best.2 - side / 2);
            new_places.push(new_place);
            if moves {
                (*row, *column) = new_place;
                let seen = templates(frame, columns, sides, &[new_place]);
                template.iter_mut().zip(seen).for_each(|(t, seen)| *t = 0.75 * *t + 0.25 * seen);
            }
        }
        self.history.push(new_places);
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
