//! The contents of buffers: elements from a launch file's keys or from a file.

use super::element::{ElementType, Number, NumberError};
use super::error::{LaunchFileError, LaunchFileErrorKind};
use super::file::{self, Iota, KeyPath};
use super::npy;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read, Write};
use std::path::Path;
use warploom_tape::atomic_file::AtomicFile;

/// Memory of the simulated device. Files are read no further than this.
pub const DEVICE_BYTES: u64 = 4 << 30;

/// The stream of the PCG64 generator: the default of its authors.
const STREAM: u128 = 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96;

/// Elements of one type; patterns are computed on access.
#[derive(Debug)]
pub struct Elements {
    pub ty: ElementType,
    /// The sizes of the dimensions.
    pub shape: Vec<u64>,
    data: Data,
}

#[derive(Debug)]
enum Data {
    /// The same element everywhere.
    Fill([u8; 8]),
    Iota(Iota),
    Random {
        seed: u64,
        low: Number,
        high: Number,
    },
    Bytes(Vec<u8>),
}

/// The number of elements of a shape; an error if their bytes exceed the device's memory.
pub fn count(ty: ElementType, shape: &[u64]) -> Result<u64, LaunchFileErrorKind> {
    let count = shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d));
    let fits = |&n: &u64| n.checked_mul(ty.size() as u64).is_some_and(|b| b <= DEVICE_BYTES);
    count.filter(fits).ok_or(LaunchFileErrorKind::TooLarge { limit: DEVICE_BYTES })
}

impl Elements {
    /// The contents that `[buffers.NAME]` sets. `None` keeps those of a symbol.
    pub fn of_buffer(
        buffer: &file::Buffer,
        path: &KeyPath,
        base: &Path,
    ) -> Result<(ElementType, Vec<u64>, Option<Elements>), LaunchFileError> {
        let contents = [
            ("zeros", buffer.zeros.is_some()),
            ("value", buffer.value.is_some()),
            ("values", buffer.values.is_some()),
            ("iota", buffer.iota.is_some()),
            ("random", buffer.random.is_some()),
            ("file", buffer.file.is_some()),
        ];
        let mut said = contents.iter().filter(|c| c.1).map(|c| c.0);
        let content = said.next();
        if let (Some(a), Some(b)) = (content, said.next()) {
            return Err(LaunchFileErrorKind::TwoContents(a, b).at(&path.key(b)));
        }
        let stated = buffer.shape.as_ref().map(|s| s.0.clone());
        if let Some(file) = &buffer.file {
            let at = path.key("file");
            let elements = Elements::of_file(&base.join(file), buffer.ty, buffer.ty, stated);
            let elements = elements.map_err(|k| k.at(&at))?;
            return Ok((elements.ty, elements.shape.clone(), Some(elements)));
        }
        let ty = buffer.ty.ok_or_else(|| LaunchFileErrorKind::NoType.at(path))?;
        let shape = match (stated, &buffer.values) {
            (Some(shape), _) => shape,
            (None, Some(values)) => vec![values.len() as u64],
            (None, None) => return Err(LaunchFileErrorKind::NoShape.at(path)),
        };
        count(ty, &shape).map_err(|k| k.at(&path.key("shape")))?;
        let at = content.map_or_else(|| path.clone(), |key| path.key(key));
        let elements = if let Some(values) = &buffer.values {
            Elements::of_values(ty, shape, values, &at)?
        } else if let Some(value) = buffer.value {
            Elements::of_value(ty, shape, value).map_err(|k| k.at(&at))?
        } else if let Some(iota) = buffer.iota {
            Elements::of_iota(ty, shape, iota).map_err(|k| k.at(&at))?
        } else if let Some(random) = buffer.random {
            Elements::of_random(ty, shape, random).map_err(|k| k.at(&at))?
        } else if buffer.zeros == Some(false) {
            return Err(LaunchFileErrorKind::NotZeros.at(&at));
        } else if buffer.zeros.is_none() && buffer.symbol.is_some() {
            return Ok((ty, shape, None));
        } else {
            Elements { ty, shape, data: Data::Fill([0; 8]) }
        };
        Ok((ty, elements.shape.clone(), Some(elements)))
    }

