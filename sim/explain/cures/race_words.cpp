#include "sim/explain/cures/race_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/explain/cures/access_probe.hpp"
#include "sim/explain/kernel_edits/places.hpp"
#include "sim/explain/kernel_edits/statement_places.hpp"

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

// Counts the elements of `reads` up to a step of the same run.
std::size_t reads_until(const std::vector<ProbedAccess>& reads, std::uint64_t step) {
  return static_cast<std::size_t>(
      std::ranges::count_if(reads, [&](const ProbedAccess& read) { return read.step <= step; }));
}

std::string nth(const std::vector<ProbedAccess>& reads, std::size_t count) {
  return count == 0 || count > reads.size() ? "" : reads[count - 1].value;
}

const Party& reader_of(const Finding& race) { return race.first.is_store ? race.second : race.first; }

// Returns the line of the loop whose condition reads a value that another work-item writes; 0 if this is not
// such a race.
std::uint32_t waiting_loop(const language::TranslationUnit& unit, const Finding& race) {
  for (const Party* party : {&race.first, &race.second}) {
    if (party->is_store) continue;
    for (const language::Stmt* statement : place_of(unit, party->range).statements) {
      const bool is_loop =
          statement->kind == language::StmtKind::while_ || statement->kind == language::StmtKind::do_;
      if (is_loop && statement->expr != nullptr && contains(statement->expr->range, party->range))
        return party->range.line;
    }
  }
  return 0;
}

// Whether the statement of the access changes a floating-point number.
bool changes_floats(const language::TranslationUnit& unit, const SourceRange& access) {
  const language::Stmt* statement = place_of(unit, access).innermost(language::StmtKind::expression);
  return statement != nullptr && !statement->expr->operands.empty() &&
         statement->expr->operands[0]->type->is_floating();
}

}  // namespace

bool is_within_group(const Plan& plan, const Finding& race) {
  const NdRange& range = plan.launches[race.first.launch].range;
  return group_of(range, race.first.work_item) == group_of(range, race.second.work_item);
}

std::string race_values(const Plan& plan, const Plan* repaired, const DeviceModel& model,
                        const Schedule& schedule, const Finding& race,
                        const std::optional<OtherOutcome>& other, bool is_right,
                        const std::stop_token& stop) {
  if (race.first.is_store == race.second.is_store) return {};
  const Party& reader = reader_of(race);
  const auto reads = [&](const Plan& probed, const Schedule& order) {
    std::vector<ProbedAccess> accesses = probe_accesses(probed, model, order, reader, race.address, stop);
    std::erase_if(accesses, [](const ProbedAccess& access) { return access.is_store; });
    return accesses;
  };
  const std::vector<ProbedAccess> here = reads(plan, schedule);
  const std::size_t count = reads_until(here, race.step);
  const std::string read = nth(here, count);
  if (read.empty() || (repaired == nullptr && !is_right)) return {};
  const std::string right = repaired != nullptr ? nth(reads(*repaired, schedule), count) : read;
  if (right.empty()) return {};
  if (right != read)
    return fmt::format("Work-item {} reads {} at line {}, but should read {}.", reader.work_item, read,
                       reader.range.line, right);
  if (!other) return {};
  const std::string elsewhere = nth(reads(plan, other->schedule), count);
  if (elsewhere.empty() || elsewhere == right) return {};
  return fmt::format("Work-item {} should read {} at line {}, as in this run; with {} it reads {}.",
                     reader.work_item, right, reader.range.line, schedule_words(other->schedule), elsewhere);
}

std::string waiting_words(const Plan& plan, const language::TranslationUnit& unit, const Finding& race) {
  const std::uint32_t loop = waiting_loop(unit, race);
  if (loop == 0 || !is_within_group(plan, race)) return {};
  return fmt::format(
      "The loop at line {} waits for a value that another work-item of its work-group writes, but work-items "
      "of a group need not make independent progress.",
      loop);
}

std::string race_words(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                       const language::TranslationUnit& unit, const Finding& race,
                       const std::stop_token& stop) {
  const bool is_within = is_within_group(plan, race);
  const std::uint32_t first = race.first.range.line, second = race.second.range.line;
  const auto accesses = probe_accesses(plan, model, schedule, reader_of(race), race.address, stop);
  const bool changes_what_it_reads = std::ranges::any_of(accesses, &ProbedAccess::is_store);
  if (first == second && !(race.first.is_store && race.second.is_store) && changes_what_it_reads)
    return fmt::format(
        "No change that was tried helps at line {}: several work-items read, change and write the same "
        "element{}. Give each work-item a separate element, and combine the elements afterwards: a "
        "reduction.",
        first,
        language_of_unit(unit) != Language::cuda && changes_floats(unit, race.first.range)
            ? ", and OpenCL C 1.x and 2.0 have no atomic function that adds floating-point numbers"
            : "");
  if (!is_within) return {};
  if (first == second && race.first.is_store && race.second.is_store)
    return fmt::format(
        "No barrier orders the two writes at line {}, and no guard that was tried leaves only one write.",
        first);
  const std::uint32_t branch = surroundings_of(unit, race.first.range).branch_line;
  const std::string lines = first == second ? fmt::format("at line {}", first)
                                            : fmt::format("around line {} and line {}",
                                                          std::min(first, second), std::max(first, second));
  return fmt::format(
      "No barrier {} was found that removes this race{}.", lines,
      branch == 0 ? "" : fmt::format("; line {} is inside the branch at line {}", first, branch));
}

}  // namespace lockstep::sim
