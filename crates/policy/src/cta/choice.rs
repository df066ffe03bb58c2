//! A CTA policy as it is written: its name. What follows a `:` would be parameters, as a policy's are; none has any yet.

use super::{CTA_ALL, CtaDeclaration};
use std::fmt;
use warploom_gpu::placement::CtaPolicy;
use warploom_kernel::ptx::nearest;

/// A CTA policy that was named. Printed, it is as records name it.
///
/// ```
/// use warploom_policy::{CTA_ALL, CtaChoice};
/// assert_eq!(CtaChoice::default().to_string(), "rr");
/// assert_eq!(CtaChoice::parse("block", CTA_ALL)?.to_string(), "block");
/// let unknown = CtaChoice::parse("blok", CTA_ALL).unwrap_err();
/// assert_eq!(unknown.to_string(), "there is no CTA policy `blok`");
/// assert_eq!(unknown.help(), "did you mean `block`?");
/// # Ok::<(), warploom_policy::CtaChoiceError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CtaChoice {
    declaration: CtaDeclaration,
}

impl Default for CtaChoice {
    fn default() -> CtaChoice {
        CtaChoice { declaration: CTA_ALL[0] }
    }
}

/// Why a text names no CTA policy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CtaChoiceError {
    /// None has this name.
    #[error("there is no CTA policy `{name}`")]
    NoPolicy {
        /// The name.
        name: String,
        /// What may have been meant.
        near: Option<&'static str>,
        /// All there are.
        all: Vec<&'static str>,
    },
    /// It has no such parameter.
    #[error("the CTA policy `{policy}` has no parameter `{name}`")]
    NoParameter {
        /// The CTA policy.
        policy: &'static str,
        /// The parameter.
        name: String,
    },
}

impl CtaChoiceError {
    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            CtaChoiceError::NoPolicy { near: Some(near), .. } => format!("did you mean `{near}`?"),
            CtaChoiceError::NoPolicy { all, .. } => format!("there are {}", all.join(", ")),
            CtaChoiceError::NoParameter { .. } => "it has none".to_owned(),
        }
    }
}

impl CtaChoice {
    /// The CTA policy that `text` names, of those there are.
    pub fn parse(text: &str, among: &[CtaDeclaration]) -> Result<CtaChoice, CtaChoiceError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let Some(&declaration) = among.iter().find(|policy| policy.name == name) else {
            let all: Vec<_> = among.iter().map(|policy| policy.name).collect();
            let near = nearest(name, all.iter().copied());
            return Err(CtaChoiceError::NoPolicy { name: name.to_owned(), near, all });
        };
        match settings.split(['=', ',']).find(|name| !name.is_empty()) {
            Some(name) => {
                Err(CtaChoiceError::NoParameter { policy: declaration.name, name: name.to_owned() })
            }
            None => Ok(CtaChoice { declaration }),
        }
    }

    /// What it says of itself.
    pub fn declaration(&self) -> &CtaDeclaration {
        &self.declaration
    }

    /// Makes one for a run.
    pub fn make(&self) -> Box<dyn CtaPolicy> {
        (self.declaration.make)()
    }
}

impl fmt::Display for CtaChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.declaration.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_its_remedy() {
        let wrong = |text: &str| {
            let error = CtaChoice::parse(text, CTA_ALL).unwrap_err();
            format!("{error}: {}", error.help())
        };
        assert_eq!(wrong("bck"), "there is no CTA policy `bck`: did you mean `bcs`?");
        assert_eq!(wrong("scatter"), "there is no CTA policy `scatter`: there are rr, block, fill, bcs");
        assert_eq!(wrong("bcs:size=4"), "the CTA policy `bcs` has no parameter `size`: it has none");
        assert_eq!(CtaChoice::parse("fill:", CTA_ALL).unwrap().to_string(), "fill");
    }
}