    /// One number for every element.
    pub fn of_value(
        ty: ElementType,
        shape: Vec<u64>,
        value: Number,
    ) -> Result<Elements, LaunchFileErrorKind> {
        ty.admits(value)?;
        Ok(Elements { ty, shape, data: Data::Fill(ty.encode(value)) })
    }

    /// A number for each element; `path` is the list's.
    pub fn of_values(
        ty: ElementType,
        shape: Vec<u64>,
        values: &[Number],
        path: &KeyPath,
    ) -> Result<Elements, LaunchFileError> {
        let wanted = count(ty, &shape).map_err(|k| k.at(path))?;
        let found = values.len() as u64;
        if found != wanted {
            return Err(LaunchFileErrorKind::Count { found, wanted }.at(path));
        }
        let mut bytes = Vec::with_capacity(values.len() * ty.size());
        for (i, &value) in values.iter().enumerate() {
            ty.admits(value).map_err(|e| LaunchFileErrorKind::Number(e).at(&path.index(i)))?;
            bytes.extend_from_slice(&ty.encode(value)[..ty.size()]);
        }
        Ok(Elements { ty, shape, data: Data::Bytes(bytes) })
    }

    /// Equally spaced numbers. All lie between the first and the last, so checking those two suffices.
    pub fn of_iota(ty: ElementType, shape: Vec<u64>, iota: Iota) -> Result<Elements, LaunchFileErrorKind> {
        let whole = |value: Number| value.as_int().ok_or(NumberError::NotWhole { value, ty });
        let iota = match ty.range() {
            Some(_) => Iota { start: Number::Int(whole(iota.start)?), step: Number::Int(whole(iota.step)?) },
            None => iota,
        };
        if let Some(last) = count(ty, &shape)?.checked_sub(1) {
            ty.admits(at_step(iota, 0))?;
            ty.admits(at_step(iota, last))?;
        }
        Ok(Elements { ty, shape, data: Data::Iota(iota) })
    }

    fn of_random(
        ty: ElementType,
        shape: Vec<u64>,
        random: file::Random,
    ) -> Result<Elements, LaunchFileErrorKind> {
        let low = random.low.unwrap_or(Number::Int(0));
        let float_end = ty.is_float().then_some(Number::Int(1));
        let high = random.high.or(float_end).ok_or(LaunchFileErrorKind::NoHigh)?;
        let empty = || LaunchFileErrorKind::EmptyRange { low: low.to_string(), high: high.to_string() };
        ty.admits(low)?;
        if let Some((_, largest)) = ty.range() {
            // `high` itself is not among the numbers, so it may be one more than the largest.
            if high.as_int() != Some(largest + 1) {
                ty.admits(high)?;
            }
            if low.as_int() >= high.as_int() {
                return Err(empty());
            }
        } else {
            ty.admits(high)?;
            let span = high.as_f64() - low.as_f64();
            if !(span > 0.0 && span.is_finite()) {
                return Err(empty());
            }
        }
        Ok(Elements { ty, shape, data: Data::Random { seed: random.seed, low, high } })
    }

