// Makes questions about masks: which lanes are active, and why the other lanes are not.
#include <algorithm>
#include <bit>
#include <cctype>
#include <set>

#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {

using sim::Opcode;

// The line must have a single mask. Otherwise "active at line 12" would be ambiguous.
bool fits_lanes(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  return !run.has_items_only() && step.line != 0 && about == step.first && step.keeps_lanes;
}

bool fits_masked(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  return fits_lanes(run, step, about) && step.previous != LineStep::kNone &&
         run.at(step.previous).lanes != step.lanes;
}

// Whether the moment is the only branch of its line step.
bool fits_branch(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  if (run.has_items_only() || step.line == 0) return false;
  const auto is_branch = [&](std::uint64_t at) {
    const sim::Instruction& instruction = run.trace().instruction_at(at);
    return instruction.counts_as_branch || instruction.op == Opcode::if_begin ||
           instruction.op == Opcode::loop_test || instruction.op == Opcode::switch_begin;
  };
  const Opcode op = run.trace().instruction_at(about).op;
  const bool is_asked = op == Opcode::if_begin || op == Opcode::loop_test;
  if (!is_asked || !run.trace().instruction_at(about).counts_as_branch) return false;
  for (std::uint64_t at = step.begin; at < step.end; ++at)
    if (at != about && is_branch(at)) return false;
  return true;
}

