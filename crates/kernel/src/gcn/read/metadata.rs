//! Kernel descriptors, and the metadata of their arguments.

use super::{Reader, State};
use crate::gcn::error::{Error, ErrorKind};
use crate::gcn::line::integer;
use crate::gcn::program::{Argument, ArgumentKind, UserRegister};

/// The kernel and the argument that lines of the metadata describe.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    /// Column of the dash that starts a kernel.
    kernel_column: Option<usize>,
    name: Option<String>,
    items: u32,
    arguments: Vec<ArgumentMetadata>,
}

/// What the metadata say of an argument.
#[derive(Debug, Default)]
struct ArgumentMetadata {
    name: Option<String>,
    offset: Option<u32>,
    size: Option<u32>,
    kind: String,
}

impl Reader {
    pub(super) fn descriptor(
        &mut self,
        kernel: &str,
        name: &str,
        rest: &str,
        number: u32,
    ) -> Result<(), Error> {
        let Some((_, d)) = self.descriptors.get_mut(kernel) else { return Ok(()) };
        let value = integer(rest).and_then(|n| u32::try_from(n).ok());
        let Some(value) = value else {
            return Err(Error::new(number, ErrorKind::Number { text: rest.to_owned(), what: "number" }));
        };
        let unsupported = |why| {
            let (directive, value) = (format!(".{name}"), rest.to_owned());
            Err(Error::new(number, ErrorKind::Descriptor { directive, value, why }))
        };
        let mut user = |register| {
            if value != 0 {
                d.user.push(register);
            }
        };
        match name.strip_prefix("amdhsa_").unwrap_or(name) {
            "group_segment_fixed_size" => d.local = value,
            "private_segment_fixed_size" => d.scratch = value,
            "kernarg_size" if value > 4096 => {
                return unsupported("a kernel has at most 4096 bytes of arguments");
            }
            "kernarg_size" => d.arguments = value,
            "user_sgpr_count" => d.user_count = value.min(16),
            "user_sgpr_private_segment_buffer" => user(UserRegister::ScratchBuffer),
            "user_sgpr_dispatch_ptr" => user(UserRegister::DispatchPacket),
            "user_sgpr_queue_ptr" => user(UserRegister::Queue),
            "user_sgpr_kernarg_segment_ptr" => user(UserRegister::Arguments),
            "user_sgpr_dispatch_id" => user(UserRegister::DispatchId),
            "user_sgpr_flat_scratch_init" => user(UserRegister::FlatScratch),
            "user_sgpr_private_segment_size" => user(UserRegister::ScratchSize),
            "system_sgpr_private_segment_wavefront_offset" => d.scratch_offset = value != 0,
            "system_sgpr_workgroup_id_x" => d.group_ids[0] = value != 0,
            "system_sgpr_workgroup_id_y" => d.group_ids[1] = value != 0,
            "system_sgpr_workgroup_id_z" => d.group_ids[2] = value != 0,
            "system_sgpr_workgroup_info" => d.group_info = value != 0,
            "system_vgpr_workitem_id" => d.item_ids = value.min(2),
            "next_free_vgpr" if value > 256 => return unsupported("a wave has at most 256 VGPRs"),
            "next_free_vgpr" => d.vgprs = value.max(1),
            "next_free_sgpr" => d.sgprs += value.min(104),
            "reserve_vcc" => d.sgprs += 2 * u32::from(value != 0),
            "reserve_flat_scratch" => d.sgprs += 2 * u32::from(value != 0),
            "reserve_xnack_mask" => d.sgprs += 2 * u32::from(value != 0),
            "float_round_mode_32" | "float_round_mode_16_64" if value != 0 => {
                return unsupported("results are rounded to nearest");
            }
            "float_denorm_mode_32" => match value {
                0 => d.flush = true,
                3 => d.flush = false,
                _ => return unsupported("denormals are flushed (0) or kept (3)"),
            },
            "float_denorm_mode_16_64" if value != 3 => {
                return unsupported("denormals of double precision are kept (3)");
            }
            "uses_dynamic_stack" if value != 0 => return unsupported("scratch has a fixed size"),
            _ => {}
        }
        Ok(())
    }

