//! Import circles among the modules of each crate, found in the sources.
//!
//! Nodes are files. A path that starts with `crate`, `super`, `self` or a child module is an edge to the file that defines its
//! item, and so is a re-export; paths through re-exports lead to the definition. Unit tests are ignored. A circle may not leave a
//! module folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module's path inside its crate; empty for `lib.rs`.
type Module = Vec<String>;

/// Folders whose own folders and files are layers too: a circle may not leave one of these.
const LAYERED: &[(&str, &str)] = &[("kernel", "ptx")];

/// A crate's modules with their text, without comments and tests.
fn modules(sources: &Path) -> BTreeMap<Module, String> {
    let mut found = BTreeMap::new();
    collect(sources, &mut Vec::new(), &mut found);
    found
}

fn collect(directory: &Path, module: &mut Module, found: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(directory).expect("a source folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name in UTF-8").to_owned();
        if path.is_dir() {
            module.push(stem);
            collect(&path, module, found);
            module.pop();
        } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "main" {
            let mut name = module.clone();
            name.extend((stem != "mod" && stem != "lib").then_some(stem));
            let text = fs::read_to_string(&path).expect("a source file can be read");
            found.insert(name, without_tests(&text));
        }
    }
}

/// The text without comments and without `#[cfg(test)] mod … { … }`, whose end is the next `}` at the start of a line.
fn without_tests(text: &str) -> String {
    let lines = text.lines().map(|line| line.find("//").map_or(line, |at| &line[..at]));
    let (mut kept, mut marked, mut skipping) = (String::new(), false, false);
    for line in lines {
        if skipping {
            skipping = line != "}";
            continue;
        }
        skipping = marked && line.starts_with("mod ") && line.ends_with('{');
        marked = line == "#[cfg(test)]" || (marked && line.starts_with("#["));
        if !skipping {
            kept.extend([line, "\n"]);
        }
    }
    kept
}

/// A path in a file, and whether it is re-exported.
struct Written {
    path: Vec<String>,
    public: bool,
}

/// Every path of a file that may refer to another file of the crate.
fn written(text: &str) -> Vec<Written> {
    let mut all = Vec::new();
    let mut rest = String::new();
    for statement in text.split_inclusive(';') {
        let found = statement.match_indices("use ").find(|(at, _)| {
            let before = statement[..*at].lines().next_back().unwrap_or("").trim();
            before.is_empty() || before.starts_with("pub")
        });
        let Some((at, _)) = found.filter(|_| statement.ends_with(';')) else {
            rest.push_str(statement);
            continue;
        };
        let public = statement[..at].lines().next_back().is_some_and(|line| line.contains("pub"));
        rest.push_str(&statement[..at]);
        let tree = statement[at + "use ".len()..statement.len() - 1].trim();
        all.extend(branches(tree).into_iter().map(|path| Written { path: segments(&path), public }));
    }
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for word in rest.split(|c: char| !is_path(c)) {
        if ["crate::", "super::", "self::"].iter().any(|start| word.starts_with(start)) {
            all.push(Written { path: segments(word), public: false });
        }
    }
    all
}

/// The paths of a `use` tree.
fn branches(tree: &str) -> Vec<String> {
    let Some(open) = tree.find('{') else {
        return vec![tree.split(" as ").next().unwrap_or(tree).trim().to_owned()];
    };
    // A line of a string literal may start with `use`.
    let Some(close) = tree.rfind('}').filter(|close| *close > open) else { return Vec::new() };
    let (stem, mut depth, mut parts) = (&tree[..open], 0, vec![String::new()]);
    for c in tree[open + 1..close].chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match parts.last_mut() {
            Some(part) if c != ',' || depth > 0 => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.flat_map(|part| branches(&format!("{stem}{part}"))).collect()
}

fn segments(path: &str) -> Vec<String> {
    path.split("::").map(|segment| segment.trim().to_owned()).filter(|s| !s.is_empty()).collect()
}

/// A crate's import graph.
struct Graph {
    edges: BTreeMap<Module, BTreeSet<Module>>,
}

impl Graph {
    fn of(modules: &BTreeMap<Module, String>) -> Graph {
        let written: BTreeMap<&Module, Vec<Written>> =
            modules.iter().map(|(module, text)| (module, written(text))).collect();
        let mut exports: BTreeMap<Module, Module> = BTreeMap::new();
        for (module, paths) in &written {
            for path in paths.iter().filter(|path| path.public) {
                if let Some(target) = absolute(module, &path.path, modules) {
                    let name = module.iter().chain(target.last()).cloned().collect();
                    exports.insert(name, target);
                }
            }
        }
        let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, paths) in written {
            let targets = paths.iter().filter_map(|path| absolute(module, &path.path, modules));
            let targets = targets.map(|target| defined_in(target, modules, &exports));
            edges.insert(module.clone(), targets.filter(|target| target != module).collect());
        }
        Graph { edges }
    }

    /// The modules reachable from a module.
    fn reach<'a>(&'a self, from: &'a Module) -> BTreeSet<&'a Module> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            let next = self.edges.get(module).into_iter().flatten();
            open.extend(next.filter(|next| reached.insert(*next)));
        }
        reached
    }

    /// Strongly connected components that are not within one folder of the crate. The folders and files of `layered` count as if
    /// they were the crate's.
    fn circles(&self, layered: &[&str]) -> Vec<Vec<String>> {
        let reach: BTreeMap<&Module, BTreeSet<&Module>> =
            self.edges.keys().map(|module| (module, self.reach(module))).collect();
        let folder = |module: &Module| -> Module {
            let depth =
                if module.first().is_some_and(|first| layered.contains(&first.as_str())) { 2 } else { 1 };
            module.iter().take(depth).cloned().collect()
        };
        let mut circles = BTreeSet::new();
        for (module, reached) in &reach {
            let circle: BTreeSet<&Module> =
                reached.iter().copied().filter(|other| reach[*other].contains(*module)).collect();
            let folders: BTreeSet<Module> = circle.iter().map(|module| folder(module)).collect();
            if folders.len() > 1 {
                circles.insert(circle.into_iter().map(|module| module.join("/")).collect::<Vec<_>>());
            }
        }
        circles.into_iter().collect()
    }
}

