//! Textures and surfaces.

use super::gpu::{Gpu, Scalar};
use super::support::{Random, args, same};
use warploom_kernel::execute::{
    AddressMode, Array, ArrayRegion, ArrayShape, ChannelKind, Filter, Surface, TexelFormat, Texture,
    TextureSource,
};

/// An array of the texels `data`.
fn array<T: Scalar>(
    gpu: &mut Gpu,
    shape: ArrayShape,
    (channels, bits, kind): (u32, u32, ChannelKind),
    data: &[T],
) -> Array {
    let mut bytes = Vec::new();
    data.iter().for_each(|&value| value.put(&mut bytes));
    let format = TexelFormat::new(channels, bits, kind).unwrap_or_else(|e| panic!("{e}"));
    let memory = gpu.memory();
    let array = memory.create_array("an array", shape, format).unwrap_or_else(|e| panic!("{e}"));
    memory.write_array(array, ArrayRegion::all(shape), &bytes).unwrap_or_else(|e| panic!("{e}"));
    array
}

fn contents<T: Scalar>(gpu: &mut Gpu, array: Array) -> Vec<T> {
    let memory = gpu.memory();
    let (shape, _) = memory.array(array).unwrap_or_else(|e| panic!("{e}"));
    let bytes = memory.read_array(array, ArrayRegion::all(shape)).unwrap_or_else(|e| panic!("{e}"));
    bytes.chunks_exact(T::SIZE).map(T::get).collect()
}

fn bind(gpu: &mut Gpu, texture: Texture) -> u64 {
    gpu.memory().create_texture(texture).unwrap_or_else(|e| panic!("{e}")).0
}

fn surface_of(gpu: &mut Gpu, array: Array) -> u64 {
    gpu.memory().create_surface(Surface { array }).unwrap_or_else(|e| panic!("{e}")).0
}

const FLOAT: (u32, u32, ChannelKind) = (1, 32, ChannelKind::Float);

pub fn texture(gpu: &mut Gpu) {
    linear(gpu);
    plane(gpu);
    shapes(gpu);
    blur(gpu);
}

fn linear(gpu: &mut Gpu) {
    let n = 200;
    let mut random = Random::new(7);
    let words = random.ints(n - 4, i32::MIN, i32::MAX);
    let bytes: Vec<u8> = (0..4 * (n - 4)).map(|_| random.u32() as u8).collect();
    let (at_words, at_bytes) = (gpu.upload(&words), gpu.upload(&bytes));
    let of = |address, (channels, bits, kind)| TextureSource::Linear {
        address,
        format: TexelFormat::new(channels, bits, kind).unwrap(),
        width: n as u32 - 4,
    };
    let words_texture = bind(gpu, Texture::new(of(at_words.address(), (1, 32, ChannelKind::Signed))));
    let bytes_texture = bind(gpu, Texture::new(of(at_bytes.address(), (4, 8, ChannelKind::Unsigned))));
    let (out, scaled) = (gpu.zeros::<i32>(n), gpu.zeros::<f32>(n));
    gpu.over("texture_linear", n, 64, args![words_texture, bytes_texture, out, scaled, n as i32]);
    let inside = |i: usize| (2..n - 2).contains(&i).then(|| i - 2);
    let want: Vec<i32> = (0..n).map(|i| inside(i).map_or(0, |i| words[i])).collect();
    same("texture_linear, words", &gpu.download::<i32>(out), &want);
    let four = |i: usize| {
        let b: Vec<f32> = bytes[4 * i..4 * i + 4].iter().map(|&b| f32::from(b)).collect();
        b[0] + 256.0 * b[1] + 65536.0 * b[2] + 0.5 * b[3]
    };
    let want: Vec<f32> = (0..n).map(|i| inside(i).map_or(0.0, four)).collect();
    same("texture_linear, bytes", &gpu.download::<f32>(scaled), &want);
}

