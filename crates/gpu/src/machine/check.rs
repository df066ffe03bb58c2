//! Checks of a machine description.

use super::keys::Keys;
use super::{ClassName, CuDescription, Dependences, Machine, MachineError, is_load_store};
use crate::memory::{cache, dram};
use toml::Table;
use warploom_kernel::class::Class;
use warploom_kernel::sass::Pipe;

/// Largest number of collectors of an SM: the bits of a word, less those lost when schedulers divide them.
const MAX_COLLECTORS: u32 = 48;

impl Machine {
    /// Checks that the description is valid.
    ///
    /// # Errors
    /// The key at fault and its valid values.
    pub fn check(&self) -> Result<(), MachineError> {
        // Every value of a machine can be written as TOML.
        let table = Table::try_from(self).expect("a machine can be written");
        Keys::new().check(&table)?;
        match (&self.sm, &self.cu) {
            (Some(_), None) => {
                self.check_sm()?;
                self.check_units()?;
            }
            (None, Some(cu)) => check_cu(cu)?,
            (Some(_), Some(_)) => return Err(MachineError::TwoCores),
            (None, None) => return Err(MachineError::NoCore),
        }
        self.check_memory()
    }

    fn check_sm(&self) -> Result<(), MachineError> {
        let sm = self.sm();
        if !matches!(sm.load_store.segment, 32 | 128) {
            let near = if sm.load_store.segment < 80 { 32 } else { 128 };
            let limit = format!("it must be 32 (a sector) or 128 (a line); the nearest is {near}");
            return Err(value("sm.load_store.segment", sm.load_store.segment, limit));
        }
        if let (Some(latency), Some(_)) = (sm.guard_latency, &sm.operands) {
            let limit = "only a machine without `sm.operands` has a latency of guards".to_owned();
            return Err(value("sm.guard_latency", latency, limit));
        }
        if let Some(l1) = &sm.l1 {
            check_cache("sm.l1.cache", &l1.cache)?;
            let largest = l1.carveouts.iter().copied().max().unwrap_or(0);
            match l1.unified {
                None if !l1.carveouts.is_empty() => {
                    let limit = "carveouts are parts of unified memory: give its size as `sm.l1.unified`";
                    return Err(value("sm.l1.carveouts", format!("{:?}", l1.carveouts), limit.to_owned()));
                }
                Some(unified) if largest > unified => {
                    let limit = format!("it must be at least {largest}, the largest of `sm.l1.carveouts`");
                    return Err(value("sm.l1.unified", unified, limit));
                }
                _ => {}
            }
        }
        if let Some(instructions) = &sm.fetch.cache {
            check_cache("sm.fetch.cache", instructions)?;
        }
        if let Some(constants) = &sm.constants {
            check_cache("sm.constants", constants)?;
        }
        if let Some(cache) = sm.texture.as_ref().and_then(|texture| texture.cache.as_ref()) {
            if !cache.sets.is_power_of_two() {
                return Err(value("sm.texture.cache.sets", cache.sets, power_of_two(cache.sets)));
            }
            if !matches!(cache.line_bytes, 32 | 64 | 128) {
                let limit = "a line has 32, 64 or 128 bytes".to_owned();
                return Err(value("sm.texture.cache.line_bytes", cache.line_bytes, limit));
            }
            let checked = cache.description().check();
            checked.map_err(|fault| {
                value(&format!("sm.texture.cache.{}", fault.field), fault.value, fault.rule)
            })?;
        }
        Ok(())
    }