namespace {

// Returns the reason why a lane is idle at `about`; `last` is the last moment that the lane executed.
std::string why_idle(const QuizRun& run, std::uint64_t last, unsigned lane) {
  if (last == UINT64_MAX) return say(Text::lane_idle_missing, {{"lane", lane}});
  const std::uint32_t line = run.trace().range_at(last).line;
  const Opcode op = run.trace().instruction_at(last).op;
  if (const auto branch = run.branch_at(last)) {
    if ((branch->taken >> lane & 1) != 0)
      return say(Text::lane_idle_else, {{"lane", lane}, {"condition", branch->condition}, {"line", line}});
    if (!branch->values.empty())
      return say(Text::lane_idle_values, {{"lane", lane},
                                          {"condition", branch->condition},
                                          {"values", branch->values[lane]},
                                          {"line", line}});
    return say(Text::lane_idle_condition, {{"lane", lane}, {"condition", branch->condition}, {"line", line}});
  }
  if (op == Opcode::return_out || op == Opcode::kernel_end)
    return say(Text::lane_idle_returned, {{"lane", lane}, {"line", line}});
  if (op == Opcode::break_out || op == Opcode::continue_out)
    return say(Text::lane_idle_left, {{"lane", lane}, {"line", line}});
  return say(Text::lane_idle_other, {{"lane", lane}, {"line", line}});
}

// Returns the latest branch of the warp before `about`, in this step or in the previous step.
std::optional<Branch> branch_before(const Asking& asking) {
  const LineStep& here = asking.here();
  const std::uint64_t from = before_lanes_are_known(asking.run, asking.step);
  for (std::uint64_t at = asking.about; at-- > from;) {
    const sim::Moment& moment = asking.trace().at(at).moment;
    if (moment.warp != here.warp || moment.group != here.group || moment.launch != here.launch) continue;
    if (auto branch = asking.run.branch_at(at)) return branch;
  }
  return std::nullopt;
}

std::string why_active(const std::optional<Branch>& branch, unsigned lane) {
  if (!branch || (branch->lanes >> lane & 1) == 0) return say(Text::lane_active, {{"lane", lane}});
  if ((branch->taken >> lane & 1) == 0) return say(Text::lane_active, {{"lane", lane}});
  if (branch->values.empty())
    return say(Text::lane_active_condition,
               {{"lane", lane}, {"condition", branch->condition}, {"line", branch->line}});
  return say(Text::lane_active_values, {{"lane", lane},
                                        {"condition", branch->condition},
                                        {"values", branch->values[lane]},
                                        {"line", branch->line}});
}

std::string reason_of(std::uint64_t lanes, std::uint64_t existing) {
  if (lanes == existing)
    return say(Text::reason_all_active, {{"count", static_cast<std::uint64_t>(std::popcount(existing))}});
  return say(Text::reason_active, {{"active", static_cast<std::uint64_t>(std::popcount(lanes))},
                                   {"count", static_cast<std::uint64_t>(std::popcount(existing))},
                                   {"lanes", ranges_text(items_of(lanes))}});
}

void add_lane_facts(const Asking& asking, std::uint64_t existing, Question& question) {
  const std::uint64_t idle = existing & ~asking.here().lanes;
  const std::vector<std::uint64_t> last = asking.run.last_moments(asking.about, idle);
  const std::optional<Branch> branch = branch_before(asking);
  sim::for_each_lane(existing, [&](unsigned lane) {
    const bool is_idle = (idle >> lane & 1) != 0;
    question.facts.push_back(
        {lane, is_idle ? why_idle(asking.run, last[lane], lane) : why_active(branch, lane)});
  });
}

// Whether the branch needs no separate computation for each lane, because all lanes compare the same values,
// as in s < L, or because at most one lane is selected, as in t == 0.
bool is_plain(const Branch& branch) {
  if (branch.values.empty()) return branch.taken == 0 || branch.taken == branch.lanes;
  if (branch.lanes == 0) return false;
  const std::string& first = branch.values[static_cast<std::size_t>(std::countr_zero(branch.lanes))];
  bool all = true;
  sim::for_each_lane(branch.lanes, [&](unsigned lane) { all = all && branch.values[lane] == first; });
  return all || (first.find(" == ") != first.npos && std::popcount(branch.taken) < 2);
}

// Whether the branch determines the next line; the branch of a conditional expression does not.
bool is_control(const QuizRun& run, const LineStep& step) {
  const std::string code = run.code(step);
  const auto has = [&](const char* word) { return code.find(word) != code.npos; };
  return has("if (") || has("for (") || has("while (");
}

// Whether the answer is obvious, because the latest branch before `about` did not determine the active lanes
// or compares the same values in all lanes. A lesson may still request such a question.
bool is_trivial(const Asking& asking) {
  if (asking.wanted.is_named) return false;
  const LineStep& here = asking.here();
  const std::uint32_t previous = asking.run.previous_acting(asking.step);
  if (previous == LineStep::kNone) return true;
  const LineStep& before = asking.run.at(previous);
  for (std::uint64_t at = asking.about; at-- > before.begin;) {
    const sim::Moment& moment = asking.trace().at(at).moment;
    if (moment.warp != here.warp || moment.group != here.group || moment.launch != here.launch) continue;
    const auto branch = asking.run.branch_at(at);
    if (!branch) continue;
    return is_plain(*branch) || branch->taken != here.lanes || asking.run.is_by_chance(before) ||
           !is_control(asking.run, before);
  }
  return true;
}

// Returns ", s is 16" for a comparison t < s whose right side is the same in all lanes; otherwise "".
std::string shared_operand(const Asking& asking, const Branch& branch) {
  if (asking.wanted.is_named || asking.wanted.beside_run) return {};  // the run shows the value
  std::set<std::string> values;
  sim::for_each_lane(branch.lanes, [&](unsigned lane) {
    if (lane < branch.values.size())
      values.insert(branch.values[lane].substr(branch.values[lane].rfind(' ') + 1));
  });
  const std::size_t sign = branch.condition.rfind(' ');
  if (values.size() != 1 || sign == std::string::npos) return {};
  const std::string name = branch.condition.substr(sign + 1);
  const bool is_name = std::ranges::all_of(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
  if (!is_name || *values.begin() == name) return {};
  return ", " + say(Text::value_is, {{"name", name}, {"value", *values.begin()}});
}

bool splits(const Branch& branch) { return branch.taken != 0 && branch.taken != branch.lanes; }

// The lines from the position of the question to the line it asks about, and the branch that masked
// lanes off.
std::vector<std::uint32_t> lines_of(const Asking& asking, std::uint64_t position) {
  return {asking.run.at(asking.run.step_of(position)).line, asking.here().line};
}

}  // namespace

std::optional<Question> ask_active_lanes(const Asking& asking) {
  const LineStep& here = asking.here();
  if (is_trivial(asking)) return std::nullopt;
  const std::uint64_t existing = asking.run.existing(here);
  if (std::popcount(existing) < 2) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::active_lanes, Form::lanes,
                                     before_lanes_are_known(asking.run, asking.step));
  question.text = say(Text::ask_active_lanes, {{"warp", here.warp}, {"line", here.line}});
  question.items = 64 - static_cast<unsigned>(std::countl_zero(existing));
  question.answer.items = items_of(here.lanes);
  question.reason = reason_of(here.lanes, existing);
  question.hides = hides_lanes | hides_sentence;
  add_lines(asking.run, question.position, here, lines_of(asking, question.position), existing, question);
  add_lane_facts(asking, existing, question);
  return question;
}

