//! C++ names of kernels and variables, found among the mangled symbols of a module.
//!
//! A compiler names `void gemm(const float *, float *)` `_Z4gemmPKfPf`. Users write `gemm`.

use std::collections::{BTreeMap, BTreeSet};
use warploom_kernel::execute::Fault;
pub use warploom_kernel::names::{base_name, full_name, short_name};
use warploom_kernel::names::{demangled, without_templates};

/// Symbols that a help text lists.
const LISTED: usize = 20;

/// Why a name is not that of exactly one symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SymbolError {
    /// No symbol has the name.
    Unknown,
    /// Several symbols have the name.
    Ambiguous(Vec<String>),
}

/// The symbol that `name` stands for: the symbol of this very name, or else the only one whose C++ name ends with it.
///
/// The C++ name may have its namespaces, template arguments and parameter types, or lack them.
///
/// ```
/// use warploom_lab::work::symbol::{SymbolError, find};
/// let symbols = ["_Z4gemmPKfPf", "_ZN2ns4scanEPi", "_Z3sumIfEvPT_", "_Z3sumIdEvPT_"];
/// let find = |name| find(name, symbols.into_iter());
/// assert_eq!(find("gemm"), Ok("_Z4gemmPKfPf"));
/// assert_eq!((find("scan"), find("ns::scan")), (Ok("_ZN2ns4scanEPi"), Ok("_ZN2ns4scanEPi")));
/// assert_eq!(find("sum<float>"), Ok("_Z3sumIfEvPT_"));
/// assert_eq!(find("sum"), Err(SymbolError::Ambiguous(symbols[2..].iter().map(|s| s.to_string()).collect())));
/// assert_eq!(find("emm"), Err(SymbolError::Unknown));
/// ```
///
/// # Errors
/// If no symbol or several symbols have the name.
pub fn find<'a>(name: &str, symbols: impl Iterator<Item = &'a str> + Clone) -> Result<&'a str, SymbolError> {
    if let Some(symbol) = symbols.clone().find(|symbol| *symbol == name) {
        return Ok(symbol);
    }
    let mut found: Vec<&str> = symbols.filter(|symbol| is_named(symbol, name)).collect();
    found.dedup();
    match found[..] {
        [] => Err(SymbolError::Unknown),
        [one] => Ok(one),
        _ => Err(SymbolError::Ambiguous(found.into_iter().map(str::to_owned).collect())),
    }
}

/// True if the symbol's C++ name, or its end after a `::`, is `name`.
pub(super) fn is_named(symbol: &str, name: &str) -> bool {
    let wanted = normalized(name);
    let Some(scoped) = demangled(symbol, false) else { return false };
    let forms = [Some(without_templates(&scoped)), Some(scoped), demangled(symbol, true)];
    forms.into_iter().flatten().any(|form| {
        let form = normalized(&form);
        let scope = form.strip_suffix(&wanted);
        !wanted.is_empty() && scope.is_some_and(|scope| scope.is_empty() || scope.ends_with("::"))
    })
}

/// The same fault with the C++ names of its kernel and function, for a message.
pub fn readable_fault(fault: &Fault) -> Fault {
    fault.readable()
}

/// Kernels as tables and messages name them: by the shortest C++ name that no other kernel among them has.
///
/// ```
/// use warploom_lab::work::symbol::KernelNames;
/// let names = KernelNames::new(["_Z4gemmPKfPf", "_Z3sumIfEvPT_", "_Z3sumIdEvPT_", "_Z5scalePfi", "_Z5scalePdi", "plain"]);
/// assert_eq!((names.of("_Z4gemmPKfPf"), names.of("plain")), ("gemm", "plain"));
/// assert_eq!(names.of("_Z3sumIfEvPT_"), "sum<float>");
/// assert_eq!(names.of("_Z5scalePfi"), "scale(float*, int)");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KernelNames(BTreeMap<String, String>);

impl KernelNames {
    /// The names of these kernels, which are given by their symbols. A symbol may be given more than once.
    pub fn new<'a>(symbols: impl IntoIterator<Item = &'a str>) -> KernelNames {
        let symbols: BTreeSet<&str> = symbols.into_iter().collect();
        let forms: [fn(&str) -> String; 3] = [base_name, short_name, full_name];
        let mut names = BTreeMap::new();
        for form in forms {
            let mut kernels: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            for &symbol in &symbols {
                kernels.entry(form(symbol)).or_default().push(symbol);
            }
            for (name, kernels) in kernels {
                if let [symbol] = kernels[..] {
                    names.entry(symbol.to_owned()).or_insert(name);
                }
            }
        }
        KernelNames(names)
    }

    /// The name of one of the kernels. Two symbols of one C++ name, and any other symbol, are their own names.
    pub fn of<'a>(&'a self, symbol: &'a str) -> &'a str {
        self.0.get(symbol).map_or(symbol, String::as_str)
    }
}

