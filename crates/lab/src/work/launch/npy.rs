//! NumPy's `.npy` files: a header in Python's notation, then the elements.
//!
//! The subset needed is small: versions 1 to 3, little-endian elements in C order. For anything else the error says how to
//! convert the file.

use super::element::ElementType;
use std::io::{self, Read};

/// The first bytes of every `.npy` file.
pub const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// A header is a line; NumPy's own limit for untrusted files is of this order.
const LONGEST_HEADER: usize = 64 << 10;

/// Why an `.npy` file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NpyError {
    #[error("not an .npy file: it does not start with \\x93NUMPY")]
    Magic,
    #[error("version {0}.{1} of .npy is not supported; versions 1 to 3 are")]
    Version(u8, u8),
    #[error("its header of {0} bytes is longer than NumPy writes")]
    LongHeader(usize),
    #[error("its header is damaged: {what} at byte {at} of `{header}`")]
    Header { what: &'static str, at: usize, header: String },
    #[error("its header has no `{0}`")]
    Missing(&'static str),
    #[error("its element type `{0}` is not supported")]
    Dtype(String),
    #[error("its elements are in Fortran order")]
    Fortran,
    #[error("it ends too early")]
    Short,
    #[error(transparent)]
    Io(io::Error),
}

impl NpyError {
    /// How to convert the file, if it can be converted.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            NpyError::Magic => {
                Some("a file whose name does not end in .npy is read as raw little-endian elements")
            }
            NpyError::Dtype(d) if d.starts_with('>') => {
                Some("big-endian: np.save(name, a.astype(a.dtype.newbyteorder('<')))")
            }
            NpyError::Dtype(_) => {
                Some("convert it to u8…u64, i8…i64, f16, f32 or f64, for example with a.astype('float32')")
            }
            NpyError::Fortran => Some("save it in C order: np.save(name, np.ascontiguousarray(a))"),
            _ => None,
        }
    }
}

impl From<io::Error> for NpyError {
    fn from(error: io::Error) -> NpyError {
        if error.kind() == io::ErrorKind::UnexpectedEof { NpyError::Short } else { NpyError::Io(error) }
    }
}

/// The element type in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dtype {
    /// A type that NumPy has too.
    Element(ElementType),
    /// Two untyped bytes: NumPy has no bf16, and ml_dtypes stores it so.
    TwoBytes,
}

/// The header of an `.npy` file.
#[derive(Debug, PartialEq, Eq)]
pub struct Header {
    pub dtype: Dtype,
    /// The sizes of the dimensions.
    pub shape: Vec<u64>,
}

/// Reads the header, up to the first element.
///
/// # Errors
/// See [`NpyError`].
pub fn read_header(reader: &mut impl Read) -> Result<Header, NpyError> {
    let mut start = [0; 8];
    reader.read_exact(&mut start)?;
    let [magic @ .., major, minor] = start;
    if magic != *MAGIC {
        return Err(NpyError::Magic);
    }
    let len = match major {
        1 => {
            let mut len = [0; 2];
            reader.read_exact(&mut len)?;
            usize::from(u16::from_le_bytes(len))
        }
        2 | 3 => {
            let mut len = [0; 4];
            reader.read_exact(&mut len)?;
            u32::from_le_bytes(len) as usize
        }
        _ => return Err(NpyError::Version(major, minor)),
    };
    if len > LONGEST_HEADER {
        return Err(NpyError::LongHeader(len));
    }
    let mut text = vec![0; len];
    reader.read_exact(&mut text)?;
    parse(String::from_utf8_lossy(&text).trim())
}

