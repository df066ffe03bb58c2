//! The options that an import does not use, and whether they change simulated cycles.

use super::options::Options;

/// What an unused option does to the results of GPGPU-Sim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The option is not known here, so it may change results.
    Unknown,
    /// The option changes cycles. The text names the part of the GPU that differs.
    Cycles(&'static str),
    /// The option changes no cycles. The text gives the reason.
    None(&'static str),
}

/// A condition under which an option changes no cycles.
#[derive(Clone, Copy)]
enum Unless {
    /// The value is this one, which is what Warploom simulates.
    Is(&'static str),
    /// The value begins like this, which turns the option off.
    Begins(&'static str),
    /// The value is that of another option.
    SameAs(&'static str),
    /// Another option has this value, which makes this option ineffective.
    With(&'static str, &'static str),
    /// Another option does not have this value, which this option needs.
    Without(&'static str, &'static str),
    /// Latencies come from a `trace.config`.
    Traced,
}

use Unless::{Begins, Is, SameAs, Traced, With, Without};

/// An option that may change cycles: its name, the part of the GPU that differs, and when it changes nothing.
type Timed = (&'static str, &'static str, &'static [Unless]);

const L1_SKIPPED: &[Unless] = &[Without("-gpgpu_gmem_skip_L1D", "1")];
const PREFERENCE: &[Unless] = &[Traced, Is("none")];
const CROSSBAR: Unless = Without("-network_mode", "2");
const ONE_CHANNEL: &[Unless] = &[With("num_vcs", "1")];
const CHECKPOINT: &[Unless] = &[Is("0"), Without("-checkpoint_option", "1")];
const RESUME: &[Unless] = &[Is("0"), Without("-resume_option", "1")];

/// Options that may change cycles, the most important first. Names that end in `*` are prefixes.
const TIMED: &[Timed] = &[
    ("-rop_latency", "L2 latency; rename the option to -gpgpu_l2_rop_latency", &[]),
    ("-smem_latency", "shared-memory latency; rename the option to -gpgpu_smem_latency", &[]),
    ("-gmem_skip_L1D", "whether there is an L1; rename the option to -gpgpu_gmem_skip_L1D", &[]),
    ("-gpgpu_scheduler", "warp scheduler; choose one with --policy", &[]),
    ("-gpgpu_ptx_sim_mode", "simulation mode: functional, without cycles", &[Is("0")]),
    ("-gpgpu_perfect_mem", "memory: every access hits", &[Is("0")]),
    ("-gpgpu_simple_dram_model", "DRAM: fixed latency and bandwidth", &[Is("0")]),
    ("-inter_config_file", "network: the file was not found", &[With("-network_mode", "2")]),
    ("-gpgpu_max_cycle", "end of the run; use --max-cycles", &[Is("0")]),
    ("-gpgpu_max_cta", "end of the run; use --max-ctas", &[Is("0")]),
    ("-gpgpu_max_completed_cta", "end of the run; use --max-ctas", &[Is("0")]),
    ("-gpgpu_max_insn", "end of the run; use --max-cycles", &[Is("0")]),
    ("-checkpoint_*", "part of the program that runs", CHECKPOINT),
    ("-resume_*", "part of the program that runs", RESUME),
    ("-gpgpu_TB_launch_latency", "launch latency of each CTA", &[Is("0")]),
    ("-gpgpu_concurrent_kernel_sm", "concurrent launches: one runs at a time here", &[Is("0")]),
    (
        "-gpgpu_max_concurrent_kernel",
        "concurrent launches: one runs at a time here",
        &[Is("1"), Without("-gpgpu_concurrent_kernel_sm", "1")],
    ),
    ("-gpgpu_cdp_enabled", "launches from kernels, which are not simulated", &[Is("0")]),
    ("-cdp_latency", "launches from kernels, which are not simulated", &[Without("-gpgpu_cdp_enabled", "1")]),
    ("-gpgpu_ptx_convert_to_ptxplus", "instruction set: PTXPlus instead of PTX", &[Is("0"), Traced]),
    ("-gpgpu_simd_model", "reconvergence of divergent warps", &[Is("1")]),
    ("-gpgpu_ignore_resources_limitation", "occupancy of kernels too large for an SM", &[Is("0")]),
    ("-gpgpu_cache:dl1", "L1 for local memory, which has none here", L1_SKIPPED),
    ("-gpgpu_l1_latency", "L1 latency for local memory, which has no L1 here", L1_SKIPPED),
    ("-gpgpu_l1_banks", "L1 banks for local memory, which has no L1 here", L1_SKIPPED),
    ("-gpgpu_flush_l1_cache", "L1 contents of local memory, which has no L1 here", L1_SKIPPED),
    ("-gpgpu_l1_cache_write_ratio", "L1 for local memory, which has none here", L1_SKIPPED),
    ("-gpgpu_adaptive_cache_config", "L1 size for local memory, which has no L1 here", L1_SKIPPED),
    (
        "-gpgpu_unified_l1d_size",
        "L1 size for local memory, which has no L1 here",
        &[Without("-gpgpu_adaptive_cache_config", "1"), L1_SKIPPED[0]],
    ),
    (
        "-gpgpu_shmem_option",
        "shared memory per SM",
        &[Without("-gpgpu_adaptive_cache_config", "1"), L1_SKIPPED[0]],
    ),
    ("-gpgpu_shmem_sizeDefault", "shared memory per SM", &[Traced, SameAs("-gpgpu_shmem_size")]),
    ("-gpgpu_cache:dl1PrefL1", "L1 of kernels that prefer L1", PREFERENCE),
    ("-gpgpu_shmem_size_PrefL1", "shared memory of kernels that prefer L1", PREFERENCE),
    ("-gpgpu_cache:dl1PrefShared", "L1 of kernels that prefer shared memory", PREFERENCE),
    ("-gpgpu_shmem_size_PrefShared", "shared memory of kernels that prefer it", PREFERENCE),
    ("-gpgpu_mem_unit_ports", "load-store unit: accesses per cycle", &[Is("1")]),
    ("-gpgpu_shmem_warp_parts", "shared memory: bank conflicts within parts of a warp", &[Is("1")]),
    ("-gpgpu_shmem_limited_broadcast", "shared memory: one broadcast per access", &[Is("0")]),
    ("-gpgpu_l1_banks_byte_interleaving", "L1 bank conflicts", &[Is("32"), With("-gpgpu_l1_banks", "1")]),
    ("-gpgpu_l1_banks_hashing_function", "L1 bank conflicts", &[Is("0"), With("-gpgpu_l1_banks", "1")]),
    ("-gpgpu_tensor_core_avail", "tensor cores", &[Is("1"), With("-gpgpu_num_tensor_core_units", "0")]),
    ("-specialized_unit_*", "a unit for some instructions, which use others here", &[Begins("0,")]),
    ("-trace_opcode_latency_initiation_spec_op_*", "latency of a unit that is not simulated", &[]),
    (
        "-gpgpu_dual_issue_diff_exec_units",
        "dual issue, which is not simulated",
        &[With("-gpgpu_max_insn_issue_per_warp", "1")],
    ),
    ("-gpgpu_tex_cache:l1", "texture cache: texture loads take a fixed time here", &[]),
    ("-dram_elimnate_rw_turnaround", "DRAM: turnaround between reads and writes", &[Is("0")]),
    ("-dram_write_queue_size", "DRAM: write queue", &[Without("-dram_seperate_write_queue_enable", "1")]),
    ("-gpgpu_dram_return_queue_size", "DRAM: buffer for replies to the L2", &[]),
    ("-gpgpu_n_cluster_ejection_buffer_size", "network: buffer for replies at a cluster of SMs", &[]),
    ("-gpgpu_n_ldst_response_buffer_size", "network: buffer for replies at an SM", &[]),
    ("-icnt_out_buffer_limit", "network: buffer for packets that leave it", &[CROSSBAR]),
    ("-icnt_in_buffer_limit", "network: buffer for packets that enter it", &[CROSSBAR]),
    ("-icnt_arbiter_algo", "network: order of packets to the same port", &[CROSSBAR]),
    ("-icnt_grant_cycles", "network: order of packets to the same port", &[Is("1"), CROSSBAR]),
    ("-icnt_subnets", "network: requests and replies share links", &[Is("2"), CROSSBAR]),
    ("ejection_buffer_size", "network: buffer for packets that leave it", &[]),
    ("boundary_buffer_size", "network: buffer for packets that leave it", &[]),
    ("vc_allocator", "network: order of packets in a router", &[]),
    ("sw_allocator", "network: order of packets in a router", &[]),
    ("alloc_iters", "network: order of packets in a router", &[Is("1")]),
    ("credit_delay", "network: delay until a buffer is reused", &[Is("0")]),
    ("wait_for_tail_credit", "network: delay until a buffer is reused", &[Is("0")]),
    ("input_speedup", "network: bandwidth of a router", &[Is("1")]),
    ("output_speedup", "network: bandwidth of a router", &[Is("1")]),
    ("routing_function", "network: routes", &[Is("dest_tag")]),
    ("use_map", "network: positions of SMs and L2 slices", &[Is("0")]),
    ("subnets", "network: requests and replies share links", &[Is("2")]),
    ("read_request_subnet", "network: requests and replies share links", &[Is("0")]),
    ("read_reply_subnet", "network: requests and replies share links", &[Is("1")]),
    ("write_request_subnet", "network: requests and replies share links", &[Is("0")]),
    ("write_reply_subnet", "network: requests and replies share links", &[Is("1")]),
    ("read_request_begin_vc", "network: virtual channels", ONE_CHANNEL),
    ("read_request_end_vc", "network: virtual channels", ONE_CHANNEL),
    ("read_reply_begin_vc", "network: virtual channels", ONE_CHANNEL),
    ("read_reply_end_vc", "network: virtual channels", ONE_CHANNEL),
    ("write_request_begin_vc", "network: virtual channels", ONE_CHANNEL),
    ("write_request_end_vc", "network: virtual channels", ONE_CHANNEL),
    ("write_reply_begin_vc", "network: virtual channels", ONE_CHANNEL),
    ("write_reply_end_vc", "network: virtual channels", ONE_CHANNEL),
    (
        "-gpgpu_simt_core_sim_order",
        "network: order of the SMs of a cluster",
        &[With("-gpgpu_n_cores_per_cluster", "1")],
    ),
    ("-gpgpu_local_mem_map", "addresses of local memory", &[Is("1")]),
];

const POWER: &str = "power model";
const STATISTICS: &str = "statistics and messages";
const DEBUGGING: &str = "debugging";
const PROGRAM: &str = "a limit or property that a program can query";
const LOADING: &str = "how GPGPU-Sim loads a program";
const UNREAD: &str = "GPGPU-Sim 4 does not use it";
const INEFFECTIVE: &str = "other options make it ineffective";
const TRAFFIC: &str = "BookSim's own traffic, which GPGPU-Sim does not use";
const ABSENT: &str = "for units that the configuration does not have";

/// Options that never change cycles, with the reason. Names that end in `*` are prefixes.
const UNTIMED: &[(&str, &str)] = &[
    ("-power_*", POWER),
    ("-accelwattch_*", POWER),
    ("-gpuwattch_xml_file", POWER),
    ("-hw_perf_*", POWER),
    ("-dvfs_enabled", POWER),
    ("-aggregate_power_stats", POWER),
    ("-steady_*", POWER),
    ("-gpgpu_clock_gated_*", POWER),
    ("-n_regfile_gating_group", POWER),
    ("-gpgpu_memlatency_stat", STATISTICS),
    ("-gpgpu_runtime_stat", STATISTICS),
    ("-gpgpu_ptx_instruction_classification", STATISTICS),
    ("-enable_ptx_file_line_stats", STATISTICS),
    ("-ptx_line_stats_filename", STATISTICS),
    ("-visualizer_*", STATISTICS),
    ("-gpgpu_cflog_interval", STATISTICS),
    ("-gpgpu_warpdistro_shader", STATISTICS),
    ("-gpgpu_warp_issue_shader", STATISTICS),
    ("-liveness_message_freq", STATISTICS),
    ("-icnt_verbose", STATISTICS),
    ("-trace_enabled", DEBUGGING),
    ("-trace_components", DEBUGGING),
    ("-trace_sampling_*", DEBUGGING),
    ("-gpgpu_ptx_inst_debug_*", DEBUGGING),
    ("-gpgpu_mem_addr_test", DEBUGGING),
    ("-gpgpu_deadlock_detect", DEBUGGING),
    ("-keep", DEBUGGING),
    ("-save_embedded_ptx", DEBUGGING),
    ("-gpgpu_ptx_save_converted_ptxplus", DEBUGGING),
    ("-gpgpu_compute_capability_*", PROGRAM),
    ("-gpgpu_registers_per_block", PROGRAM),
    ("-gpgpu_shmem_per_block", PROGRAM),
    ("-gpgpu_stack_size_limit", PROGRAM),
    ("-gpgpu_heap_size_limit", PROGRAM),
    ("-gpgpu_runtime_sync_depth_limit", PROGRAM),
    ("-gpgpu_runtime_pending_launch_count_limit", PROGRAM),
    ("-gpgpu_num_cta_barriers", PROGRAM),
    ("-gpgpu_ptx_force_max_capability", LOADING),
    ("-gpgpu_occupancy_sm_number", LOADING),
    ("-gpgpu_ptx_use_cuobjdump", LOADING),
    ("-gpgpu_experimental_lib_support", LOADING),
    ("-trace", LOADING),
    ("-l2_ideal", UNREAD),
    ("-gpgpu_num_mem_units", UNREAD),
    ("-gpgpu_reg_bank_use_warp_id", UNREAD),
    ("network_count", UNREAD),
    ("k", "number of SMs and L2 slices, which other options give"),
    ("traffic", TRAFFIC),
    ("packet_size", TRAFFIC),
    ("packet_size_rate", TRAFFIC),
    ("injection_rate", TRAFFIC),
    ("sim_type", TRAFFIC),
    ("-gpgpu_mem_address_mask", "-gpgpu_mem_addr_mapping replaces it"),
    ("-icnt_flit_size", "flit_size of the network's configuration replaces it"),
    ("-ptx_opcode_*", "trace.config replaces it, or there is no such unit"),
    ("-trace_opcode_latency_initiation_tensor", "a specialised unit replaces it, or there is no such unit"),
    ("-gpgpu_num_tensor_core_units", "a specialised unit replaces them"),
    ("-gpgpu_cache:il1", "instruction and constant caches are perfect"),
    ("-gpgpu_const_cache:l1", "instruction and constant caches are perfect"),
    ("-gpgpu_operand_collector_num_*", ABSENT),
];

/// The effect of an unused option, and its rank: lower ranks are more important.
pub(super) fn of(option: &str, value: &str, options: &Options, traced: bool) -> (usize, Effect) {
    let named = |name: &str| match name.strip_suffix('*') {
        Some(prefix) => option.starts_with(prefix),
        None => option == name,
    };
    if let Some(at) = TIMED.iter().position(|(name, ..)| named(name)) {
        let (_, changes, unless) = TIMED[at];
        let has = |other: &str, value: &str| options.peek(other).is_some_and(|given| given.value == value);
        let reason = unless.iter().find_map(|condition| match *condition {
            Is(same) => (value == same).then_some("Warploom simulates this value"),
            SameAs(other) => has(other, value).then_some("Warploom simulates this value"),
            Begins(off) => value.starts_with(off).then_some("it is off"),
            With(other, of) => has(other, of).then_some(INEFFECTIVE),
            Without(other, of) => (!has(other, of)).then_some(INEFFECTIVE),
            Traced => traced.then_some("not in traces"),
        });
        return reason.map_or((at + 1, Effect::Cycles(changes)), |reason| (usize::MAX, Effect::None(reason)));
    }
    match UNTIMED.iter().find(|(name, _)| named(name)) {
        Some((_, reason)) => (usize::MAX, Effect::None(reason)),
        None => (0, Effect::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::File;
    use super::*;

    fn effect(text: &str, option: &str, traced: bool) -> Effect {
        let mut options = Options::new();
        options.read(File::Config, text).unwrap();
        let value = options.peek(option).unwrap().value.clone();
        of(option, &value, &options, traced).1
    }

    #[test]
    fn no_option_has_two_effects() {
        let mut names: Vec<&str> = TIMED.iter().map(|(name, ..)| *name).collect();
        names.extend(UNTIMED.iter().map(|(name, _)| *name));
        let matches = |name: &str, other: &str| {
            name == other || other.strip_suffix('*').is_some_and(|prefix| name.starts_with(prefix))
        };
        for (at, name) in names.iter().enumerate() {
            let others = names.iter().enumerate().filter(|(other, _)| *other != at);
            let twice: Vec<&str> =
                others.map(|(_, other)| *other).filter(|other| matches(name, other)).collect();
            assert!(twice.is_empty(), "{name} is also {twice:?}");
        }
    }

    #[test]
    fn values_that_warploom_simulates_change_nothing() {
        let none = |text: &str, option: &str| matches!(effect(text, option, false), Effect::None(_));
        assert!(none("-gpgpu_TB_launch_latency 0", "-gpgpu_TB_launch_latency"));
        assert!(!none("-gpgpu_TB_launch_latency 200", "-gpgpu_TB_launch_latency"));
        let shared = "-gpgpu_shmem_size 49152 -gpgpu_shmem_sizeDefault";
        assert!(none(&format!("{shared} 49152"), "-gpgpu_shmem_sizeDefault"));
        assert!(!none(&format!("{shared} 16384"), "-gpgpu_shmem_sizeDefault"));
        assert!(none("-cdp_latency 7200", "-cdp_latency"));
        assert!(!none("-cdp_latency 7200 -gpgpu_cdp_enabled 1", "-cdp_latency"));
        assert!(none("-icnt_arbiter_algo 1 -network_mode 1", "-icnt_arbiter_algo"));
        assert!(!none("-icnt_arbiter_algo 1 -network_mode 2", "-icnt_arbiter_algo"));
    }

    #[test]
    fn preferences_are_not_in_traces() {
        let preference =
            |traced| effect("-gpgpu_cache:dl1PrefL1 N:64:128:6", "-gpgpu_cache:dl1PrefL1", traced);
        assert_eq!(preference(false), Effect::Cycles("L1 of kernels that prefer L1"));
        assert_eq!(preference(true), Effect::None("not in traces"));
    }

    #[test]
    fn other_options_are_unknown() {
        assert_eq!(effect("-gpgpu_l3 1", "-gpgpu_l3", true), Effect::Unknown);
        assert_eq!(effect("-gpgpu_schedulers 1", "-gpgpu_schedulers", true), Effect::Unknown);
    }
}
