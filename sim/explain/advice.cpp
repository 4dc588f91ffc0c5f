#include "sim/explain/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"

namespace lockstep::sim {
namespace {

constexpr double kInstructionsPerCycle = 4;
constexpr double kBytesPerCycle = 18;

struct Cycles {
  double instructions = 0, local = 0, global = 0;
  double all() const { return instructions + local + global; }
};

Cycles cycles_of(const Counters& c) {
  const std::uint64_t passes = c.local_load_wavefronts + c.local_store_wavefronts + c.local_atomic_wavefronts;
  return {static_cast<double>(c.instructions) / kInstructionsPerCycle, static_cast<double>(passes),
          static_cast<double>(c.bytes_moved) / kBytesPerCycle};
}

double ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

constexpr const char* kCompact =
    "Let the work-items that act be neighbours, so that whole warps take one side.";

bool few_lanes(const Counters& c) { return c.lane_utilisation() < 0.5; }

// What global memory moves for the line's requests, and what they ask for.
void explain_global(CostlyLine& found) {
  const Counters& c = found.counters;
  const std::uint64_t requests = c.global_load_requests + c.global_store_requests;
  const std::uint64_t transactions = c.global_load_transactions + c.global_store_transactions;
  found.reason = fmt::format("Moves {} bytes of global memory in {}", count_text(c.bytes_moved),
                             plural(transactions + c.global_atomic_transactions, "transaction"));
  if (requests == 0) {
    found.reason += " for atomics.";
    found.remedy = "Combine in the work-group first, so that one atomic a group is left.";
    return;
  }
  const double asked = static_cast<double>(c.bytes_asked);
  const double moved = static_cast<double>(c.bytes_moved);
  found.reason += fmt::format(", {:.1f} for each request.", ratio(transactions, requests));
  if (moved > 1.5 * asked && asked > 0) {
    found.reason += fmt::format(" Its active lanes ask for {} bytes.", count_text(c.bytes_asked));
    found.remedy = "Let neighbouring work-items touch neighbouring elements.";
  }
}

void explain_local(CostlyLine& found) {
  const Counters& c = found.counters;
  const std::uint64_t requests = c.local_load_requests + c.local_store_requests;
  const std::uint64_t passes = c.local_load_wavefronts + c.local_store_wavefronts;
  if (requests == 0) {
    found.reason = fmt::format("Atomics in local memory take {}.", plural(c.local_atomic_wavefronts, "pass"));
    found.remedy = "Spread them over several counters, and add those up at the end.";
    return;
  }
  found.reason = fmt::format("{} of local memory {} {}", plural(requests, "access"),
                             requests == 1 ? "takes" : "take", plural(passes, "pass"));
  if (c.local_conflicts == 0) {
    found.reason += ", without a bank conflict";
    found.reason += few_lanes(c) ? fmt::format(", but with only {:.0f} % of the lanes active.",
                                               100 * c.lane_utilisation())
                                 : ".";
    if (few_lanes(c)) found.remedy = kCompact;
    return;
  }
  found.reason += fmt::format(", {} of them only because lanes need different words of one bank.",
                              count_text(c.local_conflicts));
  found.remedy = "Change the stride, or pad the array: index + index / banks.";
}

void explain_lanes(CostlyLine& found) {
  const Counters& c = found.counters;
  found.reason = fmt::format("Executes {} with {:.0f} % of their lanes active",
                             plural(c.instructions, "warp instruction"), 100 * c.lane_utilisation());
  found.reason += c.divergent_branches == 0
                      ? "."
                      : fmt::format("; {} of them split the warp.", count_text(c.divergent_branches));
  if (c.divergent_branches != 0)
    found.remedy = kCompact;
  else if (few_lanes(c))
    found.remedy = "Give each work-item more to do, and launch fewer of them.";
}

void explain(CostlyLine& found) {
  const Cycles cycles = cycles_of(found.counters);
  if (cycles.global >= std::max(cycles.local, cycles.instructions))
    explain_global(found);
  else if (cycles.local >= cycles.instructions)
    explain_local(found);
  else
    explain_lanes(found);
}

}  // namespace

std::vector<CostlyLine> costliest_lines(const CountedRun& run, std::size_t most) {
  std::vector<CostlyLine> all;
  double total = 0;
  for (std::size_t program = 0; program < run.lines.size(); ++program) {
    for (const auto& [place, counters] : run.lines[program]) {
      const double cycles = cycles_of(counters).all();
      total += cycles;
      all.push_back({program, place.first, place.second, cycles, counters, {}, {}});
    }
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &CostlyLine::share);
  all.resize(std::min(most, all.size()));
  for (CostlyLine& found : all) {
    found.share = total > 0 ? found.share / total : 0;
    explain(found);
  }
  return all;
}

}  // namespace lockstep::sim
