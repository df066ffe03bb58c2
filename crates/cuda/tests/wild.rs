//! The built library, as programs load it: every name is there, and no argument makes a function crash or hang.

use libc::{c_char, c_int, c_void};
use std::ffi::{CStr, CString};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNTIME: &str = include_str!("../runtime.txt");
const DRIVER: &str = include_str!("../driver.txt");
/// Set in the process that makes the calls.
const CHILD: &str = "WARPLOOM_WILD_CALLS";
/// Calls of each function.
const CALLS: u32 = 4000;
/// The process that makes the calls is ended after this time.
const LIMIT: Duration = Duration::from_secs(300);
/// Words that a function gets: more than any has, so that structures passed by value are filled too.
const WORDS: usize = 14;
const PAGE: usize = 4096;
/// Code of an error of Warploom's own.
const UNKNOWN: u32 = 999;

const PTX: &CStr = c".version 8.0\n.target sm_75\n.address_size 64\n.visible .global .align 4 .u32 v;\n\
    .visible .entry k(.param .u64 p, .param .u32 n) { ret; }\n";

type Function =
    unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64) -> u64;

unsafe extern "C" {
    fn dlvsym(library: *mut c_void, name: *const c_char, version: *const c_char) -> *mut c_void;
}

/// Lines of a list of names: the name, and what follows it.
fn lines(list: &'static str) -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    let lines = list.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split_once(' ').map_or((line, None), |(name, rest)| (name, Some(rest))))
}

/// The library that Cargo built for this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folders = [test.parent().unwrap(), test.parent().and_then(Path::parent).unwrap()];
    let built = folders.map(|folder| folder.join("libwarploom_cuda.so"));
    let newest = built
        .into_iter()
        .filter(|path| path.exists())
        .max_by_key(|path| path.metadata().unwrap().modified().unwrap());
    newest.expect("Cargo builds libwarploom_cuda.so with the test")
}

#[derive(Clone, Copy)]
struct Library(*mut c_void);

impl Library {
    fn open() -> Library {
        let path = CString::new(library().to_str().unwrap()).unwrap();
        // SAFETY: the library's initialisers have no conditions.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{path:?} cannot be loaded");
        Library(handle)
    }

    fn find(self, name: &str, version: &CStr) -> *mut c_void {
        let name = CString::new(name).unwrap();
        // SAFETY: the library is open, and the names are strings of C.
        unsafe { dlvsym(self.0, name.as_ptr(), version.as_ptr()) }
    }

    fn function(self, name: &str) -> Function {
        let version = if name.starts_with("cu") && !name.starts_with("cuda") {
            c"libcuda.so.1"
        } else {
            c"libcudart.so.13"
        };
        let address = self.find(name, version);
        assert!(!address.is_null(), "{name}");
        // SAFETY: the functions take words, of which they read as many as they have parameters; on this platform the caller
        // removes them. That they take any words is what is tested here.
        unsafe { std::mem::transmute::<*mut c_void, Function>(address) }
    }

    fn call(self, name: &str, words: &[u64]) -> u64 {
        let mut all = [0; WORDS];
        all[..words.len()].copy_from_slice(words);
        invoke(self.function(name), all)
    }
}

fn invoke(function: Function, w: [u64; WORDS]) -> u64 {
    // SAFETY: see `Library::function`.
    unsafe {
        function(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13])
    }
}

#[test]
fn every_name_of_cuda_is_exported_with_its_version() {
    let library = Library::open();
    for (list, version, count) in [(RUNTIME, c"libcudart.so.13", 458), (DRIVER, c"libcuda.so.1", 600)] {
        let missing: Vec<&str> =
            lines(list).map(|(name, _)| name).filter(|name| library.find(name, version).is_null()).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(lines(list).count() >= count, "{}", lines(list).count());
    }
    assert!(
        library.find("warploom_cudaMalloc", c"libcudart.so.13").is_null(),
        "Rust's names have no version"
    );
}

/// Pages of the test: two with fixed contents, one that cannot be written, and one after them that does not exist.
struct Pages {
    start: usize,
    contents: Vec<u8>,
}

impl Pages {
    fn new() -> Pages {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at a place that the system chooses.
        let start = unsafe {
            libc::mmap(std::ptr::null_mut(), 5 * PAGE, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0)
        };
        assert_ne!(start, libc::MAP_FAILED);
        let start = start as usize;
        for (page, protection) in [(2, libc::PROT_NONE), (3, libc::PROT_READ), (4, libc::PROT_NONE)] {
            // SAFETY: the pages are part of the mapping above.
            let done = unsafe { libc::mprotect((start + page * PAGE) as *mut c_void, PAGE, protection) };
            assert_eq!(done, 0);
        }
        Pages { start, contents: vec![0; 2 * PAGE] }
    }

