//! Studies: many runs, cut into chunks that any engine can work on, and one store for their records.
//!
//! A [`StudyFile`] names axes: works, sizes, seeds, machines, policies. Their product, without exclusions, is a [`Matrix`] of runs.
//! A [`Plan`] cuts the runs that the [`Store`](crate::store::Store) does not have yet into chunks. [`chunk::work`] makes the runs of one chunk and writes
//! one file; it depends on the plan alone, so it does not matter where, how often or in which order chunks are worked on. A chunk
//! is done when its file exists. [`results::collect`] merges the files into one table.
//!
//! ```
//! use warploom_lab::store::Store;
//! use warploom_lab::study::{ChunkRequest, Origin, Policies, Study, chunk, plan, results};
//! let directory = tempfile::tempdir()?;
//! let text = "work = 'transpose'\nsize = 'tiny'\nseed = [1, 2]\npolicy = ['lrr', 'gto']\n";
//! let study = Study::read("transposes", text, directory.path())?;
//! let store = Store::open(&directory.path().join("store").to_string_lossy())?;
//! let policies = Policies::default();
//! let plan = plan::make(&study, &policies, &store, plan::ChunkCost::default())?;
//! assert_eq!((plan.runs, plan.missing()), (4, 4));
//! for number in 0..plan.chunks.len() {
//!     chunk::work(&ChunkRequest::new(&store, &plan, number, &policies), &Origin::default(), &|_| {})?;
//! }
//! let collected = results::collect(&store, &plan, &policies)?;
//! assert_eq!((collected.runs, collected.failed), (4, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Objects in the store
//!
//! | object | content |
//! |---|---|
//! | `plans/PLAN.json` | a plan |
//! | `studies/STUDY.json` | the current plan of a study, and the jobs that work on it |
//! | `chunks/PLAN-CHUNK.parquet` | the records of a chunk: the chunk is done |
//! | `parts/PLAN-CHUNK.parquet` | the records so far of a chunk that is being worked on, or was interrupted |
//! | `series/RUN.parquet`, `timelines/RUN.pftrace` | samples and timelines of runs, on request |
//! | `results/STUDY/records.parquet`, `hosts.parquet` | the collected records of a study |

mod axes;
pub mod chunk;
mod cost;
mod error;
mod exclude;
mod file;
pub mod local;
mod matrix;
pub mod plan;
pub mod results;
pub mod slurm;
pub mod state;
pub mod status;
pub mod summary;
mod sweep;
mod tapes;

pub use axes::{Policies, Study};
pub use chunk::{ChunkRequest, Origin};
pub use error::StudyError;
pub use file::StudyFile;
pub use matrix::Matrix;
pub use plan::Plan;
