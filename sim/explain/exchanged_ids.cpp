#include "sim/explain/exchanged_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/plan/language.hpp"
#include "sim/explain/line_trials.hpp"

namespace lockstep::sim {
namespace {

constexpr std::string_view kOfDimension[] = {"get_global_id",    "get_local_id",   "get_group_id",
                                             "get_global_size",  "get_local_size", "get_num_groups",
                                             "get_global_offset"};

constexpr std::string_view kOfAxis[] = {"threadIdx.", "blockIdx.", "blockDim.", "gridDim."};

std::size_t after_blanks(const std::string& text, std::size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  return at;
}

// Returns the position of the 0 or 1 in "get_global_id(0)"; `at` is the position of the name.
std::optional<std::size_t> dimension_behind(const std::string& text, std::size_t at) {
  at = after_blanks(text, at);
  if (at >= text.size() || text[at] != '(') return std::nullopt;
  const std::size_t digit = after_blanks(text, at + 1);
  if (digit >= text.size() || (text[digit] != '0' && text[digit] != '1')) return std::nullopt;
  const std::size_t close = after_blanks(text, digit + 1);
  return close < text.size() && text[close] == ')' ? std::optional(digit) : std::nullopt;
}

// "threadIdx.x" and "threadIdx.y" of CUDA C++.
bool exchange_axes(std::string& text) {
  bool is_changed = false;
  for (const std::string_view name : kOfAxis)
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      char& axis = text[std::min(at + name.size(), text.size() - 1)];
      if (axis != 'x' && axis != 'y') continue;
      axis = axis == 'x' ? 'y' : 'x';
      is_changed = true;
    }
  return is_changed;
}

bool exchange(std::string& text) {
  bool is_changed = false;
  for (const std::string_view name : kOfDimension)
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
      if (const auto digit = dimension_behind(text, at + name.size())) {
        text[*digit] = text[*digit] == '0' ? '1' : '0';
        is_changed = true;
      }
  return exchange_axes(text) || is_changed;
}

std::optional<Plan> exchanged(const Plan& plan) {
  Plan changed = plan;
  bool is_changed = false;
  for (PlanProgram& program : changed.programs) is_changed = exchange(program.source.text) || is_changed;
  for (PlanLaunch& launch : changed.launches) {
    if (launch.range.dimensions < 2) return std::nullopt;
    for (auto* sizes : {&launch.range.global_size, &launch.range.local_size, &launch.range.global_offset})
      std::swap((*sizes)[0], (*sizes)[1]);
  }
  return is_changed ? std::optional(std::move(changed)) : std::nullopt;
}

std::uint64_t units_of(const Counters& counters) {
  return counters.global_load_transactions + counters.global_store_transactions;
}

std::uint64_t units_of(const CountedRun& run, const CostlyLine& line) {
  const auto& lines = run.lines[line.program];
  const auto found = lines.find({line.file, line.line});
  return found == lines.end() ? 0 : units_of(found->second);
}

void advise(CostlyLine& line, const Recount& recount, const Recount& all, const std::string& unit,
            bool is_cuda) {
  LineCause cause;
  cause.kind = LineCause::Kind::global_memory;
  cause.unit = unit;
  cause.recount = recount;
  cause.remedy = fmt::format(
      "Exchange the ids, {}, and the sizes of the range: rows in {}, so "
      "that neighbours in a warp access neighbours in a row: {} → {} {} on this line, {} → {} on all lines.",
      is_cuda ? "threadIdx.x and threadIdx.y" : "get_global_id(0) and get_global_id(1)",
      is_cuda ? "dimension y" : "dimension 1", count_text(recount.before), count_text(recount.after),
      noun_for(recount.after, unit), count_text(all.before), count_text(all.after));
  const auto same = std::ranges::find(line.causes, LineCause::Kind::global_memory, &LineCause::kind);
  if (same == line.causes.end()) return;
  cause.reason = same->reason;
  *same = std::move(cause);
  line.remedy.clear();
  for (const LineCause& it : line.causes)
    if (!it.remedy.empty()) line.remedy += (line.remedy.empty() ? "" : " ") + it.remedy;
}

}  // namespace

void advise_exchanged_ids(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, std::vector<CostlyLine>& lines,
                          const std::stop_token& stop) {
  if (model.warp_width == 1 || run.early_end != EarlyEnd::none || run.total.active_lanes > kMaxTried) return;
  const std::optional<Plan> changed = exchanged(plan);
  if (!changed) return;
  RunOptions options{.schedule = schedule, .count_work = false};
  options.step_budget = 2 * run.total.instructions + 10'000;
  options.stop = stop;
  const Result<CountedRun> other = run_counted(*changed, model, options);
  if (!other || other->early_end != EarlyEnd::none || other->buffers != run.buffers ||
      other->findings.size() > run.findings.size())
    return;
  const Recount all{units_of(run.total), units_of(other->total)};
  if (!all.helps()) return;
  for (CostlyLine& line : lines) {
    const Recount recount{units_of(run, line), units_of(*other, line)};
    if (recount.helps())
      return advise(line, recount, all, model.global.unit,
                    language_of(plan.programs[line.program].source.path) == Language::cuda);
  }
}

}  // namespace lockstep::sim
