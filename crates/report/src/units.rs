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

/// A number with one decimal: `17.0`, `0.4`. A number that would round to 0.0 has two significant digits (`0.042`); below
/// 0.001 it is `<0.001`. Only zero is `0`.
pub fn decimal(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 0.05 || size.is_nan() => format!("{value:.1}"),
        size if size >= 0.01 => format!("{value:.3}"),
        size if size >= 0.001 => format!("{value:.4}"),
        _ if value < 0.0 => ">-0.001".to_owned(),
        _ => "<0.001".to_owned(),
    }
}

/// A share in percent: `12.3 %`.
pub fn percent(share: f64) -> String {
    format!("{} %", decimal(100.0 * share))
}

/// Bytes per second of a transfer that took `time`.
pub fn bytes_per_second(bytes: u64, time: Duration) -> String {
    bandwidth(bytes as f64 / time.as_secs_f64().max(1e-9))
}

/// Bytes per second, in the largest unit of which there is at least one: `812.0 B/s`, `3.1 MB/s`, `1555.0 GB/s`.
pub fn bandwidth(bytes_per_second: f64) -> String {
    let (value, unit) = match bytes_per_second {
        rate if rate >= 1e9 => (rate / 1e9, "GB"),
        rate if rate >= MEGA => (rate / MEGA, "MB"),
        rate if rate >= 1e3 => (rate / 1e3, "kB"),
        rate => (rate, "B"),
    };
    format!("{} {unit}/s", decimal(value))
}

/// Items per second; per minute or per hour if there are fewer: `123/s`, `1.2/s`, `30/min`, `2.5/h`.
pub fn items_per_second(count: u64, time: Duration) -> String {
    let per_second = count as f64 / time.as_secs_f64().max(1e-9);
    let (rate, unit) = match per_second {
        rate if rate >= 1.0 || rate == 0.0 => (rate, "s"),
        rate if rate * 60.0 >= 1.0 => (rate * 60.0, "min"),
        rate => (rate * 3600.0, "h"),
    };
    if rate >= 9.95 { format!("{rate:.0}/{unit}") } else { format!("{}/{unit}", decimal(rate)) }
}

/// A time, rounded to seconds, or to minutes if it is an hour or longer: `40 s`, `5 min 20 s`, `2 h 10 min`.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    let two = |large: u64, unit: &str, small: u64, fine: &str| match small {
        0 => format!("{large} {unit}"),
        _ => format!("{large} {unit} {small} {fine}"),
    };
    match seconds {
        0..60 => format!("{seconds} s"),
        // Seconds say nothing beside this many minutes.
        600..3570 => format!("{} min", (seconds + 30) / 60),
        60..600 => two(seconds / 60, "min", seconds % 60, "s"),
        _ => {
            let minutes = (seconds + 30) / 60;
            two(minutes / 60, "h", minutes % 60, "min")
        }
    }
}

/// A time that is only known roughly: one unit, `40 s`, `5 min`, `2.5 h`.
pub fn rough_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 90.0 * 60.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
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
        let times =
            [0.4, 59.6, 80.0, 599.0, 600.0, 3569.0, 3570.0, 7800.0].map(|s| time(Duration::from_secs_f64(s)));
        assert_eq!(
            times,
            ["0 s", "1 min", "1 min 20 s", "9 min 59 s", "10 min", "59 min", "1 h", "2 h 10 min"]
        );
        let rough = [60.0, 90.0, 5399.0, 9000.0].map(|s| rough_time(Duration::from_secs_f64(s)));
        assert_eq!(rough, ["60 s", "2 min", "90 min", "2.5 h"]);
        assert_eq!(
            (counted(1, "launch", "launches"), counted(0, "CTA", "CTAs")),
            ("1 launch".into(), "0 CTAs".into())
        );
        assert_eq!((ratio(1, 0), ratio(1, 4)), (0.0, 0.25));
        assert_eq!([[4, 1, 1], [4, 2, 1], [4, 1, 2]].map(extents), ["4", "4x2", "4x1x2"]);
    }

    #[test]
    fn only_zero_is_shown_as_zero() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (1555.04, "1555.0"),
            (0.05, "0.1"),
            (0.0499, "0.050"),
            (0.042, "0.042"),
            (0.0099, "0.0099"),
            (0.001, "0.0010"),
            (0.000_999, "<0.001"),
            (f64::MIN_POSITIVE, "<0.001"),
            (-0.042, "-0.042"),
            (-1e-9, ">-0.001"),
        ];
        for (value, shown) in cases {
            assert_eq!(decimal(value), shown, "{value}");
        }
        assert_eq!([0.0, 0.1234, 0.000_03, 1.0].map(percent), ["0 %", "12.3 %", "0.0030 %", "100.0 %"]);
    }

    #[test]
    fn bandwidths_have_a_unit_that_fits() {
        let rates = [0.0, 0.4, 999.0, 1000.0, 3.1e6, 999e6, 1e9, 1555e9].map(bandwidth);
        let shown = [
            "0 B/s",
            "0.4 B/s",
            "999.0 B/s",
            "1.0 kB/s",
            "3.1 MB/s",
            "999.0 MB/s",
            "1.0 GB/s",
            "1555.0 GB/s",
        ];
        assert_eq!(rates, shown);
        assert_eq!(bytes_per_second(5_000_000, Duration::from_millis(500)), "10.0 MB/s");
        assert_eq!(bytes_per_second(0, Duration::ZERO), "0 B/s");
    }

    #[test]
    fn slow_items_are_counted_by_the_minute_or_hour() {
        let rate = |count, seconds| items_per_second(count, Duration::from_secs(seconds));
        assert_eq!([rate(1234, 10), rate(12, 10), rate(10, 10)], ["123/s", "1.2/s", "1.0/s"]);
        assert_eq!([rate(1, 2), rate(1, 24), rate(1, 60)], ["30/min", "2.5/min", "1.0/min"]);
        assert_eq!([rate(1, 61), rate(1, 1440), rate(1, 1_000_000)], ["59/h", "2.5/h", "0.0036/h"]);
        assert_eq!([rate(0, 10), rate(0, 0)], ["0/s", "0/s"]);
    }
}
