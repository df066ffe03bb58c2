//! `warploom new-policy`: makes a crate with a policy for its author to change.

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::output;
use clap::{ArgMatches, Args as _};
use std::fs;
use std::path::{Path, PathBuf};
use warploom_tape::atomic_file;

/// The command.
pub const COMMAND: Command = Command { name: "new-policy", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom new-policy youngest-cta             a crate youngest-cta that uses the sources of this Warploom
  warploom new-policy spread --cta             a crate with a CTA policy
  warploom new-policy mine --in ~/research     in another directory
  warploom new-policy mine --warploom ~/warploom   that uses a checkout of Warploom
  warploom new-policy mine --git https://example.org/warploom.git --rev 1234abc

The crate has a policy of twelve lines, its tests, and a main that is Warploom's command line with the policy added. Warploom
itself is not changed. The first build also compiles Warploom's sources.";

/// Create a crate with your own policy
///
/// The crate adds its policy to Warploom's command line. Warploom itself is not changed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    /// Name of the policy and its crate: lower-case letters, digits and hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// Create a CTA policy, which places CTAs on SMs, instead of a warp policy
    #[arg(long)]
    cta: bool,
    /// Directory to create the crate in
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    parent: PathBuf,
    /// Use a checkout of Warploom [default: the sources of the installed package, or the checkout around this program or the current directory]
    #[arg(long, value_name = "DIR", conflicts_with_all = ["git", "published"])]
    warploom: Option<PathBuf>,
    /// Use the crates of this version on crates.io
    #[arg(long, conflicts_with = "git")]
    published: bool,
    /// Use a git repository of Warploom
    #[arg(long, value_name = "URL")]
    git: Option<String>,
    /// Revision of the git repository
    #[arg(long, value_name = "REV", requires = "git")]
    rev: Option<String>,
}

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const MAIN: &str = include_str!("template/main.rs");

/// The parts of a new crate that depend on the kind of its policy.
struct Template {
    /// The kind of policy, as in `warploom policies`.
    noun: &'static str,
    /// The method of `CommandLine` that adds the policy.
    add: &'static str,
    description: &'static str,
    policy: &'static str,
    readme: &'static str,
    /// Arguments of a first run, with `mine` for the name.
    first_run: &'static str,
}

const WARP: Template = Template {
    noun: "policy",
    add: "warp_policies",
    description: "A warp-scheduling policy for Warploom.",
    policy: include_str!("template/warp/policy.rs"),
    readme: include_str!("template/warp/README.md"),
    first_run: "compare lud btree --size tiny --policies lrr,gto,phase,pro,mine",
};

const CTA: Template = Template {
    noun: "CTA policy",
    add: "cta_policies",
    description: "A CTA policy for Warploom.",
    policy: include_str!("template/cta/policy.rs"),
    readme: include_str!("template/cta/README.md"),
    first_run: "compare lud btree --size tiny --policies lrr,gto --cta-policy mine",
};

/// Names that cargo rejects for a crate with a binary: its own, keywords, and names of the standard libraries.
const TAKEN: &str = "abstract alloc as async await become box break build const continue core crate deps do dyn else enum \
                     examples extern false final fn for gen if impl in incremental let loop macro match mod move mut \
                     override priv proc-macro pub ref return self static std struct super test trait true try type \
                     typeof unsafe unsized use virtual warploom where while yield";

/// The location of Warploom's sources.
enum Sources {
    /// The published crate of this program's version.
    Published,
    /// A checkout, and its build directory, if known.
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
    let template = if args.cta { CTA } else { WARP };
    let sources = sources(&args, context)?;
    // The path that the user types next.
    let here = args.parent.as_os_str() == ".";
    let directory = if here { PathBuf::from(name) } else { args.parent.join(name) };
    if directory.exists() {
        let message = format!("`{}` already exists", directory.display());
        let help = "choose another name, or another directory with --in".to_owned();
        return Err(Failure::mistake(message, Some(help)));
    }
    write(&directory, name, &template, &sources).map_err(|(file, error)| {
        Failure::mistake(format!("{} cannot be written: {error}", file.display()), None)
    })?;
    output::print(&format!(
        "{directory}: a crate with the {noun} `{name}`\n\n  \
         cd {directory}\n  \
         cargo test --release\n  \
         cargo run --release -- {first_run}\n\n\
         Its rule is in src/policy.rs. {}\n",
        match sources {
            Sources::Directory { built: Some(_), .. } =>
                "The build reuses the dependencies of Warploom's own release build.",
            _ => "The first build compiles Warploom and takes some minutes, later builds some seconds.",
        },
        directory = directory.display(),
        noun = template.noun,
        first_run = template.first_run.replace("mine", name),
    ))?;
    Ok(Outcome::Fine)
}

