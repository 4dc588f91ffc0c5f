// Makes questions about barriers: which warps wait, and what happens without a barrier.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/check/check.hpp"
#include "sim/explain/cures/other_outcome.hpp"
#include "sim/explain/kernel_edits/barrier_edits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {

using sim::Opcode;

bool fits_barrier(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  return step.line != 0 && (run.trace().at(about).flags & sim::TraceRecord::barrier_arrive) != 0 &&
         run.trace().instruction_at(about).op == Opcode::barrier &&
         run.trace().instruction_at(about).mode == 0;
}

namespace {

bool is_fixed_order(const QuizRun& run) { return run.trace().schedule().order == sim::ExecutionOrder{}; }

std::vector<std::uint64_t> warps_with(const sim::WorkGroupState& group, sim::Warp::Status status) {
  std::vector<std::uint64_t> warps;
  for (std::size_t i = 0; i < group.warps.size(); ++i)
    if (group.warps[i].status == status) warps.push_back(i);
  return warps;
}

void add_group(const Asking& asking, Question& question) {
  const QuizRun& run = asking.run;
  const LineStep& here = asking.here();
  const std::uint64_t count = run.warps_of_group(here);
  const bool items = run.has_items_only();
  question.given.push_back(say(items ? Text::given_group_items : Text::given_group_warps,
                               {{"group", here.group}, {"count", count}, {"last", count - 1}}));
  if (is_fixed_order(run)) {
    question.given.push_back(say(items ? Text::given_in_order_items : Text::given_in_order));
  } else {
    const auto waiting = warps_with(run.state(here.begin)->machine.group, sim::Warp::Status::at_barrier);
    question.given.push_back(say(Text::given_waiting, {{"warps", ranges_text(waiting)}}));
  }
  const auto ended = warps_with(run.state(here.begin)->machine.group, sim::Warp::Status::finished);
  if (!ended.empty()) question.given.push_back(say(Text::given_ended, {{"warps", ranges_text(ended)}}));
}

// Returns the barriers in the kernel's own text that the run reaches, at most one barrier for each line.
std::vector<sim::SourceRange> barriers_of(const QuizRun& run, std::uint32_t launch) {
  const sim::Program& program = run.trace().program(run.plan().launches[launch].program);
  std::set<std::uint32_t> reached;
  for (const LineStep& step : run.steps())
    if (step.launch == launch && step.acts()) reached.insert(step.line);
  std::vector<sim::SourceRange> found;
  for (const sim::Instruction& instruction : program.code) {
    const sim::SourceRange& range = program.ranges[instruction.range];
    if (instruction.op != Opcode::barrier || instruction.mode != 0 || range.file != 0) continue;
    if (reached.contains(range.line) && range.line == range.end_line &&
        std::ranges::none_of(found, [&](const auto& each) { return each.line == range.line; }))
      found.push_back(range);
  }
  return found;
}

// Returns the text with blanks in place of the barrier call, so that lines and columns do not change. Empty
// if the range is not a call.
std::optional<std::string> without(const std::string& text, const sim::SourceRange& range) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < range.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == text.npos) return std::nullopt;
    ++begin;
  }
  const std::size_t from = begin + range.column - 1, to = begin + range.end_column - 1;
  if (to > text.size() || from >= to) return std::nullopt;
  const std::string call = text.substr(from, to - from);
  if (!sim::is_barrier_call(call)) return std::nullopt;
  std::string edited = text;
  edited.replace(from, to - from, std::string(to - from, ' '));
  if (call.ends_with(';')) edited[from] = ';';
  return edited;
}

std::string schedule_text(const sim::Schedule& schedule) {
  if (schedule == sim::Schedule{}) return say(Text::schedule_lockstep);
  if (schedule == sim::Schedule{sim::LaneSchedule::independent, {}}) return say(Text::schedule_independent);
  return say(Text::schedule_other, {{"order", sim::schedule_words(schedule)}});
}

std::string element_of(const std::vector<std::byte>& bytes, ElementType type, std::uint64_t index) {
  std::uint64_t bits = 0;
  const std::size_t size = size_bytes(type);
  std::copy_n(bytes.data() + index * size, size, reinterpret_cast<std::byte*>(&bits));
  return sim::format_value(bits, type);
}

// Whether the text is an integer or a decimal number in the format of displayed values.
std::string shifted(const std::string& value, double by, ElementType type) {
  const double number = *number_of(value) + by;
  if (is_floating(type)) {
    const auto number32 = static_cast<float>(number);
    std::uint32_t bits = 0;
    std::copy_n(reinterpret_cast<const std::byte*>(&number32), 4, reinterpret_cast<std::byte*>(&bits));
    return sim::format_value(bits, ElementType::float32);
  }
  return std::to_string(static_cast<std::int64_t>(number));
}

}  // namespace