    fn check_units(&self) -> Result<(), MachineError> {
        let sm = self.sm();
        self.check_collectors()?;
        let mut done_by: [Option<&str>; Class::ALL.len()] = [None; Class::ALL.len()];
        for (name, unit) in &sm.units {
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
            if name.is_empty() || !name.chars().all(plain) {
                let limit = "a unit's name may contain letters, digits, `_` and `-`".to_owned();
                return Err(value("sm.units", format!("{name:?}"), limit));
            }
            for &ClassName(class) in unit.work.keys() {
                if is_load_store(class) && class != Class::Constant {
                    let key = format!("sm.units.{name}.work.{}", class.name());
                    let limit = "the load-store unit executes this class".to_owned();
                    return Err(MachineError::Value { key, found: "given".to_owned(), limit });
                }
                if let Some(first) = done_by[class as usize].replace(name) {
                    let (first, second) = (first.to_owned(), name.clone());
                    return Err(MachineError::TwoUnits { class: class.name(), first, second });
                }
            }
        }
        let missing = Class::SM.into_iter().find(|&c| !is_load_store(c) && done_by[c as usize].is_none());
        missing.map_or(Ok(()), |class| Err(MachineError::NoUnit(class.name())))?;
        self.check_machine_code()
    }

    /// Machine code needs sub-cores without operand collectors, and a unit for each pipe.
    fn check_machine_code(&self) -> Result<(), MachineError> {
        let sm = self.sm();
        if sm.machine_code.is_none() {
            return match sm.dependences {
                Dependences::Scoreboard => Ok(()),
                _ => {
                    let limit =
                        "only a machine with `sm.machine_code` has it; without, it must be \"scoreboard\""
                            .to_owned();
                    Err(value("sm.dependences", "\"control-bits\"", limit))
                }
            };
        }
        if sm.operands.is_some() || !sm.subcores {
            let limit = "it needs `sm.subcores = true`, and no `sm.operands`".to_owned();
            return Err(value("sm.machine_code", "given", limit));
        }
        for pipe in Pipe::ALL.into_iter().filter(|&pipe| pipe != Pipe::Lsu) {
            let mut own = sm.units.iter().filter(|(_, unit)| unit.pipes.timing(pipe).is_some());
            let limit = match (own.next(), own.next()) {
                (Some(_), None) => continue,
                (None, _) => {
                    format!("some unit must have the pipe `{0}`: add `sm.units.NAME.pipes.{0}`", pipe.name())
                }
                (Some((first, _)), Some((second, _))) => {
                    format!("`{first}` and `{second}` both have the pipe `{}`", pipe.name())
                }
            };
            return Err(value("sm.units", "wrong", limit));
        }
        Ok(())
    }

    /// With operand collectors, every unit needs collectors and a queue before them; without, no unit may have any.
    fn check_collectors(&self) -> Result<(), MachineError> {
        let sm = self.sm();
        let units = sm.units.iter().map(|(name, unit)| (format!("units.{name}"), unit.collectors));
        for (name, collectors) in units.chain([("load_store".to_owned(), sm.load_store.collectors)]) {
            let limit = match &sm.operands {
                Some(operands) if operands.collectors + collectors == 0 => {
                    "it must be at least 1, or `sm.operands.collectors` must be"
                }
                None if collectors > 0 => "it must be 0, because there is no `sm.operands`",
                _ => continue,
            };
            return Err(value(&format!("sm.{name}.collectors"), collectors, limit.to_owned()));
        }
        let own: u32 = sm.units.values().map(|unit| unit.collectors).sum::<u32>() + sm.load_store.collectors;
        if let Some(operands) =
            sm.operands.as_ref().filter(|operands| operands.collectors + own > MAX_COLLECTORS)
        {
            let limit = format!(
                "units have {own} collectors of their own, and an SM may have at most {MAX_COLLECTORS}"
            );
            return Err(value("sm.operands.collectors", operands.collectors, limit));
        }
        for (name, unit) in &sm.units {
            let limit = match &sm.operands {
                Some(_) if unit.queue == 0 => "it must be at least 1, because the machine has `sm.operands`",
                None if unit.queue > 0 => "it must be 0, because there is no `sm.operands`",
                _ => continue,
            };
            return Err(value(&format!("sm.units.{name}.queue"), unit.queue, limit.to_owned()));
        }
        Ok(())
    }

