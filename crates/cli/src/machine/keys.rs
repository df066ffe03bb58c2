//! `warploom machines keys`.

use crate::command::{Failure, Outcome};
use crate::output;
use serde_json::{Value, json};
use warploom_gpu::machine::keys::{CACHES, Key, OPTIONAL, keys};
use warploom_kernel::ptx::nearest;
use warploom_suite::Table;

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
    let all = keys();
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
        output::print(&format!("{}{NOTE}.\n", table(&found)))?;
    } else {
        let table = table(&folded(&all).iter().collect::<Vec<_>>());
        let (optional, caches) = (OPTIONAL.join(", "), CACHES.join(", "));
        output::print(&format!("{table}{NOTE};\nso are {optional}.\n{CACHE} is any of {caches}.\n"))?;
    }
    Ok(Outcome::Fine)
}

/// The keys, with those of caches only once.
fn folded(keys: &[Key]) -> Vec<Key> {
    let cache = |path: &str| CACHES.iter().position(|cache| is_in(path, cache));
    let fold = |key: &Key| match cache(&key.path) {
        None => Some(key.clone()),
        Some(0) => Some(Key { path: key.path.replacen(CACHES[0], CACHE, 1), ..key.clone() }),
        Some(_) => None,
    };
    keys.iter().filter_map(fold).collect()
}

/// The keys as a table.
fn table(keys: &[&Key]) -> Table {
    let mut table = Table::new(&["key", "meaning", "type"]);
    for Key { path, kind, needed, about } in keys {
        let path = if *needed { path.clone() } else { format!("({path})") };
        table.row([path, (*about).to_owned(), kind.brief()]);
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
    json!({ "key": key.path, "is": key.kind.words(), "needed": key.needed, "says": key.about })
}
