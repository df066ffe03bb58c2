//! Programs of the driver: modules, launches, links, contexts, and functions by name.

use std::ffi::{CStr, CString};
use warploom_cuda::api::driver::{address, context, device, launch, memory, module};
use warploom_cuda::api::library;
use warploom_cuda::api::memory as runtime_memory;
use warploom_cuda::host::HostPtr;
use warploom_fatbin::container::{self, Kind};

/// Adds `n` to each of the words at `p`, and 100 in all to `total`.
const PTX: &str = "
.version 8.0
.target sm_75
.address_size 64
.visible .global .align 4 .u32 total = 5;
.visible .entry add(.param .u32 n, .param .u64 p)
{
    .reg .b32 %r<6>;
    .reg .b64 %d<4>;
    ld.param.u32 %r1, [n];
    ld.param.u64 %d1, [p];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %d2, %r2, 4;
    add.s64 %d3, %d1, %d2;
    ld.global.u32 %r3, [%d3];
    add.s32 %r3, %r3, %r1;
    st.global.u32 [%d3], %r3;
    ld.global.u32 %r4, [total];
    add.s32 %r4, %r4, 100;
    st.global.u32 [total], %r4;
    ret;
}
";

fn at<T: ?Sized>(value: &T) -> HostPtr {
    HostPtr(std::ptr::from_ref(value).cast::<u8>() as usize)
}

/// Where a function writes a word.
fn out(value: &mut u64) -> HostPtr {
    HostPtr(std::ptr::from_mut(value) as usize)
}

/// Checks that a function succeeded, and returns what it wrote.
fn made(call: impl FnOnce(HostPtr) -> i32) -> u64 {
    let mut value = 0;
    assert_eq!(call(out(&mut value)), 0);
    std::hint::black_box(value)
}

fn words(pointer: u64) -> [u32; 4] {
    let mut words = [0_u32; 4];
    let to = HostPtr(std::ptr::from_mut(&mut words) as usize);
    assert_eq!(memory::cuMemcpyDtoH_v2(to, HostPtr(pointer as usize), 16), 0);
    std::hint::black_box(words)
}

/// Loads an image, runs its kernel in both ways of passing arguments, and reads the variable.
fn run(image: HostPtr) {
    let handle = made(|to| module::cuModuleLoadData(to, image));
    let function = made(|to| library::cuModuleGetFunction(to, handle, at(c"add")));
    // Memory of the runtime is memory of the driver.
    let pointer = made(|to| runtime_memory::cudaMalloc(to, 16));
    assert_eq!(memory::cuMemsetD32_v2(HostPtr(pointer as usize), 7, 4), 0);
    let n = 3_u32;
    let list = [at(&n), at(&pointer)];
    let kernel = HostPtr(function as usize);
    assert_eq!(launch::cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, at(&list), HostPtr::NULL), 0);
    assert_eq!(words(pointer), [10, 7, 7, 7]);
    // One buffer: the pointer is at a multiple of its size.
    let buffer = [1_u64, pointer];
    let bytes = 16_u64;
    let extra = [HostPtr(1), at(&buffer), HostPtr(2), at(&bytes), HostPtr(0)];
    assert_eq!(launch::cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, HostPtr::NULL, at(&extra)), 0);
    assert_eq!(words(pointer), [11, 7, 7, 7]);
    let short = 8_u64;
    let extra = [HostPtr(1), at(&buffer), HostPtr(2), at(&short), HostPtr(0)];
    assert_eq!(launch::cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, HostPtr::NULL, at(&extra)), 1);
    let total = made(|to| library::cuModuleGetGlobal_v2(to, HostPtr::NULL, handle, at(c"total")));
    let mut value = 0;
    assert_eq!(memory::cuMemcpyDtoH_v2(out(&mut value), HostPtr(total as usize), 4), 0);
    assert_eq!(std::hint::black_box(value), 205);
    assert_eq!(library::cuModuleGetFunction(out(&mut value), handle, at(c"nothing")), 500);
    assert_eq!(library::cuModuleGetGlobal_v2(out(&mut value), HostPtr::NULL, handle, at(c"nothing")), 500);
    assert_eq!(library::cuModuleUnload(handle), 0);
    assert_eq!(launch::cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, at(&list), HostPtr::NULL), 400);
    assert_eq!(
        memory::cuMemcpyDtoH_v2(out(&mut value), HostPtr(total as usize), 4),
        1,
        "the variable is freed"
    );
}

