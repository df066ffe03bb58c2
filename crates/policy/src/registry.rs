//! The policies that a program knows.

use crate::built_in::BuiltIn;
use crate::choice::Choice;
use crate::declaration::Declaration;
use crate::kind::PolicyKind;
use crate::parameter::Values;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;
use warploom_gpu::machine::{self, Machine};

/// The policies of one kind that a program knows: the built-in ones and those of its author.
///
/// ```
/// use warploom_policy::{Choice, CtaKind, Registry, WarpKind};
/// let (policies, cta_policies) = (Registry::<WarpKind>::new(&[])?, Registry::<CtaKind>::new(&[])?);
/// assert_eq!(Choice::parse("two-level:ready=8", &policies).unwrap().declaration().name, "two-level");
/// assert_eq!(cta_policies.iter().map(|policy| policy.name).collect::<Vec<_>>(), ["rr", "first-available", "block", "fill", "bcs"]);
/// # Ok::<(), warploom_policy::DeclarationError>(())
/// ```
pub struct Registry<K: PolicyKind> {
    policies: Vec<Declaration<K>>,
}

impl<K: PolicyKind> Clone for Registry<K> {
    fn clone(&self) -> Registry<K> {
        Registry { policies: self.policies.clone() }
    }
}

impl<K: PolicyKind> fmt::Debug for Registry<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|policy| policy.name)).finish()
    }
}