    /// The elements of a file. An `.npy` file, by its name or its first bytes, must be of type `ty` if that is given; any other
    /// file holds raw elements of type `raw`.
    pub fn of_file(
        path: &Path,
        ty: Option<ElementType>,
        raw: Option<ElementType>,
        shape: Option<Vec<u64>>,
    ) -> Result<Elements, LaunchFileErrorKind> {
        let file = File::open(path).map_err(|e| LaunchFileErrorKind::io(path, e))?;
        let mut reader = BufReader::new(file);
        if has_extension(path, "npz") {
            let help = "take one array out of it: np.save(\"x.npy\", np.load(\"x.npz\")[\"name\"])";
            return Err(LaunchFileErrorKind::Npz { path: path.to_owned(), help });
        }
        let start = reader.fill_buf().map_err(|e| LaunchFileErrorKind::io(path, e))?;
        if has_extension(path, "npy") || start.starts_with(npy::MAGIC) {
            let header = npy::read_header(&mut reader);
            let header = header.map_err(|error| LaunchFileErrorKind::Npy { path: path.to_owned(), error })?;
            let wrong =
                |stated, found| Err(LaunchFileErrorKind::FileType { path: path.to_owned(), stated, found });
            let ty = match (ty, header.dtype) {
                (Some(stated), npy::Dtype::Element(found)) if stated != found => {
                    return wrong(stated, found.name());
                }
                (Some(stated), npy::Dtype::TwoBytes) if stated != ElementType::Bf16 => {
                    return wrong(stated, "two-byte");
                }
                (_, npy::Dtype::Element(found)) => found,
                (_, npy::Dtype::TwoBytes) => ElementType::Bf16,
            };
            if let Some(stated) = shape.filter(|s| *s != header.shape) {
                return Err(LaunchFileErrorKind::FileShape {
                    path: path.to_owned(),
                    stated,
                    found: header.shape,
                });
            }
            let bytes = count(ty, &header.shape)? * ty.size() as u64;
            let bytes = read_exactly(reader, Some(bytes), path)?;
            return Ok(Elements { ty, shape: header.shape, data: Data::Bytes(bytes) });
        }
        let ty = raw.ok_or(LaunchFileErrorKind::NoType)?;
        let size = ty.size() as u64;
        let wanted = shape.as_ref().map(|s| count(ty, s)).transpose()?.map(|n| n * size);
        let bytes = read_exactly(reader, wanted, path)?;
        let len = bytes.len() as u64;
        if !len.is_multiple_of(size) {
            let wanted = len.next_multiple_of(size);
            return Err(LaunchFileErrorKind::FileLength { path: path.to_owned(), found: len, wanted });
        }
        let shape = shape.unwrap_or_else(|| vec![len / size]);
        Ok(Elements { ty, shape, data: Data::Bytes(bytes) })
    }

    /// Each element's bytes, in order; the low `size()` of each are used.
    pub fn iter(&self) -> Box<dyn Iterator<Item = [u8; 8]> + '_> {
        let ty = self.ty;
        let count = self.shape.iter().product::<u64>();
        match &self.data {
            Data::Fill(bytes) => Box::new((0..count).map(|_| *bytes)),
            Data::Iota(iota) => Box::new((0..count).map(move |i| ty.encode(at_step(*iota, i)))),
            Data::Bytes(bytes) => Box::new(bytes.chunks_exact(ty.size()).map(|chunk| {
                let mut element = [0; 8];
                element[..chunk.len()].copy_from_slice(chunk);
                element
            })),
            &Data::Random { seed, low, high } => {
                let mut rng = Pcg64::new(seed.into(), STREAM);
                let span = ty.range().and_then(|_| Some((low.as_int()?, high.as_int()? - low.as_int()?)));
                Box::new((0..count).map(move |_| {
                    let bits = rng.next_u64();
                    ty.encode(match span {
                        // The upper half of the product: at most 2^64 times less than 2^64.
                        Some((low, span)) => {
                            Number::Int(low + ((u128::from(bits) * span as u128) >> 64) as i128)
                        }
                        None => {
                            let unit = (bits >> 11) as f64 * 2f64.powi(-53);
                            Number::Float(low.as_f64() + (high.as_f64() - low.as_f64()) * unit)
                        }
                    })
                }))
            }
        }
    }

    /// True if all elements are zero. New memory is zero already, and the host commits no pages that are not written.
    pub fn are_zero(&self) -> bool {
        matches!(self.data, Data::Fill(bytes) if bytes == [0; 8])
    }

    /// Passes all bytes to `piece` in pieces, so that no second copy of a large buffer is held.
    pub fn pieces<E>(&self, mut piece: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        const PIECE: usize = 64 << 10;
        match &self.data {
            Data::Bytes(bytes) => piece(bytes),
            _ => {
                let mut held = Vec::with_capacity(PIECE + 8);
                for element in self.iter() {
                    held.extend_from_slice(&element[..self.ty.size()]);
                    if held.len() >= PIECE {
                        piece(&held)?;
                        held.clear();
                    }
                }
                piece(&held)
            }
        }
    }
}

