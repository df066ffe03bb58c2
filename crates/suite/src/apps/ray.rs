//! Ray tracing: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};
use libm::fmaf;

application!(
    "ray",
    &[Kernel::new("render", "a ray per pixel, followed through its reflections")],
    &[Paper::Pro]
);

const BLOCK: [u32; 2] = [16, 8];
const BOUNCES: usize = 5;
const FAR: f32 = 100.0;
const CLOSE: f32 = 0.001;
const AMBIENT: f32 = 0.25;
const DIFFUSE: f32 = 0.75;
const FAINT: f32 = 0.02;
const SKY: Point = [0.4, 0.6, 0.9];
/// By how much the middle of the picture lies below the eye.
const TILT: f32 = 0.6;
const EYE: Point = [0.1, 2.1, -5.3];
const LIGHT: Point = [-6.0, 9.0, -3.0];

type Point = [f32; 3];

struct Ball {
    centre: Point,
    squared_radius: f32,
    colour: Point,
    /// How much of the colour is that of the reflected ray.
    mirror: f32,
}

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (width, height, count): (u32, u32, usize) = match size {
        // Some CTAs reach beyond the picture.
        Size::Tiny => (56, 28, 8),
        Size::Small => (256, 256, 8),
        Size::Paper(_) => (256, 256, 16),
    };
    let balls = scene(&mut work.random(), count);
    let places: Vec<f32> =
        balls.iter().flat_map(|b| [b.centre[0], b.centre[1], b.centre[2], b.squared_radius]).collect();
    let paints: Vec<f32> =
        balls.iter().flat_map(|b| [b.colour[0], b.colour[1], b.colour[2], b.mirror]).collect();

    let d_image = work.zeros("image", (width * height) as usize)?;
    work.symbol("balls", &places)?;
    work.symbol("paints", &paints)?;
    let grid = [width.div_ceil(BLOCK[0]), height.div_ceil(BLOCK[1])];
    let [eye_x, eye_y, eye_z] = EYE;
    let [light_x, light_y, light_z] = LIGHT;
    let args = args![d_image, width, height, count as u32, eye_x, eye_y, eye_z, light_x, light_y, light_z];
    work.launch("render", grid, BLOCK, args);

    // Both round every operation alike, so the pictures are the same.
    work.expect(d_image, Tolerance::Exact, move || {
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        pixels.map(|(x, y)| pixel(&balls, ray_through(x, y, width, height))).collect()
    });
    Ok(())
}

/// Balls on the floor or not far above it, in front of the eye, some of them mirrors.
fn scene(random: &mut Random, count: usize) -> Vec<Ball> {
    let ball = |_| {
        let radius = random.float(0.4, 1.2);
        let centre = [random.float(-3.5, 3.5), radius + random.float(0.0, 1.0), random.float(-1.0, 7.0)];
        let colour = [random.float(0.2, 1.0), random.float(0.2, 1.0), random.float(0.2, 1.0)];
        let mirror = if random.below(3) == 0 { 0.0 } else { random.float(0.3, 0.9) };
        Ball { centre, squared_radius: radius * radius, colour, mirror }
    };
    (0..count).map(ball).collect()
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point, b: Point) -> f32 {
    fmaf(a[2], b[2], fmaf(a[1], b[1], a[0] * b[0]))
}

/// a + t b
fn along(a: Point, t: f32, b: Point) -> Point {
    [fmaf(t, b[0], a[0]), fmaf(t, b[1], a[1]), fmaf(t, b[2], a[2])]
}

fn unit(a: Point) -> Point {
    let shrink = 1.0 / dot(a, a).sqrt();
    a.map(|a| shrink * a)
}

/// The direction from the eye through a pixel of a picture two units high and two away.
fn ray_through(x: u32, y: u32, width: u32, height: u32) -> Point {
    let scale = 2.0 / height as f32;
    let right = scale * (x as f32 - width as f32 / 2.0);
    let up = scale * (height as f32 / 2.0 - y as f32) - TILT;
    unit([right, up, 2.0])
}

impl Ball {
    /// How far along a ray it is met.
    fn meet(&self, from: Point, direction: Point) -> Option<f32> {
        let offset = minus(from, self.centre);
        let nearing = dot(offset, direction);
        let inside = fmaf(nearing, nearing, self.squared_radius - dot(offset, offset));
        let distance = (inside > 0.0).then(|| -nearing - inside.sqrt())?;
        (distance > CLOSE).then_some(distance)
    }
}

/// The colour that a ray from the eye finds, a byte per channel.
fn pixel(balls: &[Ball], mut direction: Point) -> u32 {
    let mut from = EYE;
    let mut colour = [0.0; 3];
    let mut weight = 1.0;
    for _ in 0..BOUNCES {
        let met = balls.iter().filter_map(|ball| Some((ball.meet(from, direction)?, Some(ball))));
        let floor = -from[1] / direction[1];
        let floor = (direction[1] < 0.0 && floor > CLOSE).then_some((floor, None));
        // Of several at the same distance, the first counts.
        let nearest = met.chain(floor).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((distance, ball)) = nearest.filter(|&(distance, _)| distance < FAR) else {
            colour = along(colour, weight, SKY);
            break;
        };
        from = along(from, distance, direction);
        let (normal, paint, mirror) = match ball {
            Some(ball) => (unit(minus(from, ball.centre)), ball.colour, ball.mirror),
            None => {
                let light = (from[0].floor() as i32 + from[2].floor() as i32) & 1 == 1;
                ([0.0, 1.0, 0.0], [if light { 0.9 } else { 0.1 }; 3], 0.25)
            }
        };

        let to_light = minus(LIGHT, from);
        let distance = dot(to_light, to_light).sqrt();
        let to_light = unit(to_light);
        let shadow = balls.iter().any(|ball| ball.meet(from, to_light).is_some_and(|t| t < distance));
        let lit = if shadow { 0.0 } else { dot(normal, to_light).max(0.0) };
        let brightness = fmaf(DIFFUSE, lit, AMBIENT);
        colour = along(colour, weight * (1.0 - mirror) * brightness, paint);

        weight *= mirror;
        if weight < FAINT {
            break;
        }
        direction = unit(along(direction, -2.0 * dot(direction, normal), normal));
    }
    let [red, green, blue] = colour.map(|c| (255.0 * c.min(1.0)) as u32);
    red | green << 8 | blue << 16
}