/// The value of a plane at a point: the sum of the four nearest texels, by their shares of a square around the point.
fn bilinear(texels: &[f32], (width, height): (usize, usize), (x, y): (f32, f32)) -> f32 {
    let (x, y) = (f64::from(x) - 0.5, f64::from(y) - 0.5);
    let mut sum = 0.0;
    for (row, line) in texels.chunks(width).enumerate() {
        for (column, &texel) in line.iter().enumerate() {
            // How much of the texel's column and row, clamped at the edges, the square covers.
            let share = |at: f64, place: usize, size: usize| {
                let last = size as f64 - 1.0;
                let at = at.clamp(0.0, last);
                (1.0 - (at - place as f64).abs()).max(0.0)
            };
            sum += share(x, column, width) * share(y, row, height) * f64::from(texel);
        }
    }
    sum as f32
}

fn plane(gpu: &mut Gpu) {
    let (width, height, n) = (37, 21, 500);
    let mut random = Random::new(8);
    let texels = random.whole_floats(width * height, -100, 100);
    let shape = ArrayShape::D2 { width: width as u32, height: height as u32 };
    let source = TextureSource::Array(array(gpu, shape, FLOAT, &texels));
    let texture = bind(gpu, Texture { filter: Filter::Linear, ..Texture::new(source) });
    // Multiples of 1/256 have exact coefficients.
    let mut points = |size: usize| -> Vec<f32> {
        random.ints(n, -600, 256 * size as i32 + 600).iter().map(|&v| v as f32 / 256.0).collect()
    };
    let (x, y) = (points(width), points(height));
    let (px, py, out) = (gpu.upload(&x), gpu.upload(&y), gpu.zeros::<f32>(7 * n));
    gpu.over("texture_plane", n, 128, args![texture, px, py, out, n as i32]);
    let got = gpu.download::<f32>(out);
    let filtered: Vec<f32> = (0..n).map(|i| bilinear(&texels, (width, height), (x[i], y[i]))).collect();
    for (row, name) in ["tex2D", "tex2DLod", "tex2DGrad"].iter().enumerate() {
        same(name, &got[row * n..(row + 1) * n], &filtered);
    }
    for (row, (dx, dy)) in [(0, 1), (1, 1), (1, 0), (0, 0)].into_iter().enumerate() {
        let texel = |i: usize| {
            let at = |v: f32, d: i32, size: usize| {
                ((v - 0.5).floor() as i32 + d).clamp(0, size as i32 - 1) as usize
            };
            texels[at(y[i], dy, height) * width + at(x[i], dx, width)]
        };
        let want: Vec<f32> = (0..n).map(texel).collect();
        same("tex2Dgather", &got[(3 + row) * n..(4 + row) * n], &want);
    }
}

