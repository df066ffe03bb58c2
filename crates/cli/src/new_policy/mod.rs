//! `warploom new-policy`: a crate with a policy in it, to be changed into one's own.

use crate::command::{self, Command, Context, Failure, Outcome};
use crate::output;
use clap::{ArgMatches, Args as _};
use std::fs;
use std::path::{Path, PathBuf};

/// The command.
pub const COMMAND: Command = Command { name: "new-policy", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom new-policy youngest-cta             a crate youngest-cta, built on the Warploom this program was built from
  warploom new-policy mine --in ~/research     elsewhere
  warploom new-policy mine --git https://example.org/warploom.git --rev 1234abc

The crate has a policy of twelve lines, tests of it, and a main that is Warploom's whole command line with the policy added:
no fork. It depends on Warploom's sources; the first build compiles those too.";

/// Begin a policy of your own, in a crate of your own
///
/// Nothing of Warploom is changed: the crate adds its policy to Warploom's command line.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    /// What the policy and its crate are called: small letters, digits and hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// The directory to make the crate's directory in
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    parent: PathBuf,
    /// Where Warploom's sources are [default: where this program was built from]
    #[arg(long, value_name = "DIR", conflicts_with = "git")]
    warploom: Option<PathBuf>,
    /// Depend on a git repository of Warploom instead
    #[arg(long, value_name = "URL")]
    git: Option<String>,
    /// The revision of it
    #[arg(long, value_name = "REV", requires = "git")]
    rev: Option<String>,
}

const POLICY: &str = include_str!("template/policy.rs");
const MAIN: &str = include_str!("template/main.rs");
const README: &str = include_str!("template/README.md");

/// Where this program was built from, if that is still there.
const BUILT_FROM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Names that cargo does not let a crate with a program have: those of its own, of the language and its libraries.
const TAKEN: &str = "abstract alloc as async await become box break build const continue core crate deps do dyn else enum \
                     examples extern false final fn for gen if impl in incremental let loop macro match mod move mut \
                     override priv proc-macro pub ref return self static std struct super test trait true try type \
                     typeof unsafe unsized use virtual warploom where while yield";

/// Where the crate finds Warploom.
enum Sources {
    /// A checkout, and where it was built, if that is known.
    Directory {
        root: PathBuf,
        built: Option<PathBuf>,
    },
    Git {
        url: String,
        rev: Option<String>,
    },
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let name = args.name.as_str();
    check(name, context)?;
    let sources = sources(&args)?;
    // As it is typed next.
    let here = args.parent.as_os_str() == ".";
    let directory = if here { PathBuf::from(name) } else { args.parent.join(name) };
    if directory.exists() {
        let message = format!("{} is there already", directory.display());
        let help = "choose another name, or another place with --in".to_owned();
        return Err(Failure::mistake(message, Some(help)));
    }
    write(&directory, name, &sources).map_err(|(file, error)| {
        Failure::mistake(format!("{} cannot be written: {error}", file.display()), None)
    })?;
    output::print(&format!(
        "{directory}: a crate with the policy `{name}`\n\n  \
         cd {directory}\n  \
         cargo test --release\n  \
         cargo run --release -- compare lud btree --size tiny --policies lrr,gto,phase,pro,{name}\n\n\
         Its rule is in src/policy.rs. {}\n",
        match sources {
            Sources::Directory { built: Some(_), .. } =>
                "What Warploom's own release build has compiled is used again.",
            _ => "The first build compiles Warploom, which takes some minutes; those after it, seconds.",
        },
        directory = directory.display(),
    ))?;
    Ok(Outcome::Fine)
}

fn check(name: &str, context: &Context) -> Result<(), Failure> {
    let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let whole =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('-') && !name.contains("--");
    let mistake = |message: String, help: &str| Err(Failure::mistake(message, Some(help.to_owned())));
    if !plain || !whole {
        let help = "small letters, digits and single hyphens, a letter first, as in `least-progress`";
        return mistake(format!("`{name}` is no name for a policy"), help);
    }
    if context.policies.iter().any(|policy| policy.name == name) {
        return mistake(format!("there is a policy `{name}`"), "choose another name");
    }
    if TAKEN.split_whitespace().any(|taken| taken == name) {
        return mistake(format!("a crate cannot be called `{name}`"), "choose another name");
    }
    Ok(())
}

