//! Texel formats.

use super::TextureError;

/// Interpretation of the channels of a texel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChannelKind {
    Unsigned,
    /// Two's-complement integers.
    Signed,
    /// Floating-point numbers of 16 or 32 bits.
    Float,
}

/// Format of a texel: its channels, as `cudaChannelFormatDesc` describes them.
///
/// ```
/// use warploom_kernel::execute::{ChannelKind, TexelFormat};
/// let uchar4 = TexelFormat::new(4, 8, ChannelKind::Unsigned)?;
/// assert_eq!(uchar4.bytes(), 4);
/// assert!(TexelFormat::new(3, 8, ChannelKind::Unsigned).is_err());
/// # Ok::<(), warploom_kernel::execute::TextureError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TexelFormat {
    channels: u8,
    bits: u8,
    kind: ChannelKind,
}

impl TexelFormat {
    /// A format of 1, 2 or 4 channels of 8, 16 or 32 bits. Floating-point channels have 16 or 32 bits.
    pub const fn new(channels: u32, bits: u32, kind: ChannelKind) -> Result<TexelFormat, TextureError> {
        let known = matches!(channels, 1 | 2 | 4) && matches!(bits, 8 | 16 | 32);
        if !known || matches!(kind, ChannelKind::Float) && bits == 8 {
            return Err(TextureError::Format { channels, bits, kind });
        }
        Ok(TexelFormat { channels: channels as u8, bits: bits as u8, kind })
    }

    /// Number of channels: 1, 2 or 4.
    pub const fn channels(self) -> u32 {
        self.channels as u32
    }

    /// Bits of a channel: 8, 16 or 32.
    pub const fn channel_bits(self) -> u32 {
        self.bits as u32
    }

    /// Interpretation of the channels.
    pub const fn kind(self) -> ChannelKind {
        self.kind
    }

    /// Bytes of a texel: a power of two up to 16.
    pub const fn bytes(self) -> u32 {
        self.channels as u32 * self.bits as u32 / 8
    }

    /// Bits of channel number `channel` of a texel; 0 if the format does not have the channel.
    pub(crate) fn raw(self, texel: &[u8], channel: usize) -> u32 {
        let bytes = self.bits as usize / 8;
        if channel >= self.channels as usize {
            return 0;
        }
        let piece = &texel[channel * bytes..][..bytes];
        piece.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte))
    }

    /// Channel as a kernel reads it in the element's own type: integers extended to 32 bits, numbers in single precision.
    pub(crate) fn element(self, raw: u32) -> u32 {
        match (self.kind, self.bits) {
            (ChannelKind::Signed, 8) => raw as i8 as u32,
            (ChannelKind::Signed, 16) => raw as i16 as u32,
            (ChannelKind::Float, 16) => (half(raw) as f32).to_bits(),
            _ => raw,
        }
    }

    /// Channel as a number: integers are scaled to 0 to 1, or to -1 to 1.
    pub(crate) fn number(self, raw: u32) -> f64 {
        match (self.kind, self.bits) {
            (ChannelKind::Float, 16) => half(raw),
            (ChannelKind::Float, _) => f64::from(f32::from_bits(raw)),
            (ChannelKind::Unsigned, bits) => f64::from(raw) / f64::from(u32::MAX >> (32 - u32::from(bits))),
            (ChannelKind::Signed, bits) => {
                let most = f64::from(i32::MAX >> (32 - u32::from(bits)));
                // The least integer has no counterpart: it counts as -1, too.
                (f64::from(self.element(raw) as i32) / most).max(-1.0)
            }
        }
    }

    /// OpenCL's number of the channels' type, which `txq.channel_data_type` returns.
    pub(crate) fn data_type_code(self, normalized: bool) -> u32 {
        let step = self.bits.ilog2() - 3;
        match (self.kind, normalized) {
            (ChannelKind::Float, _) => 0x10dc + step,
            (ChannelKind::Signed, true) => 0x10d0 + step,
            (ChannelKind::Unsigned, true) => 0x10d2 + step,
            (ChannelKind::Signed, false) => 0x10d7 + step,
            (ChannelKind::Unsigned, false) => 0x10da + step,
        }
    }

    /// OpenCL's number of the order of channels (R, RG, RGBA), which `txq.channel_order` returns.
    pub(crate) fn order_code(self) -> u32 {
        match self.channels {
            1 => 0x10b0,
            2 => 0x10b2,
            _ => 0x10b5,
        }
    }
}

/// Value of a half-precision number.
fn half(raw: u32) -> f64 {
    let (sign, exponent, fraction) = (raw >> 15 & 1, raw >> 10 & 31, f64::from(raw & 0x3ff));
    let magnitude = match exponent {
        0 => fraction / f64::from(1 << 24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * f64::from(1u32 << exponent) / f64::from(1 << 15),
    };
    if sign == 1 { -magnitude } else { magnitude }
}
