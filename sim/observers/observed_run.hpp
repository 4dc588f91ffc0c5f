// A counted run that also records which bytes of the buffers it used.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

// By Plan::buffers index: a bit for each byte; empty if no byte was used. Accesses to images are
// not recorded.
struct UsedBuffer {
  std::vector<std::uint64_t> read, written;
};
using UsedBytes = std::vector<UsedBuffer>;

// Like run_counted(); `used` may be null.
Result<CountedRun> run_observed(const Plan& plan, std::vector<std::shared_ptr<const Program>> programs,
                                std::vector<BufferContents>& contents, const DeviceModel& model,
                                const RunOptions& options, UsedBytes* used);

}  // namespace lockstep::sim
