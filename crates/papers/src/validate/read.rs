//! Reading of reference files.

use super::ValidateError;
use serde::de::DeserializeOwned;
use std::path::Path;
use toml::de::Error;
use warploom_kernel::names::nearest;

/// The text of a file.
pub fn text(file: &Path) -> Result<String, ValidateError> {
    std::fs::read_to_string(file).map_err(|error| ValidateError::Read { file: file.to_owned(), error })
}

/// The contents of a TOML file. Errors name line and key.
pub fn toml<T: DeserializeOwned>(file: &Path) -> Result<T, ValidateError> {
    let text = text(file)?;
    let wrong = |key: Option<String>, error: &Error| {
        let before = |end: usize| 1 + text.bytes().take(end).filter(|&byte| byte == b'\n').count();
        let line = error.span().map(|span| format!("line {}", before(span.start)));
        let key = key.filter(|key| key != ".").map(|key| format!("`{key}`"));
        let place: Vec<String> = line.into_iter().chain(key).collect();
        let fault = error.message().to_owned();
        ValidateError::Wrong { file: file.to_owned(), place: place.join(", "), help: near(&fault), fault }
    };
    let parsed = toml::Deserializer::parse(&text).map_err(|error| wrong(None, &error))?;
    serde_path_to_error::deserialize(parsed).map_err(|error| {
        let key = error.path().to_string();
        wrong(Some(key), &error.into_inner())
    })
}

/// The known key nearest to an unknown one. serde's message quotes the unknown key first, then the known ones.
fn near(fault: &str) -> Option<String> {
    let mut words = fault.split('`').skip(1).step_by(2);
    let unknown = words.next().filter(|_| fault.starts_with("unknown field"))?;
    nearest(unknown, words).map(|near| format!("did you mean `{near}`?"))
}
