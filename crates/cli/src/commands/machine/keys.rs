//! `warploom machines keys`.

use crate::ui::command::{Failure, Outcome};
use crate::ui::output;
use serde_json::{Value, json};
use warploom_gpu::machine::keys::{Key, KeyList, keys};
use warploom_kernel::names::nearest;
use warploom_report::Table;

const NOTE: &str = "
`*` is the name of a unit, `%` a class of instructions. Keys in parentheses are optional";

/// Stands for any cache, in keys that all caches have.
const CACHE: &str = "CACHE";

/// List the keys of a machine description with their meaning and type
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only the keys of this table: l2, dram.channel, …
    #[arg(value_name = "TABLE")]
    table: Option<String>,
    /// Print JSON: an array of keys
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let KeyList { keys: all, caches, optional_tables, .. } = keys();
    let selected = |key: &&Key| args.table.as_deref().is_none_or(|table| is_in(&key.path, table));
    let found: Vec<&Key> = all.iter().filter(selected).collect();
    if found.is_empty() {
        let table = args.table.as_deref().unwrap_or("");
        let near = nearest(table, all.iter().flat_map(|key| tables(&key.path)));
        let help =
            near.map_or("`warploom machines keys` lists all".to_owned(), |n| format!("did you mean `{n}`?"));
        return Err(Failure::mistake(
            format!("a machine description has no table or key `{table}`"),
            Some(help),
        ));
    }
    if args.json {
        output::print_json(&found.into_iter().map(to_json).collect())?;
    } else if args.table.is_some() {
        output::print(&format!("{}{NOTE}.\n", output::table(&table(&found))))?;
    } else {
        let table = output::table(&table(&folded(&all, &caches).iter().collect::<Vec<_>>()));
        let (optional, caches) = (optional_tables.join(", "), caches.join(", "));
        output::print(&format!("{table}{NOTE};\nso are {optional}.\n{CACHE} is any of {caches}.\n"))?;
    }
    Ok(Outcome::Fine)
}

/// The keys, with those of caches only once.
fn folded(keys: &[Key], caches: &[String]) -> Vec<Key> {
    let cache = |path: &str| caches.iter().position(|cache| is_in(path, cache));
    let fold = |key: &Key| match cache(&key.path) {
        None => Some(key.clone()),
        Some(0) => {
            let mut key = key.clone();
            key.path = key.path.replacen(&caches[0], CACHE, 1);
            Some(key)
        }
        Some(_) => None,
    };
    keys.iter().filter_map(fold).collect()
}

/// The keys as a table.
fn table(keys: &[&Key]) -> Table {
    let mut table = Table::new(&["key", "meaning", "type"]);
    for Key { path, kind, required, about, .. } in keys {
        let path = if *required { path.clone() } else { format!("({path})") };
        table.row([path, about.clone(), kind.brief()]);
    }
    table
}

/// True if the path is this table or key, or is below it.
fn is_in(path: &str, table: &str) -> bool {
    path.strip_prefix(table).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The key and the tables around it.
fn tables(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('.').map(|(end, _)| &path[..end]).chain([path])
}

fn to_json(key: &Key) -> Value {
    json!({ "key": key.path, "is": key.kind.words(), "needed": key.required, "says": key.about })
}
