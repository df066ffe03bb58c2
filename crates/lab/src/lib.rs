//! Runs of tapes on simulated machines, and everything made from their results.
//!
//! A run takes a tape source, a machine and two policies, and returns [`Record`](record::Record)s. Nothing in this crate prints:
//! the command line prints what these functions return.
//!
//! # Semver surface
//!
//! These entry points, the types in their signatures and the names of a record's fields change only with the minor version
//! (from 1.0 on, the major version):
//!
//! | task | entry point |
//! |---|---|
//! | open what `WORK` names | [`work::open`], [`work::spool`], [`work::launch::Input`] |
//! | simulate one work | [`run::run`], [`run::run_probed`] |
//! | read its result | [`record::Record`], [`run::RunResult`], [`by_line::lines`] |
//! | compare policies | [`compare::compare`], [`compare::compare_machines`] |
//! | compare policies with a lower bound | [`oracle::search`], [`oracle::bounds`] |
//! | sample a run over time | [`watch::Watch`], `timeline::Timeline` |
//! | measure against references | [`validate::validate`], [`micro::measure`] |
//! | plan and run a study | `study::plan::make`, `study::chunk::work`, `study::results::collect` |
//! | reproduce a paper | `reproduce::evaluation`, `reproduce::run_all` |
//!
//! Everything else is public for the command line and may change at any time.
//!
//! # Features
//!
//! All but `s3` are on by default. A crate that only runs policies does without them.
//!
//! | feature | adds |
//! |---|---|
//! | `figures` | figures as PNG (`figure::png`); with `parquet`, the module `reproduce` |
//! | `html` | pages as HTML files (`html::Page::html`), with the scripts of charts |
//! | `parquet` | tables as Parquet files (modules `table` and `columns`); with `figures`, the module `study` |
//! | `s3` | stores of studies in S3 buckets; not on by default |
//! | `timeline` | timelines for Perfetto (module `timeline`) |

pub mod build_id;
pub mod by_line;
pub mod checkpoint;
#[cfg(feature = "parquet")]
pub mod columns;
pub mod compare;
pub mod digest;
pub mod figure;
pub mod html;
pub mod micro;
pub mod oracle;
mod pool;
pub mod profile;
pub mod record;
#[cfg(all(feature = "figures", feature = "parquet"))]
pub mod reproduce;
pub mod run;
pub mod speed;
#[cfg(all(feature = "figures", feature = "parquet"))]
pub mod study;
#[cfg(feature = "parquet")]
pub mod table;
#[cfg(feature = "timeline")]
pub mod timeline;
pub mod validate;
pub mod watch;
pub mod work;
pub mod work_tape;
