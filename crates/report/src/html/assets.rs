//! The parts that every page contains: style, our script, and the scripts of charts.

/// The style sheet.
pub(super) const STYLE: &str = include_str!("../../assets/page.css");

/// A script of a page.
#[derive(Clone, Copy)]
pub(super) struct Script {
    pub(super) text: &'static str,
    /// The SHA-256 of the text in base64, by which the page's Content-Security-Policy permits the script. A constant, so that no
    /// build needs the crates that compute it.
    pub(super) sha256: &'static str,
}

/// Our script: sorting and charts.
pub(super) const SCRIPT: Script = Script {
    text: include_str!("../../assets/page.js"),
    sha256: "9jkl2mtTZCQWwrqGRHKxy10Er4smD6Df9HsTt6v+ojM=",
};

/// The scripts of charts, in the order in which they are loaded. `cargo xtask vendor` writes them.
pub(super) const CHARTS: [Script; 3] = [
    Script {
        text: include_str!("../../assets/vega.min.js"),
        sha256: "j2o1h8+NT0LH4IEg4+sF0GfnRtVU450tz1KswL1boo8=",
    },
    Script {
        text: include_str!("../../assets/vega-lite.min.js"),
        sha256: "g+IV6E4wjuhoj6ZQO6Dxz4o8BcDWHfKEGguSv4aAngA=",
    },
    Script {
        text: include_str!("../../assets/vega-embed.min.js"),
        sha256: "sUVcq6L7GnL7RgJboLoTFuLbx/DdQKP2BAFyv5wIupE=",
    },
];

/// The licences of the scripts of charts.
pub(super) const LICENCES: &str = include_str!("../../assets/licences.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest as _, Sha256};

    /// A browser does not run a script whose hash differs.
    #[test]
    fn scripts_have_their_hashes() {
        for script in CHARTS.into_iter().chain([SCRIPT]) {
            let hash = STANDARD.encode(Sha256::digest(script.text));
            let begin: String = script.text.chars().take(60).collect();
            assert_eq!(script.sha256, hash, "the hash of the script that begins with {begin}");
        }
    }

    #[test]
    fn vendored_files_have_their_pinned_hashes() {
        let pins: toml::Table = include_str!("../../assets/pins.toml").parse().expect("it is TOML");
        let [vega, lite, embed] = CHARTS;
        let files = [
            ("vega.min.js", vega.text),
            ("vega-lite.min.js", lite.text),
            ("vega-embed.min.js", embed.text),
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
            let lower = script.text.to_ascii_lowercase();
            assert!(!lower.contains("</script") && !lower.contains("<!--"));
        }
        assert!(!STYLE.to_ascii_lowercase().contains("</style"));
    }
}
