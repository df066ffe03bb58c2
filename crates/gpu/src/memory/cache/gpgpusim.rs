//! GPGPU-Sim's notation for caches: `<kind>:<sets>:<line>:<ways>,<replacement>:<write>:<allocate>:<write
//! allocate>:<index>,<mshr kind>:<entries>:<merges>,<miss queue>[:<result fifo>[,<port>]]`.

use super::description::{
    Allocate, Description, DescriptionError, Misses, MshrDescription, Replacement, Replies, WriteAllocate,
    WritePolicy,
};
use super::set_index::IndexFunction;

/// Why a text is not a cache in GPGPU-Sim's notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// A field is missing at the end.
    #[error("{field} is missing")]
    Missing { field: &'static str },
    /// A field has an unknown letter.
    #[error("{field} is `{found}`; expected one of {known}")]
    Unknown { field: &'static str, found: String, known: String },
    /// A field is not a number.
    #[error("{field} is `{found}`; expected a number")]
    Number { field: &'static str, found: String },
    /// There is text after the last field.
    #[error("`{found}` follows after the last field")]
    Extra { found: String },
    /// The cache is invalid.
    #[error(transparent)]
    Impossible(#[from] DescriptionError),
}

/// The fields not yet parsed.
struct Fields<'a> {
    rest: Option<&'a str>,
}

impl<'a> Fields<'a> {
    fn text(&mut self, field: &'static str) -> Result<&'a str, ParseError> {
        let rest = self.rest.filter(|rest| !rest.is_empty()).ok_or(ParseError::Missing { field })?;
        let (text, rest) = match rest.find([':', ',']) {
            Some(end) => (&rest[..end], Some(&rest[end + 1..])),
            None => (rest, None),
        };
        self.rest = rest;
        Ok(text.trim())
    }

    fn number(&mut self, field: &'static str) -> Result<u32, ParseError> {
        let text = self.text(field)?;
        text.parse().map_err(|_| ParseError::Number { field, found: text.to_owned() })
    }

    /// The meaning of a letter, of those that are known.
    fn letter<T: Copy>(&mut self, field: &'static str, known: &[(&str, T)]) -> Result<T, ParseError> {
        let text = self.text(field)?;
        let meaning = known.iter().find(|(letter, _)| *letter == text).map(|(_, meaning)| *meaning);
        meaning.ok_or_else(|| {
            let known: Vec<&str> = known.iter().map(|(letter, _)| *letter).collect();
            ParseError::Unknown { field, found: text.to_owned(), known: known.join(", ") }
        })
    }
}

// The letters of each field, in GPGPU-Sim's notation.
const WRITES: &[(&str, WritePolicy)] = &[
    ("R", WritePolicy::ReadOnly),
    ("B", WritePolicy::WriteBack),
    ("T", WritePolicy::WriteThrough),
    ("E", WritePolicy::WriteEvict),
    ("L", WritePolicy::LocalBackGlobalEvict),
];
const ALLOCATIONS: &[(&str, Allocate)] =
    &[("m", Allocate::OnMiss), ("f", Allocate::OnFill), ("s", Allocate::Streaming)];
const WRITE_ALLOCATIONS: &[(&str, WriteAllocate)] = &[
    ("N", WriteAllocate::None),
    ("W", WriteAllocate::Fetch),
    ("F", WriteAllocate::FetchOnWrite),
    ("L", WriteAllocate::LazyFetchOnRead),
];
const INDEX_FUNCTIONS: &[(&str, IndexFunction)] = &[
    ("L", IndexFunction::Linear),
    ("X", IndexFunction::Xor),
    ("H", IndexFunction::Fermi),
    ("P", IndexFunction::Polynomial),
];
/// Whether the cache has a FIFO instead, and the form of replies.
const MSHR_KINDS: &[(&str, (bool, Replies))] = &[
    ("A", (false, Replies::Whole)),
    ("S", (false, Replies::Sectors)),
    ("F", (true, Replies::Whole)),
    ("T", (true, Replies::Sectors)),
];

impl Description {
    /// Parses an option such as `-gpgpu_cache:dl1`. Returns `None` for `none`, a cache that does not exist.
    ///
    /// The caller sets what other options say about the cache (`-gpgpu_l1_cache_write_ratio`, the size of unified
    /// memory).
    ///
    /// # Errors
    /// If the text is not in GPGPU-Sim's notation, or the cache is invalid.
    pub fn from_gpgpusim(text: &str) -> Result<Option<Description>, ParseError> {
        let text = text.trim();
        if text == "none" {
            return Ok(None);
        }
        let mut fields = Fields { rest: Some(text) };
        let sectored = fields.letter("the kind of lines", &[("N", false), ("S", true)])?;
        let sets = fields.number("the number of sets")?;
        let line_bytes = fields.number("the line's size")?;
        let ways = fields.number("the number of ways")?;
        let replacement =
            fields.letter("the replacement policy", &[("L", Replacement::Lru), ("F", Replacement::Fifo)])?;
        let write = fields.letter("the write policy", WRITES)?;
        let allocate = fields.letter("the allocation policy", ALLOCATIONS)?;
        let write_allocate = fields.letter("the write allocation policy", WRITE_ALLOCATIONS)?;
        let index = fields.letter("the set index function", INDEX_FUNCTIONS)?;
        let (fifo, replies) = fields.letter("the kind of MSHRs", MSHR_KINDS)?;
        let entries = fields.number("the number of MSHRs")?;
        let merges = fields.number("the accesses per MSHR")?;
        let queue = fields.number("the miss queue's length")?;
        let results =
            if fifo || fields.rest.is_some() { fields.number("the result queue's length")? } else { 0 };
        let port_bytes = match fields.rest {
            Some(_) => fields.number("the data port's width")?,
            None => 0,
        };
        if let Some(found) = fields.rest {
            return Err(ParseError::Extra { found: found.to_owned() });
        }
        let description = Description {
            sets,
            line_bytes,
            ways,
            most_ways: None,
            sectored,
            replacement,
            write,
            allocate,
            write_allocate,
            index,
            misses: if fifo {
                Misses::Fifo { fragments: entries, requests: merges, reorder: queue, results }
            } else {
                Misses::Mshrs(MshrDescription { entries, merges, queue })
            },
            replies,
            // Without a width, the port transfers a line per cycle.
            port_bytes: if port_bytes == 0 { line_bytes } else { port_bytes },
            dirty_percent: 0,
        };
        description.check()?;
        Ok(Some(description))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Description {
        Description::from_gpgpusim(text).expect("a fine text").expect("a cache")
    }

    fn sectored(sets: u32, ways: u32, misses: [u32; 3]) -> Description {
        let [entries, merges, queue] = misses;
        Description {
            sets,
            line_bytes: 128,
            ways,
            most_ways: None,
            sectored: true,
            replacement: Replacement::Lru,
            write: WritePolicy::WriteBack,
            allocate: Allocate::OnMiss,
            write_allocate: WriteAllocate::LazyFetchOnRead,
            index: IndexFunction::Polynomial,
            misses: Misses::Mshrs(MshrDescription { entries, merges, queue }),
            replies: Replies::Whole,
            port_bytes: 32,
            dirty_percent: 0,
        }
    }

    fn read_only(sets: u32, line_bytes: u32, ways: u32, misses: [u32; 3]) -> Description {
        Description {
            line_bytes,
            sectored: false,
            write: WritePolicy::ReadOnly,
            allocate: Allocate::OnFill,
            write_allocate: WriteAllocate::None,
            index: IndexFunction::Linear,
            replies: Replies::Sectors,
            port_bytes: line_bytes,
            ..sectored(sets, ways, misses)
        }
    }

    fn texture(sets: u32, ways: u32, fragments: u32, requests: u32) -> Description {
        Description {
            allocate: Allocate::OnMiss,
            misses: Misses::Fifo { fragments, requests, reorder: 128, results: 2 },
            ..read_only(sets, 128, ways, [1, 1, 1])
        }
    }

    // The texts are those of the named configurations.

    #[test]
    fn gtx480() {
        let l1 = Description {
            sectored: false,
            write: WritePolicy::LocalBackGlobalEvict,
            write_allocate: WriteAllocate::None,
            index: IndexFunction::Fermi,
            replies: Replies::Sectors,
            port_bytes: 128,
            ..sectored(32, 4, [64, 8, 8])
        };
        assert_eq!(read("N:32:128:4,L:L:m:N:H,S:64:8,8"), l1);
        assert_eq!(l1.bytes(), 16 << 10);
        let l2 = Description { index: IndexFunction::Linear, ..sectored(64, 8, [256, 4, 4]) };
        assert_eq!(read("S:64:128:8,L:B:m:L:L,A:256:4,4:0,32"), l2);
        assert_eq!(read("N:4:128:4,L:R:f:N:L,S:2:32,4"), read_only(4, 128, 4, [2, 32, 4]));
        assert_eq!(read("N:4:128:24,L:R:m:N:L,T:128:4,128:2"), texture(4, 24, 128, 4));
        assert_eq!(read("N:64:64:2,L:R:f:N:L,S:2:32,4"), read_only(64, 64, 2, [2, 32, 4]));
    }

    #[test]
    fn titanx() {
        let l1 = Description {
            write: WritePolicy::LocalBackGlobalEvict,
            allocate: Allocate::Streaming,
            write_allocate: WriteAllocate::None,
            index: IndexFunction::Linear,
            ..sectored(4, 96, [256, 8, 16])
        };
        assert_eq!(read("S:4:128:96,L:L:s:N:L,A:256:8,16:0,32"), l1);
        assert_eq!(read("S:64:128:16,L:B:m:L:P,A:256:64,16:0,32"), sectored(64, 16, [256, 64, 16]));
        assert_eq!(read("N:8:128:4,L:R:f:N:L,S:2:48,4"), read_only(8, 128, 4, [2, 48, 4]));
        assert_eq!(read("N:16:128:24,L:R:m:N:L,T:128:4,128:2"), texture(16, 24, 128, 4));
        assert_eq!(read("N:128:64:2,L:R:f:N:L,S:2:64,4"), read_only(128, 64, 2, [2, 64, 4]));
    }

    #[test]
    fn qv100_and_rtx3070() {
        let l1 = Description {
            write: WritePolicy::WriteThrough,
            index: IndexFunction::Linear,
            ..sectored(4, 64, [512, 8, 16])
        };
        assert_eq!(read("S:4:128:64,L:T:m:L:L,A:512:8,16:0,32"), l1);
        assert_eq!(read("S:32:128:24,L:B:m:L:P,A:192:4,32:0,32"), sectored(32, 24, [192, 4, 32]));
        assert_eq!(read("N:64:128:16,L:R:f:N:L,S:2:48,4"), read_only(64, 128, 16, [2, 48, 4]));
        assert_eq!(read("N:4:128:256,L:R:m:N:L,T:512:8,128:2"), texture(4, 256, 512, 8));
        assert_eq!(read("N:128:64:8,L:R:f:N:L,S:2:64,4"), read_only(128, 64, 8, [2, 64, 4]));
        let ampere = Description {
            ways: 256,
            misses: Misses::Mshrs(MshrDescription { entries: 384, merges: 48, queue: 16 }),
            ..l1.clone()
        };
        assert_eq!(read("S:4:128:256,L:T:m:L:L,A:384:48,16:0,32"), ampere);
        assert_eq!(read("S:64:128:16,L:B:m:L:P,A:192:4,32:0,32"), sectored(64, 16, [192, 4, 32]));
        let adaptive = Description { most_ways: Some(256), ..l1 };
        let kib = [0, 8, 16, 32, 64, 96].map(|kib| adaptive.ways_with_shared(kib << 10, 128 << 10));
        assert_eq!(kib, [256, 240, 224, 192, 128, 64]);
        assert_eq!(ampere.ways_with_shared(100 << 10, 128 << 10), 56);
        assert_eq!(ampere.ways_with_shared(128 << 10, 128 << 10), 1, "never none");
    }

    #[test]
    fn errors_name_the_field() {
        assert_eq!(Description::from_gpgpusim(" none "), Ok(None));
        for (text, message) in [
            ("", "the kind of lines is missing"),
            ("4:128:64,L:T:m:L:L,A:512:8,16", "the kind of lines is `4`; expected one of N, S"),
            ("S:4:128", "the number of ways is missing"),
            ("S:4:x:64,L:T:m:L:L,A:512:8,16", "the line's size is `x`; expected a number"),
            ("S:4:128:64,Q:T:m:L:L,A:512:8,16", "the replacement policy is `Q`; expected one of L, F"),
            ("S:4:128:64,L:W:m:L:L,A:512:8,16", "the write policy is `W`; expected one of R, B, T, E, L"),
            ("S:4:128:64,L:T:m:L:C,A:512:8,16", "the set index function is `C`; expected one of L, X, H, P"),
            ("S:4:128:64,L:T:m:L:L,A:512:8", "the miss queue's length is missing"),
            ("N:4:128:24,L:R:m:N:L,T:128:4,128", "the result queue's length is missing"),
            ("S:4:128:64,L:T:m:L:L,A:512:8,16:0,32,9", "`9` follows after the last field"),
            ("S:3:128:64,L:T:m:L:L,A:512:8,16", "sets = 3: a power of two, at most 65536"),
            ("S:4:64:64,L:T:m:L:L,A:512:8,16", "line_bytes = 64: a line with sectors has 128 bytes"),
            ("S:4:128:64,L:B:f:N:L,A:512:8,16", "allocate = OnFill: a write-back cache allocates on miss"),
            (
                "S:64:128:8,L:B:m:W:L,A:256:4,2",
                "misses.mshrs.queue = 2: 3 to 2^20: an access may send 3 requests",
            ),
        ] {
            let error = Description::from_gpgpusim(text).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn a_description_survives_its_file() {
        for text in ["S:4:128:64,L:T:m:L:L,A:512:8,16:0,32", "N:4:128:24,L:R:m:N:L,T:128:4,128:2"] {
            let description = Description { most_ways: Some(256), ..read(text) };
            let file = toml::to_string(&description).expect("it can be written");
            assert_eq!(toml::from_str::<Description>(&file).expect("it can be read"), description, "{file}");
            assert!(toml::from_str::<Description>(&format!("way = 3\n{file}")).is_err());
        }
        let nested = "entries = 1\nmerges = 1\nqueue = 1\nqueues = 1";
        #[derive(serde::Deserialize, Debug)]
        struct Holder {
            #[expect(dead_code, reason = "only read")]
            misses: Misses,
        }
        let error = toml::from_str::<Holder>(&format!("[misses.mshrs]\n{nested}")).expect_err("one too many");
        assert!(error.to_string().contains("queues"), "{error}");
    }
}