std::optional<Question> ask_idle_lanes(const Asking& asking) {
  const LineStep& here = asking.here();
  if (is_trivial(asking)) return std::nullopt;
  const std::uint64_t existing = asking.run.existing(here);
  if (std::popcount(existing) < 2) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::idle_lanes, Form::number,
                                     before_lanes_are_known(asking.run, asking.step));
  const auto count = static_cast<std::uint64_t>(std::popcount(existing));
  const auto active = static_cast<std::uint64_t>(std::popcount(here.lanes));
  question.text = say(Text::ask_idle_lanes, {{"count", count}, {"warp", here.warp}, {"line", here.line}});
  question.answer.number = static_cast<double>(count - active);
  question.reason = reason_of(here.lanes, existing);
  question.hides = hides_lanes | hides_sentence;
  if (active != count - active) question.facts.push_back({active, question.reason});
  add_lines(asking.run, question.position, here, lines_of(asking, question.position), existing, question);
  return question;
}

std::optional<Question> ask_masking_line(const Asking& asking) {
  const LineStep& here = asking.here();
  const std::uint64_t idle = asking.run.existing(here) & ~here.lanes;
  if (idle == 0) return std::nullopt;
  const std::vector<std::uint64_t> lanes = items_of(idle);
  const auto lane =
      asking.wanted.lane ? *asking.wanted.lane : static_cast<unsigned>(asking.random.one_of(lanes));
  if ((idle >> lane & 1) == 0) return std::nullopt;
  const std::uint64_t last = asking.run.last_moments(asking.about, std::uint64_t{1} << lane)[lane];
  if (last == UINT64_MAX || asking.trace().range_at(last).file != 0) return std::nullopt;
  // The question requires a branch that masked the lane off. A lane that took the branch was masked off by
  // another line.
  const auto branch = asking.run.branch_at(last);
  if (!branch || (branch->taken >> lane & 1) != 0) return std::nullopt;
  if (!asking.wanted.is_named && is_plain(*branch)) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::masking_line, Form::choice, here.begin);
  question.text = say(Text::ask_masking_line, {{"lane", lane}, {"warp", here.warp}, {"line", here.line}});
  question.lane = lane;
  question.hides = hides_sentence;
  question.reason = why_idle(asking.run, last, lane);
  const auto option = [&](std::uint32_t line) {
    return Option{say(Text::word_line, {{"line", line}, {"code", asking.run.code(here.launch, line)}}),
                  say(Text::fact_not_masking, {{"line", line}, {"lane", lane}})};
  };
  // Wrong answers: other lines that this warp executed, branches first.
  std::set<std::uint32_t> seen{branch->line};
  std::vector<Option> branches, others;
  for (std::uint32_t step = asking.step; step != LineStep::kNone; step = asking.run.at(step).previous) {
    const LineStep& each = asking.run.at(step);
    if (each.line == 0 || !each.acts() || !seen.insert(each.line).second) continue;
    const bool is_branch = asking.run.branch_at(each.end - 1).has_value();
    (is_branch ? branches : others).push_back(option(each.line));
  }
  branches.insert(branches.end(), others.begin(), others.end());
  if (branches.size() > 3) branches.resize(3);
  // The choices show the lines. The question gives the values that the lane compared at the right line, but
  // not that line.
  add_lines(asking.run, question.position, here, {here.line}, std::uint64_t{1} << lane, question);
  add_values(asking.run, question.position, here, {branch->line}, std::uint64_t{1} << lane, question);
  if (!set_choices({option(branch->line).text, question.reason}, branches, 4, asking.random, question))
    return std::nullopt;
  return question;
}

