//! Writes in the reference model.

use super::*;

impl Model {
    pub(super) fn write(
        &mut self,
        a: &Access,
        found: Lookup,
        now: u64,
    ) -> Result<Response, ReservationFailure> {
        if let Ok((TagStatus::Hit, way)) = found {
            return self.write_hit(a, way, now);
        }
        if self.d.write_allocate == WriteAllocate::None {
            if self.queue_full(0) {
                return Err(ReservationFailure::QueueFull);
            }
            self.forward(a);
            return Ok(Response::FromBelow);
        }
        let found = match found {
            Err(()) if self.on_miss() => return Err(ReservationFailure::NoLine),
            Err(()) => (TagStatus::Miss, usize::MAX),
            Ok(found) => found,
        };
        let (response, victim) = match self.d.write_allocate {
            WriteAllocate::None => unreachable!(),
            WriteAllocate::Fetch => {
                if self.queue_full(2) {
                    return Err(ReservationFailure::QueueFull);
                }
                self.mshr(a.address)?;
                self.forward(a);
                (Response::FromBelow, self.fetch(a, found, Waiter::NONE, false, now))
            }
            WriteAllocate::FetchOnWrite if self.covered(a.address, a.bytes.0) => {
                if self.queue_full(0) {
                    return Err(ReservationFailure::QueueFull);
                }
                let victim = self.tags(a, found, now);
                self.modify(a, found.1);
                (Response::Immediate, victim)
            }
            WriteAllocate::FetchOnWrite | WriteAllocate::AlwaysFetch => {
                if self.queue_full(1) {
                    return Err(ReservationFailure::QueueFull);
                }
                self.mshr(a.address)?;
                (Response::OnFill, self.fetch(a, found, a.waiter, true, now))
            }
            WriteAllocate::LazyFetchOnRead => {
                if self.queue_full(0) {
                    return Err(ReservationFailure::QueueFull);
                }
                let through = self.d.write == WritePolicy::WriteThrough;
                if through {
                    self.forward(a);
                }
                let victim = self.tags(a, found, now);
                self.modify(a, found.1);
                let (set, unit) = (self.set(a.index), self.unit(a.address));
                let written = self.sets[set][found.1].written;
                self.sets[set][found.1].readable[unit] = self.covered(a.address, written);
                (if through { Response::FromBelow } else { Response::Immediate }, victim)
            }
        };
        let bytes = self.send_victim(victim);
        self.port(bytes / u64::from(self.d.port_bytes), now);
        Ok(response)
    }

    pub(super) fn write_hit(
        &mut self,
        a: &Access,
        way: usize,
        now: u64,
    ) -> Result<Response, ReservationFailure> {
        let (set, unit) = (self.set(a.index), self.unit(a.address));
        let evicts = match self.d.write {
            WritePolicy::ReadOnly => unreachable!(),
            WritePolicy::WriteBack | WritePolicy::WriteThrough => false,
            WritePolicy::WriteEvict => true,
            WritePolicy::LocalBackGlobalEvict => a.space == Space::Global,
        };
        let forwards = evicts || self.d.write == WritePolicy::WriteThrough;
        if forwards && self.queue_full(0) {
            return Err(ReservationFailure::QueueFull);
        }
        if evicts {
            let first = unit as u64 * self.unit_bytes();
            let line = &mut self.sets[set][way];
            line.states[unit] = State::Invalid;
            line.readable[unit] = true;
            for byte in first..first + if self.d.sectored { 32 } else { 128 } {
                line.written &= !(1 << byte);
            }
        } else {
            self.tags(a, (TagStatus::Hit, way), now);
            self.modify(a, way);
            let written = self.sets[set][way].written;
            self.sets[set][way].readable[unit] |= self.covered(a.address, written);
        }
        if forwards {
            self.forward(a);
        }
        self.port(u64::from(a.size).div_ceil(u64::from(self.d.port_bytes)), now);
        Ok(if forwards { Response::FromBelow } else { Response::Immediate })
    }
}