fn check(name: &str, context: &Context) -> Result<(), Failure> {
    let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let whole =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('-') && !name.contains("--");
    let mistake = |message: String, help: &str| Err(Failure::mistake(message, Some(help.to_owned())));
    if !plain || !whole {
        let help = "use lower-case letters, digits and single hyphens, starting with a letter, as in `least-progress`";
        return mistake(format!("`{name}` is not a valid name for a policy"), help);
    }
    let taken = context.warp_policies.iter().map(|policy| policy.name);
    if taken.chain(context.cta_policies.iter().map(|policy| policy.name)).any(|taken| taken == name) {
        return mistake(format!("a policy `{name}` already exists"), "choose another name");
    }
    if TAKEN.split_whitespace().any(|taken| taken == name) {
        return mistake(format!("a crate cannot be called `{name}`"), "choose another name");
    }
    Ok(())
}

fn sources(args: &Args, context: &Context) -> Result<Sources, Failure> {
    if let Some(url) = &args.git {
        return Ok(Sources::Git { url: url.clone(), rev: args.rev.clone() });
    }
    if args.published {
        return Ok(Sources::Published);
    }
    let mistake = |message: String, help: &str| Failure::mistake(message, Some(help.to_owned()));
    let (root, built) = match &args.warploom {
        Some(given) => {
            let root = given.canonicalize().ok().filter(|root| is_checkout(root)).ok_or_else(|| {
                let message = format!("`{}` does not contain Warploom's sources", given.display());
                mistake(
                    message,
                    "give the directory of a checkout with --warploom, or a repository with --git",
                )
            })?;
            (root, None)
        }
        None => {
            let executable = std::env::current_exe().ok().and_then(|program| program.canonicalize().ok());
            // In the Python package, the executable file is an interpreter somewhere else.
            let programs = [executable.as_deref(), context.program.as_deref()];
            own_sources(programs.into_iter().flatten(), std::env::current_dir().ok()).ok_or_else(|| {
                let message =
                    "a policy's crate compiles Warploom's sources, and they are not beside this program";
                let help = concat!(
                    "the archive, the Debian package and the wheel have them; or `git clone ",
                    env!("CARGO_PKG_REPOSITORY"),
                    "` and --warploom DIR; or --git URL; or --published, if this version is on crates.io"
                );
                mistake(message.to_owned(), help)
            })?
        }
    };
    if root.to_str().is_none() {
        let message =
            format!("the name of {} is not UTF-8, so a Cargo.toml cannot contain it", root.display());
        let help = "rename the directory of Warploom's sources, or give a repository with --git";
        return Err(Failure::mistake(message, Some(help.to_owned())));
    }
    Ok(Sources::Directory { root, built })
}

fn is_checkout(root: &Path) -> bool {
    root.join("crates/cli/Cargo.toml").is_file()
}

/// The sources that came with one of these programs, or the checkout around the current directory; and the target directory of the
/// program's release build, if that can be used again. Looked for when asked: a path noted at build time would mean nothing on the
/// user's machine, and would make two builds of one commit differ.
fn own_sources<'a>(
    programs: impl Iterator<Item = &'a Path> + Clone,
    current: Option<PathBuf>,
) -> Option<(PathBuf, Option<PathBuf>)> {
    let packaged = |program: &Path| program.parent()?.join("../share/warploom").canonicalize().ok();
    let around = |path: &Path| path.ancestors().find(|above| is_checkout(above)).map(Path::to_path_buf);
    // The package first, because one that is being tried lies in a checkout.
    let package = programs.clone().filter_map(packaged).find(|root| is_checkout(root));
    let mut built = programs.filter_map(|program| Some((around(program)?, target_directory(program))));
    let package = package.map(|root| (root, None));
    package.or_else(|| built.next()).or_else(|| Some((around(&current?)?, None)))
}

/// The target directory of `program`, if it is a release build in its original place.
fn target_directory(program: &Path) -> Option<PathBuf> {
    let release =
        program.parent().filter(|at| at.ends_with("release") && at.join(".fingerprint").is_dir())?;
    release.parent().map(Path::to_path_buf)
}

