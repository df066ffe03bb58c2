//! A fault as JSON.

use serde_json::{Value, json};
use warploom_kernel::execute::{Fault, FaultKind};

/// The fault of launch number `launch`. Addresses are strings, since many JSON readers hold numbers as doubles.
pub fn to_json(fault: &Fault, launch: usize) -> Value {
    let place = &fault.location;
    let Access { space, address, bytes } = access(&fault.kind);
    json!({
        "launch": launch,
        "kernel": place.kernel,
        "function": place.function,
        "kind": kind_name(&fault.kind),
        "what": fault.kind.to_string(),
        "text": fault.to_string(),
        "line": place.line,
        "source": place.source.as_ref().map(|(file, line)| json!({ "file": file, "line": line })),
        "cta": place.cta,
        "thread": place.thread,
        "wave": place.wave.map(|(wave, lane)| json!({ "wave": wave, "lane": lane })),
        "space": space,
        "address": address.map(|a| format!("{a:#x}")),
        "bytes": bytes,
    })
}

/// The name of a kind of fault. Scripts rely on these names.
fn kind_name(kind: &FaultKind) -> &'static str {
    match kind {
        FaultKind::OutOfBounds { .. } => "out_of_bounds",
        FaultKind::Misaligned { .. } => "misaligned",
        FaultKind::UseAfterFree { .. } => "use_after_free",
        FaultKind::ReadOnly { .. } => "read_only",
        FaultKind::Uninitialised { .. } => "uninitialised",
        FaultKind::BarrierDivergence { .. } => "barrier_divergence",
        FaultKind::BarrierMismatch { .. } => "barrier_mismatch",
        FaultKind::BarrierDeadlock { .. } => "barrier_deadlock",
        FaultKind::BeforeWait { .. } => "before_wait",
        FaultKind::CopySize { .. } => "copy_size",
        FaultKind::Mbarrier { .. } => "mbarrier",
        FaultKind::MbarrierDeadlock { .. } => "mbarrier_deadlock",
        FaultKind::ClusterRank { .. } => "cluster_rank",
        FaultKind::WaitsForever { .. } => "waits_forever",
        FaultKind::BadCallee { .. } => "bad_callee",
        FaultKind::BadFree { .. } => "bad_free",
        FaultKind::WarpDivergence { .. } => "warp_divergence",
        FaultKind::OutsideMask { .. } => "outside_mask",
        FaultKind::Budget { .. } => "endless",
        FaultKind::StackOverflow { .. } => "stack_overflow",
        FaultKind::BranchIndex { .. } => "bad_branch",
        FaultKind::JumpOutside { .. } => "bad_jump",
        FaultKind::NotExecuted { .. } => "not_executed",
        FaultKind::Trap => "trap",
        FaultKind::NoBody(_) => "no_body",
        FaultKind::Assertion(_) => "assertion",
        FaultKind::BadBarrier { .. } => "bad_barrier",
        FaultKind::BadTextureObject { .. } => "bad_texture_object",
        FaultKind::TextureShape { .. } => "texture_shape",
        FaultKind::SurfaceBounds { .. } => "surface_bounds",
        FaultKind::NeedsWarp(_) => "needs_warp",
    }
}

/// The memory access of a fault, if it has one.
#[derive(Default)]
struct Access {
    space: Option<String>,
    address: Option<u64>,
    bytes: Option<u32>,
}

fn access(kind: &FaultKind) -> Access {
    let (space, address, bytes) = match kind {
        FaultKind::OutOfBounds { space, address, bytes, .. } => (space.to_string(), address, Some(*bytes)),
        FaultKind::Misaligned { space, address, .. } => (space.to_string(), address, None),
        FaultKind::UseAfterFree { address, bytes, .. } => ("global".to_owned(), address, Some(*bytes)),
        FaultKind::ReadOnly { address, .. } => ("constant".to_owned(), address, None),
        FaultKind::Uninitialised { address, bytes, .. } => ("shared".to_owned(), address, Some(*bytes)),
        _ => return Access::default(),
    };
    Access { space: Some(space), address: Some(*address), bytes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_kernel::execute::FaultLocation;

    #[test]
    fn only_memory_faults_have_an_address() {
        let place = FaultLocation {
            kernel: "k".to_owned(),
            function: Some("f".to_owned()),
            line: 7,
            source: Some(("k.cu".to_owned(), 3)),
            cta: [1, 0, 0],
            thread: [2, 0, 0],
            language: "PTX",
            address: None,
            wave: None,
        };
        let mut fault = Fault { kind: FaultKind::Trap, location: Box::new(place) };
        let value = to_json(&fault, 4);
        assert_eq!(
            (&value["kind"], &value["launch"], &value["function"]),
            (&json!("trap"), &json!(4), &json!("f"))
        );
        assert_eq!(value["source"], json!({ "file": "k.cu", "line": 3 }));
        assert_eq!(
            (&value["space"], &value["address"], &value["bytes"]),
            (&json!(null), &json!(null), &json!(null))
        );

        let instruction = "ld.shared.f32".to_owned();
        fault.kind = FaultKind::Uninitialised { instruction, address: u64::MAX, bytes: 4 };
        let value = to_json(&fault, 0);
        assert_eq!((&value["space"], &value["bytes"]), (&json!("shared"), &json!(4)));
        assert_eq!(value["address"], json!("0xffffffffffffffff"));
    }
}
