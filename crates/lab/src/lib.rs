//! Runs of tapes on simulated machines, comparisons and studies of them, and their records.
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
//! | read its result | [`record::Record`], [`run::RunResult`], [`record::by_line::lines`] |
//! | compare policies | [`compare::compare`], [`compare::compare_machines`] |
//! | compare policies with a lower bound | [`oracle::search`], [`oracle::bounds`] |
//! | sample a run over time | [`watch::Watch`] |
//! | plan and run a study | `study::plan::make`, `study::chunk::work`, `study::results::collect` |
//!
//! Everything else is public for the command line and may change at any time.
//!
//! # Features
//!
//! Without features, the crate runs and compares policies.
//!
//! | feature | adds |
//! |---|---|
//! | `parquet` | studies, and tables as Parquet files (modules `study`, `table` and `columns`) |
//! | `s3` | stores of studies in S3 buckets; not on by default |
//! | `compressed-traces` | Accel-Sim traces compressed by gzip and xz |

pub mod build_id;
pub mod checkpoint;
#[cfg(feature = "parquet")]
pub mod columns;
pub mod compare;
pub mod device;
pub mod diagnosis;
pub mod digest;
pub mod machine_choice;
pub mod oracle;
pub mod perturb;
pub mod pool;
pub mod profile;
pub mod record;
mod rewrite;
pub mod run;
pub mod sample;
pub mod speed;
pub mod store;
#[cfg(feature = "parquet")]
pub mod study;
#[cfg(feature = "parquet")]
pub mod table;
pub mod watch;
pub mod work;
pub mod work_tape;