    /// Pages with zeros, with words, only readable, and the last words of one.
    fn addresses(&self) -> [u64; 6] {
        let at = |offset: usize| (self.start + offset) as u64;
        [at(0), at(PAGE), at(PAGE + 64), at(3 * PAGE), at(2 * PAGE - 8), at(2 * PAGE - 3)]
    }

    /// Sets the contents of the second page for all calls: words that mean something to a function.
    fn set(&mut self, words: &[u64], random: &mut Random) {
        for word in self.contents[PAGE..].chunks_exact_mut(8) {
            word.copy_from_slice(&random.choose(words).to_le_bytes());
        }
    }

    /// Undoes what a call wrote: a pointer of the library's must not become an argument.
    fn restore(&self) {
        // SAFETY: the two pages are writable, and nothing refers to them but the library's functions, none of which runs.
        unsafe {
            std::ptr::copy_nonoverlapping(self.contents.as_ptr(), self.start as *mut u8, self.contents.len())
        };
    }
}

/// A generator of numbers: splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn choose(&mut self, from: &[u64]) -> u64 {
        from[(self.next() % from.len() as u64) as usize]
    }
}

const NUMBERS: [u64; 22] = [
    0,
    0,
    0,
    1,
    1,
    2,
    3,
    4,
    8,
    16,
    63,
    64,
    256,
    4096,
    65536,
    1 << 30,
    1 << 31,
    u32::MAX as u64,
    1 << 40,
    1 << 63,
    u64::MAX - 7,
    u64::MAX,
];
const WILD: [u64; 5] =
    [0x1000, 0xdead_beef_0000, 0x0051_0000_0010, 0x8000_0000_0000_0000, 0x7fff_ffff_ffff_f000];

/// Functions that the arguments of some calls name: which word is the function.
const CALLBACKS: [(&str, usize); 7] = [
    ("cudaLaunchHostFunc", 1),
    ("cudaStreamAddCallback", 1),
    ("cuLaunchHostFunc", 1),
    ("cuStreamAddCallback", 1),
    ("cuOccupancyMaxPotentialBlockSize", 3),
    ("cudaStreamBeginRecaptureToGraph", 3),
    ("cudaUserObjectCreate", 2),
];

extern "C" fn callback(_: usize, _: c_int, _: usize) -> usize {
    0
}

/// Objects of every kind; each function gets most of them as the wrong kind. Kernels are no arguments of launches: with a valid
/// kernel and a huge grid, a launch takes the time that such a launch takes.
fn objects(library: Library, pages: &Pages, kernels: bool) -> Vec<u64> {
    library.call("cudaDeviceReset", &[]);
    let out = pages.addresses()[0];
    let mut made = Vec::new();
    let mut make = |name: &str, words: &[u64]| {
        let code = library.call(name, words) as u32;
        assert_eq!(code, 0, "{name}");
        // SAFETY: the first page is readable and writable, and the function has written a handle or pointer to it.
        made.push(unsafe { std::ptr::read_volatile(out as *const u64) });
        made[made.len() - 1]
    };
    make("cudaMalloc", &[out, 4096]);
    make("cudaMallocHost", &[out, 4096]);
    make("cudaMallocManaged", &[out, 4096, 1]);
    make("cudaStreamCreate", &[out]);
    make("cudaEventCreate", &[out]);
    make("cuCtxCreate_v4", &[out, 0, 0, 0]);
    let module = make("cuModuleLoadData", &[out, PTX.as_ptr() as u64]);
    make("cuLinkCreate_v2", &[0, 0, 0, out]);
    if kernels {
        make("cuModuleGetFunction", &[out, module, c"k".as_ptr() as u64]);
    }
    made
}

