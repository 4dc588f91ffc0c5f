#include "sim/quiz/makers/given.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <set>

#include "core/plan/operator_code.hpp"
#include "sim/figure_rows/matrices/matrices.hpp"
#include "sim/quiz/question/texts.hpp"

namespace lockstep::quiz {
namespace {

constexpr std::size_t kMaxCells = 64;
constexpr std::size_t kMaxInputs = 512;
constexpr std::string_view kNoValue = "–";  // for a lane that has not assigned the variable

std::set<std::string> names_in(const std::string& code) {
  std::set<std::string> names;
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = 0; at < code.size();) {
    std::size_t end = at;
    while (end < code.size() && is_part(code[end])) ++end;
    if (end > at && std::isdigit(static_cast<unsigned char>(code[at])) == 0)
      names.insert(code.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return names;
}

struct Named {
  std::string name;
  sim::Register reg;
  sim::LaneType type;
  // The scope of a variable; empty for a parameter, which has its value from the start.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> scope = {};
};

// Returns the variables that contain a number and have a value at `pc`. A variable whose scope begins at `pc`
// is only assigned there.
std::vector<Named> numbers_at(const sim::Program& program, const sim::Kernel& kernel, std::uint32_t pc) {
  std::vector<Named> found;
  for (const sim::Parameter& parameter : kernel.parameters)
    if (parameter.kind == sim::Parameter::Kind::value && parameter.count == 1)
      found.push_back({parameter.name, parameter.first, parameter.type});
  for (const sim::Variable& variable : program.variables) {
    const bool is_pointer = variable.type_name.find('*') != std::string::npos;
    if (!variable.in_register || variable.count != 1 || is_pointer) continue;
    if (has_value(program, variable, pc))
      found.push_back(
          {variable.name, variable.first, variable.type, std::pair{variable.begin, variable.end}});
  }
  return found;
}

// Returns the lanes of `lanes` in which the variable has a value, because they execute the moment or have
// been in the variable's scope. The registers of the other lanes contain other values, because these lanes
// left the kernel or a branch earlier.
std::uint64_t lanes_with(const QuizRun& run, const Named& variable, std::uint64_t position,
                         const LineStep& step, std::uint64_t lanes) {
  if (!variable.scope) return lanes;
  const auto [begin, end] = *variable.scope;
  std::uint64_t known = 0;
  for (std::uint64_t p = position + 1; p-- > 0 && (lanes & ~known) != 0;) {
    const sim::Moment& moment = run.trace().at(p).moment;
    if (moment.launch != step.launch) break;
    const bool is_own = moment.group == step.group && moment.warp == step.warp;
    if (is_own && moment.pc >= begin && moment.pc < end) known |= moment.lanes;
  }
  return lanes & known;
}

// Whether the values are integers that increase by the same difference from lane to lane.
bool is_progression(const std::vector<std::string>& values, std::int64_t& step) {
  std::vector<std::int64_t> numbers;
  for (const std::string& value : values) {
    if (value.empty() || value.size() > 12 || value.find_first_not_of("-0123456789") != value.npos)
      return false;
    numbers.push_back(std::stoll(value));
  }
  step = numbers[1] - numbers[0];
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i] - numbers[i - 1] != step) return false;
  return step > 0;
}

std::string sentence(const QuizRun& run, const std::string& name, unsigned lane,
                     const std::vector<std::string>& values) {
  if (run.has_items_only()) return say(Text::given_item, {{"name", name}, {"value", values.front()}});
  if (values.size() == 1)
    return say(Text::given_lane, {{"name", name}, {"value", values.front()}, {"lane", lane}});
  if (std::ranges::all_of(values, [&](const std::string& value) { return value == values.front(); }))
    return say(Text::given_same, {{"name", name}, {"value", values.front()}});
  std::int64_t step = 0;
  if (values.size() > 3 && is_progression(values, step))
    return say(Text::given_first, {{"name", name},
                                   {"first", values.front()},
                                   {"lane", lane},
                                   {"step", static_cast<std::uint64_t>(step)},
                                   {"last", values.back()},
                                   {"last_lane", lane + static_cast<unsigned>(values.size()) - 1}});
  std::string list;
  for (const std::string& value : values) list += (list.empty() ? "" : " ") + value;
  const bool all = std::ranges::find(values, kNoValue) == values.end();
  return say(all ? Text::given_values : Text::given_some_values,
             {{"name", name}, {"lane", lane}, {"values", list}});
}

// Returns the value of a call that depends only on the work-item's position in the first dimension.
std::optional<std::uint64_t> place_value(const QuizRun& run, std::string_view call, const LineStep& step,
                                         unsigned lane) {
  const NdRange& range = run.plan().launches[step.launch].range;
  if (range.dimensions != 1) return std::nullopt;
  if (call == "get_group_id(0)" || call == "blockIdx.x") return step.group;
  if (call == "get_global_id(0)") return run.work_item(step, lane);
  if (call == "get_local_id(0)" || call == "threadIdx.x")
    return run.work_item(step, lane) % range.local_size[0];
  if (call == "get_local_size(0)" || call == "blockDim.x") return range.local_size[0];
  return std::nullopt;
}

// Returns, for a loop that continues at this position, the values that change before they are compared;
// otherwise "".
std::string change_before_test(const QuizRun& run, std::uint64_t position) {
  const LineStep& step = run.at(run.step_of(position));
  std::string change;
  bool goes_back = false;
  for (std::uint64_t at = position; at < step.end; ++at) {
    const sim::Instruction& instruction = run.trace().instruction_at(at);
    goes_back |= instruction.op == sim::Opcode::loop_back;
    if (instruction.op == sim::Opcode::loop_test)
      return goes_back && !change.empty()
                 ? say(Text::given_change, {{"change", change}, {"condition", run.source(at)}})
                 : std::string();
    if (!goes_back && acts(instruction.op)) change = run.source(at);
  }
  return {};
}

bool names_operator(const Plan& plan) {
  return std::ranges::any_of(plan.programs, [](const PlanProgram& program) {
    return program.source.text.find("OP(") != std::string::npos;
  });
}

// Names the operator. If the kernel uses OP, the text includes its definition, because the name alone does
// not show the code.
std::string given_operator(const Plan& plan) {
  const Operator op = plan.expectation->op;
  const std::string named(name(op));
  if (!names_operator(plan)) return say(Text::given_operator, {{"op", named}});
  if (const std::string_view function = operator_function_name(op); !function.empty())
    return say(
        Text::given_operator_function,
        {{"op", named}, {"code", std::string(function)}, {"function", operator_function(op, plan.type)}});
  const std::string code = op == Operator::sum       ? "a + b"
                           : op == Operator::product ? "a * b"
                                                     : std::string(name(op)) + "(a, b)";
  return say(Text::given_operator_code, {{"op", named}, {"code", code}});
}

}  // namespace

