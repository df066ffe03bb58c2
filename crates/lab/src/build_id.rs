//! The id of this build.

/// The id of this build: a digest of the simulator's sources, of the suite and of the built-in machines.
///
/// Two builds with the same id give the same results. Policies of a user's own crate are not part of it; built-in policies are.
pub const BUILD_ID: &str = env!("WARPLOOM_BUILD_ID");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_id_is_a_digest() {
        assert!(
            BUILD_ID.len() == 32 && BUILD_ID.bytes().all(|digit| digit.is_ascii_hexdigit()),
            "{BUILD_ID}"
        );
    }
}
