// An access in full: addresses, transactions, passes.
#pragma once

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

AccessDetail detail_of(const DeviceModel& model, const ObservedAccess& observed);

}  // namespace lockstep::sim
