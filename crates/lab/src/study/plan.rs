//! Plans: the runs that a study still needs, cut into chunks.

use super::axes::{Axes, Policies, Study};
use super::cost::{Costs, History};
use super::error::StudyError;
use super::file::Kept;
use super::matrix::Matrix;
use crate::build_id::BUILD_ID;
use crate::store::Store;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// The version of the format of plans.
const FORMAT: u32 = 1;
/// Runs of a chunk at most, so that its records fit into memory.
const MOST_RUNS: u64 = 20_000;
/// The part of its cost at which a chunk ends rather than begin another tape.
const NEARLY_FULL: f64 = 0.75;

/// A plan. Everything that decides the results of its chunks is in it, but for the files of works, which it names with the digests
/// of their contents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    format: u32,
    pub study: String,
    /// The build that made the plan, and that must work on it.
    pub build: String,
    /// The digest of the program, if it has policies of its own.
    pub program: Option<String>,
    pub(crate) axes: Axes,
    /// Runs of the study.
    pub runs: u64,
    /// Runs of the study that the store had when the plan was made.
    pub reused: u64,
    /// The objects of the store that have them.
    pub reused_from: Vec<String>,
    /// The chunks, in the order in which they should start: the longest first.
    pub chunks: Vec<Chunk>,
    #[serde(skip)]
    id: String,
}

/// A chunk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Chunk {
    /// Numbers of its runs in the matrix: from the first, up to the second of each pair.
    pub numbers: Vec<[u64; 2]>,
    /// Its number of runs: numbers of runs that the study leaves out do not count.
    pub runs: u64,
    /// Its predicted time in seconds.
    pub seconds: f64,
}

impl Chunk {
    fn ranges(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        self.numbers.iter().map(|&[from, until]| from..until)
    }

    /// The numbers of its runs, in order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.ranges().flatten()
    }
}

/// How long chunks should take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChunkCost {
    /// Seconds of a chunk; none for the total time divided by `parts`.
    pub seconds: Option<f64>,
    /// The number of chunks to aim at.
    pub parts: usize,
    /// Seconds of a chunk at least.
    pub least: f64,
    /// Seconds of a chunk at most.
    pub most: f64,
}

impl ChunkCost {
    /// Chunks for threads of this host: enough of them that the last ones end at about the same time.
    pub fn for_threads(threads: usize) -> ChunkCost {
        ChunkCost { seconds: None, parts: threads * 8, least: 2.0, most: 300.0 }
    }

    /// Chunks for a batch engine, which spends a second or more of a slot on every task.
    pub const BATCH: ChunkCost = ChunkCost { seconds: None, parts: 16, least: 120.0, most: 450.0 };

    fn of(self, total: f64) -> f64 {
        self.seconds.unwrap_or_else(|| (total / self.parts.max(1) as f64).clamp(self.least, self.most))
    }
}

impl Default for ChunkCost {
    fn default() -> ChunkCost {
        ChunkCost::for_threads(1)
    }
}

/// The digest of what a study asks for: two studies with the same can share a plan.
pub fn inputs_digest(study: &Study, policies: &Policies) -> Result<String, StudyError> {
    Ok(digest_of(&study.axes(policies)?, policies))
}

fn digest_of(axes: &Axes, policies: &Policies) -> String {
    let axes = serde_json::to_vec(axes).expect("axes are texts and numbers");
    let program = program(policies).unwrap_or_default();
    format!("{:016x}", xxh3_64(&[BUILD_ID.as_bytes(), program.as_bytes(), &axes].concat()))
}

fn program(policies: &Policies) -> Option<String> {
    policies.program.map(|digest| format!("{digest:032x}"))
}

/// Plans a study: finds what it names, leaves out the runs that the store has, predicts the time of the others and cuts them into
/// chunks.
///
/// # Errors
/// If the study names something that does not exist, or the store cannot be read.
pub fn make(study: &Study, policies: &Policies, store: &Store, chunk: ChunkCost) -> Result<Plan, StudyError> {
    let axes = study.axes(policies)?;
    let matrix = Matrix::new(&axes, policies)?;
    let history = History::read(store)?;
    let costs = Costs::new(&matrix, &history);
    let mut missing: Vec<Range<u64>> = Vec::new();
    let (mut runs, mut reused, mut total) = (0, 0, 0.0);
    let mut sources = vec![false; history.files.len()];
    for number in 0..matrix.numbers() {
        if matrix.excludes(number) {
            continue;
        }
        runs += 1;
        if let Some(file) = history.file_of(matrix.digest(number)) {
            reused += 1;
            sources[file] = true;
            continue;
        }
        total += costs.seconds(&matrix, number);
        match missing.last_mut().filter(|last| last.end == number) {
            Some(last) => last.end += 1,
            None => missing.push(number..number + 1),
        }
    }
    let mut chunks = cut(&matrix, &costs, &missing, chunk.of(total));
    // The sort is stable: equal chunks stay in the order of runs.
    chunks.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    let reused_from =
        history.files.iter().zip(sources).filter(|(_, used)| *used).map(|(file, _)| file.clone());
    let mut plan = Plan {
        format: FORMAT,
        study: study.name.clone(),
        build: BUILD_ID.to_owned(),
        program: program(policies),
        runs,
        reused,
        reused_from: reused_from.collect(),
        chunks,
        axes,
        id: String::new(),
    };
    plan.id = format!("{:016x}", xxh3_64(&plan.text()));
    Ok(plan)
}

