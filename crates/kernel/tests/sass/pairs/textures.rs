//! Textures and surfaces of every shape: fetches with and without a filter, extents, loads, stores and reductions.

use super::{Case, Gpu, Random, compare, launch};
use warploom_kernel::execute::{
    AddressMode, Array, ArrayRegion, ArrayShape, ChannelKind, Filter, Surface, TexelFormat, Texture,
    TextureSource,
};

/// One architecture of each generation of encodings.
const ARCHITECTURES: [u32; 3] = [70, 80, 90];
const THREADS: u32 = 32;
const CTAS: u32 = 6;

const SHAPES: [ArrayShape; 7] = [
    ArrayShape::D1 { width: 64 },
    ArrayShape::D2 { width: 24, height: 9 },
    ArrayShape::D3 { width: 16, height: 5, depth: 3 },
    ArrayShape::Layered1D { width: 80, layers: 3 },
    ArrayShape::Layered2D { width: 48, height: 5, layers: 4 },
    ArrayShape::Cubemap { size: 8 },
    ArrayShape::LayeredCubemap { size: 4, cubemaps: 2 },
];

/// An array with small numbers in its texels, or with any bits.
fn array(gpu: &mut Gpu<'_>, random: &mut Random, shape: ArrayShape, format: TexelFormat, any: bool) -> Array {
    let array = gpu.memory.create_array("texels", shape, format).unwrap();
    let count = shape.extent().iter().product::<u32>() * format.bytes() / 4;
    let texels: Vec<u8> = (0..count)
        .flat_map(|_| {
            let bits = random.next();
            if any { bits.to_le_bytes() } else { (bits as i8 as f32).to_le_bytes() }
        })
        .collect();
    gpu.memory.write_array(array, ArrayRegion::all(shape), &texels).unwrap();
    array
}

/// Textures of all shapes; which filter and which modes they have depends on `n`.
fn textures(gpu: &mut Gpu<'_>, random: &mut Random, n: usize) -> Vec<u64> {
    let modes = [AddressMode::Wrap, AddressMode::Clamp, AddressMode::Mirror, AddressMode::Border];
    let make = |shape: ArrayShape| {
        let channels = [4, 1, 2][n % 3];
        let format = TexelFormat::new(channels, 32, ChannelKind::Float).unwrap();
        let is_cube = matches!(shape, ArrayShape::Cubemap { .. } | ArrayShape::LayeredCubemap { .. });
        let texture = Texture {
            address_mode: [modes[n % 4], modes[(n + 1) % 4], modes[(n + 2) % 4]],
            filter: if n.is_multiple_of(2) { Filter::Linear } else { Filter::Point },
            normalized: is_cube || n % 3 == 1,
            border: [1.5, -2.0, 7.0, 0.25],
            ..Texture::new(TextureSource::Array(array(gpu, random, shape, format, false)))
        };
        gpu.memory.create_texture(texture).unwrap().0
    };
    SHAPES.map(make).to_vec()
}

/// Layer, numbers of texels, and a position, of every thread.
fn places(random: &mut Random) -> Vec<u32> {
    let mut words = Vec::new();
    for _ in 0..CTAS * THREADS {
        // Some layers and texels are outside.
        words.push(random.next() % 5);
        words.extend((0..3).map(|_| (random.next() % 28).wrapping_sub(2)));
        // The axes of a direction are of different lengths; the longest is a power of two.
        let major = random.next() as usize % 3;
        let mut position = [0; 3].map(|_| (random.next() % 1024) as f32 / 1024.0 - 0.5);
        position[major] = [4.0, -4.0, 16.0, 1.0][random.next() as usize % 4];
        words.extend(position.map(f32::to_bits));
        words.push((random.next() % 3) as f32 as u32);
    }
    words
}

#[test]
fn fetches_by_handles_in_parameters() {
    for n in 0..6 {
        compare("textures", "bound", &ARCHITECTURES, &|gpu| {
            let mut random = Random::new(n);
            let handles = textures(gpu, &mut random, n as usize);
            let input = gpu.upload(&places(&mut random));
            let size = u64::from(CTAS * THREADS) * 16 * 32;
            let out = gpu.zeros(size);
            let args = [&[input, out], &handles[..]].concat();
            Case { launch: launch(CTAS, THREADS, &args), results: vec![("out", out, size)] }
        });
    }
}

