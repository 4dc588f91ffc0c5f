#include "sim/observers/memory_need.hpp"

#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "sim/observers/provenance/provenance.hpp"
#include "sim/observers/races/clock.hpp"

namespace lockstep::sim {
namespace {

// The program, its stack, the libraries, and one work-group.
constexpr std::uint64_t kRest = std::uint64_t{64} << 20;
constexpr std::uint64_t kWordBytes = 4;

}  // namespace

MemoryNeed memory_need(const Plan& plan, const RunOptions& options) {
  MemoryNeed need;
  for (const PlanBuffer& buffer : plan.buffers) {
    const std::uint64_t bytes = buffer.bytes();
    const bool is_tracked =
        options.detect_findings && buffer.content.pattern == Content::Pattern::uninitialised;
    need.contents += bytes;
    if (options.count_work) need.provenance += buffer.elements * sizeof(ProvenanceId);
    // With several launches: the values that the last launch wrote, and the map of their
    // bytes (launch_flow.hpp).
    if (options.detect_findings && plan.launches.size() > 1) need.findings += bytes + bytes / 2;
    if (options.detect_findings)
      need.findings += bytes / kWordBytes * sizeof(RaceEntry) + (is_tracked ? bytes : 0);
  }
  return need;
}

Result<void> check_memory_need(const Plan& plan, const RunOptions& options, std::uint64_t available) {
  const MemoryNeed need = memory_need(plan, options);
  if (need.total() <= available && available - need.total() >= kRest) return {};
  if (need.is_little()) return {};
  const std::string findings =
      need.findings == 0 ? "" : fmt::format(" and {} to search for errors", bytes_text(need.findings));
  return failure(fmt::format(
      "this run needs {} of memory ({} for buffers{}), but {} are available; choose a smaller n{}",
      bytes_text(need.total()), bytes_text(need.contents + need.provenance), findings, bytes_text(available),
      need.findings == 0 ? "" : ", or count without a search for errors"));
}

std::uint64_t memory_of_thread(const Plan& plan, const RunOptions& options) {
  const MemoryNeed need = memory_need(plan, options);
  return need.contents + need.provenance + need.contents / kWordBytes;
}

}  // namespace lockstep::sim