/// Reads `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`, keys in any order.
fn parse(header: &str) -> Result<Header, NpyError> {
    let mut scan = Scan { header, at: 0 };
    let (mut descr, mut fortran, mut shape) = (None, None, None);
    scan.expect('{')?;
    while !scan.take('}') {
        let key = scan.string()?;
        scan.expect(':')?;
        match key.as_str() {
            "descr" if scan.peek() == Some('[') => {
                let list = header[scan.at..].split_inclusive(']').next();
                return Err(NpyError::Dtype(list.unwrap_or_default().to_owned()));
            }
            "descr" => descr = Some(scan.string()?),
            "fortran_order" => fortran = Some(scan.word()? == "True"),
            "shape" => shape = Some(scan.tuple()?),
            _ => return Err(scan.wrong("an unknown key")),
        }
        if !scan.take(',') && scan.peek() != Some('}') {
            return Err(scan.wrong("`,` or `}` missing"));
        }
    }
    let descr = descr.ok_or(NpyError::Missing("descr"))?;
    let shape = shape.ok_or(NpyError::Missing("shape"))?;
    let dtype = dtype(&descr).ok_or(NpyError::Dtype(descr))?;
    // With fewer than two dimensions both orders are the same.
    if fortran.ok_or(NpyError::Missing("fortran_order"))? && shape.len() > 1 {
        return Err(NpyError::Fortran);
    }
    Ok(Header { dtype, shape })
}

fn dtype(descr: &str) -> Option<Dtype> {
    use ElementType::*;
    let ty = match descr {
        "|u1" | "|b1" | "<u1" => U8,
        "<u2" => U16,
        "<u4" => U32,
        "<u8" => U64,
        "|i1" | "<i1" => I8,
        "<i2" => I16,
        "<i4" => I32,
        "<i8" => I64,
        "<f2" => F16,
        "<f4" => F32,
        "<f8" => F64,
        "<V2" | "|V2" => return Some(Dtype::TwoBytes),
        _ => return None,
    };
    Some(Dtype::Element(ty))
}

fn descr(ty: ElementType) -> &'static str {
    use ElementType::*;
    match ty {
        U8 => "|u1",
        U16 => "<u2",
        U32 => "<u4",
        U64 => "<u8",
        I8 => "|i1",
        I16 => "<i2",
        I32 => "<i4",
        I64 => "<i8",
        F16 => "<f2",
        Bf16 => "<V2",
        F32 => "<f4",
        F64 => "<f8",
    }
}

/// The header of a new file: version 1, padded to 64 bytes as NumPy does.
pub fn header(ty: ElementType, shape: &[u64]) -> Vec<u8> {
    let dims: Vec<String> = shape.iter().map(u64::to_string).collect();
    // A tuple of one has a comma.
    let tuple = if let [only] = dims.as_slice() { format!("{only},") } else { dims.join(", ") };
    let text = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({tuple}), }}", descr(ty));
    let before = MAGIC.len() + 4;
    let total = (before + text.len() + 1).next_multiple_of(64);
    let padded = format!("{text:<width$}\n", width = total - before - 1);
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((padded.len() as u16).to_le_bytes());
    bytes.extend(padded.as_bytes());
    bytes
}

/// A cursor in a header.
struct Scan<'a> {
    header: &'a str,
    at: usize,
}

