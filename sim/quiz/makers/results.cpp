// Makes questions about the steps of the tree and about the result.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/catalogue/algorithm.hpp"
#include "sim/figure_rows/combination_tree.hpp"
#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {
namespace {

struct Label {
  std::string variable, value;
};
std::optional<Label> label_of(const std::string& text) {
  const std::size_t sign = text.find(" = ");
  if (sign == text.npos) return std::nullopt;
  return Label{text.substr(0, sign), text.substr(sign + 3)};
}

bool writes(const sim::CombinationRow& row, std::uint32_t group) {
  return std::ranges::any_of(row.writes, [&](const auto& write) { return write.group == group; });
}

bool is_between_steps(const std::vector<const sim::CombinationRow*>& before, const sim::CombinationRow& now,
                      const LineStep& here, bool of_group) {
  const auto counts = [&](const sim::CombinationWrite& write) {
    return !of_group || write.group == here.group;
  };
  for (const sim::CombinationRow* row : before)
    for (const sim::CombinationWrite& write : row->writes)
      if (counts(write) && write.position >= here.begin) return false;
  return std::ranges::none_of(
      now.writes, [&](const auto& write) { return counts(write) && write.position < here.begin; });
}

}  // namespace

std::optional<Question> ask_steps_left(const Asking& asking) {
  if (asking.step == LineStep::kNone) return std::nullopt;
  const QuizRun& run = asking.run;
  // A tree that loses elements is never complete, so it has no number of remaining steps.
  const auto algorithm = find_algorithm(run.plan().id);
  if (algorithm && !unsuited_group(**algorithm, run.plan().group_size).empty()) return std::nullopt;
  const LineStep& here = asking.here();
  const sim::Combination& combination = run.combination();
  const auto is_here = [&](const sim::CombinationRow& row) {
    return row.launch == here.launch && row.applies &&
           std::ranges::binary_search(row.positions, asking.about);
  };
  const auto found = std::ranges::find_if(combination.rows, is_here);
  if (found == combination.rows.end()) return std::nullopt;
  const auto label = label_of(found->label);
  if (!label) return std::nullopt;
  // The steps that change the same variable: either the steps of this launch, or one step of each launch.
  const bool is_local = combination.arrays[found->array].object.is_local;
  std::vector<const sim::CombinationRow*> family;
  std::set<std::string> values;
  std::size_t of_this_launch = 0;
  for (const sim::CombinationRow& row : combination.rows) {
    const auto other = label_of(row.label);
    if (!row.applies || !other || other->variable != label->variable) continue;
    if (row.launch == here.launch) ++of_this_launch;
    if (is_local && (!combination.arrays[row.array].shares_memory(combination.arrays[found->array]) ||
                     !writes(row, here.group)))
      continue;
    family.push_back(&row);
    if (!values.insert(other->value).second) return std::nullopt;
  }
  if (!is_local && of_this_launch != 1) return std::nullopt;
  if (family.size() < 2 || family.size() > 24) return std::nullopt;
  const auto now = std::ranges::find(family, &*found);
  // Whether all steps before this step are complete and this step has not begun, for the work-group or for
  // all work-groups.
  if (now == family.end() || !is_between_steps({family.begin(), now}, *found, here, is_local))
    return std::nullopt;
  const auto left = static_cast<std::uint64_t>(family.end() - now);
  std::string before, after;
  for (auto each = family.begin(); each != now; ++each)
    before += (before.empty() ? "" : ", ") + (*each)->label;
  for (auto each = now; each != family.end(); ++each) after += (after.empty() ? "" : ", ") + (*each)->label;
  Question question = begin_question(asking, QuestionKind::steps_left, Form::number, here.begin);
  question.reveal = run.trace().size();
  question.text =
      is_local && run.plan().launches.size() > 1
          ? say(Text::ask_steps_left_launch,
                {{"variable", label->variable}, {"value", label->value}, {"launch", here.launch + 1}})
          : say(Text::ask_steps_left, {{"variable", label->variable}, {"value", label->value}});
  add_lines(run, question.position, here, {here.line}, run.at(asking.step).lanes, question);
  if (!before.empty()) question.given.push_back(say(Text::given_steps, {{"steps", before}}));
  question.answer.number = static_cast<double>(left);
  question.reason = say(Text::reason_steps, {{"count", left}, {"steps", after}});
  question.facts.push_back({left - 1, say(Text::fact_one_less, {{"count", left - 1}})});
  return question;
}

std::optional<Question> ask_final_value(const Asking& asking) {
  const QuizRun& run = asking.run;
  const Plan& plan = run.plan();
  if (!plan.expectation || run.trace().counted().early_end != sim::EarlyEnd::none) return std::nullopt;
  if (has_errors(run.trace().findings()) && !asking.wanted.is_named) return std::nullopt;
  if (plan.n > 32 && !asking.wanted.is_named) return std::nullopt;
  const std::uint64_t end = run.trace().size();
  std::uint32_t buffer = static_cast<std::uint32_t>(plan.expectation->result_buffer);
  std::uint64_t index =
      plan.expectation->result_elements == 0 ? 0 : asking.random.below(plan.expectation->result_elements);
  if (!asking.wanted.cell.empty()) {
    const auto cell = sim::find_cell(run.trace(), end, asking.wanted.cell);
    if (!cell || cell->memory.space == sim::Space::local) return std::nullopt;
    buffer = cell->memory.object - 1;
    index = cell->index;
  }
  const PlanBuffer& result = plan.buffers[buffer];
  if (index >= result.elements) return std::nullopt;
  const sim::MemoryObject memory{false, buffer, result.type, buffer + 1, 0, result.elements, result.name};
  const std::string value = run.value(end, memory, index);
  const auto number = number_of(value);
  if (!number) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::final_value, Form::number, 0);
  question.about = question.reveal = end;
  question.cell = Cell{memory, index};
  question.text = say(Text::ask_final_value, {{"name", result.name}, {"index", index}});
  question.hides = hides_values;
  add_input(run, question);
  if (!set_number(value, result.type, question)) return std::nullopt;
  const std::string label = run.trace().provenance().label(run.provenance(end, memory, index));
  question.reason = say(label.empty() ? Text::reason_final_plain : Text::reason_final,
                        {{"name", result.name}, {"index", index}, {"value", value}, {"label", label}});
  for (const std::uint64_t other : {index + 1, index - 1}) {
    if (other >= plan.expectation->result_elements) continue;
    const std::string neighbour = run.value(end, memory, other);
    const auto beside = number_of(neighbour);
    if (beside && *beside != *number && *beside >= 0 && *beside == std::floor(*beside))
      question.facts.push_back(
          {static_cast<std::uint64_t>(*beside),
           say(Text::fact_neighbour, {{"value", neighbour}, {"name", result.name}, {"index", other}})});
  }
  return question;
}

}  // namespace lockstep::quiz