#[test]
fn sizes_without_end_are_errors() {
    let library = Library::open();
    let pages = Pages::new();
    let objects = objects(library, &pages, false);
    let [out, ..] = pages.addresses();
    let device = objects[0];
    let code = |name: &str, words: &[u64]| library.call(name, words) as u32;
    assert_eq!(code("cudaMemset", &[device, 0, 1 << 63]), 1);
    assert_eq!(code("cudaMemset2D", &[device, 1, 0, 1, 1 << 62]), 1);
    // The structures are passed on the stack: after six words.
    let slices_at_one_place = [0, 0, 0, 0, 0, 0, device, 1, 1, 0, 1, 1, 1 << 62];
    assert_eq!(code("cudaMemset3D", &slices_at_one_place), 1);
    assert_eq!(code("cudaMemcpy", &[out, device, 1 << 62, 2]), 1);
    assert_eq!(code("cudaMemcpy", &[out, out, 1 << 46, 0]), 1);
    assert_eq!(code("cuMemsetD32_v2", &[device, 0, 1 << 62]), 1);
    for bytes in [1 << 39, 1 << 40, 1 << 50, u64::MAX] {
        for _ in 0..200 {
            assert_eq!(code("cudaMalloc", &[out, bytes]), 2);
            assert_eq!(code("cudaMallocHost", &[out, bytes]), 2);
            assert_eq!(code("cudaMallocManaged", &[out, bytes, 1]), 2);
        }
    }
    assert_eq!(code("cudaMallocHost", &[out, 64]), 0, "what failed took no addresses");
    assert_eq!(code("cuModuleLoadData", &[out, pages.addresses()[3]]), 200);
    assert_eq!(code("cuModuleUnload", &[objects[6]]), 0);
    assert_eq!(code("cuModuleUnload", &[objects[6]]), 400);
    assert_eq!(code("cuLinkComplete", &[objects[7], out, 0]), 1, "nothing was added to it");
}

/// Calls functions with wild arguments, and writes the name of each before.
fn call_all() {
    let library = Library::open();
    let mut pages = Pages::new();
    let mut names: Vec<&str> = lines(RUNTIME)
        .chain(lines(DRIVER))
        .filter(|(_, rest)| rest.is_none())
        .map(|(name, _)| name)
        .collect();
    // What is registered stays registered: these come last.
    names.sort_by_key(|name| name.starts_with("__cudaRegister"));
    for (seed, name) in (1..).zip(names) {
        println!("calling {name}");
        let function = library.function(name);
        let mut random = Random(seed);
        let launch = name.contains("Launch") || name.contains("Graph");
        let objects = objects(library, &pages, !launch);
        let host_node =
            name.contains("HostNode") || name.contains("GraphAddNode") || name.contains("NodeSetParams");
        let addresses = pages.addresses();
        // A host node's function is read from memory: there it must be null.
        let addresses = if host_node { &addresses[..1] } else { &addresses[..] };
        let kinds: [&[u64]; 8] =
            [&NUMBERS, &NUMBERS, &NUMBERS, addresses, addresses, &objects, &objects, &WILD];
        let words: Vec<u64> = kinds.concat();
        pages.set(&words, &mut random);
        let callback_at = CALLBACKS.iter().find(|(known, _)| *known == name).map(|(_, at)| *at);
        // It returns a structure: the compiler passes the place for it, which is always valid.
        let returns_structure = name == "cudaCreateChannelDesc";
        let status = !matches!(name, "cudaGetErrorString" | "cudaGetErrorName")
            && !name.starts_with("__cuda")
            && !returns_structure;
        for _ in 0..CALLS {
            let mut arguments = [0; WORDS];
            for argument in &mut arguments {
                let kind = kinds[(random.next() % kinds.len() as u64) as usize];
                *argument = random.choose(kind);
            }
            if let Some(at) = callback_at {
                let function = callback as extern "C" fn(usize, c_int, usize) -> usize;
                arguments[at] = if random.next().is_multiple_of(2) { function as usize as u64 } else { 0 };
            }
            if returns_structure {
                arguments[0] = addresses[0];
            }
            pages.restore();
            let started = Instant::now();
            let code = invoke(function, arguments);
            let took = started.elapsed();
            assert!(!status || code as u32 != UNKNOWN, "{name}{arguments:#x?} is an error of Warploom's own");
            assert!(took < Duration::from_secs(20), "{name}{arguments:#x?} took {took:?}");
        }
    }
}

#[test]
fn no_arguments_crash_or_hang_a_function() {
    if std::env::var_os(CHILD).is_some() {
        call_all();
        return;
    }
    let test = std::env::current_exe().unwrap();
    let mut child = Command::new(test)
        .args(["--exact", "no_arguments_crash_or_hang_a_function", "--nocapture"])
        .env(CHILD, "1")
        .env_remove("WARPLOOM_CAPTURE")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut last = String::new();
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            last = line.strip_prefix("calling ").map_or(last, str::to_owned);
        }
        last
    });
    let messages = child.stderr.take().unwrap();
    // Explanations of errors are many; what else is written is why the process ended.
    let messages = std::thread::spawn(move || {
        let lines = BufReader::new(messages).split(b'\n').map_while(Result::ok);
        let others = lines.filter(|line| !line.starts_with(b"warploom: "));
        others.fold(String::new(), |text, line| text + &String::from_utf8_lossy(&line) + "\n")
    });
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > LIMIT {
            child.kill().unwrap();
            break child.wait().unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let last = reader.join().unwrap();
    let messages = messages.join().unwrap();
    assert!(status.success(), "{status} in {last} after {:?}:\n{messages}", started.elapsed());
}