    pub(super) fn metadata_line(&mut self, text: &str, number: u32) -> Result<(), Error> {
        let trimmed = text.trim();
        if trimmed == ".end_amdgpu_metadata" {
            self.kernel_done(number)?;
            self.state = State::Text;
            return Ok(());
        }
        let indent = text.len() - text.trim_start().len();
        let (column, entry, dash) = match trimmed.strip_prefix("- ") {
            Some(rest) => (indent + 2, rest.trim(), true),
            None => (indent, trimmed, false),
        };
        let Some((key, value)) = entry.split_once(':') else { return Ok(()) };
        let (key, value) = (key.trim(), value.trim().trim_matches('\''));
        if !key.starts_with('.') {
            return Ok(());
        }
        if dash && self.metadata.kernel_column.is_none_or(|c| column <= c) {
            self.kernel_done(number)?;
            self.metadata = Metadata { kernel_column: Some(column), ..Metadata::default() };
        } else if dash {
            self.metadata.arguments.push(ArgumentMetadata::default());
        }
        let m = &mut self.metadata;
        let numeric = || value.parse::<u32>().ok();
        if m.kernel_column == Some(column) {
            match key {
                ".name" => m.name = Some(value.to_owned()),
                ".max_flat_workgroup_size" => m.items = numeric().unwrap_or(0),
                _ => {}
            }
        } else if let Some(argument) = m.arguments.last_mut() {
            match key {
                ".name" => argument.name = Some(value.to_owned()),
                ".offset" => argument.offset = numeric(),
                ".size" => argument.size = numeric(),
                ".value_kind" => argument.kind = value.to_owned(),
                _ => {}
            }
        }
        Ok(())
    }

    /// Keeps the arguments of the kernel that the metadata described last.
    fn kernel_done(&mut self, number: u32) -> Result<(), Error> {
        let done = std::mem::take(&mut self.metadata);
        let Some(name) = done.name else { return Ok(()) };
        let mut arguments = Vec::new();
        for (index, argument) in done.arguments.into_iter().enumerate() {
            let ArgumentMetadata { name: label, offset, size, kind } = argument;
            let (Some(offset), Some(size)) = (offset, size) else {
                let what = format!("argument {index} of `{name}` has no offset or size");
                return Err(Error::new(number, ErrorKind::Malformed(what)));
            };
            if offset > 4096 || size > 4096 {
                let what = format!("argument {index} of `{name}` lies beyond 4096 bytes");
                return Err(Error::new(number, ErrorKind::Malformed(what)));
            }
            let axis = |kind: &str| ["x", "y", "z"].iter().position(|a| kind.ends_with(&format!("_{a}")));
            let kind = match kind.strip_prefix("hidden_") {
                None => ArgumentKind::Explicit,
                Some(hidden) => match (hidden.trim_end_matches(['x', 'y', 'z']), axis(hidden)) {
                    ("block_count_", Some(axis)) => ArgumentKind::GroupCount(axis),
                    ("group_size_", Some(axis)) => ArgumentKind::GroupSize(axis),
                    ("grid_dims", _) => ArgumentKind::Dimensions,
                    ("shared_base", _) => ArgumentKind::LocalBase,
                    ("private_base", _) => ArgumentKind::ScratchBase,
                    ("dynamic_lds_size", _) => ArgumentKind::DynamicLocal,
                    _ => ArgumentKind::Zero,
                },
            };
            let label = label.unwrap_or_else(|| index.to_string());
            arguments.push(Argument { name: label, offset, size, kind });
        }
        arguments.sort_by_key(|a| a.offset);
        if let Some((_, descriptor)) = self.descriptors.get_mut(&name)
            && done.items > 0
        {
            descriptor.most_items = done.items;
        }
        self.arguments.insert(name, arguments);
        Ok(())
    }
}