/// The path from the crate's root; `None` for a path to another crate.
fn absolute(module: &Module, path: &[String], modules: &BTreeMap<Module, String>) -> Option<Module> {
    let supers = path.iter().take_while(|segment| *segment == "super").count();
    let (base, rest) = match path.first()?.as_str() {
        "crate" => (&module[..0], &path[1..]),
        "self" => (&module[..], &path[1..]),
        "super" => (&module[..module.len().checked_sub(supers)?], &path[supers..]),
        child => {
            let child: Module = module.iter().cloned().chain([child.to_owned()]).collect();
            (&module[..], modules.contains_key(&child).then_some(path)?)
        }
    };
    Some(base.iter().chain(rest).cloned().collect())
}

/// The module that defines the item of a path.
fn defined_in(
    mut path: Module,
    modules: &BTreeMap<Module, String>,
    exports: &BTreeMap<Module, Module>,
) -> Module {
    // The loop ends: circular re-exports do not compile.
    loop {
        let length = (0..=path.len()).rev().find(|&n| modules.contains_key(&path[..n])).unwrap_or(0);
        match path.get(..=length).and_then(|name| exports.get(name)) {
            Some(target) => path = target.iter().chain(&path[length + 1..]).cloned().collect(),
            None => return path[..length].to_vec(),
        }
    }
}

#[test]
fn no_import_circle_leaves_a_folder() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(&crates).expect("the crates' directory can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8").to_owned();
        let sources = path.join("src");
        if sources.is_dir() {
            let graph = Graph::of(&modules(&sources));
            let files: usize = graph.edges.values().map(BTreeSet::len).sum();
            assert!(files > 0, "{name}: its imports were found");
            let layered: Vec<&str> =
                LAYERED.iter().filter(|(of, _)| *of == name).map(|(_, folder)| *folder).collect();
            wrong.extend(
                graph.circles(&layered).iter().map(|circle| format!("{name}: {}", circle.join(", "))),
            );
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "each of these files imports another, in a circle");
}

fn example(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let modules = files.iter().map(|(name, text)| {
        let name = name.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        (name, without_tests(text))
    });
    Graph::of(&modules.collect()).circles(&[])
}

#[test]
fn a_circle_would_be_seen_through_re_exports_braces_and_paths() {
    let list = ("list", "pub const ALL: &[fn()] = &[crate::one::run];");
    let one = ("one", "mod inner;\n");
    let inner = ("one/inner", "use crate::{list::Other, Types};\n");
    let root = ("", "mod list;\nmod one;\nmod types;\npub use list::Types;\n");
    let back = ("one", "mod inner;\nuse self::inner::{Kind, Other};\n");
    assert_eq!(example(&[root, list, one, inner]), Vec::<Vec<String>>::new());
    assert_eq!(example(&[root, list, back, inner]), [["list", "one", "one/inner"]]);
}

#[test]
fn a_circle_would_be_seen_through_a_pub_use_that_nothing_of_it_imports() {
    let keys = ("machine/keys", "use crate::memory::cache::Size;\n");
    let cache = ("memory/cache", "mod description;\npub use description::Shape;\npub struct Size;\n");
    let description = ("memory/cache/description", "use crate::machine::keys::Key;\n");
    let rest = [("", "mod machine;\nmod memory;\n"), ("machine", "mod keys;\n"), ("memory", "mod cache;\n")];
    let files: Vec<_> = rest.into_iter().chain([keys, cache, description]).collect();
    assert_eq!(example(&files), [["machine/keys", "memory/cache", "memory/cache/description"]]);
}

#[test]
fn tests_comments_and_one_folder_make_no_circle() {
    let one = ("a/one", "use super::two::Two;\n");
    let two = ("a/two", "use super::one::One;\n");
    let b = ("b", "// use crate::c::C;\n#[cfg(test)]\nmod tests {\n    use crate::c::C;\n}\n");
    let c = ("c", "use crate::b::B;\n");
    assert_eq!(
        example(&[("", ""), ("a", "mod one;\nmod two;\n"), one, two, b, c]),
        Vec::<Vec<String>>::new()
    );
}