std::optional<Question> ask_diverges(const Asking& asking) {
  const LineStep& here = asking.here();
  const auto branch = asking.run.branch_at(asking.about);
  if (!branch || std::popcount(branch->lanes) < 2) return std::nullopt;
  if (!asking.wanted.is_named && (is_plain(*branch) || asking.run.is_by_chance(here))) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::diverges, Form::choice, here.begin);
  question.text =
      say(Text::ask_diverges, {{"warp", here.warp},
                               {"line", here.line},
                               {"condition", branch->condition + shared_operand(asking, *branch)}});
  const auto count = static_cast<std::uint64_t>(std::popcount(branch->lanes));
  const auto taken = static_cast<std::uint64_t>(std::popcount(branch->taken));
  const bool diverges = taken != 0 && taken != count;
  question.reason = diverges ? say(Text::reason_diverges,
                                   {{"condition", branch->condition}, {"taken", taken}, {"count", count}})
                             : say(taken == 0 ? Text::reason_all_false : Text::reason_all_true,
                                   {{"condition", branch->condition}, {"count", count}});
  question.choices = {say(Text::word_yes), say(Text::word_no)};
  question.answer.choice = diverges ? 0 : 1;
  question.hides = hides_sentence | hides_lanes | hides_costs;
  add_lines(asking.run, question.position, here, {here.line}, branch->lanes, question);
  return question;
}

std::optional<Question> ask_next_line(const Asking& asking) {
  const LineStep& here = asking.here();
  const auto branch = asking.run.branch_at(asking.about);
  const std::uint32_t next = asking.run.next_acting(asking.step);
  if (!branch || next == LineStep::kNone) return std::nullopt;
  // The simulator chooses which side of a divergent branch is executed first, so a reader cannot derive the
  // order from a rule.
  if (!asking.wanted.is_named &&
      (splits(*branch) || asking.run.is_by_chance(here) || !is_control(asking.run, here)))
    return std::nullopt;
  const std::uint32_t line = asking.run.at(next).line;
  if (line == 0 || line == here.line) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::next_line, Form::choice, here.begin);
  question.reveal = asking.run.at(next).begin;
  const std::string compared = shared_operand(asking, *branch);
  std::string where = std::to_string(here.line);
  if (!compared.empty()) where += " (" + branch->condition + compared + ")";
  question.text = say(Text::ask_next_line, {{"who", asking.run.who(here)}, {"line", where}});
  const auto count = static_cast<std::uint64_t>(std::popcount(branch->lanes));
  const auto taken = static_cast<std::uint64_t>(std::popcount(branch->taken));
  question.reason =
      say(Text::reason_next_line,
          {{"condition", branch->condition}, {"taken", taken}, {"count", count}, {"next", line}});
  question.hides = hides_sentence | hides_lanes;
  const auto option = [&](std::uint32_t each) {
    return Option{
        say(Text::word_line, {{"line", each}, {"code", asking.run.code(here.launch, each)}}),
        say(Text::fact_not_next,
            {{"line", each}, {"condition", branch->condition}, {"taken", taken}, {"count", count}})};
  };
  // Wrong answers: the other lines of the kernel that the run executes, the nearest lines first.
  std::set<std::uint32_t> lines;
  for (const LineStep& step : asking.run.steps())
    if (step.launch == here.launch && step.acts() && step.line != 0 && step.line != line)
      lines.insert(step.line);
  lines.erase(here.line);
  std::vector<std::uint32_t> nearest(lines.begin(), lines.end());
  std::ranges::stable_sort(nearest, {},
                           [&](std::uint32_t each) { return each > line ? each - line : line - each; });
  if (nearest.size() > 3) nearest.resize(3);
  std::vector<Option> wrong;
  for (const std::uint32_t each : nearest) wrong.push_back(option(each));
  add_lines(asking.run, question.position, here, {here.line}, branch->lanes, question);
  if (!set_choices({option(line).text, question.reason}, wrong, 4, asking.random, question))
    return std::nullopt;
  return question;
}

}  // namespace lockstep::quiz
