//! Module dependences of the crate: reads the `use` items of the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Imports of each file, both as paths relative to `src` without the extension.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn modules(directory: &Path, prefix: &str, into: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(directory).expect("the sources can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name in ASCII").to_owned();
        if path.is_dir() {
            modules(&path, &format!("{prefix}{name}/"), into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source can be read");
            // `sm/mod.rs` and `memory/cache.rs` are the modules `sm` and `memory/cache`.
            let module = if name == "mod" {
                prefix.trim_end_matches('/').to_owned()
            } else {
                prefix.to_owned() + &name
            };
            into.insert(module, text);
        }
    }
}

/// Module that a path such as `sm/load_store/LsuOp` belongs to: its longest prefix that is a module.
fn module_of(path: &str, modules: &BTreeMap<String, String>) -> Option<String> {
    let mut path = path;
    loop {
        if modules.contains_key(path) {
            return Some(path.to_owned());
        }
        path = path.rsplit_once('/')?.0;
    }
}

/// Paths that a `use` item names, with braces expanded: `a::{b, c::d}` is `a/b` and `a/c/d`.
fn expand(item: &str) -> Vec<String> {
    let Some(open) = item.find('{') else { return vec![item.trim().replace("::", "/")] };
    let (head, rest) = (&item[..open], &item[open + 1..item.rfind('}').unwrap_or(item.len())]);
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in rest.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&rest[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&rest[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expand(&format!("{}{}", head.trim(), part.trim()))).collect()
}

/// Bodies of the `use` items of a source, without comments.
fn use_items(code: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut open = false;
    for line in code.lines().map(|line| line.split("//").next().unwrap_or_default().trim()) {
        let starts = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "];
        match starts.iter().find_map(|start| line.strip_prefix(start)) {
            Some(rest) => items.push(rest.to_owned()),
            None if open => items.last_mut().into_iter().for_each(|item| item.push_str(line)),
            None => continue,
        }
        open = !line.contains(';');
    }
    items.iter().map(|item| item.split(';').next().unwrap_or_default().to_owned()).collect()
}

fn imports(modules: &BTreeMap<String, String>) -> Imports {
    let mut imports = Imports::new();
    for (module, text) in modules {
        let own = imports.entry(module.clone()).or_default();
        // Unit tests may import anything.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for item in use_items(code) {
            for path in expand(&item) {
                let path = if let Some(path) = path.strip_prefix("crate/") {
                    path.to_owned()
                } else if let Some(path) = path.strip_prefix("super/") {
                    let parent = module.rsplit_once('/').map_or("", |(parent, _)| parent);
                    format!("{parent}/{path}").trim_start_matches('/').to_owned()
                } else {
                    // A path that starts at a child module; those of other crates match no module.
                    format!("{module}/{path}")
                };
                own.extend(module_of(&path, modules).filter(|to| to != module));
            }
        }
    }
    imports
}

/// Modules that can be reached from a module.
fn reached(imports: &Imports, from: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from.to_owned()];
    while let Some(module) = next.pop() {
        for to in imports.get(&module).into_iter().flatten() {
            if reached.insert(to.clone()) {
                next.push(to.clone());
            }
        }
    }
    reached
}

/// Modules in an import circle with this one.
fn circle(imports: &Imports, module: &str) -> Vec<String> {
    let back = |to: &String| reached(imports, to).contains(module);
    reached(imports, module).into_iter().filter(back).collect()
}

fn sources() -> Imports {
    let mut modules_of_crate = BTreeMap::new();
    modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut modules_of_crate);
    imports(&modules_of_crate)
}

#[test]
fn the_policy_trait_is_in_no_import_circle() {
    let imports = sources();
    assert!(imports["sm"].contains("policy"), "the SM uses the trait: {:?}", imports["sm"]);
    for module in ["policy", "view", "decoded", "ids"] {
        let circle = circle(&imports, module);
        assert!(circle.is_empty(), "{module} and {circle:?} import each other");
    }
}

#[test]
fn the_view_depends_on_ids_decoded_code_and_counters_only() {
    let imports = sources();
    let expected: BTreeSet<String> = ["counters", "decoded", "ids"].map(str::to_owned).into();
    assert_eq!(imports["view"], expected);
    assert_eq!(imports["policy"], ["ids", "view"].map(str::to_owned).into());
}

#[test]
fn an_import_circle_is_found() {
    let files = [
        ("policy", "use crate::view::SmView;"),
        ("view", "use crate::{ids::Slot,\n    sm::{state::State, Sm}};"),
        ("ids", ""),
        ("sm", "use crate::ids::Slot; // use crate::policy;"),
        ("sm/state", "use super::issue;\n#[cfg(test)]\nuse crate::view;"),
        ("sm/issue", "use crate::policy::WarpPolicy;"),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    let imports = imports(&files);
    assert_eq!(imports["view"], ["ids", "sm", "sm/state"].map(str::to_owned).into());
    assert_eq!(circle(&imports, "policy"), ["policy", "sm/issue", "sm/state", "view"]);
    assert!(circle(&imports, "ids").is_empty());
}
