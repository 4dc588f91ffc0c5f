#include "sim/explain/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "sim/predicted_times/cost_model.hpp"

namespace lockstep::sim {
namespace {

double ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

bool few_lanes(const Counters& c) { return c.lane_utilisation() < 0.5; }

// The available information about a line.
struct LineFacts {
  LinePlace place;
  const Counters& counters;
  const DeviceModel& model;
  const LineTrials* trials;
  const LineTrial* trial;  // null if the line was not tried
};

std::string change(const Recount& recount, std::string_view unit) {
  return fmt::format("{} → {} {}", count_text(recount.before), count_text(recount.after),
                     noun_for(recount.after, unit));
}

void advise(LineCause& cause, const Recount& recount, std::string unit, std::string_view what) {
  cause.recount = recount;
  cause.remedy = fmt::format("{}: {}.", what, change(recount, unit));
  cause.unit = std::move(unit);
}

// Adds advice for lanes that load the same element, for unaligned addresses, and for elements that are
// not adjacent.
void advise_global(LineCause& cause, const LineFacts& facts) {
  const Counters& c = facts.counters;
  if (facts.trial == nullptr) {
    const std::uint64_t requests = c.global_load_requests + c.global_store_requests;
    const std::uint64_t least =
        std::max(requests, c.bytes_asked / std::max(1u, facts.model.global.load_unit_bytes));
    if (3 * (c.global_load_transactions + c.global_store_transactions) > 4 * least)
      cause.remedy = "Make consecutive work-items access consecutive elements.";
    return;
  }
  const LineTrial& trial = *facts.trial;
  if (trial.shared.helps()) {
    advise(cause, trial.shared, facts.model.global.unit,
           "Several lanes load the same element: load it with one work-item, and pass it on in local memory");
    return;
  }
  if (!trial.consecutive.helps()) return;
  if (trial.aligned.helps()) {
    advise(cause, trial.aligned, facts.model.global.unit,
           "The elements are consecutive, but the first one of a warp is not aligned: pad the rows, or shift "
           "the "
           "array");
  } else if (trial.addresses_depend_on_input) {
    cause.reason += " The addresses depend on the input.";
  } else if (trial.renumbered.helps()) {
    advise(cause, trial.renumbered, facts.model.global.unit,
           "Make consecutive work-items of a group access consecutive elements, through local memory if "
           "other lines need the present order");
  } else if (trial.regrouped.helps()) {
    advise(cause, trial.regrouped, facts.model.global.unit,
           "Exchange the elements of the iterations, so that in each iteration consecutive work-items access "
           "consecutive elements");
  } else {
    advise(cause, trial.consecutive, facts.model.global.unit,
           "The elements are not adjacent: make consecutive work-items access consecutive elements");
  }
}

// The bytes that global memory moves for the requests of the line, compared with the bytes that the
// lanes requested.
LineCause global_cause(const LineFacts& facts) {
  const Counters& c = facts.counters;
  LineCause cause;
  const std::uint64_t requests = c.global_load_requests + c.global_store_requests;
  const std::uint64_t transactions = c.global_load_transactions + c.global_store_transactions;
  cause.kind = LineCause::Kind::global_memory;
  cause.reason = fmt::format("Moves {} bytes of global memory in {}", count_text(c.bytes_moved),
                             plural(transactions + c.global_atomic_transactions, facts.model.global.unit));
  if (c.global_atomic_transactions != 0)
    cause.reason +=
        fmt::format(" (including {} for atomic operations)", count_text(c.global_atomic_transactions));
  cause.reason += fmt::format(", {:.1f} per request.", ratio(transactions, requests));
  if (static_cast<double>(c.bytes_moved) > 1.5 * static_cast<double>(c.bytes_asked) && c.bytes_asked > 0)
    cause.reason += fmt::format(" The lanes requested {} bytes.", count_text(c.bytes_asked));
  advise_global(cause, facts);
  return cause;
}

LineCause atomics_cause(const LineFacts& facts) {
  const Counters& c = facts.counters;
  LineCause cause;
  cause.kind = LineCause::Kind::global_atomics;
  cause.reason = fmt::format("Atomic operations in global memory take {}.",
                             plural(c.global_atomic_transactions, facts.model.global.unit));
  if (facts.trial != nullptr && facts.trial->global_atomics.helps())
    advise(cause, facts.trial->global_atomics, "atomic operation", "Combine in each work-group first");
  return cause;
}

// Adds "Pad scratch by …: 260 → 0 bank conflicts." for each array with conflicts.
void advise_padding(LineCause& cause, const LineFacts& facts) {
  if (facts.trial == nullptr) return;
  for (const auto& [memory, conflicts] : facts.trial->conflicts) {
    const auto found = facts.trials->paddings.find(memory);
    if (found == facts.trials->paddings.end()) continue;
    const Padding& padding = found->second;
    const auto line = padding.lines.find(facts.place);
    const Recount here = line == padding.lines.end() ? Recount{conflicts, conflicts} : line->second;
    std::string& text = cause.remedy;
    if (!text.empty()) text += ' ';
    if (!here.helps() || !padding.conflicts.helps()) {
      text += fmt::format(
          "Padding {} does not help (one unused element after every {}: {}); consecutive work-items that "
          "access consecutive words have no bank conflict.",
          memory, padding.every, change(here, "bank conflict"));
      continue;
    }
    cause.recount += here;
    cause.unit = "bank conflict";
    text +=
        fmt::format("Pad {} by one element after every {} ({}): {}", memory, padding.every,
                    padding.is_column ? "one more column" : fmt::format("index + index / {}", padding.every),
                    change(here, cause.unit));
    text += padding.conflicts.before == here.before && padding.conflicts.after == here.after
                ? "."
                : fmt::format(" on this line, {} on all lines.", change(padding.conflicts, cause.unit));
  }
}

// Advises making the active lanes consecutive: fewer warps then access memory, but different words may then
// share a bank.
void advise_packing(LineCause& cause, const LineFacts& facts) {
  if (facts.trial == nullptr) return;
  const LineTrial& trial = *facts.trial;
  const unsigned width = facts.model.warp_width;
  if (trial.group_items < width) {
    cause.remedy =
        fmt::format("Work-groups of {} leave {} of {} lanes without a work-item: use a multiple of {}.",
                    trial.group_items, width - trial.group_items, width, width);
    return;
  }
  if (!trial.access_warps.helps() || trial.branches_depend_on_input || trial.addresses_depend_on_input)
    return;
  advise(cause, trial.access_warps, "access", "Make active work-items consecutive");
  const std::uint64_t conflicts = facts.counters.local_conflicts;
  if (trial.packed_conflicts > conflicts) {
    cause.remedy.pop_back();
    cause.remedy += fmt::format(", but {}, unless they access consecutive elements, too.",
                                change({conflicts, trial.packed_conflicts}, "bank conflict"));
  }
}

LineCause local_cause(const LineFacts& facts) {
  const Counters& c = facts.counters;
  LineCause cause;
  cause.kind = LineCause::Kind::local_memory;
  const std::uint64_t requests = c.local_load_requests + c.local_store_requests;
  const std::uint64_t passes = c.local_load_wavefronts + c.local_store_wavefronts;
  if (requests == 0) {
    cause.reason =
        fmt::format("Atomic operations in local memory take {}.", plural(c.local_atomic_wavefronts, "pass"));
    if (facts.trial != nullptr && facts.trial->local_atomics.helps())
      advise(cause, facts.trial->local_atomics, "pass",
             "Give each work-item a separate counter, and sum the counters at the end");
    return cause;
  }
  cause.reason = fmt::format("{} to local memory {} {}", plural(requests, "access"),
                             requests == 1 ? "takes" : "take", plural(passes, "pass"));
  if (c.local_conflicts != 0) {
    cause.kind = LineCause::Kind::bank_conflicts;
    cause.reason +=
        fmt::format(", {} of them because of bank conflicts: lanes access different words of the same bank.",
                    count_text(c.local_conflicts));
    advise_padding(cause, facts);
    return cause;
  }
  cause.reason += " without bank conflicts";
  cause.reason +=
      few_lanes(c) ? fmt::format(", but only {:.0f} % of the lanes are active.", 100 * c.lane_utilisation())
                   : ".";
  if (few_lanes(c)) advise_packing(cause, facts);
  return cause;
}

// In constant memory, a broadcast serves all lanes that read the same address.
LineCause constant_cause(const LineFacts& facts) {
  const Counters& c = facts.counters;
  LineCause cause;
  cause.kind = LineCause::Kind::constant_memory;
  const std::uint64_t requests = c.constant_load_requests, passes = c.constant_load_passes;
  cause.reason = fmt::format("{} to constant memory {} {}", plural(requests, "request"),
                             requests == 1 ? "takes" : "take", plural(passes, "pass"));
  if (passes == requests) {
    cause.reason += ": all lanes of each request read the same address.";
    return cause;
  }
  cause.reason += ": lanes of a warp read different addresses, which are serialised.";
  advise(cause, {passes, requests}, "pass",
         "Constant memory serves one address at a time: make all work-items of a warp read the same "
         "element together");
  cause.remedy += " Where their elements must differ, keep the array in local or global memory.";
  return cause;
}

LineCause lanes_cause(const LineFacts& facts) {
  const Counters& c = facts.counters;
  LineCause cause;
  if (facts.model.warp_width == 1) {
    cause.reason = fmt::format("Executes {}.", plural(c.instructions, "instruction"));
    return cause;
  }
  cause.reason = fmt::format("Executes {} with {:.0f} % of the lanes active",
                             plural(c.instructions, "warp instruction"), 100 * c.lane_utilisation());
  cause.reason += c.divergent_branches == 0
                      ? "."
                      : fmt::format("; the warp diverges at {} of them.", count_text(c.divergent_branches));
  if (facts.trial == nullptr) return cause;
  if (c.divergent_branches == 0) {
    if (few_lanes(c) && facts.trial->group_items != 0) advise_packing(cause, facts);
  } else if (facts.trial->divergence.helps()) {
    if (facts.trial->branches_depend_on_input)
      cause.reason += " The branch depends on the input, not on the numbers of work-items.";
    else
      advise(cause, facts.trial->divergence, "divergent branch",
             "Make active work-items consecutive, so that whole warps branch the same way");
  }
  return cause;
}

bool is_uncoalesced(const LineFacts& facts) {
  return facts.trial != nullptr && (facts.trial->consecutive.helps() || facts.trial->shared.helps());
}

// Chooses the most expensive cause, and the other causes with an avoidable cost.
void explain(CostlyLine& found, const LineFacts& facts) {
  const LineCycles cycles = cycles_of(found.counters, facts.model.rates);
  std::vector<std::pair<double, LineCause>> causes;
  const double most = std::max({cycles.global, cycles.local, cycles.constant, cycles.instructions});
  const bool is_global = cycles.global == most;
  const bool is_local = !is_global && cycles.local == most;
  const bool is_constant = !is_global && !is_local && cycles.constant == most;
  const Counters& c = found.counters;
  const bool has_requests = c.global_load_requests + c.global_store_requests != 0;
  if (has_requests && (is_global || is_uncoalesced(facts)))
    causes.emplace_back(cycles.global, global_cause(facts));
  if (c.global_atomic_transactions != 0) causes.emplace_back(cycles.global, atomics_cause(facts));
  if (is_local || c.local_conflicts != 0) causes.emplace_back(cycles.local, local_cause(facts));
  if (is_constant || c.constant_load_passes > c.constant_load_requests)
    causes.emplace_back(cycles.constant, constant_cause(facts));
  if ((!is_global && !is_local && !is_constant) || c.divergent_branches != 0 || causes.empty())
    causes.emplace_back(cycles.instructions, lanes_cause(facts));
  std::ranges::stable_sort(causes, std::ranges::greater{}, [](const auto& cause) { return cause.first; });
  for (auto& [cost, cause] : causes) {
    found.reason += (found.reason.empty() ? "" : " ") + cause.reason;
    if (!cause.remedy.empty()) found.remedy += (found.remedy.empty() ? "" : " ") + cause.remedy;
    found.causes.push_back(std::move(cause));
  }
}

}  // namespace

std::string_view name(LineCause::Kind kind) {
  switch (kind) {
    case LineCause::Kind::global_memory:
      return "global_memory";
    case LineCause::Kind::global_atomics:
      return "global_atomics";
    case LineCause::Kind::bank_conflicts:
      return "bank_conflicts";
    case LineCause::Kind::local_memory:
      return "local_memory";
    case LineCause::Kind::constant_memory:
      return "constant_memory";
    case LineCause::Kind::instructions:
      break;
  }
  return "instructions";
}

std::vector<CostlyLine> costliest_lines(const CountedRun& run, const DeviceModel& model,
                                        const LineTrials* trials, std::size_t most) {
  std::vector<CostlyLine> all;
  double total = 0;
  for (std::size_t program = 0; program < run.lines.size(); ++program) {
    for (const auto& [place, counters] : run.lines[program]) {
      const double cycles = cycles_of(counters, model.rates).all();
      total += cycles;
      all.push_back({program, place.first, place.second, cycles, counters, {}, {}, {}});
    }
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &CostlyLine::share);
  all.resize(std::min(most, all.size()));
  for (CostlyLine& found : all) {
    found.share = total > 0 ? found.share / total : 0;
    const LinePlace place{static_cast<std::uint32_t>(found.program), found.file, found.line};
    const LineTrial* trial = nullptr;
    if (trials != nullptr)
      if (const auto tried = trials->lines.find(place); tried != trials->lines.end()) trial = &tried->second;
    explain(found, {place, found.counters, model, trials, trial});
  }
  return all;
}

}  // namespace lockstep::sim
