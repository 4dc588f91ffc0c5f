// The place of a barrier is found by trial: after the statement with one access, or before the statement with
// the other, from the innermost block outwards. A place is accepted if a run with the barrier there has no
// race between these two lines and leaves no work-item waiting.
#include "sim/explain/race_cure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/explain/access_probe.hpp"
#include "sim/explain/narration/wrong_result.hpp"
#include "sim/frontend/frontend.hpp"

namespace lockstep::sim {
namespace {

using Party = Finding::Party;

std::uint64_t group_of(const NdRange& range, std::uint64_t work_item) {
  std::uint64_t group = 0;
  for (unsigned dimension = 3; dimension-- > 0;) {
    std::uint64_t below = 1;
    for (unsigned lower = 0; lower < dimension; ++lower) below *= range.global_size[lower];
    const std::uint64_t index = work_item / below % range.global_size[dimension];
    group = group * range.num_groups(dimension) + index / range.local_size[dimension];
  }
  return group;
}

bool is_between(const Finding& finding, const Finding& other) {
  if (other.kind != Finding::Kind::data_race) return false;
  const auto lines = [](const Finding& race) {
    return std::minmax(race.first.range.line, race.second.range.line);
  };
  const auto [low, high] = lines(finding);
  const auto [other_low, other_high] = lines(other);
  return low == other_low && high == other_high;
}

void interleave(const std::vector<StatementPlace>& first, const std::vector<StatementPlace>& second,
                std::vector<StatementPlace>& places) {
  for (std::size_t level = 0; level < std::max(first.size(), second.size()); ++level) {
    if (level < first.size()) places.push_back(first[level]);
    if (level < second.size()) places.push_back(second[level]);
  }
}

std::uint64_t waiting_findings(const std::vector<Finding>& findings) {
  return static_cast<std::uint64_t>(std::ranges::count_if(findings, [](const Finding& finding) {
    using enum Finding::Kind;
    return finding.kind == barrier_divergence || finding.kind == step_budget || finding.kind == endless_loop;
  }));
}

std::string barrier_of(const Finding& finding) {
  return finding.space == Space::local ? "barrier(CLK_LOCAL_MEM_FENCE)" : "barrier(CLK_GLOBAL_MEM_FENCE)";
}

std::string place_words(const StatementPlace& place, std::uint32_t branch_line) {
  std::string text = place.is_after ? fmt::format("after line {}", place.statement.end_line)
                                    : fmt::format("before line {}", place.statement.line);
  const bool leaves_branch = branch_line >= place.statement.line && branch_line <= place.statement.end_line;
  if (leaves_branch) text += fmt::format(", outside the branch at line {}", branch_line);
  if (place.loop_line != 0)
    text += fmt::format("{} inside the loop at line {}", leaves_branch ? " and" : ",", place.loop_line);
  return text;
}

// The number of `reads` up to a step of the same run.
std::size_t reads_until(const std::vector<ProbedAccess>& reads, std::uint64_t step) {
  return static_cast<std::size_t>(
      std::ranges::count_if(reads, [&](const ProbedAccess& read) { return read.step <= step; }));
}

std::string nth(const std::vector<ProbedAccess>& reads, std::size_t count) {
  return count == 0 || count > reads.size() ? "" : reads[count - 1].value;
}

// A run that was stopped would be stopped again.
bool can_repeat(const Plan& plan, const CountedRun& run) {
  const bool has_end = run.early_end == EarlyEnd::none || run.early_end == EarlyEnd::endless_loop;
  return has_end && plan.n <= kMaxRepeatedElements;
}

}  // namespace

RaceCures::RaceCures(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                     const CountedRun& run, const std::optional<OtherOutcome>& other, std::stop_token stop)
    : plan_(plan),
      model_(model),
      schedule_(schedule),
      run_(run),
      other_(other),
      stop_(std::move(stop)),
      is_right_(plan.expectation && check_run(plan, run).passed()),
      left_(can_repeat(plan, run) ? kMaxRepeated : 0) {}

RaceCure RaceCures::of(const Finding& finding) {
  const bool may_try = left_ >= run_.total.active_lanes && !stop_.stop_requested();
  if (finding.kind != Finding::Kind::data_race || !may_try) return {};
  if (finding.copy_line != 0)
    return {fmt::format("Call wait_group_events with the event of the copy at line {} before line {}.",
                        finding.copy_line, finding.second.range.line),
            ""};
  const NdRange& range = plan_.launches[finding.first.launch].range;
  if (group_of(range, finding.first.work_item) != group_of(range, finding.second.work_item))
    return {"", values_sentence(finding, nullptr)};
  const std::string statement = barrier_of(finding) + ";";
  const std::optional<StatementPlace> place = find_place(finding, statement);
  const Plan* repaired = place ? &trial(finding.program, *place, statement).plan : nullptr;
  RaceCure cure{barrier_sentence(finding, place), values_sentence(finding, repaired)};
  if (place && finding.other_barrier != 0)
    cure.repaired = with_flag(finding);
  else if (place)
    cure.repaired = with_statement_line(plan_.programs[finding.program].source.text, *place, statement);
  return cure;
}

const Surroundings& RaceCures::surroundings(std::uint32_t program, const SourceRange& access) {
  const auto [entry, is_new] = surroundings_.try_emplace({program, {access.line, access.column}});
  if (!is_new) return entry->second;
  const auto unit = language::analyse(plan_.programs[program].source, plan_.programs[program].options);
  if (unit) entry->second = surroundings_of(*unit, access);
  return entry->second;
}

const RaceCures::Trial& RaceCures::trial(std::uint32_t program, const StatementPlace& place,
                                         const std::string& statement) {
  return trial(program, with_statement(plan_.programs[program].source.text, place, statement));
}

// The same file may be built several times with different options; all of them get the barrier.
const RaceCures::Trial& RaceCures::trial(std::uint32_t program, std::string text) {
  const KernelSource& source = plan_.programs[program].source;
  const auto [entry, is_new] = trials_.try_emplace(text);
  Trial& trial = entry->second;
  if (!is_new || left_ < run_.total.active_lanes) return trial;
  left_ -= run_.total.active_lanes;
  trial.plan = plan_;
  for (PlanProgram& built : trial.plan.programs)
    if (built.source == source) built.source.text = text;
  RunOptions options{.schedule = schedule_, .count_work = false};
  options.step_budget = 4 * run_.total.instructions + 10'000;
  options.stop = stop_;
  const Result<CountedRun> run = run_counted(trial.plan, model_, options);
  if (!run || run->early_end == EarlyEnd::requested) return trial;
  trial.findings = run->findings;
  trial.is_usable = waiting_findings(run->findings) <= waiting_findings(run_.findings);
  return trial;
}

std::string RaceCures::with_flag(const Finding& finding) {
  std::string text = plan_.programs[finding.program].source.text;
  std::size_t line = 0;
  for (std::uint32_t i = 1; i < finding.other_barrier && line != std::string::npos; ++i)
    line = text.find('\n', line + (i > 1 ? 1 : 0));
  const std::size_t call = line == std::string::npos ? line : text.find("barrier(", line);
  const std::size_t end = call == std::string::npos ? call : text.find(')', call);
  if (end == std::string::npos) return {};
  text.insert(end, finding.space == Space::local ? " | CLK_LOCAL_MEM_FENCE" : " | CLK_GLOBAL_MEM_FENCE");
  const Trial& tried = trial(finding.program, text);
  const bool is_gone =
      std::ranges::none_of(tried.findings, [&](const Finding& other) { return is_between(finding, other); });
  return tried.is_usable && is_gone ? text : std::string();
}

std::optional<StatementPlace> RaceCures::find_place(const Finding& finding, const std::string& statement) {
  const Surroundings& first = surroundings(finding.program, finding.first.range);
  const Surroundings& second = surroundings(finding.program, finding.second.range);
  // First places that removed another race; then between the two accesses; then the other way round, because
  // the second access may belong to an earlier iteration of a loop.
  std::vector<StatementPlace> places = taken_[{finding.program, statement}];
  interleave(first.after, second.before, places);
  interleave(second.after, first.before, places);
  for (const StatementPlace& place : places) {
    const Trial& tried = trial(finding.program, place, statement);
    const bool is_gone = std::ranges::none_of(
        tried.findings, [&](const Finding& other) { return is_between(finding, other); });
    if (!tried.is_usable || !is_gone) continue;
    taken_[{finding.program, statement}].push_back(place);
    return place;
  }
  return std::nullopt;
}

std::string RaceCures::barrier_sentence(const Finding& finding, const std::optional<StatementPlace>& place) {
  const std::string barrier = barrier_of(finding);
  const std::uint32_t first_line = finding.first.range.line, second_line = finding.second.range.line;
  const std::uint32_t branch = surroundings(finding.program, finding.first.range).branch_line;
  if (place && finding.other_barrier != 0)
    return fmt::format("The barrier at line {} also needs {} in its flags.", finding.other_barrier,
                       finding.space == Space::local ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE");
  if (place)
    return fmt::format("Put {} {}: a trial run with it has no such race.", barrier,
                       place_words(*place, branch));
  const std::string where =
      branch == 0 ? ""
                  : fmt::format(", where all work-items reach it: not inside the branch at line {}", branch);
  if (first_line != second_line)
    return fmt::format("{} must come between line {} and line {}{}.", barrier,
                       std::min(first_line, second_line), std::max(first_line, second_line), where);
  if (finding.first.is_store && finding.second.is_store)
    return fmt::format(
        "A barrier cannot order two writes of line {}: let only one work-item write, or use an "
        "atomic function.",
        first_line);
  if (changes_what_it_reads(finding))
    return fmt::format(
        "A barrier does not help at line {}: several work-items read, change and write the same element. Use "
        "an atomic function, or give each work-item its own element.",
        first_line);
  return fmt::format(
      "{} must come between the read and the write of line {}{}: read into a variable, then the barrier, "
      "then write. In a loop, another barrier must follow the write.",
      barrier, first_line, where.empty() ? "" : ", outside the branch at line " + std::to_string(branch));
}

bool RaceCures::changes_what_it_reads(const Finding& finding) const {
  const Party& reader = finding.first.is_store ? finding.second : finding.first;
  const auto accesses = probe_accesses(plan_, model_, schedule_, reader, finding.address, stop_);
  return std::ranges::any_of(accesses, &ProbedAccess::is_store);
}

std::string RaceCures::values_sentence(const Finding& finding, const Plan* repaired) const {
  const bool first_reads = !finding.first.is_store, second_reads = !finding.second.is_store;
  if (first_reads == second_reads) return {};
  const Party& reader = first_reads ? finding.first : finding.second;
  const auto reads = [&](const Plan& plan, const Schedule& schedule) {
    std::vector<ProbedAccess> accesses =
        probe_accesses(plan, model_, schedule, reader, finding.address, stop_);
    std::erase_if(accesses, [](const ProbedAccess& access) { return access.is_store; });
    return accesses;
  };
  const std::vector<ProbedAccess> here = reads(plan_, schedule_);
  const std::size_t count = reads_until(here, finding.step);
  const std::string read = nth(here, count);
  if (read.empty() || (repaired == nullptr && !is_right_)) return {};
  const std::string right = repaired != nullptr ? nth(reads(*repaired, schedule_), count) : read;
  if (right.empty()) return {};
  if (right != read)
    return fmt::format("Work-item {} reads {} at line {}, but should read {}.", reader.work_item, read,
                       reader.range.line, right);
  if (!other_) return {};
  const std::string elsewhere = nth(reads(plan_, other_->schedule), count);
  if (elsewhere.empty() || elsewhere == right) return {};
  return fmt::format("Work-item {} should read {} at line {}, as in this run; with {} it reads {}.",
                     reader.work_item, right, reader.range.line, schedule_words(other_->schedule), elsewhere);
}

}  // namespace lockstep::sim
