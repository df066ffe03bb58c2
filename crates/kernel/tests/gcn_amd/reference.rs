//! The folder with AMD's listings and the launches and traces recorded from Multi2Sim.

use flate2::read::GzDecoder;
use std::fs::{File, read_to_string};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use warploom_kernel::gcn::Module;

/// Environment variable that names the folder.
const VARIABLE: &str = "WARPLOOM_MULTI2SIM";
/// The folder relative to the workspace, if the variable is not set.
const NEIGHBOUR: &str = "../shared/reference/multi2sim";

/// The reference folder.
pub struct Reference(PathBuf);

impl Reference {
    /// The folder if it exists. Otherwise prints why the calling test is skipped.
    pub fn find() -> Option<Reference> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let named = std::env::var_os(VARIABLE);
        let folder = named.map_or_else(|| workspace.join(NEIGHBOUR), PathBuf::from);
        if folder.join("isa").is_dir() {
            return Some(Reference(folder));
        }
        println!("skipped: {} does not exist; name the folder in {VARIABLE}", folder.display());
        None
    }

    /// The text of the listing of a kernel, such as `Reduction.reduce`.
    pub fn listing(&self, kernel: &str) -> String {
        let path = self.0.join("isa").join(format!("{kernel}.s"));
        read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// The listing of a kernel, read.
    pub fn module(&self, kernel: &str) -> Module {
        let name = kernel.rsplit('.').next().unwrap_or(kernel);
        Module::listing(name, &self.listing(kernel)).unwrap_or_else(|e| panic!("{kernel}: {e}"))
    }

    /// The name of the listing of a kernel that a launch file calls `name`.
    pub fn listing_of(&self, name: &str) -> String {
        let all = super::amd::KERNELS.iter().map(|k| k.listing);
        all.into_iter()
            .find(|listing| listing.ends_with(&format!(".{name}")))
            .unwrap_or_else(|| panic!("there is no listing of {name}"))
            .to_owned()
    }

    /// The launch file of a run.
    pub fn launches(&self, run: &str) -> String {
        let path = self.0.join("launch").join(format!("{run}.txt"));
        read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// The bytes of a host copy, if the folder has them.
    pub fn copied(&self, run: &str, sequence: u32, address: u64) -> Option<Vec<u8>> {
        self.decompressed(&format!("data/{run}.w{sequence:03}.{address:x}.bin.gz"))
    }

    /// The trace of a run, if the folder has it.
    pub fn trace(&self, run: &str) -> Option<String> {
        let bytes = self.decompressed(&format!("trace/{run}.trace.gz"))?;
        Some(String::from_utf8(bytes).unwrap_or_else(|e| panic!("{run}: {e}")))
    }

    fn decompressed(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.0.join(name);
        let file = File::open(&path).ok()?;
        let mut bytes = Vec::new();
        let read = GzDecoder::new(file).read_to_end(&mut bytes);
        read.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Some(bytes)
    }
}