bool has_value(const sim::Program& program, const sim::Variable& variable, std::uint32_t pc) {
  if (pc >= variable.end || pc < variable.begin) return false;
  return pc > variable.begin || program.code[pc].dst != variable.first;
}

std::vector<std::string> given_run(const QuizRun& run) {
  const Plan& plan = run.plan();
  std::vector<std::string> given{say(Text::given_run, {{"id", plan.id},
                                                       {"n", plan.n},
                                                       {"L", plan.group_size},
                                                       {"type", std::string(opencl_name(plan.type))},
                                                       {"model", run.trace().model().title}})};
  if (plan.expectation && !plan.expectation->is_pattern() &&
      plan.expectation->kind != Expectation::Kind::values)
    given.push_back(given_operator(plan));
  // If there are several launches, one of them may be a scan of the other kind (inclusive or exclusive).
  const bool is_whole = plan.launches.size() > 1;
  if (plan.expectation && plan.expectation->kind == Expectation::Kind::inclusive_scan)
    given.push_back(say(is_whole ? Text::given_inclusive_whole : Text::given_inclusive));
  if (plan.expectation && plan.expectation->kind == Expectation::Kind::exclusive_scan)
    given.push_back(say(is_whole ? Text::given_exclusive_whole : Text::given_exclusive));
  given.push_back(run.has_items_only() ? say(Text::given_items)
                                       : say(Text::given_warps, {{"width", run.trace().model().warp_width}}));
  return given;
}

void add_lines(const QuizRun& run, std::uint64_t position, const LineStep& step,
               const std::vector<std::uint32_t>& lines, std::uint64_t lanes, Question& question) {
  const Plan& plan = run.plan();
  const PlanLaunch& launch = plan.launches[step.launch];
  if (plan.launches.size() > 1)
    question.given.push_back(say(Text::given_launch, {{"launch", step.launch + 1},
                                                      {"launches", plan.launches.size()},
                                                      {"kernel", launch.kernel},
                                                      {"groups", launch.range.group_count()}}));
  const LineStep& now = run.at(run.step_of(position));
  question.given.push_back(
      say(Text::given_now, {{"group", step.group}, {"who", run.who(step)}, {"line", now.line}}));
  std::set<std::uint32_t> said;
  for (const std::uint32_t line : lines)
    if (line != 0 && said.insert(line).second)
      question.given.push_back(
          say(Text::given_line, {{"line", line}, {"code", run.code(step.launch, line)}}));
  add_values(run, position, step, lines, lanes, question);
  if (const std::string change = change_before_test(run, position); lanes != 0 && !change.empty())
    question.given.push_back(change);
}

