//! Names in messages: C++ names of mangled symbols, and the known name nearest to a misspelt one.

use cpp_demangle::{DemangleOptions, Symbol};

/// The C++ name of a symbol, with its parameter types or without; `None` if it is not mangled.
///
/// Only a name that starts with `_Z` is mangled. A demangler takes any string for a type: `v` for `void`.
pub fn demangled(symbol: &str, parameters: bool) -> Option<String> {
    let options = DemangleOptions::new().no_return_type();
    let options = if parameters { options } else { options.no_params() };
    let mangled = symbol.starts_with("_Z").then(|| Symbol::new(symbol).ok()).flatten()?;
    mangled.demangle_with_options(&options).ok()
}

/// The name of a symbol without scope, template arguments and parameter types. The symbol itself if it is not mangled.
///
/// ```
/// use warploom_kernel::names::base_name;
/// assert_eq!(["_ZN4blas4gemmIfEEvPKT_", "gemm", "v"].map(base_name), ["gemm", "gemm", "v"]);
/// ```
pub fn base_name(symbol: &str) -> String {
    let Some(name) = demangled(symbol, false).map(|name| without_templates(&name)) else {
        return symbol.to_owned();
    };
    name.rsplit("::").next().unwrap_or(&name).to_owned()
}

/// The C++ name of a symbol with scope, template arguments and parameter types: `blas::gemm(float const*)`. The symbol itself if
/// it is not mangled.
pub fn full_name(symbol: &str) -> String {
    demangled(symbol, true).unwrap_or_else(|| symbol.to_owned())
}

/// The C++ name of a symbol without parameter types, for a message about one kernel: `sum<float>`. The symbol itself if it is not
/// mangled.
pub fn short_name(symbol: &str) -> String {
    demangled(symbol, false).unwrap_or_else(|| symbol.to_owned())
}

/// A C++ name without template arguments.
pub fn without_templates(name: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::new();
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// The name of a variable of a function, `_ZZ6kernelPfE4tile`, as written: `tile`. Other names stay as they are.
pub fn variable_name(symbol: &str) -> &str {
    let local = |(at, _): (usize, char)| {
        let rest = &symbol[at + 1..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let length: usize = rest[..digits].parse().ok()?;
        // A number may follow the name, if the function has several variables of that name.
        rest[digits..].get(..length).filter(|found| {
            let suffix = &rest[digits + found.len()..];
            suffix.is_empty() || suffix.starts_with('_')
        })
    };
    let found = || symbol.char_indices().rev().filter(|(_, c)| *c == 'E').find_map(local);
    symbol.starts_with("_ZZ").then(found).flatten().unwrap_or(symbol)
}

/// The known name nearest to `name`, if it is near enough for a suggestion.
///
/// ```
/// use warploom_kernel::names::nearest;
/// assert_eq!(nearest("blok", ["block", "warp"].into_iter()), Some("block"));
/// assert_eq!(nearest("lane", ["block", "warp"].into_iter()), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|k| (distance(name, k), k))
        .filter(|&(d, k)| d <= 1 + k.len().min(name.len()) / 4 && d < name.len())
        .min_by_key(|&(d, _)| d)
        .map(|(_, k)| k)
}

/// The suggestion of the known name nearest to a misspelt one: ``did you mean `block`?``.
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// Levenshtein distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut left = std::mem::replace(&mut row[0], i + 1);
        for (j, &cb) in b.iter().enumerate() {
            let up = row[j + 1];
            row[j + 1] = (left + usize::from(ca != cb)).min(up + 1).min(row[j] + 1);
            left = up;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_mangled_names_are_demangled() {
        for name in ["v", "i", "f", "main", "_Z", "Z4gemm", "__Z4gemmPf"] {
            assert_eq!([base_name(name), short_name(name), full_name(name)], [name; 3]);
        }
        assert_eq!(full_name("_Z1vPf"), "v(float*)");
        assert_eq!(short_name("_Z3sumIfEvPT_"), "sum<float>");
    }

    #[test]
    fn local_variables_have_their_name_in_the_source() {
        for (mangled, name) in [
            ("_ZZ6kernelPfE4tile", "tile"),
            ("_ZZ1kE1E", "E"),
            ("_ZZ5EmptyPKfE5cache_0", "cache"),
            ("_ZN3foo3barE", "_ZN3foo3barE"),
            ("tile", "tile"),
        ] {
            assert_eq!(variable_name(mangled), name);
        }
    }
}
