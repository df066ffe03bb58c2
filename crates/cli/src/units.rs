//! Numbers with their units.

use std::time::Duration;

const MEGA: f64 = 1e6;

/// A number of bytes: `812 B`, `12.3 kB`, `4.7 MB`, `1500.0 MB`. Larger units would need more decimals.
pub fn bytes(count: u64) -> String {
    match count {
        0..1000 => format!("{count} B"),
        1000..1_000_000 => format!("{:.1} kB", count as f64 / 1000.0),
        _ => format!("{:.1} MB", count as f64 / MEGA),
    }
}

/// Bytes per second.
pub fn bytes_per_second(bytes: u64, time: Duration) -> String {
    format!("{:.1} MB/s", bytes as f64 / MEGA / time.as_secs_f64().max(1e-9))
}

/// Items per second.
pub fn items_per_second(count: u64, time: Duration) -> String {
    let rate = count as f64 / time.as_secs_f64().max(1e-9);
    if rate < 10.0 { format!("{rate:.1}/s") } else { format!("{rate:.0}/s") }
}

/// A count with its noun: `1 launch`, `2 launches`.
pub fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// The ratio of two numbers; 0 if the second is 0.
pub fn ratio(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { count as f64 / of as f64 }
}

/// Sizes of x, y and z: `4`, `4x2`, `4x2x8`.
pub fn extents([x, y, z]: [u32; 3]) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (_, 1) => format!("{x}x{y}"),
        _ => format!("{x}x{y}x{z}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([0, 999, 12_345, 4_700_000].map(bytes), ["0 B", "999 B", "12.3 kB", "4.7 MB"]);
        assert_eq!([12, 1234].map(|n| items_per_second(n, Duration::from_secs(10))), ["1.2/s", "123/s"]);
        assert_eq!(bytes_per_second(5_000_000, Duration::from_millis(500)), "10.0 MB/s");
        assert_eq!(
            (counted(1, "launch", "launches"), counted(0, "CTA", "CTAs")),
            ("1 launch".into(), "0 CTAs".into())
        );
        assert_eq!((ratio(1, 0), ratio(1, 4)), (0.0, 0.25));
        assert_eq!([[4, 1, 1], [4, 2, 1], [4, 1, 2]].map(extents), ["4", "4x2", "4x1x2"]);
    }
}