fn write(
    directory: &Path,
    name: &str,
    template: &Template,
    sources: &Sources,
) -> Result<(), (PathBuf, std::io::Error)> {
    let put = |file: &str, text: &str| {
        let path = directory.join(file);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| atomic_file::write(&path, text.as_bytes())).map_err(|error| (path, error))
    };
    put("Cargo.toml", &manifest(name, template.description, sources))?;
    put("src/main.rs", &MAIN.replace("warp_policies", template.add))?;
    put("src/policy.rs", &named(template.policy, name))?;
    let place = match sources {
        Sources::Published => env!("CARGO_PKG_REPOSITORY").to_owned(),
        Sources::Directory { root, .. } => root.display().to_string(),
        Sources::Git { url, .. } => url.clone(),
    };
    put("README.md", &named(template.readme, name).replace("WARPLOOM", &place))?;
    put(".gitignore", "/target\n")?;
    // The dependency versions that Warploom was tested with. Cargo drops the unused ones.
    let Sources::Directory { root, built } = sources else { return Ok(()) };
    if let Ok(lock) = fs::read_to_string(root.join("Cargo.lock")) {
        put("Cargo.lock", &lock)?;
    }
    if let Some(built) = built {
        let comment = "# Warploom's own target directory, so that its dependencies are not compiled again. Delete this file for a separate one.";
        put(".cargo/config.toml", &format!("{comment}\n[build]\ntarget-dir = {}\n", text(built)))?;
    }
    Ok(())
}

/// A path as a TOML string.
fn text(path: &Path) -> String {
    toml::Value::String(path.to_string_lossy().into_owned()).to_string()
}

/// Warploom's own profile: what one build has compiled serves the other.
const PROFILE: &str = include_str!("template/profile.toml");

fn manifest(name: &str, description: &str, sources: &Sources) -> String {
    let text = |of: &str| text(Path::new(of));
    let warploom = match sources {
        Sources::Published => format!("version = \"{VERSION}\""),
        Sources::Directory { root, .. } => {
            format!("path = {}", text(&root.join("crates/cli").to_string_lossy()))
        }
        Sources::Git { url, rev: None } => format!("git = {}", text(url)),
        Sources::Git { url, rev: Some(rev) } => format!("git = {}, rev = {}", text(url), text(rev)),
    };
    format!(
        "[package]\nname = \"{name}\"\ndescription = \"{description}\"\nversion = \"0.1.0\"\n\
         edition = \"2024\"\npublish = false\n\n\
         [dependencies]\n# For `study`, `reproduce`, `graph`, `validate`, `run --timeline` and charts as PNG: features = [\"report\"].\n\
         warploom = {{ {warploom}, default-features = false }}\n\n\
         {PROFILE}\n\
         # Not a member of a workspace in a parent directory.\n[workspace]\n"
    )
}

/// A template with the policy's name.
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
        for template in [WARP, CTA] {
            assert!(!named(template.policy, "other").contains("ine\""), "every occurrence is replaced");
        }
    }

    #[test]
    fn only_a_release_build_in_its_original_place_is_reused() {
        let target = tempfile::tempdir().unwrap();
        let of = |profile: &str| target_directory(&target.path().join(profile).join("warploom"));
        for profile in ["release", "debug"] {
            assert_eq!(of(profile), None, "no build");
            fs::create_dir_all(target.path().join(profile).join(".fingerprint")).unwrap();
        }
        assert_eq!(of("release").as_deref(), Some(target.path()));
        assert_eq!(of("debug"), None);
    }

    #[test]
    fn a_program_uses_the_sources_of_its_package_or_of_the_checkout_around_it() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let make = |checkout: &Path| {
            fs::create_dir_all(checkout.join("crates/cli")).unwrap();
            fs::write(checkout.join("crates/cli/Cargo.toml"), "").unwrap();
        };
        let (built, installed) =
            (root.join("target/release/warploom"), root.join("target/stage/bin/warploom"));
        fs::create_dir_all(installed.parent().unwrap()).unwrap();
        let found = |program: &Path| own_sources([program].into_iter(), None).map(|(root, _)| root);
        assert_eq!((found(&built), found(&installed)), (None, None));
        make(&root);
        assert_eq!((found(&built), found(&installed)), (Some(root.clone()), Some(root.clone())));
        let packaged = root.join("target/stage/share/warploom");
        make(&packaged);
        assert_eq!((found(&built), found(&installed)), (Some(root.clone()), Some(packaged)));
        let elsewhere = Path::new("/usr/bin/warploom");
        assert_eq!(own_sources([elsewhere].into_iter(), Some(root.join("docs"))), Some((root, None)));
    }

    #[test]
    fn a_crate_can_use_the_published_version() {
        let manifest: toml::Table = manifest("x", "A policy.", &Sources::Published).parse().unwrap();
        assert_eq!(manifest["dependencies"]["warploom"]["version"].as_str(), Some(VERSION));
    }

    #[test]
    fn a_manifest_is_toml_whatever_the_path() {
        for path in ["/a b/c", r#"/quo"te\back"#] {
            let manifest =
                manifest("x", "A policy.", &Sources::Directory { root: PathBuf::from(path), built: None });
            let table: toml::Table = manifest.parse().unwrap();
            let dependency = table["dependencies"]["warploom"]["path"].as_str();
            assert_eq!(dependency, Some(format!("{path}/crates/cli").as_str()));
        }
    }
}
