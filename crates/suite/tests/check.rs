//! The comparison of a buffer with its reference.

use warploom_suite::{BufferCheck, Mismatch, Tolerance};

#[test]
fn tolerance_holds_to_its_edge_and_never_for_nan() {
    let within = Tolerance::Within { relative: 0.25, absolute: 1.0 };
    let of = |got: f32, want: f32| BufferCheck::of("x", within, &[got], &[want]);
    assert_eq!(of(9.5, 8.0).used, 0.5);
    assert!(of(11.0, 8.0).passed() && of(5.0, 8.0).passed());
    assert!(!of(11.1, 8.0).passed() && !of(4.9, 8.0).passed());
    assert!(!of(f32::NAN, 8.0).passed() && !of(8.0, f32::NAN).passed());
    assert!(!of(f32::INFINITY, 8.0).passed());
}

#[test]
fn exact_means_bits_and_tells_the_first() {
    let check = BufferCheck::of("x", Tolerance::Exact, &[1, 2, 3, 4], &[1, 2, 9, 8]);
    assert_eq!((check.elements, check.wrong, check.worst), (4, 2, 6.0));
    let first = Mismatch { index: 2, got: "3".into(), want: "9".into() };
    assert_eq!(check.first, Some(first));
    assert!(!BufferCheck::of("x", Tolerance::Exact, &[0.0f32], &[-0.0]).passed());
}