/// Element `i` of an iota.
fn at_step(Iota { start, step }: Iota, i: u64) -> Number {
    match (start, step) {
        (Number::Int(start), Number::Int(step)) => {
            Number::Int(start.saturating_add(step.saturating_mul(i.into())))
        }
        _ => Number::Float(start.as_f64() + step.as_f64() * i as f64),
    }
}

/// Reads to the end of the file, which must have `wanted` bytes, or else fit the device's memory.
fn read_exactly(
    mut reader: impl Read,
    wanted: Option<u64>,
    path: &Path,
) -> Result<Vec<u8>, LaunchFileErrorKind> {
    let most = wanted.unwrap_or(DEVICE_BYTES);
    let mut bytes = Vec::new();
    // One byte more than allowed shows that the file is longer, without reading all of it.
    let read = reader.by_ref().take(most + 1).read_to_end(&mut bytes);
    read.map_err(|e| LaunchFileErrorKind::io(path, e))?;
    let found = bytes.len() as u64;
    match wanted {
        None if found > most => Err(LaunchFileErrorKind::TooLarge { limit: DEVICE_BYTES }),
        Some(wanted) if found != wanted => {
            Err(LaunchFileErrorKind::FileLength { path: path.to_owned(), found, wanted })
        }
        _ => Ok(bytes),
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension))
}

/// Checks that a file can be written, without creating it: a launch may take hours.
pub fn can_save(path: &Path) -> Result<(), LaunchFileErrorKind> {
    let wrong = |error: io::Error| LaunchFileErrorKind::Unwritable { path: path.to_owned(), error };
    if has_extension(path, "npz") {
        let help = "name it .npy";
        return Err(LaunchFileErrorKind::Npz { path: path.to_owned(), help });
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(wrong(io::ErrorKind::IsADirectory.into())),
        // Opened without truncating. A pipe or device is left alone: opening it may have effects.
        Ok(found) if found.is_file() => OpenOptions::new().write(true).open(path).map(drop).map_err(wrong),
        Ok(_) => Ok(()),
        Err(_) if path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
            Err(wrong(io::ErrorKind::IsADirectory.into()))
        }
        Err(error) => match path.parent() {
            None => Err(wrong(error)),
            Some(parent) => {
                let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
                let missing =
                    |_| LaunchFileErrorKind::NoDirectory { path: path.to_owned(), parent: parent.to_owned() };
                match fs::metadata(parent).map_err(missing)?.is_dir() {
                    true => Ok(()),
                    false => Err(wrong(io::ErrorKind::NotADirectory.into())),
                }
            }
        },
    }
}