fn shapes(gpu: &mut Gpu) {
    let (size, n) = (8, 400);
    let mut random = Random::new(9);
    let texels = random.whole_floats(6 * size * size, -1000, 1000);
    let s = size as u32;
    let mut of = |shape: ArrayShape, normalized| {
        let [width, height, slices] = shape.extent().map(|v| v as usize);
        let source = TextureSource::Array(array(gpu, shape, FLOAT, &texels[..width * height * slices]));
        bind(gpu, Texture { normalized, ..Texture::new(source) })
    };
    let line = of(ArrayShape::D1 { width: s }, false);
    let volume = of(ArrayShape::D3 { width: s, height: s, depth: 4 }, false);
    let lines = of(ArrayShape::Layered1D { width: s, layers: 3 }, false);
    let planes = of(ArrayShape::Layered2D { width: s, height: s, layers: 3 }, false);
    let cube = of(ArrayShape::Cubemap { size: s }, true);
    // No two coordinates of a direction have equal length.
    let place = |v: &i32| *v as f32 / 128.0 + 1.0 / 1024.0;
    let x: Vec<f32> = random.ints(n, 0, 1023).iter().map(place).collect();
    let y: Vec<f32> = random.ints(n, 0, 1023).iter().map(|v| place(v) + 1.0 / 2048.0).collect();
    let z: Vec<f32> = random.ints(n, 0, 1023).iter().map(|v| place(v) + 1.0 / 4096.0).collect();
    let (px, py, pz, out) = (gpu.upload(&x), gpu.upload(&y), gpu.upload(&z), gpu.zeros::<f32>(5 * n));
    gpu.over("texture_shapes", n, 128, args![line, volume, lines, planes, cube, px, py, pz, out, n as i32]);
    let got = gpu.download::<f32>(out);
    let at = |v: f32| (v as usize).min(size - 1);
    let texel = |x: f32, y: f32, slice: usize, height: usize| texels[(slice * height + at(y)) * size + at(x)];
    let on_cube = |i: usize| {
        let direction = [x[i] - 4.0, y[i] - 4.0, z[i] - 4.0];
        let major = (0..3).max_by(|&a, &b| direction[a].abs().total_cmp(&direction[b].abs())).unwrap();
        let m = direction[major];
        let [dx, dy, dz] = direction.map(|v| v / m.abs());
        let face = 2 * major + usize::from(m < 0.0);
        let (s, t) = [(-dz, -dy), (dz, -dy), (dx, dz), (dx, -dz), (dx, -dy), (-dx, -dy)][face];
        let place = |v: f32| (v + 1.0) / 2.0 * size as f32;
        texel(place(s), place(t), face, size)
    };
    let rows: [(&str, &dyn Fn(usize) -> f32); 5] = [
        ("tex1D", &|i| texel(x[i], 0.0, 0, 1)),
        ("tex3D", &|i| texel(x[i], y[i], at(z[i]).min(3), size)),
        ("tex1DLayered", &|i| texel(x[i], 0.0, i % 3, 1)),
        ("tex2DLayered", &|i| texel(x[i], y[i], i % 3, size)),
        ("texCubemap", &on_cube),
    ];
    for (row, (name, want)) in rows.iter().enumerate() {
        let want: Vec<f32> = (0..n).map(want).collect();
        same(name, &got[row * n..(row + 1) * n], &want);
    }
}

fn blur(gpu: &mut Gpu) {
    let (width, height) = (50, 30);
    let texels = Random::new(10).whole_floats(width * height, 0, 255);
    // Rows of 256 bytes in linear memory, with a border of 1.
    let mut rows = vec![0.0; 64 * height];
    for (row, line) in texels.chunks(width).enumerate() {
        rows[64 * row..64 * row + width].copy_from_slice(line);
    }
    let memory = gpu.upload(&rows);
    let source = TextureSource::Pitch2D {
        address: memory.address(),
        format: TexelFormat::new(1, 32, ChannelKind::Float).unwrap(),
        width: width as u32,
        height: height as u32,
        pitch: 256,
    };
    let texture =
        Texture { address_mode: [AddressMode::Border; 3], border: [1.0; 4], ..Texture::new(source) };
    let texture = bind(gpu, texture);
    let out = gpu.zeros::<f32>(width * height);
    gpu.launch("texture_blur", [4, 4, 1], [16, 8, 1], 0, args![texture, out, width as i32, height as i32]);
    let at = |x: i32, y: i32| {
        let inside = (0..width as i32).contains(&x) && (0..height as i32).contains(&y);
        if inside { texels[y as usize * width + x as usize] } else { 1.0 }
    };
    let want: Vec<f32> = (0..width * height)
        .map(|i| {
            let (x, y) = ((i % width) as i32, (i / width) as i32);
            (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).map(|(dx, dy)| at(x + dx, y + dy)).sum()
        })
        .collect();
    same("texture_blur", &gpu.download::<f32>(out), &want);
}

