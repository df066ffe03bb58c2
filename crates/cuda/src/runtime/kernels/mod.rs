//! The program's device code: fat binaries, their kernels and variables.
//!
//! A program registers its fat binaries before `main`. They are read, parsed and loaded when a kernel or variable of them is first
//! used: programs with libraries have many that they never use.

mod image;

pub use image::{CodeChoice, DeviceCode, Prefer, file_image, image, linked_image};

use super::Runtime;
use super::memory::DeviceMemory;
use super::record::Recorder;
use crate::error::{Code, Error};
use crate::handles::Handles;
use crate::host::HostPtr;
use image::{architectures, wrapped};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::Arc;
use warploom_kernel::code::Code as KernelCode;
use warploom_kernel::execute::Globals;
use warploom_kernel::image::{Entry, Image};
use warploom_kernel::names::base_name;
use warploom_kernel::program::VariableId;
use warploom_kernel::ptx::lower::{self, Options};
use warploom_kernel::ptx::{self, Module};
use warploom_kernel::sass;

/// Number of a registered fat binary or loaded library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FatBinaryId(pub usize);

/// Handle of code that the program loads itself: a module of the driver, a library of driver or runtime.
pub type LibraryHandle = u64;

/// Handle of a kernel.
pub type KernelHandle = u64;

/// A kernel of a fat binary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kernel {
    pub binary: FatBinaryId,
    pub symbol: String,
    /// Most bytes of dynamic shared memory, if the program set it.
    pub dynamic_shared: Option<u32>,
}

/// A variable of a fat binary.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RegisteredVariable {
    binary: FatBinaryId,
    symbol: String,
    /// Where the program keeps the pointer to managed memory.
    managed: Option<HostPtr>,
}

/// Device code that is not read yet.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// The wrapper of a fat binary in the program's memory.
    Wrapper(HostPtr),
    /// Code that the program brought.
    Code(DeviceCode),
    /// None: it was unloaded, or could not be loaded.
    Gone,
}

/// Device code that is loaded.
#[derive(Debug)]
pub struct Loaded {
    image: Image,
    globals: Globals,
    /// Managed variables: their memory is not that of the module.
    managed: BTreeMap<String, (u64, u64)>,
    ready: BTreeMap<String, Arc<ReadyKernel>>,
    /// File of the code in the folder.
    file: String,
}

/// A kernel's program.
#[derive(Debug)]
pub enum KernelProgram {
    /// PTX, lowered.
    Ptx(ptx::Program),
    Sass(sass::Program),
}

impl KernelProgram {
    /// The program as executors take it.
    pub fn entry(&self) -> Entry<'_> {
        match self {
            KernelProgram::Ptx(program) => Entry::Ptx(program),
            KernelProgram::Sass(program) => Entry::Sass(program),
        }
    }

    /// Bytes of static shared memory.
    pub fn shared(&self) -> u32 {
        match self {
            KernelProgram::Ptx(program) => program.shared,
            KernelProgram::Sass(program) => program.shared,
        }
    }

    /// Bytes of local memory per thread.
    pub fn local(&self) -> u32 {
        match self {
            KernelProgram::Ptx(program) => program.functions[0].frame,
            KernelProgram::Sass(program) => program.stack,
        }
    }

    /// Most threads per CTA.
    pub fn threads(&self) -> u32 {
        let threads = match self {
            KernelProgram::Ptx(program) => program.threads,
            KernelProgram::Sass(program) => program.threads,
        };
        threads.map_or(1024, |(threads, _)| threads.min(1024) as u32)
    }

    /// Registers per thread.
    pub fn registers(&self) -> u32 {
        match self {
            KernelProgram::Ptx(program) => program.registers.unwrap_or(32),
            KernelProgram::Sass(program) => program.registers,
        }
    }
}

/// A kernel that can be executed.
#[derive(Debug)]
pub struct ReadyKernel {
    pub program: KernelProgram,
    /// Its code as tapes have it.
    pub code: Arc<KernelCode>,
    /// Addresses of its variables.
    pub globals: Globals,
    /// File of the code in the folder.
    pub file: String,
}

