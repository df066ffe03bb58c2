//! The parts that every page contains: style, our script, and the scripts of charts.

/// The style sheet.
pub(super) const STYLE: &str = include_str!("../../assets/page.css");

/// Our script: sorting and charts.
pub(super) const SCRIPT: &str = include_str!("../../assets/page.js");

/// The scripts of charts, in the order in which they are loaded. `cargo xtask vendor` writes them.
pub(super) const CHARTS: [&str; 3] = [
    include_str!("../../assets/vega.min.js"),
    include_str!("../../assets/vega-lite.min.js"),
    include_str!("../../assets/vega-embed.min.js"),
];

/// The licences of the scripts of charts.
pub(super) const LICENCES: &str = include_str!("../../assets/licences.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest as _, Sha256};

    #[test]
    fn vendored_files_have_their_pinned_hashes() {
        let pins: toml::Table = include_str!("../../assets/pins.toml").parse().expect("it is TOML");
        let [vega, lite, embed] = CHARTS;
        let files = [
            ("vega.min.js", vega),
            ("vega-lite.min.js", lite),
            ("vega-embed.min.js", embed),
            ("licences.txt", LICENCES),
        ];
        assert_eq!(pins.len(), files.len());
        for (name, text) in files {
            let hash: String = Sha256::digest(text.as_bytes()).iter().map(|b| format!("{b:02x}")).collect();
            assert_eq!(pins[name].as_str(), Some(&*hash), "{name}: `cargo xtask vendor` writes it");
        }
    }

    #[test]
    fn every_bundled_package_has_its_licence() {
        for package in
            ["vega 6.", "vega-lite 6.", "vega-embed 7.", "vega-interpreter 2.", "d3-scale ", "semver "]
        {
            assert!(LICENCES.contains(package), "{package}");
        }
        assert!(LICENCES.contains("Redistribution and use in source and binary forms"));
        assert!(LICENCES.contains("Permission to use, copy, modify"));
    }

    #[test]
    fn no_script_ends_its_element() {
        for script in CHARTS.into_iter().chain([SCRIPT]) {
            let lower = script.to_ascii_lowercase();
            assert!(!lower.contains("</script") && !lower.contains("<!--"));
        }
        assert!(!STYLE.to_ascii_lowercase().contains("</style"));
    }
}
