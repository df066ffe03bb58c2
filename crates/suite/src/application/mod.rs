//! Applications: their declarations, and what a run of one needs.

pub mod workload;

use crate::{Paper, Size};
use warploom_kernel::image::Image;
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::lower::Options;
use warploom_kernel::{gcn, sass};
use workload::{Error, Workload};

/// An application: name, source, PTX, kernels and papers.
#[derive(Debug)]
pub struct Application {
    /// Its name, as typed: `backprop`.
    pub name: &'static str,
    /// CUDA C++. Its first comment describes the application.
    pub source: &'static str,
    /// PTX compiled from the source.
    pub ptx: &'static str,
    /// GCN assembly for gfx600 compiled from the source, or why there is none.
    pub gcn: Result<&'static str, &'static str>,
    /// Cubins that ptxas makes of the PTX, by architecture: 80 of `sm_80`.
    pub cubins: [(u32, &'static [u8]); 3],
    /// Its kernels, in the order in which they are first launched.
    pub kernels: &'static [Kernel],
    /// Papers that evaluate on it; `paper` alone is the size of the first. Empty for [`MICROBENCHMARKS`](crate::MICROBENCHMARKS).
    pub papers: &'static [Paper],
    /// Creates the inputs, launches and expected results of a size.
    pub build: fn(Size, &mut Workload) -> Result<(), Error>,
}

/// A kernel of an application.
#[derive(Debug)]
pub struct Kernel {
    /// Its name: `layerforward`. Its entry in the PTX is called `backprop_layerforward`.
    pub name: &'static str,
    pub description: &'static str,
    /// Reason why it is smaller at `small` than the size's range, or larger at `tiny`, if it is.
    pub size_note: Option<&'static str>,
}

impl Kernel {
    /// A kernel with its description.
    pub const fn new(name: &'static str, description: &'static str) -> Kernel {
        Kernel { name, description, size_note: None }
    }

    /// Adds the reason why its size is out of range.
    pub const fn size_note(self, why: &'static str) -> Kernel {
        Kernel { size_note: Some(why), ..self }
    }
}

impl Application {
    /// Description of the application and its uses: the source's first comment. The first line is the title.
    pub fn description(&self) -> String {
        let lines = self.source.lines().map_while(|line| line.strip_prefix("//"));
        let mut description: String =
            lines.flat_map(|line| [line.strip_prefix(' ').unwrap_or(line), "\n"]).collect();
        description.truncate(description.trim_end().len());
        description
    }

    /// Title of the application: the first line of its description.
    pub fn title(&self) -> String {
        self.description().lines().next().unwrap_or_default().to_owned()
    }

    /// Sizes of the application.
    pub fn sizes(&self) -> Vec<Size> {
        [Size::Tiny, Size::Small].into_iter().chain(self.papers.iter().map(|&p| Size::Paper(p))).collect()
    }

    /// Prepares the application for a run. `seed` determines the inputs and the buffers' addresses.
    pub fn prepare(&'static self, size: Size, seed: u64) -> Result<Workload, Error> {
        self.prepare_ptx(self.ptx, size, seed)
    }

    /// Prepares the application with PTX compiled elsewhere.
    pub fn prepare_ptx(&'static self, ptx: &str, size: Size, seed: u64) -> Result<Workload, Error> {
        self.prepare_code(Module::parse(ptx)?.lower(&Options::default()), size, seed)
    }

    /// Prepares the application's GCN code for a run.
    ///
    /// ```
    /// use warploom_kernel::execute::Mode;
    /// use warploom_suite::{Size, application};
    /// let mut work = application("bitonic").unwrap().prepare_gcn(Size::Tiny, 1)?;
    /// work.run(Mode::Warps64, |_, _, _| {})?;
    /// assert!(work.check()?.iter().all(|check| check.passed()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare_gcn(&'static self, size: Size, seed: u64) -> Result<Workload, Error> {
        let missing = |why| Error::NoGcn { application: self.name, why };
        self.prepare_code(gcn::Module::parse(self.gcn.map_err(missing)?)?, size, seed)
    }

    /// The cubin of an architecture.
    pub fn cubin(&self, architecture: u32) -> Option<&'static [u8]> {
        self.cubins.iter().find(|(known, _)| *known == architecture).map(|(_, cubin)| *cubin)
    }

    /// Prepares the application with a cubin.
    ///
    /// ```
    /// use warploom_kernel::execute::Mode;
    /// use warploom_suite::{Size, application};
    /// let application = application("bitonic").unwrap();
    /// let mut work = application.prepare_cubin(application.cubin(80).unwrap(), Size::Tiny, 1)?;
    /// work.run(Mode::Warps32, |_, _, _| {})?;
    /// assert!(work.check()?.iter().all(|check| check.passed()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare_cubin(&'static self, cubin: &[u8], size: Size, seed: u64) -> Result<Workload, Error> {
        self.prepare_code(sass::Module::parse(cubin)?, size, seed)
    }

    /// Prepares the application with the given code, which runs as it is, lowered or not.
    pub fn prepare_code(
        &'static self,
        code: impl Into<Image>,
        size: Size,
        seed: u64,
    ) -> Result<Workload, Error> {
        let mut work = Workload::new(self, code.into(), size, seed)?;
        (self.build)(size, &mut work)?;
        Ok(work)
    }

    /// Name of a kernel's entry in the PTX. It contains the application's name, so that it is unique in a trace with
    /// kernels of several applications.
    pub fn entry(&self, kernel: &str) -> String {
        format!("{}_{kernel}", self.name)
    }

    /// The names of the papers that use it.
    pub fn paper_names(&self) -> Vec<&'static str> {
        self.papers.iter().map(|p| p.name()).collect()
    }
}