/// A mistake in a policy's declaration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeclarationError {
    /// Two policies of one kind have the same name, in capital or small letters.
    #[error("two declarations of a {kind} have the name `{name}`")]
    DuplicateName { kind: &'static str, name: &'static str },
    /// A policy declares two parameters of the same name.
    #[error("the {kind} `{policy}` declares two parameters `{parameter}`")]
    DuplicateParameter { kind: &'static str, policy: &'static str, parameter: &'static str },
    /// A policy reads a parameter that it does not declare, or declares with another type.
    #[error("the {kind} `{policy}` reads a parameter `{parameter}` that it does not declare")]
    UndeclaredParameter { kind: &'static str, policy: &'static str, parameter: &'static str },
}

impl DeclarationError {
    /// The remedy.
    pub fn help(&self) -> String {
        match self {
            DeclarationError::DuplicateName { .. } => {
                "give yours a name that no other has, in its `Declaration::new`".to_owned()
            }
            DeclarationError::DuplicateParameter { .. } => "rename one of them".to_owned(),
            DeclarationError::UndeclaredParameter { .. } => {
                "add it to the `.parameters(&[…])` of the policy's `Declaration`".to_owned()
            }
        }
    }
}

impl<K: PolicyKind> Registry<K> {
    /// The built-in policies, then `added`.
    ///
    /// Makes each added policy once with its defaults and once with each further value of its parameters, in order to find
    /// parameters that it reads but does not declare.
    ///
    /// # Errors
    /// If a declaration has a mistake.
    pub fn new(added: &[Declaration<K>]) -> Result<Registry<K>, DeclarationError>
    where
        K: BuiltIn,
    {
        let policies: Vec<Declaration<K>> = K::BUILT_IN.iter().chain(added).copied().collect();
        check_names(&policies)?;
        check_parameters(added)?;
        Ok(Registry { policies })
    }

    /// Checks declarations without making a registry of them.
    ///
    /// # Errors
    /// As [`Registry::new`].
    pub fn check(policies: &[Declaration<K>]) -> Result<(), DeclarationError> {
        check_names(policies)?;
        check_parameters(policies)
    }
}

impl<K: PolicyKind> Deref for Registry<K> {
    type Target = [Declaration<K>];

    fn deref(&self) -> &[Declaration<K>] {
        &self.policies
    }
}

fn check_names<K: PolicyKind>(policies: &[Declaration<K>]) -> Result<(), DeclarationError> {
    for (at, &Declaration { name, .. }) in policies.iter().enumerate() {
        if policies[..at].iter().any(|other| other.name.eq_ignore_ascii_case(name)) {
            return Err(DeclarationError::DuplicateName { kind: K::NOUN, name });
        }
    }
    Ok(())
}

fn check_parameters<K: PolicyKind>(policies: &[Declaration<K>]) -> Result<(), DeclarationError> {
    // Any machine of the kind serves: parameters are read in the same way on all.
    let Some(machine) = machine::named(K::MACHINE).filter(|_| !policies.is_empty()) else { return Ok(()) };
    let machine = machine.machine();
    policies.iter().try_for_each(|policy| check_policy(policy, &machine))
}

fn check_policy<K: PolicyKind>(policy: &Declaration<K>, machine: &Machine) -> Result<(), DeclarationError> {
    let Declaration { name, parameters, .. } = *policy;
    for (at, parameter) in parameters.iter().enumerate() {
        let parameter = parameter.name();
        if parameters[..at].iter().any(|other| other.name() == parameter) {
            return Err(DeclarationError::DuplicateParameter { kind: K::NOUN, policy: name, parameter });
        }
    }
    for choice in Choice::neighbors(policy) {
        let undeclared = OnceLock::new();
        let values = Values::new(parameters, choice.settings(), Some(&undeclared));
        (policy.cost)(&values, K::hardware(machine));
        (policy.make)(&values, K::hardware(machine));
        if let Some(&parameter) = undeclared.get() {
            return Err(DeclarationError::UndeclaredParameter { kind: K::NOUN, policy: name, parameter });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CtaDeclaration, CtaKind, Parameter, WarpKind};
    use warploom_gpu::placement::RoundRobin;

    const SIZE: Parameter<u64> = Parameter::whole("size", "a number", 1, 1..=4);
    const DEPTH: Parameter<bool> = Parameter::flag("size", "the same name, of another type", false);
    const DEEP: Parameter<bool> = Parameter::flag("deep", "whether `size` is read", false);
    const OURS: CtaDeclaration = CtaDeclaration::new("ours", "round robin", |values, _| {
        let _size = values.get(SIZE);
        Box::new(RoundRobin::default())
    });

    fn wrong(policies: &[Declaration<CtaKind>]) -> String {
        let error = Registry::new(policies).unwrap_err();
        format!("{error}: {}", error.help())
    }

    #[test]
    fn every_mistake_in_a_declaration_has_a_message_with_its_remedy() {
        let declared = OURS.parameters(&[&SIZE]);
        assert_eq!(Registry::new(&[declared]).unwrap().last().unwrap().name, "ours");
        assert_eq!(
            wrong(&[OURS]),
            "the CTA policy `ours` reads a parameter `size` that it does not declare: add it to the `.parameters(&[…])` of the \
             policy's `Declaration`"
        );
        assert!(wrong(&[OURS.parameters(&[&DEPTH])]).contains("reads a parameter `size` that it does not"));
        assert_eq!(
            wrong(&[OURS.parameters(&[&SIZE, &DEPTH])]),
            "the CTA policy `ours` declares two parameters `size`: rename one of them"
        );
        assert_eq!(
            wrong(&[declared, declared]),
            "two declarations of a CTA policy have the name `ours`: give yours a name that no other has, in its \
             `Declaration::new`"
        );
        let gto = crate::WARP_POLICIES[1];
        let error = Registry::<WarpKind>::new(&[gto]).unwrap_err();
        assert_eq!(error, DeclarationError::DuplicateName { kind: "policy", name: "gto" });
    }

    #[test]
    fn a_parameter_that_is_read_only_with_another_value_is_found() {
        const SOMETIMES: CtaDeclaration = CtaDeclaration::new("ours", "round robin", |values, _| {
            let _size = values.get(DEEP).then(|| values.get(SIZE));
            Box::new(RoundRobin::default())
        });
        assert!(wrong(&[SOMETIMES.parameters(&[&DEEP])]).contains("`size`"));
    }
}
