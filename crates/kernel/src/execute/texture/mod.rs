//! Textures and surfaces: arrays, texture objects and surface objects in device memory.
//!
//! [`Memory`](super::Memory) creates them, as `cudaMallocArray`, `cudaCreateTextureObject` and `cudaCreateSurfaceObject` do.
//! A kernel gets a texture or surface as a 64-bit handle. No handle is the address of anything.
//!
//! ```
//! use warploom_kernel::execute::{
//!     Arg, ArrayRegion, ArrayShape, ChannelKind, Filter, Launch, Memory, TexelFormat, Texture, TextureSource,
//! };
//! use warploom_kernel::ptx::{Module, run};
//!
//! let module = Module::parse(r"
//!     .version 8.0 .target sm_75 .address_size 64
//!     .visible .entry halfway(.param .u64 texture, .param .u64 out) {
//!         .reg .b64 %d<2>; .reg .f32 %f<4>;
//!         ld.param.u64 %d0, [texture];
//!         ld.param.u64 %d1, [out];
//!         tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, {0f3F800000, 0f3F000000}]; // x = 1, y = 0.5
//!         st.global.f32 [%d1], %f0;
//!         ret;
//!     }")?;
//! let mut memory = Memory::new();
//! let globals = memory.load(&module)?;
//! let format = TexelFormat::new(1, 32, ChannelKind::Float)?;
//! let array = memory.create_array("picture", ArrayShape::D2 { width: 2, height: 1 }, format)?;
//! let texels: Vec<u8> = [10f32, 20.0].iter().flat_map(|v| v.to_le_bytes()).collect();
//! memory.write_array(array, ArrayRegion::all(ArrayShape::D2 { width: 2, height: 1 }), &texels)?;
//! let texture = Texture { filter: Filter::Linear, ..Texture::new(TextureSource::Array(array)) };
//! let texture = memory.create_texture(texture)?;
//! let out = memory.allocate("out", 4)?;
//! let launch = Launch::new([1, 1, 1], [1, 1, 1]).arg(Arg::u64(texture.0)).arg(Arg::u64(out));
//! run(&module.programs[0], &globals, &launch, &mut memory, &mut ())?;
//! assert_eq!(memory.read(out, 4)?, 15f32.to_le_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules
//!
//! The rules are those of the chapter "Texture Fetching" of NVIDIA's CUDA C++ Programming Guide. Where the chapter and the
//! PTX manual are silent, these hold:
//!
//! * The interpolation coefficient is the fraction of the coordinate, rounded to the nearest multiple of 1/256 (halves up).
//!   Texels are weighted exactly, and the sum is rounded to single precision once. A texel of weight 0 is not read.
//! * Integer coordinates select a texel without filter; outside the texture, every channel is 0.
//! * Channels that the format does not have are 0.
//! * The type of the result (`.f32`, `.s32`, `.u32`) does not change the bits.
//! * The number of a layer is clamped to the layers that exist.
//! * A cubemap is clamped at the edges of each face. Of axes of equal length, z selects the face before y, and y before x.
//! * There is one mipmap level. A level of detail or a gradient selects it.
//! * A coordinate that is not a number counts as 0.
//! * A `.texref` or `.surfref` variable of a module holds a handle: write the handle to the variable to bind it.

pub(crate) mod access;
pub(crate) mod array;
mod format;
mod geometry;
mod object;
pub(crate) mod sample;

pub use array::{Array, ArrayRegion, ArrayShape};
pub use format::{ChannelKind, TexelFormat};
pub use geometry::Geometry;
pub use object::{
    AddressMode, Filter, ReadMode, Surface, SurfaceHandle, Texture, TextureError, TextureHandle,
    TextureSource,
};
pub(crate) use object::{Bound, TextureObjects};