/// Words of handles, of which every thread has its own.
fn handles_of_threads(random: &mut Random, sets: &[Vec<u64>]) -> Vec<u32> {
    (0..CTAS * THREADS)
        .flat_map(|_| sets[random.next() as usize % sets.len()].clone())
        .flat_map(|handle| [handle as u32, (handle >> 32) as u32])
        .collect()
}

#[test]
fn fetches_by_handles_that_differ_between_lanes() {
    compare("textures", "loose", &ARCHITECTURES, &|gpu| {
        let mut random = Random::new(9);
        let sets: Vec<Vec<u64>> = (0..4).map(|n| textures(gpu, &mut random, n)).collect();
        let input = gpu.upload(&places(&mut random));
        let handles = gpu.upload(&handles_of_threads(&mut random, &sets));
        let size = u64::from(CTAS * THREADS) * 16 * 33;
        let out = gpu.zeros(size);
        Case { launch: launch(CTAS, THREADS, &[input, out, handles]), results: vec![("out", out, size)] }
    });
}

#[test]
fn references_have_the_handles_in_their_variables() {
    compare("references", "references", &ARCHITECTURES, &|gpu| {
        let mut random = Random::new(10);
        for (variable, n) in [("first", 1), ("second", 0)] {
            let handle = textures(gpu, &mut random, n)[1];
            gpu.set(variable, handle);
        }
        let format = TexelFormat::new(1, 32, ChannelKind::Unsigned).unwrap();
        let array = array(gpu, &mut random, SHAPES[1], format, true);
        let surface = gpu.memory.create_surface(Surface { array }).unwrap();
        gpu.set("third", surface.0);
        let input = gpu.upload(&places(&mut random));
        let size = u64::from(CTAS * THREADS) * 48;
        let out = gpu.zeros(size);
        let (texels, bytes) = gpu.memory.array_storage(array).unwrap();
        let results = vec![("out", out, size), ("texels", texels, bytes)];
        Case { launch: launch(CTAS, THREADS, &[input, out]), results }
    });
}

/// Surfaces of the first five shapes, and where their texels are.
fn surfaces(gpu: &mut Gpu<'_>, random: &mut Random) -> (Vec<u64>, Vec<(&'static str, u64, u64)>) {
    let mut places = Vec::new();
    let mut make = |(n, &shape): (usize, &ArrayShape)| {
        let format = TexelFormat::new([1, 1, 1, 2, 4][n], 32, ChannelKind::Signed).unwrap();
        let array = array(gpu, random, shape, format, true);
        let (address, bytes) = gpu.memory.array_storage(array).unwrap();
        places.push(("texels", address, bytes));
        gpu.memory.create_surface(Surface { array }).unwrap().0
    };
    let handles = SHAPES.iter().take(5).enumerate().map(&mut make).collect();
    (handles, places)
}

const SURFACE_RESULTS: u64 = (CTAS * THREADS) as u64 * 192;

#[test]
fn surfaces_by_handles_in_parameters() {
    compare("surfaces", "bound", &ARCHITECTURES, &|gpu| {
        let mut random = Random::new(11);
        let (handles, mut results) = surfaces(gpu, &mut random);
        let input = gpu.upload(&places(&mut random));
        let out = gpu.zeros(SURFACE_RESULTS);
        results.push(("out", out, SURFACE_RESULTS));
        let args = [&[input, out], &handles[..]].concat();
        Case { launch: launch(CTAS, THREADS, &args), results }
    });
}

#[test]
fn surfaces_by_handles_that_differ_between_lanes() {
    compare("surfaces", "loose", &ARCHITECTURES, &|gpu| {
        let mut random = Random::new(12);
        let mut results = Vec::new();
        let mut sets = Vec::new();
        for _ in 0..3 {
            let (handles, places) = surfaces(gpu, &mut random);
            sets.push(handles);
            results.extend(places);
        }
        let input = gpu.upload(&places(&mut random));
        let handles = gpu.upload(&handles_of_threads(&mut random, &sets));
        let out = gpu.zeros(SURFACE_RESULTS);
        results.push(("out", out, SURFACE_RESULTS));
        Case { launch: launch(CTAS, THREADS, &[input, out, handles]), results }
    });
}