#[test]
fn modules_are_loaded_from_ptx_fat_binaries_and_links() {
    let text = CString::new(PTX).unwrap();
    let image = HostPtr(text.as_ptr() as usize);
    run(image);
    let fat = container::write(&[(Kind::Cubin, 75, b"code"), (Kind::Ptx, 75, PTX.as_bytes())]);
    run(at(&fat[..]));
    let wrapper = [1_u64 << 32 | 0x4662_43b1, fat.as_ptr() as u64, 0];
    run(at(&wrapper));
    let link = made(|to| module::cuLinkCreate_v2(0, HostPtr::NULL, HostPtr::NULL, to));
    let add = |kind| {
        let none = HostPtr::NULL;
        module::cuLinkAddData_v2(link, kind, at(PTX), PTX.len(), none, 0, none, none)
    };
    assert_eq!(add(1), 0);
    assert_eq!(add(3), 200, "object files are not linked");
    let linked = made(|to| module::cuLinkComplete(link, to, HostPtr::NULL));
    run(HostPtr(linked as usize));
    assert_eq!(module::cuLinkDestroy(link), 0);
}

#[test]
fn images_that_are_not_executed_are_refused_and_the_log_says_why() {
    let mut handle = 0;
    let mut load = |image: HostPtr| module::cuModuleLoadData(out(&mut handle), image);
    assert_eq!(load(at(&container::write(&[(Kind::Cubin, 120, b"code")])[..])), 209);
    assert_eq!(load(at(&container::write(&[(Kind::Cubin, 75, b"code")])[..])), 200);
    assert_eq!(load(at(b"\x7fELF and so on\0")), 200);
    assert_eq!(load(at(c"hello")), 200);
    assert_eq!(load(HostPtr(0x1000)), 1);
    let mut log = [0xff_u8; 200];
    let options = [5_u32, 6];
    let values = [log.as_mut_ptr() as u64, log.len() as u64];
    let wrong = c".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k() { frobnicate; }";
    let code = module::cuModuleLoadDataEx(out(&mut handle), at(wrong), 2, at(&options), at(&values));
    assert_eq!(code, 218);
    let text = CStr::from_bytes_until_nul(&log).unwrap().to_string_lossy();
    assert!(text.contains("frobnicate"), "{text}");
    let missing = module::cuModuleLoad(out(&mut handle), at(c"/there/is/no/such.ptx"));
    assert_eq!(missing, 301);
}

#[test]
fn each_thread_has_its_stack_of_contexts() {
    let current = || made(|to| context::cuCtxGetCurrent(to));
    assert_eq!(current(), 0);
    let first = made(|to| context::cuCtxCreate_v4(to, HostPtr::NULL, 0, 0));
    let second = made(|to| context::cuCtxCreate_v2(to, 0, 0));
    assert_eq!(current(), second);
    let popped = made(|to| context::cuCtxPopCurrent_v2(to));
    assert_eq!((popped, current()), (second, first));
    std::thread::spawn(move || {
        let mut none = 0;
        assert_eq!(context::cuCtxGetDevice(out(&mut none)), 201, "no context is current here");
        assert_eq!(context::cuCtxSetCurrent(second), 0);
        assert_eq!(made(|to| context::cuCtxGetCurrent(to)), second);
    })
    .join()
    .unwrap();
    assert_eq!(context::context_destroy(first), 0);
    assert_eq!(current(), 0);
    assert_eq!(context::cuCtxPushCurrent_v2(first), 201);
    assert_eq!(context::cuCtxPushCurrent_v2(second), 0);
    assert_eq!(context::context_destroy(second), 0);
}

#[test]
fn functions_are_found_by_name_and_version() {
    let find = |name: &CStr, version| {
        let (mut function, mut status) = (1, 1);
        let code =
            address::get_address_and_status(at(name), out(&mut function), version, 0, out(&mut status));
        (code, std::hint::black_box(function), std::hint::black_box(status) as u32)
    };
    assert_eq!(find(c"cuMemAlloc", 12000), (0, memory::cuMemAlloc_v2 as *const () as u64, 0));
    assert_eq!(find(c"cuCtxCreate", 12000).1, context::cuCtxCreate_v2 as *const () as u64);
    assert_eq!(find(c"cuCtxCreate", 13000).1, context::cuCtxCreate_v4 as *const () as u64);
    assert_eq!(find(c"cuCtxGetDevice", 13000).1, context::cuCtxGetDevice as *const () as u64);
    assert_eq!(find(c"cuGraphCreate", 13000), (500, 0, 1), "Warploom does not have it");
    assert_eq!(find(c"nothing", 13000), (500, 0, 1));
    let name = made(|to| device::get_error_name(201, to));
    assert_eq!(HostPtr(name as usize).read_text().unwrap(), "CUDA_ERROR_INVALID_CONTEXT");
}