impl Scan<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.header[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.header[self.at..].chars().next()
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, c: char) -> Result<(), NpyError> {
        let what = match c {
            '{' => "`{` missing",
            ':' => "`:` missing",
            _ => "`(` missing",
        };
        self.take(c).then_some(()).ok_or_else(|| self.wrong(what))
    }

    fn string(&mut self) -> Result<String, NpyError> {
        let quote = self.peek().filter(|c| matches!(c, '\'' | '"'));
        let quote = quote.ok_or_else(|| self.wrong("string missing"))?;
        let rest = &self.header[self.at + 1..];
        let len = rest.find(quote).ok_or_else(|| self.wrong("unterminated string"))?;
        self.at += len + 2;
        Ok(rest[..len].to_owned())
    }

    fn word(&mut self) -> Result<String, NpyError> {
        self.peek();
        let rest = &self.header[self.at..];
        let len = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if len == 0 {
            return Err(self.wrong("word missing"));
        }
        self.at += len;
        Ok(rest[..len].to_owned())
    }

    fn tuple(&mut self) -> Result<Vec<u64>, NpyError> {
        let mut dims = Vec::new();
        self.expect('(')?;
        while !self.take(')') {
            let start = self.at;
            let word = self.word()?;
            // Python 2 marks long numbers.
            let Ok(dim) = word.trim_end_matches('L').parse() else {
                self.at = start;
                return Err(self.wrong("size missing"));
            };
            dims.push(dim);
            if !self.take(',') && self.peek() != Some(')') {
                return Err(self.wrong("`,` or `)` missing"));
            }
        }
        Ok(dims)
    }

    fn wrong(&self, what: &'static str) -> NpyError {
        NpyError::Header { what, at: self.at, header: self.header.chars().take(120).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `np.save(f, np.array([[1.0, 2.0, 3.0]], dtype="float32"))` begins with these bytes.
    const NUMPY: &[u8] = b"\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }                                                          \n";

    #[test]
    fn the_header_is_numpys() {
        assert_eq!(NUMPY.len(), 128);
        assert_eq!(header(ElementType::F32, &[1, 3]), NUMPY);
        let read = read_header(&mut &NUMPY[..]).unwrap();
        assert_eq!(read, Header { dtype: Dtype::Element(ElementType::F32), shape: vec![1, 3] });
    }

    #[test]
    fn every_type_and_rank_round_trips() {
        for ty in super::super::element::ELEMENT_TYPES {
            for shape in [vec![], vec![0], vec![7], vec![2, 3, 4], vec![u64::MAX; 20]] {
                let bytes = header(ty, &shape);
                assert_eq!(bytes.len() % 64, 0);
                let dtype = if ty == ElementType::Bf16 { Dtype::TwoBytes } else { Dtype::Element(ty) };
                assert_eq!(read_header(&mut bytes.as_slice()).unwrap(), Header { dtype, shape });
            }
        }
    }

    fn versioned(version: u8, text: &str) -> Result<Header, NpyError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([version, 0]);
        match version {
            1 => bytes.extend((text.len() as u16).to_le_bytes()),
            _ => bytes.extend((text.len() as u32).to_le_bytes()),
        }
        bytes.extend(text.as_bytes());
        read_header(&mut bytes.as_slice())
    }

    #[test]
    fn versions_one_to_three_and_other_notations_are_read() {
        let text = r#"{"shape":(2L,), "fortran_order": True, "descr":"<i8"}"#;
        for version in 1..=3 {
            let header = versioned(version, text).unwrap();
            assert_eq!(header, Header { dtype: Dtype::Element(ElementType::I64), shape: vec![2] });
        }
        assert!(matches!(versioned(4, text), Err(NpyError::Version(4, 0))));
    }

    #[test]
    fn unsupported_headers_are_explained() {
        let explain = |text: &str| {
            let error = versioned(1, text).unwrap_err();
            format!("{error}; {}", error.help().unwrap_or("-"))
        };
        let with = |descr: &str, order: &str| {
            format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': (2, 2), }}")
        };
        let all = [
            explain(&with("'<f4'", "True")),
            explain(&with("'>f4'", "False")),
            explain(&with("'<c8'", "False")),
            explain(&with("[('a', '<f4')]", "False")),
            explain("{'descr': '<f4', 'shape': (1,)}"),
            explain("{'descr': '<f4', 'shape': (1, -2)}"),
            explain("{'descr': '<f4"),
            explain(""),
            explain("{'descr': '<f4' 'shape'"),
            explain("{'other': 1}"),
        ];
        insta::assert_snapshot!(all.join("\n"));
        assert!(matches!(read_header(&mut &b"PK\x03\x04 and so on"[..]), Err(NpyError::Magic)));
        assert!(matches!(read_header(&mut &NUMPY[..50]), Err(NpyError::Short)));
        assert!(matches!(
            read_header(&mut &b"\x93NUMPY\x02\x00\xff\xff\xff\xff"[..]),
            Err(NpyError::LongHeader(_))
        ));
    }

    #[test]
    fn no_damaged_header_panics() {
        for cut in 0..NUMPY.len() {
            for byte in [0, b'(', b'\'', b'{', 0xff] {
                let mut bytes = NUMPY.to_vec();
                bytes[cut] = byte;
                let _ = read_header(&mut bytes.as_slice());
                let _ = read_header(&mut &bytes[..cut]);
            }
        }
    }
}