fn sources(args: &Args) -> Result<Sources, Failure> {
    if let Some(url) = &args.git {
        return Ok(Sources::Git { url: url.clone(), rev: args.rev.clone() });
    }
    let given = args.warploom.clone().unwrap_or_else(|| PathBuf::from(BUILT_FROM));
    let found = given.canonicalize().ok().filter(|root| root.join("crates/cli/Cargo.toml").is_file());
    let program =
        args.warploom.is_none().then(|| std::env::current_exe().ok()?.canonicalize().ok()).flatten();
    let built = program.as_deref().and_then(built_in);
    found.map(|root| Sources::Directory { root, built }).ok_or_else(|| {
        let message = match &args.warploom {
            Some(directory) => format!("{} does not hold Warploom's sources", directory.display()),
            None => "the sources this program was built from are gone".to_owned(),
        };
        let help = "give the directory of a checkout with --warploom, or a repository with --git";
        Failure::mistake(message, Some(help.to_owned()))
    })
}

/// The directory that cargo built `program` in, if it is a release build that is still where cargo put it.
fn built_in(program: &Path) -> Option<PathBuf> {
    let release =
        program.parent().filter(|at| at.ends_with("release") && at.join(".fingerprint").is_dir())?;
    release.parent().map(Path::to_path_buf)
}

fn write(directory: &Path, name: &str, sources: &Sources) -> Result<(), (PathBuf, std::io::Error)> {
    let put = |file: &str, text: &str| {
        let path = directory.join(file);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, text)).map_err(|error| (path, error))
    };
    put("Cargo.toml", &manifest(name, sources))?;
    put("src/main.rs", MAIN)?;
    put("src/policy.rs", &named(POLICY, name))?;
    let place = match sources {
        Sources::Directory { root, .. } => root.display().to_string(),
        Sources::Git { url, .. } => url.clone(),
    };
    put("README.md", &named(README, name).replace("WARPLOOM", &place))?;
    put(".gitignore", "/target\n")?;
    // The versions that Warploom was tested with; cargo leaves out what is not needed.
    let Sources::Directory { root, built } = sources else { return Ok(()) };
    if let Ok(lock) = fs::read_to_string(root.join("Cargo.lock")) {
        put("Cargo.lock", &lock)?;
    }
    if let Some(built) = built {
        let comment = "# What Warploom was built in: what is compiled there is not compiled again. Without this file the crate has its own.";
        put(".cargo/config.toml", &format!("{comment}\n[build]\ntarget-dir = {}\n", text(built)))?;
    }
    Ok(())
}

/// A path as TOML has it.
fn text(path: &Path) -> String {
    toml::Value::String(path.to_string_lossy().into_owned()).to_string()
}

fn manifest(name: &str, sources: &Sources) -> String {
    let text = |of: &str| text(Path::new(of));
    let warploom = match sources {
        Sources::Directory { root, .. } => {
            format!("path = {}", text(&root.join("crates/cli").to_string_lossy()))
        }
        Sources::Git { url, rev: None } => format!("git = {}", text(url)),
        Sources::Git { url, rev: Some(rev) } => format!("git = {}, rev = {}", text(url), text(rev)),
    };
    format!(
        "[package]\nname = \"{name}\"\ndescription = \"A warp-scheduling policy for Warploom.\"\nversion = \"0.1.0\"\n\
         edition = \"2024\"\npublish = false\n\n\
         [dependencies]\nwarploom = {{ {warploom} }}\n\n\
         # As Warploom is built, so that what is built is shared.\n[profile.release]\ndebug = \"line-tables-only\"\n\n\
         # A workspace of its own, wherever it lies.\n[workspace]\n"
    )
}

/// A template under the policy's name.
fn named(template: &str, name: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    let type_name: String = name.split('-').filter(|word| !word.is_empty()).map(capital).collect();
    template.replace("Mine", &type_name).replace("mine", name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_take_the_name() {
        assert_eq!(named("`mine`: Mine", "least-2-done"), "`least-2-done`: Least2Done");
        assert!(!named(POLICY, "other").contains("ine\""), "it is named nowhere else");
    }

    #[test]
    fn only_a_release_build_in_its_place_is_used_again() {
        let target = tempfile::tempdir().unwrap();
        let of = |profile: &str| built_in(&target.path().join(profile).join("warploom"));
        for profile in ["release", "debug"] {
            assert_eq!(of(profile), None, "nothing was built there");
            fs::create_dir_all(target.path().join(profile).join(".fingerprint")).unwrap();
        }
        assert_eq!(of("release").as_deref(), Some(target.path()));
        assert_eq!(of("debug"), None);
    }

    #[test]
    fn a_manifest_is_toml_whatever_the_path() {
        for path in ["/a b/c", r#"/quo"te\back"#] {
            let manifest = manifest("x", &Sources::Directory { root: PathBuf::from(path), built: None });
            let table: toml::Table = manifest.parse().unwrap();
            let dependency = table["dependencies"]["warploom"]["path"].as_str();
            assert_eq!(dependency, Some(format!("{path}/crates/cli").as_str()));
        }
    }
}