    fn check_memory(&self) -> Result<(), MachineError> {
        check_cache("l2.cache", &self.l2.cache)?;
        let lines = self.l2.cache.line_bytes;
        match &self.cu {
            Some(cu) if cu.l1.cache.line_bytes != lines => {
                let limit = format!("it must be {lines}, as `l2.cache.line_bytes`");
                return Err(value("cu.l1.cache.line_bytes", cu.l1.cache.line_bytes, limit));
            }
            // Byte masks of writes, and sector masks of requests, cover 128 bytes.
            None if lines != 128 => {
                let limit = "a cache that accepts writes has lines of 128 bytes".to_owned();
                return Err(value("l2.cache.line_bytes", lines, limit));
            }
            _ => {}
        }
        if let (Some(memory), None) = (self.clock.memory, &self.cu) {
            let limit = "only a machine of CUs has a clock of its own for memory".to_owned();
            return Err(value("clock.memory", memory, limit));
        }
        let slices = self.l2.slices;
        if !slices.is_power_of_two() {
            return Err(value("l2.slices", slices, power_of_two(slices)));
        }
        let channel = &self.dram.channel;
        channel.check().map_err(|fault| match fault {
            dram::DescriptionError::Range { key, value: found, low, high } => {
                let limit =
                    format!("it must be from {low} to {high}; the nearest is {}", found.clamp(low, high));
                value(&format!("dram.channel.{key}"), found, limit)
            }
            dram::DescriptionError::PowerOfTwo { key, value: found } => {
                value(&format!("dram.channel.{key}"), found, power_of_two(found))
            }
            fault => MachineError::Part { part: "dram.channel", fault: fault.to_string() },
        })?;
        dram::AddressMap::new(&self.dram.map, self.l2.partitions, slices, channel.banks)
            .map_err(|fault| MachineError::Part { part: "dram.map", fault: fault.to_string() })?;
        Ok(())
    }
}

fn check_cu(cu: &CuDescription) -> Result<(), MachineError> {
    check_cache("cu.l1.cache", &cu.l1.cache)?;
    check_cache("cu.scalar_l1.cache", &cu.scalar_l1.cache)?;
    if cu.l1.cache.allocate != cache::Allocate::OnMiss {
        let limit = "the vector L1 of a CU allocates \"on-miss\"".to_owned();
        return Err(value("cu.l1.cache.allocate", "another rule", limit));
    }
    Ok(())
}

fn value(key: &str, found: impl ToString, limit: String) -> MachineError {
    MachineError::Value { key: key.to_owned(), found: found.to_string(), limit }
}

fn power_of_two(found: u32) -> String {
    let above = found.next_power_of_two();
    format!("it must be a power of two; the nearest are {} and {above}", above / 2)
}

fn check_cache(key: &str, cache: &cache::Description) -> Result<(), MachineError> {
    cache.check().map_err(|fault| {
        let odd = fault.field == "sets" && !cache.sets.is_power_of_two();
        let rule = if odd { power_of_two(cache.sets) } else { fault.rule };
        value(&format!("{key}.{}", fault.field), fault.value, rule)
    })?;
    let wrong = |field: &str, found: &str, limit: &str| {
        Err(value(&format!("{key}.{field}"), found.to_owned(), limit.to_owned()))
    };
    if matches!(cache.misses, cache::Misses::Fifo { .. }) {
        return wrong("misses", "fifo", "only a texture cache has a FIFO; this cache needs MSHRs");
    }
    let accepts_writes = matches!(key, "sm.l1.cache" | "cu.l1.cache" | "l2.cache");
    if accepts_writes && cache.write == cache::WritePolicy::ReadOnly {
        return wrong("write", "read-only", "this cache must accept writes");
    }
    // Byte masks of writes cover 128 bytes.
    if key == "sm.l1.cache" && cache.line_bytes != 128 {
        let found = cache.line_bytes.to_string();
        return wrong("line_bytes", &found, "a cache that accepts writes has lines of 128 bytes");
    }
    Ok(())
}