#[derive(Debug)]
struct Binary {
    source: Source,
    loaded: Option<Result<Loaded, Error>>,
    /// Newest architecture of its code, once it was asked for: programs ask for properties of the device again and again.
    architecture: OnceCell<Option<u32>>,
}

impl Binary {
    fn of(source: Source, loaded: Option<Result<Loaded, Error>>) -> Binary {
        Binary { source, loaded, architecture: OnceCell::new() }
    }
}

/// All device code.
#[derive(Debug)]
pub struct Modules {
    choice: CodeChoice,
    binaries: Vec<Binary>,
    kernels: Handles<Kernel>,
    by_function: BTreeMap<HostPtr, KernelHandle>,
    /// Symbols that the program has asked for, as C strings that stay where they are.
    names: BTreeMap<KernelHandle, CString>,
    variables: BTreeMap<HostPtr, RegisteredVariable>,
    libraries: Handles<FatBinaryId>,
}

impl Modules {
    /// No code yet, of which this will be executed.
    pub fn new(choice: CodeChoice) -> Modules {
        Modules {
            choice,
            binaries: Vec::new(),
            kernels: Handles::new("a kernel", 1),
            by_function: BTreeMap::new(),
            names: BTreeMap::new(),
            variables: BTreeMap::new(),
            libraries: Handles::new("a module or library", 0x20),
        }
    }

    /// Which code is executed.
    pub fn choice(&self) -> CodeChoice {
        self.choice
    }

    pub fn register(&mut self, wrapper: HostPtr) -> FatBinaryId {
        self.add(Source::Wrapper(wrapper))
    }

    /// Loads code that the program brings itself.
    pub fn load_library(
        &mut self,
        code: DeviceCode,
        memory: &mut DeviceMemory,
        recorder: &mut Recorder,
    ) -> Result<LibraryHandle, Error> {
        let id = self.add(Source::Code(code));
        match self.load(id, memory, recorder) {
            Ok(_) => Ok(self.libraries.insert(id)),
            Err(error) => {
                self.binaries[id.0] = Binary::of(Source::Gone, Some(Err(error.clone())));
                Err(error)
            }
        }
    }

    /// The code of a library.
    pub fn library(&self, library: LibraryHandle) -> Result<FatBinaryId, Error> {
        self.libraries.get(library).copied()
    }

    pub fn library_of(&mut self, kernel: KernelHandle) -> Result<LibraryHandle, Error> {
        let binary = self.kernel(kernel)?.binary;
        let found = self.libraries.iter().find(|(_, id)| **id == binary).map(|(handle, _)| handle);
        Ok(found.unwrap_or_else(|| self.libraries.insert(binary)))
    }

    /// Unloads a library and frees its variables.
    ///
    /// # Errors
    /// If it is not loaded, or belongs to the program's file.
    pub fn unload_library(&mut self, library: LibraryHandle, memory: &mut DeviceMemory) -> Result<(), Error> {
        let id = self.library(library)?;
        if let Source::Wrapper(_) = self.binaries[id.0].source {
            return Err(Error::new(Code::InvalidResourceHandle, "the module is part of the program's file"));
        }
        self.libraries.remove(library)?;
        self.kernels.retain(|kernel| kernel.binary != id);
        let gone = Error::new(Code::InvalidResourceHandle, "the module is unloaded");
        let binary = Binary::of(Source::Gone, Some(Err(gone)));
        if let Some(Ok(loaded)) = std::mem::replace(&mut self.binaries[id.0], binary).loaded {
            for i in 0..loaded.image.variables().len() as u32 {
                // A variable whose memory the program has freed already needs nothing more.
                let _ = memory.free(loaded.globals.address(VariableId(i)));
            }
        }
        Ok(())
    }

    /// The handle of a kernel of a library.
    pub fn kernel_of_library(
        &mut self,
        library: LibraryHandle,
        symbol: String,
        memory: &mut DeviceMemory,
        recorder: &mut Recorder,
    ) -> Result<KernelHandle, Error> {
        let id = self.library(library)?;
        if self.load(id, memory, recorder)?.image.kernel(&symbol).is_none() {
            return Err(Error::new(Code::SymbolNotFound, format!("the module has no kernel `{symbol}`")));
        }
        self.kernel_of(id, symbol)
    }