void add_values(const QuizRun& run, std::uint64_t position, const LineStep& step,
                const std::vector<std::uint32_t>& lines, std::uint64_t lanes, Question& question) {
  const PlanLaunch& launch = run.plan().launches[step.launch];
  std::set<std::string> names;
  for (const std::uint32_t line : lines) names.merge(names_in(run.code(step.launch, line)));
  const sim::Program& program = run.trace().program(launch.program);
  const sim::Kernel* kernel = program.find_kernel(launch.kernel);
  if (kernel == nullptr || lanes == 0) return;
  const auto state = run.state(position);
  const sim::Warp& warp = state->machine.group.warps[step.warp];
  const auto lowest = static_cast<unsigned>(std::countr_zero(lanes));
  for (const Named& variable : numbers_at(program, *kernel, run.trace().at(position).moment.pc)) {
    if (names.erase(variable.name) == 0) continue;
    const std::uint64_t known = lanes_with(run, variable, position, step, lanes);
    if (known == 0) continue;
    std::vector<std::string> values;
    for (unsigned lane = lowest; lane < 64 && (lanes >> lane & 1) != 0; ++lane) {
      const std::uint64_t bits = state->machine.register_bits(warp, variable.reg, variable.type, lane);
      values.push_back((known >> lane & 1) != 0 ? sim::format_value(bits, variable.type)
                                                : std::string(kNoValue));
    }
    const std::string given = sentence(run, variable.name, lowest, values);
    if (std::ranges::find(question.given, given) == question.given.end()) question.given.push_back(given);
  }
}

std::string values_of(const QuizRun& run, const std::string& source, const LineStep& step, unsigned lane,
                      std::uint64_t position) {
  std::vector<std::string> values;
  std::set<std::string> names = names_in(source);
  for (const char* call : {"get_group_id(0)", "get_global_id(0)", "get_local_id(0)", "get_local_size(0)",
                           "blockIdx.x", "threadIdx.x", "blockDim.x"})
    if (source.find(call) != source.npos)
      if (const auto value = place_value(run, call, step, lane))
        values.push_back(say(Text::value_is, {{"name", call}, {"value", *value}}));
  const PlanLaunch& launch = run.plan().launches[step.launch];
  const sim::Program& program = run.trace().program(launch.program);
  const sim::Kernel* kernel = program.find_kernel(launch.kernel);
  if (kernel == nullptr) return {};
  const auto state = run.state(position);
  const sim::Warp& warp = state->machine.group.warps[step.warp];
  for (const Named& variable : numbers_at(program, *kernel, run.trace().at(position).moment.pc))
    if (names.erase(variable.name) != 0)
      values.push_back(say(
          Text::value_is,
          {{"name", variable.name},
           {"value", sim::format_value(state->machine.register_bits(warp, variable.reg, variable.type, lane),
                                       variable.type)}}));
  return fmt::format("{}", fmt::join(values, ", "));
}

void add_cells(const QuizRun& run, const sim::MemoryObject& memory, std::vector<std::uint64_t> elements,
               Question& question) {
  std::ranges::sort(elements);
  elements.erase(std::ranges::unique(elements).begin(), elements.end());
  if (elements.size() > kMaxCells) elements.resize(kMaxCells);
  const auto state = run.state(question.position);
  for (std::size_t at = 0; at < elements.size();) {
    std::string values;
    std::size_t end = at;
    for (; end < elements.size() && elements[end] == elements[at] + (end - at); ++end)
      values += (end == at ? "" : " ") +
                sim::format_value(sim::element_bits(*state, memory, elements[end]), memory.type);
    if (end == at + 1)
      question.given.push_back(
          say(Text::given_cell, {{"name", memory.name}, {"index", elements[at]}, {"value", values}}));
    else
      question.given.push_back(say(
          Text::given_cells,
          {{"name", memory.name}, {"first", elements[at]}, {"last", elements[end - 1]}, {"values", values}}));
    at = end;
  }
}

void add_kernel(const QuizRun& run, std::uint32_t launch, Question& question) {
  std::set<std::uint32_t> lines;
  for (const LineStep& step : run.steps())
    if (step.launch == launch && step.acts() && step.line != 0) lines.insert(step.line);
  for (const std::uint32_t line : lines)
    question.given.push_back(say(Text::given_line, {{"line", line}, {"code", run.code(launch, line)}}));
}

bool gives_whole_input(const QuizRun& run) {
  const auto& expected = run.plan().expectation;
  return expected && run.plan().buffers[expected->input_buffer].elements <= kMaxInputs;
}

void add_input(const QuizRun& run, Question& question) {
  const Plan& plan = run.plan();
  if (!plan.expectation) return;
  const PlanBuffer& input = plan.buffers[plan.expectation->input_buffer];
  const std::vector<std::byte> bytes = materialise(input);
  const std::size_t size = size_bytes(input.type);
  std::string values;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(input.elements, kMaxInputs); ++i) {
    std::uint64_t bits = 0;
    std::copy_n(bytes.data() + i * size, size, reinterpret_cast<std::byte*>(&bits));
    values += (i == 0 ? "" : " ") + sim::format_value(bits, input.type);
  }
  if (input.elements > kMaxInputs) values += " …";
  question.given.push_back(say(Text::given_input, {{"name", input.name}, {"values", values}}));
}

}  // namespace lockstep::quiz