/// Writes elements to a file: as `.npy` if it is named so, otherwise raw.
///
/// # Errors
/// If the file cannot be written.
pub fn save(path: &Path, ty: ElementType, shape: &[u64], bytes: &[u8]) -> io::Result<()> {
    let written = AtomicFile::create(path)?;
    let mut file = written.file()?;
    if has_extension(path, "npy") {
        file.write_all(&npy::header(ty, shape))?;
    }
    file.write_all(bytes)?;
    written.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(elements: &Elements) -> Vec<Number> {
        elements.iter().map(|e| elements.ty.decode(&e)).collect()
    }

    fn random(ty: ElementType, seed: u64, low: i128, high: i128) -> Vec<Number> {
        let spec = file::Random { seed, low: Some(Number::Int(low)), high: Some(Number::Int(high)) };
        numbers(&Elements::of_random(ty, vec![1000], spec).unwrap())
    }

    #[test]
    fn the_generator_is_pcg64() {
        // Worked out from PCG's definition (XSL RR 128/64, state 7, the authors' stream) by other means.
        let ints = random(ElementType::U8, 7, 0, 100);
        assert_eq!(ints[..6], [23, 58, 53, 86, 34, 94].map(Number::Int));
        let floats = random(ElementType::F64, 7, 0, 1);
        let first = [0.23384727757108614, 0.5813444149421284, 0.5323364673550123];
        assert_eq!(floats[..3], first.map(Number::Float));
        assert_ne!(floats, random(ElementType::F64, 8, 0, 1));
    }

    #[test]
    fn random_numbers_cover_their_range_and_stay_in_it() {
        for (low, high) in [(0, 256), (3, 5), (250, 256)] {
            let all = random(ElementType::U8, 7, low, high);
            let ints: Vec<i128> = all.iter().filter_map(|n| n.as_int()).collect();
            assert_eq!(ints.len(), 1000);
            assert!(ints.iter().all(|i| (low..high).contains(i)));
            assert!(high - low > 6 || (low..high).all(|i| ints.contains(&i)));
        }
        let floats = random(ElementType::F32, 7, -2, 2);
        assert!(floats.iter().all(|n| (-2.0..=2.0).contains(&n.as_f64())));
        let mean: f64 = floats.iter().map(|n| n.as_f64()).sum::<f64>() / 1000.0;
        assert!(mean.abs() < 0.2, "{mean}");
        random(ElementType::U64, 1, 0, 1 << 64);
        random(ElementType::I64, 1, i64::MIN.into(), 1 << 63);
    }

    #[test]
    fn an_iota_is_checked_at_its_ends() {
        let iota = |ty, n, start, step| {
            let iota = Iota { start: Number::Int(start), step: Number::Int(step) };
            Elements::of_iota(ty, vec![n], iota)
        };
        assert_eq!(numbers(&iota(ElementType::I8, 3, 1, -1).unwrap()), [1, 0, -1].map(Number::Int));
        assert!(iota(ElementType::U8, 256, 0, 1).is_ok());
        assert!(iota(ElementType::U8, 257, 0, 1).is_err());
        assert!(iota(ElementType::U8, 3, 1, -1).is_err());
        assert!(iota(ElementType::U8, 0, 999, 1).is_ok());
        assert!(iota(ElementType::U64, 3, 0, i128::MAX).is_err());
    }

    #[test]
    fn shapes_beyond_the_device_are_rejected_before_allocation() {
        assert!(count(ElementType::F32, &[u64::MAX, 2]).is_err());
        assert!(count(ElementType::F64, &[u64::MAX / 8 + 1]).is_err());
        assert!(count(ElementType::U8, &[DEVICE_BYTES + 1]).is_err());
        assert_eq!(count(ElementType::U8, &[]).ok(), Some(1));
        assert_eq!(count(ElementType::U8, &[1 << 40, 0]).ok(), Some(0));
    }

    #[test]
    fn pieces_are_the_elements_in_order() {
        let iota = Iota { start: Number::Int(0), step: Number::Int(1) };
        let elements = Elements::of_iota(ElementType::U32, vec![50_000], iota).unwrap();
        let mut bytes = Vec::new();
        elements
            .pieces(|p| {
                bytes.extend_from_slice(p);
                Ok::<(), ()>(())
            })
            .unwrap();
        assert_eq!(bytes.len(), 200_000);
        assert_eq!(bytes[199_996..], 49_999u32.to_le_bytes());
    }
}