    /// Gives the host access to a managed variable of a library, and returns its address and bytes.
    ///
    /// # Errors
    /// If the library does not have it, or the host has something else at its address.
    pub fn managed_of_library(
        &mut self,
        library: LibraryHandle,
        symbol: &str,
        memory: &mut DeviceMemory,
        recorder: &mut Recorder,
    ) -> Result<(u64, u64), Error> {
        let id = self.library(library)?;
        let (address, bytes) = self.variable_of(id, symbol, memory, recorder)?;
        let loaded = self.load(id, memory, recorder)?;
        if !loaded.managed.contains_key(symbol) {
            memory.share_variable(address, bytes)?;
            loaded.managed.insert(symbol.to_owned(), (address, bytes));
        }
        Ok((address, bytes))
    }

    fn add(&mut self, source: Source) -> FatBinaryId {
        self.binaries.push(Binary::of(source, None));
        FatBinaryId(self.binaries.len() - 1)
    }

    /// Registers a kernel under the address of its host function.
    pub fn register_kernel(
        &mut self,
        binary: FatBinaryId,
        function: HostPtr,
        symbol: String,
    ) -> Result<(), Error> {
        let handle = self.kernel_of(binary, symbol)?;
        self.by_function.insert(function, handle);
        Ok(())
    }

    /// The handle of a kernel of a binary, which need not be registered.
    pub fn kernel_of(&mut self, binary: FatBinaryId, symbol: String) -> Result<KernelHandle, Error> {
        self.known(binary)?;
        let same = |kernel: &Kernel| kernel.binary == binary && kernel.symbol == symbol;
        if let Some((handle, _)) = self.kernels.iter().find(|(_, kernel)| same(kernel)) {
            return Ok(handle);
        }
        Ok(self.kernels.insert(Kernel { binary, symbol, dynamic_shared: None }))
    }

    fn known(&self, binary: FatBinaryId) -> Result<(), Error> {
        match self.binaries.get(binary.0) {
            Some(_) => Ok(()),
            None => Err(Error::new(Code::InvalidValue, "the fat binary is not registered")),
        }
    }

    /// Registers a variable under its address in the host program. `managed` is where the program keeps the pointer to it.
    pub fn register_variable(
        &mut self,
        binary: FatBinaryId,
        address: HostPtr,
        symbol: String,
        managed: Option<HostPtr>,
    ) -> Result<(), Error> {
        self.known(binary)?;
        self.variables.insert(address, RegisteredVariable { binary, symbol, managed });
        Ok(())
    }

    /// The handle of a kernel, from its host function or the handle itself.
    pub fn handle(&self, function: HostPtr) -> Result<KernelHandle, Error> {
        if let Some(&handle) = self.by_function.get(&function) {
            return Ok(handle);
        }
        match self.kernels.get(function.address()) {
            Ok(_) => Ok(function.address()),
            Err(_) => Err(Error::new(
                Code::InvalidDeviceFunction,
                format!("{function} is not a kernel of the program"),
            )),
        }
    }

    /// The address of a kernel's symbol as a C string.
    pub fn name(&mut self, handle: KernelHandle) -> Result<u64, Error> {
        let symbol = CString::new(self.kernels.get(handle)?.symbol.as_str()).unwrap_or_default();
        Ok(self.names.entry(handle).or_insert(symbol).as_ptr() as u64)
    }

    /// The host function of a kernel; its handle, if it has none.
    pub fn function(&self, handle: KernelHandle) -> HostPtr {
        let found = self.by_function.iter().find(|(_, other)| **other == handle);
        found.map_or(HostPtr(handle as usize), |(function, _)| *function)
    }

    pub fn kernel(&self, handle: KernelHandle) -> Result<&Kernel, Error> {
        self.kernels.get(handle)
    }

    /// A kernel, to set its attributes.
    pub fn kernel_mut(&mut self, handle: KernelHandle) -> Result<&mut Kernel, Error> {
        self.kernels.get_mut(handle)
    }

