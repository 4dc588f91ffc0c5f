#include "sim/explain/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "sim/cost/cost_model.hpp"

namespace lockstep::sim {
namespace {

double ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

constexpr const char* kCompact =
    "Make active work-items consecutive, so that whole warps branch the same way.";

bool few_lanes(const Counters& c) { return c.lane_utilisation() < 0.5; }

// What global memory moves for the line's requests, and what the lanes requested.
void explain_global(CostlyLine& found, const DeviceModel& model) {
  const Counters& c = found.counters;
  const std::uint64_t requests = c.global_load_requests + c.global_store_requests;
  const std::uint64_t transactions = c.global_load_transactions + c.global_store_transactions;
  found.reason = fmt::format("Moves {} bytes of global memory in {}", count_text(c.bytes_moved),
                             plural(transactions + c.global_atomic_transactions, model.global.unit));
  if (requests == 0) {
    found.reason += " for atomic operations.";
    found.remedy =
        "Reduce within the work-group first, so that each work-group needs only one atomic operation.";
    return;
  }
  const double asked = static_cast<double>(c.bytes_asked);
  const double moved = static_cast<double>(c.bytes_moved);
  found.reason += fmt::format(", {:.1f} per request.", ratio(transactions, requests));
  if (moved > 1.5 * asked && asked > 0) {
    found.reason += fmt::format(" Its lanes requested {} bytes.", count_text(c.bytes_asked));
    found.remedy = "Make consecutive work-items access consecutive elements.";
  }
}

void explain_local(CostlyLine& found, const DeviceModel& model) {
  const Counters& c = found.counters;
  const std::uint64_t requests = c.local_load_requests + c.local_store_requests;
  const std::uint64_t passes = c.local_load_wavefronts + c.local_store_wavefronts;
  if (requests == 0) {
    found.reason =
        fmt::format("Atomic operations in local memory take {}.", plural(c.local_atomic_wavefronts, "pass"));
    found.remedy = "Distribute them over several counters, and sum the counters at the end.";
    return;
  }
  found.reason = fmt::format("{} to local memory {} {}", plural(requests, "access"),
                             requests == 1 ? "takes" : "take", plural(passes, "pass"));
  if (c.local_conflicts == 0) {
    found.reason += " without bank conflicts";
    found.reason +=
        few_lanes(c) ? fmt::format(", but only {:.0f} % of the lanes are active.", 100 * c.lane_utilisation())
                     : ".";
    if (few_lanes(c)) found.remedy = kCompact;
    return;
  }
  found.reason +=
      fmt::format(", {} of them because of bank conflicts: lanes access different words of the same bank.",
                  count_text(c.local_conflicts));
  found.remedy = fmt::format("Change the stride, or pad the array: index + index / {}.", model.local.banks);
}

void explain_lanes(CostlyLine& found, const DeviceModel& model) {
  const Counters& c = found.counters;
  if (model.warp_width == 1) {
    found.reason = fmt::format("Executes {}.", plural(c.instructions, "instruction"));
    return;
  }
  found.reason = fmt::format("Executes {} with {:.0f} % of the lanes active",
                             plural(c.instructions, "warp instruction"), 100 * c.lane_utilisation());
  found.reason += c.divergent_branches == 0
                      ? "."
                      : fmt::format("; the warp diverges at {} of them.", count_text(c.divergent_branches));
  if (c.divergent_branches != 0)
    found.remedy = kCompact;
  else if (few_lanes(c))
    found.remedy = "Give each work-item more work, and launch fewer work-items.";
}

void explain(CostlyLine& found, const DeviceModel& model) {
  const LineCycles cycles = cycles_of(found.counters, model.rates);
  if (cycles.global >= std::max(cycles.local, cycles.instructions))
    explain_global(found, model);
  else if (cycles.local >= cycles.instructions)
    explain_local(found, model);
  else
    explain_lanes(found, model);
}

}  // namespace

std::vector<CostlyLine> costliest_lines(const CountedRun& run, const DeviceModel& model, std::size_t most) {
  std::vector<CostlyLine> all;
  double total = 0;
  for (std::size_t program = 0; program < run.lines.size(); ++program) {
    for (const auto& [place, counters] : run.lines[program]) {
      const double cycles = cycles_of(counters, model.rates).all();
      total += cycles;
      all.push_back({program, place.first, place.second, cycles, counters, {}, {}});
    }
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &CostlyLine::share);
  all.resize(std::min(most, all.size()));
  for (CostlyLine& found : all) {
    found.share = total > 0 ? found.share / total : 0;
    explain(found, model);
  }
  return all;
}

}  // namespace lockstep::sim