std::optional<Question> ask_waits(const Asking& asking) {
  const QuizRun& run = asking.run;
  const LineStep& here = asking.here();
  const std::uint64_t count = run.warps_of_group(here);
  if (count < 2) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::waits, Form::warps, here.begin);
  const bool releases = (run.trace().at(asking.about).flags & sim::TraceRecord::barrier_release) != 0;
  question.items = count;
  question.text = say(run.has_items_only() ? Text::ask_waits_items : Text::ask_waits,
                      {{"group", here.group}, {"line", here.line}, {"who", run.who(here)}});
  question.hides = hides_lanes | hides_sentence;
  add_lines(run, question.position, here, {here.line}, 0, question);
  add_group(asking, question);
  if (releases) {
    question.reason = say(Text::reason_released);
    for (std::uint64_t warp = 0; warp < count; ++warp)
      question.facts.push_back({warp, say(Text::fact_released, {{"warp", warp}})});
    return question;
  }
  const auto after = run.state(asking.about + 1);
  const sim::WorkGroupState& group = after->machine.group;
  if (group.group != here.group || group.warps.size() != count) return std::nullopt;
  question.answer.items = warps_with(group, sim::Warp::Status::at_barrier);
  const sim::Program& program = run.trace().program_at(asking.about);
  for (std::uint64_t warp = 0; warp < count; ++warp) {
    const sim::Warp& each = group.warps[warp];
    const std::uint32_t line = program.ranges[program.code[each.pc].range].line;
    const Text text = each.status == sim::Warp::Status::at_barrier ? Text::fact_waits
                      : each.status == sim::Warp::Status::finished ? Text::fact_ended
                                                                   : Text::fact_not_there;
    question.facts.push_back({warp, say(text, {{"warp", warp}, {"line", line}})});
  }
  question.reason =
      say(Text::reason_waits, {{"waiting", std::uint64_t{question.answer.items.size()}}, {"count", count}});
  return question;
}

std::optional<Question> ask_without_barrier(const Asking& asking) {
  const QuizRun& run = asking.run;
  const Plan& plan = run.plan();
  const sim::CountedRun& counted = run.trace().counted();
  if (!plan.expectation || counted.early_end != sim::EarlyEnd::none || plan.launches.empty())
    return std::nullopt;
  const sim::DeviceModel* device = device_of(run);
  if (device == nullptr) return std::nullopt;
  const auto launch = static_cast<std::uint32_t>(asking.random.below(plan.launches.size()));
  std::vector<sim::SourceRange> barriers = barriers_of(run, launch);
  if (asking.wanted.line != 0)
    std::erase_if(barriers, [&](const auto& range) { return range.line != asking.wanted.line; });
  if (barriers.empty()) return std::nullopt;
  const sim::SourceRange range = asking.random.one_of(barriers);
  Plan edited = plan;
  const KernelSource source = plan.programs[plan.launches[launch].program].source;
  const auto text = without(source.text, range);
  if (!text) return std::nullopt;
  for (PlanProgram& program : edited.programs)
    if (program.source == source) program.source.text = *text;
  // If lanes are interrupted after some instructions, a reader cannot determine the order.
  const sim::Schedule schedule = run.trace().schedule();
  if (schedule.is_preemptive() && !asking.wanted.is_named) return std::nullopt;
  sim::RunOptions options{.schedule = schedule, .count_work = false, .threads = 1};
  options.step_budget = 64 * counted.total.instructions + 10'000;
  const auto other = sim::run_counted(edited, *device, options);
  if (!other || other->early_end != sim::EarlyEnd::none) return std::nullopt;
  // A value read from uninitialised memory cannot be predicted.
  const auto is_uninitialised = [](const sim::Finding& finding) {
    return finding.kind == sim::Finding::Kind::uninitialised_read;
  };
  if (!asking.wanted.is_named &&
      (!gives_whole_input(run) || std::ranges::any_of(other->findings, is_uninitialised)))
    return std::nullopt;

  const PlanBuffer& buffer = plan.buffers[plan.expectation->result_buffer];
  const std::uint64_t elements = plan.expectation->result_elements;
  const auto& before = counted.buffers[plan.expectation->result_buffer];
  const auto& after = other->buffers[plan.expectation->result_buffer];
  std::uint64_t index = 0;
  for (std::uint64_t i = elements; i-- > 0;)
    if (element_of(before, buffer.type, i) != element_of(after, buffer.type, i)) index = i;
  const std::string value = element_of(after, buffer.type, index),
                    old = element_of(before, buffer.type, index);
  if (!number_of(value) || !number_of(old)) return std::nullopt;

  Question question = begin_question(asking, QuestionKind::without_barrier, Form::choice, 0);
  question.reveal = run.trace().size();
  question.launch = launch;
  question.line = range.line;
  question.hides = hides_values | hides_findings;
  question.text = say(
      Text::ask_without_barrier,
      {{"line", range.line}, {"schedule", schedule_text(schedule)}, {"name", buffer.name}, {"index", index}});
  add_kernel(run, launch, question);
  add_input(run, question);
  question.reason =
      say(value == old ? Text::reason_without_same : Text::reason_without_changed,
          {{"line", range.line}, {"name", buffer.name}, {"index", index}, {"value", value}, {"before", old}});
  // Wrong answers: the result with the barrier, and results that omit an input or contain an input twice.
  std::vector<Option> wrong;
  if (value != old) wrong.push_back({old, say(Text::fact_with_barrier, {{"value", old}})});
  const PlanBuffer& input = plan.buffers[plan.expectation->input_buffer];
  const std::vector<std::byte> contents = materialise(input);
  for (int i = 0; i < 3; ++i) {
    const std::string some = element_of(contents, input.type, asking.random.below(input.elements));
    const auto by = number_of(some);
    if (!by || *by == 0) continue;
    const std::string changed = shifted(i == 1 ? old : value, i == 0 ? -*by : *by, buffer.type);
    wrong.push_back({changed, say(Text::fact_not_result, {{"value", changed}})});
  }
  // The right number in another notation is not a wrong answer.
  std::erase_if(wrong, [&](const Option& option) {
    const auto number = number_of(option.text);
    return !number || (*number < 0 && *number_of(value) >= 0) ||
           std::abs(*number - *number_of(value)) < 1e-6 * std::max(1.0, std::abs(*number));
  });
  if (!set_choices({value, question.reason}, wrong, 4, asking.random, question)) return std::nullopt;
  return question;
}

}  // namespace lockstep::quiz