    /// Forgets what is loaded: its variables were freed with the device's memory.
    pub fn unload(&mut self) {
        self.binaries.iter_mut().for_each(|binary| binary.loaded = None);
    }

    /// Newest architecture of the code of all registered fat binaries: 75 for compute_75.
    pub fn newest_architecture(&self) -> Option<u32> {
        let read = |source: &Source| match source {
            Source::Wrapper(wrapper) => {
                architectures(*wrapper, self.choice).unwrap_or_default().into_iter().max()
            }
            Source::Code(_) | Source::Gone => None,
        };
        let of = |binary: &Binary| *binary.architecture.get_or_init(|| read(&binary.source));
        self.binaries.iter().filter_map(of).max()
    }

    /// Loads a binary, if it is not loaded.
    ///
    /// # Errors
    /// If there is no code in it that is executed, or it is not accepted.
    pub fn load(
        &mut self,
        id: FatBinaryId,
        memory: &mut DeviceMemory,
        recorder: &mut Recorder,
    ) -> Result<&mut Loaded, Error> {
        self.known(id)?;
        let binary = &mut self.binaries[id.0];
        if binary.loaded.is_none() {
            let own = self.variables.values().filter(|v| v.binary == id);
            let managed: Vec<_> = own.filter_map(|v| Some((v.symbol.as_str(), v.managed?))).collect();
            binary.loaded = Some(load(&binary.source, self.choice, &managed, memory, recorder));
        }
        match binary.loaded.as_mut() {
            Some(Ok(loaded)) => Ok(loaded),
            Some(Err(error)) => Err(error.clone()),
            None => panic!("it was loaded just now"),
        }
    }

    /// A kernel that can be executed.
    ///
    /// # Errors
    /// If its code cannot be loaded, or does not have it.
    pub fn ready(
        &mut self,
        handle: KernelHandle,
        lowering: Option<&Options>,
        memory: &mut DeviceMemory,
        recorder: &mut Recorder,
    ) -> Result<Arc<ReadyKernel>, Error> {
        let Kernel { binary, symbol, .. } = self.kernel(handle)?.clone();
        let loaded = self.load(binary, memory, recorder)?;
        if let Some(ready) = loaded.ready.get(&symbol) {
            return Ok(Arc::clone(ready));
        }
        let program = match (loaded.image.kernel(&symbol), lowering) {
            (Some(Entry::Ptx(program)), Some(options)) => KernelProgram::Ptx(lower::lower(program, options)),
            (Some(Entry::Ptx(program)), None) => KernelProgram::Ptx(program.clone()),
            (Some(Entry::Sass(program)), _) => KernelProgram::Sass(program.clone()),
            (Some(Entry::Gcn(_)) | None, _) => {
                return Err(Error::new(
                    Code::InvalidDeviceFunction,
                    format!("the program's code ({}) has no kernel `{symbol}`", loaded.file),
                ));
            }
        };
        let code = Arc::new(program.entry().code());
        let (globals, file) = (loaded.globals.clone(), loaded.file.clone());
        let ready = Arc::new(ReadyKernel { program, code, globals, file });
        loaded.ready.insert(symbol, Arc::clone(&ready));
        Ok(ready)
    }

    /// Address and bytes of a variable, from its address in the host program.
    ///
    /// # Errors
    /// If the program has no such variable, or its code cannot be loaded.
    pub fn variable(
        &mut self,
        address: HostPtr,
        memory: &mut DeviceMemory,
        recorder: &mut Recorder,
    ) -> Result<(u64, u64), Error> {
        let found = self.variables.get(&address).or_else(|| self.variable_named_at(address)).cloned();
        let wrong = || Error::new(Code::InvalidSymbol, format!("{address} is not a variable of the device"));
        let RegisteredVariable { binary, symbol, .. } = found.ok_or_else(wrong)?;
        self.variable_of(binary, &symbol, memory, recorder)
    }

    /// The variable that the string at an address names. Until CUDA 4.2, programs could pass names in place of variables.
    fn variable_named_at(&self, address: HostPtr) -> Option<&RegisteredVariable> {
        let name = address.read_text().ok().filter(|name| !name.is_empty())?;
        let exact = self.variables.values().find(|variable| variable.symbol == name);
        exact.or_else(|| self.variables.values().find(|variable| base_name(&variable.symbol) == name))
    }