pub fn surface(gpu: &mut Gpu) {
    let (width, height) = (70, 40);
    let mut random = Random::new(11);
    let pixels: Vec<u8> = (0..4 * width * height).map(|_| random.u32() as u8).collect();
    let shape = ArrayShape::D2 { width: width as u32, height: height as u32 };
    let rgba = (4, 8, ChannelKind::Unsigned);
    let from = array(gpu, shape, rgba, &pixels);
    let to = array(gpu, shape, rgba, &vec![0u8; pixels.len()]);
    let handles = [from, to].map(|array| surface_of(gpu, array));
    gpu.launch(
        "surface_copy",
        [5, 5, 1],
        [16, 8, 1],
        0,
        args![handles[0], handles[1], width as i32, height as i32],
    );
    let mut want = Vec::new();
    for line in pixels.chunks(4 * width) {
        for texel in line.chunks(4).rev() {
            want.extend([texel[3], texel[2], texel[1], texel[0].wrapping_add(1)]);
        }
    }
    same("surface_copy", &contents::<u8>(gpu, to), &want);

    let n = 106;
    let line = random.ints(n - 6, -1000, 1000);
    // The kernel writes behind the first hundred texels only: 50 of its writes are outside.
    let stored: Vec<i32> = line.iter().copied().chain(vec![0; 56]).collect();
    let texels =
        array(gpu, ArrayShape::D1 { width: stored.len() as u32 }, (1, 32, ChannelKind::Signed), &stored);
    let (handle, out) = (surface_of(gpu, texels), gpu.zeros::<i32>(2 * n));
    gpu.over("surface_edges", n, 32, args![handle, out, n as i32]);
    let got = gpu.download::<i32>(out);
    // Threads whose place is not written by others.
    let clamped = |i: usize| stored[i.saturating_sub(3)];
    let want: Vec<i32> = (0..100).map(clamped).collect();
    same("surface_edges, clamp", &got[..100], &want);
    let want: Vec<i32> = (0..100).map(|i| if i < 3 { 0 } else { stored[i - 3] }).collect();
    same("surface_edges, zero", &got[n..n + 100], &want);
    let after = contents::<i32>(gpu, texels);
    let want: Vec<i32> = (0..56).map(|i| clamped(i) + 1000).collect();
    same("surface_edges, written", &after[100..], &want);

    let n = 192;
    let volume = random.whole_floats(4 * 8 * 8 * 3, -50, 50);
    let shorts: Vec<i16> = (0..16 * 3).map(|_| random.int(-100, 100) as i16).collect();
    let box_ =
        array(gpu, ArrayShape::D3 { width: 8, height: 8, depth: 3 }, (4, 32, ChannelKind::Float), &volume);
    let lines =
        array(gpu, ArrayShape::Layered1D { width: 16, layers: 3 }, (1, 16, ChannelKind::Signed), &shorts);
    let two = (2, 32, ChannelKind::Signed);
    let planes =
        array(gpu, ArrayShape::Layered2D { width: 8, height: 8, layers: 3 }, two, &vec![0i32; 2 * 8 * 8 * 3]);
    let cube = array(gpu, ArrayShape::Cubemap { size: 8 }, two, &vec![0i32; 2 * 8 * 8 * 6]);
    let handles = [box_, lines, planes, cube].map(|array| surface_of(gpu, array));
    let out = gpu.zeros::<f32>(4 * n);
    gpu.over("surface_shapes", n, 64, args![handles[0], handles[1], handles[2], handles[3], out, n as i32]);
    let mut want = Vec::new();
    for i in 0..n {
        let v = &volume[4 * i..4 * i + 4];
        let short = shorts[i / 64 % 3 * 16 + i % 8];
        want.extend([v[3], v[2] + f32::from(short), v[1], v[0]]);
    }
    same("surface_shapes, read", &gpu.download::<f32>(out), &want);
    let want: Vec<i16> = (0..48).map(|i| if i % 16 < 8 { shorts[i] } else { shorts[i - 8] + 5 }).collect();
    same("surface_shapes, layered lines", &contents::<i16>(gpu, lines), &want);
    let want: Vec<i32> = (0..n as i32).flat_map(|i| [2 * i, i]).collect();
    same("surface_shapes, layered planes", &contents::<i32>(gpu, planes), &want);
    let want: Vec<i32> = (0..n as i32).flat_map(|i| [i, -i]).chain(vec![0; 384]).collect();
    same("surface_shapes, faces", &contents::<i32>(gpu, cube), &want);
}