/// Symbols to choose from, each with its C++ name, one per line.
pub fn choices(symbols: &[String]) -> String {
    let width = symbols.iter().take(LISTED).map(String::len).max().unwrap_or(0);
    let line = |symbol: &String| {
        let name = demangled(symbol, true).unwrap_or_default();
        format!("\n  {symbol:<width$}  {name}").trim_end().to_owned()
    };
    let mut text: String = symbols.iter().take(LISTED).map(line).collect();
    if symbols.len() > LISTED {
        text += &format!("\n  and {} more", symbols.len() - LISTED);
    }
    text
}

/// A C++ name without spaces and return type, with `const` behind the type that it applies to: as demanglers write it.
fn normalized(name: &str) -> String {
    let name = name.trim().strip_prefix("void ").unwrap_or(name);
    let parameter = |text: &str| {
        let start = text.trim_start();
        let Some(of) = start.strip_prefix("const ") else { return text.to_owned() };
        let end = of.find(['*', '&', ')', '>']).unwrap_or(of.len());
        format!("{} const{}", of[..end].trim_end(), &of[end..])
    };
    let open = name.find('(').map_or(name.len(), |open| open + 1);
    let parameters: Vec<String> = name[open..].split(',').map(parameter).collect();
    format!("{}{}", &name[..open], parameters.join(",")).split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that nvcc gives.
    const SYMBOLS: [&str; 9] = [
        "_Z4gemmPKfS0_Pfi",
        "_ZN4blas6detail4axpyEfPKfPfi",
        "_Z6reduceILi256EfEvPKT0_PS0_i",
        "_Z6reduceILi512EfEvPKT0_PS0_i",
        "_Z5scalePfi",
        "_Z5scalePdi",
        "_ZN41_GLOBAL__N__c1d2e3f4_9_kernel_cu_a0b1c2d34copyEPKfPf",
        "_ZL6hiddenPf",
        "plain",
    ];

    #[test]
    fn a_declaration_as_users_and_demanglers_write_it_is_found() {
        for name in [
            "gemm(const float*, const float*, float*, int)",
            "gemm(float const*, float const*, float*, int)",
            "void gemm(const float *, const float *, float *, int)",
        ] {
            assert_eq!(found(name), Ok(SYMBOLS[0]), "{name}");
        }
        assert_eq!(found("void reduce<256, float>(float const*, float*, int)"), Ok(SYMBOLS[2]));
    }

    fn found(name: &str) -> Result<&'static str, SymbolError> {
        find(name, SYMBOLS.into_iter())
    }

    fn ambiguous(symbols: &[&str]) -> Result<&'static str, SymbolError> {
        Err(SymbolError::Ambiguous(symbols.iter().map(|symbol| (*symbol).to_owned()).collect()))
    }

    #[test]
    fn a_name_with_or_without_scope_template_arguments_and_parameters_finds_its_symbol() {
        for (name, symbol) in [
            ("gemm", SYMBOLS[0]),
            ("gemm(float const*, float const*, float*, int)", SYMBOLS[0]),
            ("axpy", SYMBOLS[1]),
            ("detail::axpy", SYMBOLS[1]),
            ("blas::detail::axpy", SYMBOLS[1]),
            ("reduce<256, float>", SYMBOLS[2]),
            ("reduce<512,float>", SYMBOLS[3]),
            ("scale(double*, int)", SYMBOLS[5]),
            ("copy", SYMBOLS[6]),
            ("hidden", SYMBOLS[7]),
            ("plain", SYMBOLS[8]),
        ] {
            assert_eq!(found(name), Ok(symbol), "{name}");
        }
        for symbol in SYMBOLS {
            assert_eq!(found(symbol), Ok(symbol), "a symbol names itself");
        }
    }

    #[test]
    fn an_overloaded_name_and_a_template_are_ambiguous() {
        assert_eq!(found("reduce"), ambiguous(&SYMBOLS[2..4]));
        assert_eq!(found("scale"), ambiguous(&SYMBOLS[4..6]));
        let choices = choices(&[SYMBOLS[4], SYMBOLS[5]].map(str::to_owned));
        assert_eq!(choices, "\n  _Z5scalePfi  scale(float*, int)\n  _Z5scalePdi  scale(double*, int)");
    }

    #[test]
    fn the_end_of_a_word_is_not_a_name() {
        for name in ["", "emm", "float", "blas", "lain", "::"] {
            assert_eq!(found(name), Err(SymbolError::Unknown), "{name}");
        }
        assert_eq!([SYMBOLS[1], SYMBOLS[2], "plain"].map(base_name), ["axpy", "reduce", "plain"]);
    }

    #[test]
    fn an_exact_symbol_wins_over_a_demangled_name() {
        assert_eq!(find("gemm", ["_Z4gemmPf", "gemm"].into_iter()), Ok("gemm"));
    }
}