    /// Address and bytes of a variable of a binary, from its symbol.
    ///
    /// # Errors
    /// If there is no such variable, or the code cannot be loaded.
    pub fn variable_of(
        &mut self,
        binary: FatBinaryId,
        symbol: &str,
        memory: &mut DeviceMemory,
        recorder: &mut Recorder,
    ) -> Result<(u64, u64), Error> {
        let loaded = self.load(binary, memory, recorder)?;
        if let Some(&managed) = loaded.managed.get(symbol) {
            return Ok(managed);
        }
        let found = (0..).zip(loaded.image.variables()).find(|(_, v)| v.name == symbol);
        let (id, variable) = found.ok_or_else(|| {
            let why = format!("the program's code ({}) has no variable `{symbol}`", loaded.file);
            Error::new(Code::InvalidSymbol, why)
        })?;
        Ok((loaded.globals.address(VariableId(id)), variable.size))
    }

    /// Symbols of the kernels of a binary.
    pub fn symbols(
        &mut self,
        binary: FatBinaryId,
        memory: &mut DeviceMemory,
        recorder: &mut Recorder,
    ) -> Result<Vec<String>, Error> {
        let loaded = self.load(binary, memory, recorder)?;
        Ok(loaded.image.kernels().into_iter().map(str::to_owned).collect())
    }
}

fn load(
    source: &Source,
    choice: CodeChoice,
    managed: &[(&str, HostPtr)],
    memory: &mut DeviceMemory,
    recorder: &mut Recorder,
) -> Result<Loaded, Error> {
    let code = match source {
        Source::Wrapper(wrapper) => wrapped(*wrapper, choice)?,
        Source::Code(code) => code.clone(),
        Source::Gone => return Err(Error::new(Code::InvalidResourceHandle, "the module is unloaded")),
    };
    let file = recorder.module(&code);
    let image = parse(&code, &file)?;
    memory.update_limit(1);
    let globals = image.load(&mut memory.kernel)?;
    let mut own = BTreeMap::new();
    for (symbol, pointer) in managed {
        let Some((id, variable)) = (0..).zip(image.variables()).find(|(_, v)| v.name == *symbol) else {
            continue;
        };
        let address = globals.address(VariableId(id));
        // The variable keeps its device address; the host gets a pointer to the same memory.
        memory.share_variable(address, variable.size)?;
        pointer.write_u64(address)?;
        own.insert((*symbol).to_owned(), (address, variable.size));
    }
    Ok(Loaded { image, globals, managed: own, ready: BTreeMap::new(), file })
}

fn parse(code: &DeviceCode, file: &str) -> Result<Image, Error> {
    let refused = |error: &dyn std::fmt::Display| {
        Error::new(Code::InvalidPtx, format!("the program's PTX ({file}) is not accepted: {error}"))
    };
    match code {
        DeviceCode::Ptx(units) => {
            let texts: Vec<&str> = units.iter().map(String::as_str).collect();
            let module = match texts[..] {
                [one] => Module::parse(one).map_err(|error| refused(&error))?,
                _ => Module::link(&texts).map_err(|error| refused(&error))?,
            };
            Ok(module.into())
        }
        DeviceCode::MachineCode(cubin) => {
            let module = sass::Module::parse(cubin).map_err(|error| {
                let why = format!("the program's machine code ({file}) is not accepted: {error}");
                Error::new(Code::InvalidKernelImage, why)
            })?;
            Ok(module.into())
        }
    }
}

impl Runtime {
    /// A kernel that can be executed, lowered as the settings say.
    pub fn ready(&mut self, kernel: KernelHandle) -> Result<Arc<ReadyKernel>, Error> {
        self.modules.ready(kernel, self.lowering.as_ref(), &mut self.memory, &mut self.recorder)
    }

    /// Address and bytes of a variable, from its address in the host program.
    pub fn variable(&mut self, address: HostPtr) -> Result<(u64, u64), Error> {
        self.modules.variable(address, &mut self.memory, &mut self.recorder)
    }
}