/// Cuts runs into chunks of about `seconds`, preferably between groups: the runs of a group share a tape.
fn cut(matrix: &Matrix, costs: &Costs, missing: &[Range<u64>], seconds: f64) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut chunk = Chunk { numbers: Vec::new(), runs: 0, seconds: 0.0 };
    let mut group = None;
    for number in missing.iter().cloned().flatten() {
        let own = Some(matrix.group_of(number));
        let full = chunk.seconds >= seconds || chunk.runs >= MOST_RUNS;
        if chunk.runs > 0 && (full || (own != group && chunk.seconds >= seconds * NEARLY_FULL)) {
            chunks.push(std::mem::replace(&mut chunk, Chunk { numbers: Vec::new(), runs: 0, seconds: 0.0 }));
        }
        group = own;
        chunk.runs += 1;
        chunk.seconds += costs.seconds(matrix, number);
        match chunk.numbers.last_mut().filter(|last| last[1] == number) {
            Some(last) => last[1] += 1,
            None => chunk.numbers.push([number, number + 1]),
        }
    }
    if chunk.runs > 0 {
        chunks.push(chunk);
    }
    chunks
}

impl Plan {
    fn text(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a plan is texts and finite numbers")
    }

    /// The plan's id: a digest of its content.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The digest of what the study asked for.
    pub fn inputs(&self, policies: &Policies) -> String {
        digest_of(&self.axes, policies)
    }

    /// Runs that the store did not have when the plan was made.
    pub fn missing(&self) -> u64 {
        self.runs - self.reused
    }

    /// The predicted time of all chunks, in seconds of one thread.
    pub fn seconds(&self) -> f64 {
        self.chunks.iter().map(|chunk| chunk.seconds).sum()
    }

    /// The values of each axis, by its name.
    pub fn axes(&self) -> [(&'static str, usize); 6] {
        let Axes { works, sizes, seeds, machines, policies, cta_policies, .. } = &self.axes;
        [
            ("work", works.len()),
            ("size", sizes.len()),
            ("seed", seeds.len()),
            ("machine", machines.len()),
            ("policy", policies.len()),
            ("cta_policy", cta_policies.len()),
        ]
    }

    /// What the study keeps besides records.
    pub fn keeps(&self, what: Kept) -> bool {
        self.axes.keep.contains(&what)
    }

    /// The matrix of the study's runs.
    ///
    /// # Errors
    /// If the plan was made by another build, or names policies that this program does not have.
    pub fn matrix(&self, policies: &Policies) -> Result<Matrix, StudyError> {
        if self.build != BUILD_ID {
            return Err(StudyError::Build { plan: self.build.clone(), own: BUILD_ID.to_owned() });
        }
        if self.program != program(policies) {
            let none = || "without policies of its own".to_owned();
            return Err(StudyError::Build {
                plan: self.program.clone().unwrap_or_else(none),
                own: program(policies).unwrap_or_else(none),
            });
        }
        Matrix::new(&self.axes, policies)
    }

    /// The name of a chunk's object, without its folder.
    pub fn chunk_name(&self, chunk: usize) -> String {
        format!("{}-{chunk:06}.parquet", self.id)
    }

    /// The chunk that an object is of, if it is one of this plan.
    pub fn chunk_of(&self, name: &str) -> Option<usize> {
        let name = name.rsplit('/').next().unwrap_or(name);
        let number = name.strip_prefix(&self.id)?.strip_prefix('-')?.strip_suffix(".parquet")?;
        number.parse().ok().filter(|&chunk| chunk < self.chunks.len())
    }

    /// Writes the plan to the store.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn put(&self, store: &Store) -> Result<(), StudyError> {
        Ok(store.write_new(&format!("plans/{}.json", self.id), self.text()).map(|_| ())?)
    }

    /// Reads a plan from the store.
    ///
    /// # Errors
    /// If there is none of this id; one of another version is none.
    pub fn get(store: &Store, id: &str) -> Result<Plan, StudyError> {
        let text = store.read(&format!("plans/{id}.json"))?.unwrap_or_default();
        let plan = serde_json::from_slice(&text).ok().filter(|plan: &Plan| plan.format == FORMAT);
        let mut plan = plan.ok_or_else(|| StudyError::NoPlan { study: id.to_owned() })?;
        plan.id = id.to_owned();
        Ok(plan)
    }
}
