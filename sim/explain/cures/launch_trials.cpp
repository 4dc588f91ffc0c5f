#include "sim/explain/cures/launch_trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/catalogue/algorithm.hpp"
#include "sim/explain/cures/other_outcome.hpp"
#include "sim/explain/cures/trial_runs.hpp"
#include "sim/explain/wrong_result/meant_result.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/launch/extent_probe.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/state/run_watch.hpp"

namespace lockstep::sim {
namespace {

struct LaunchTrial {
  const Plan& plan;
  const DeviceModel& model;
  const Schedule& schedule;
  const CountedRun& run;
  const std::stop_token& stop;

  bool is_short() const {
    return run.total.active_lanes <= kMaxRepeated && plan.n <= kMaxRepeatedElements && !stop.stop_requested();
  }
  std::uint64_t budget() const { return 8 * run.total.instructions + 10'000; }

  bool is_clean(const Plan& changed) const {
    return run_trial(changed, model, schedule, budget(), stop).is_clean();
  }
};

// The common size of all work-groups, in one dimension; 0 if there is no common size.
std::uint64_t only_group_size(const Plan& plan) {
  std::uint64_t size = 0;
  for (const PlanLaunch& launch : plan.launches) {
    const std::uint64_t items = launch.range.group_items();
    if (launch.range.local_size[0] != items ||
        launch.range.group_count() * items != launch.range.global_size[0])
      return 0;
    if (size != 0 && items != size) return 0;
    size = items;
  }
  return size;
}

struct Proportion {
  std::uint64_t from = 1, to = 1;
  std::uint64_t of(std::uint64_t count) const { return count / from * to; }
};

// Resizes the buffer; its given bytes are repeated if more are needed.
void resize(PlanBuffer& buffer, std::uint64_t elements) {
  buffer.elements = elements;
  if (!buffer.content.bytes || buffer.content.bytes->empty()) return;
  const std::vector<std::byte>& old = *buffer.content.bytes;
  auto bytes = std::make_shared<std::vector<std::byte>>(buffer.bytes());
  for (std::size_t i = 0; i < bytes->size(); ++i) (*bytes)[i] = old[i % old.size()];
  buffer.content.bytes = std::move(bytes);
}

// If the integer equals `count`, replaces it by `changed`.
void resize(ScalarArgument& scalar, std::uint64_t count, std::uint64_t changed) {
  std::uint64_t value = 0;
  if (scalar.bytes.size() != 4 && scalar.bytes.size() != 8) return;
  std::memcpy(&value, scalar.bytes.data(), scalar.bytes.size());
  if (value == count) std::memcpy(scalar.bytes.data(), &changed, scalar.bytes.size());
}

void resize(PlanLaunch& launch, const Proportion& size) {
  const std::uint64_t items = launch.range.global_size[0];
  launch.range.global_size[0] = size.of(items);
  launch.range.local_size[0] = size.to;
  for (Argument& argument : launch.arguments) {
    if (auto* local = std::get_if<LocalArgument>(&argument))
      if (local->bytes % size.from == 0) local->bytes = size.of(local->bytes);
    if (auto* scalar = std::get_if<ScalarArgument>(&argument)) resize(*scalar, items, size.of(items));
  }
}

// Returns the plan with the same number of work-groups, but with another work-group size and with elements in
// proportion to the work-items.
std::optional<Plan> with_groups_of(const Plan& plan, std::uint64_t group) {
  const Proportion size{plan.group_size, group};
  if (!plan.expectation || plan.expectation->kind >= Expectation::Kind::values) return std::nullopt;
  Plan changed = plan;
  const std::uint64_t items = plan.launches.front().range.global_size[0];
  if (plan.n != items) return std::nullopt;
  for (PlanLaunch& launch : changed.launches) resize(launch, size);
  for (PlanBuffer& buffer : changed.buffers)
    if (buffer.elements == items && !buffer.image) resize(buffer, size.of(items));
  changed.n = size.of(items);
  changed.group_size = group;
  if (changed.expectation->result_elements == items) changed.expectation->result_elements = changed.n;
  return validate(changed) ? std::optional(std::move(changed)) : std::nullopt;
}

// The position and length of the text between the brackets of "NAME[32]" in the declaration of the array.
std::optional<std::pair<std::size_t, std::size_t>> declared_size(const std::string& text,
                                                                 const std::string& name) {
  const auto is_word = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t open = at + name.size();
    const std::size_t statement = text.find_last_of(";{}", at) + 1;
    const std::string before = text.substr(statement, at - statement);
    const bool is_declared =
        before.find("local ") != std::string::npos || before.find("__shared__ ") != std::string::npos;
    if ((at != 0 && is_word(at - 1)) || open >= text.size() || text[open] != '[' || !is_declared) continue;
    const std::size_t close = text.find(']', open);
    if (close == std::string::npos || text.find('[', close) == close + 1) return std::nullopt;
    return std::pair{open + 1, close - open - 1};
  }
  return std::nullopt;
}

// Suggests another size for a declared array that has too few elements for the work-group.
Cure declared_room(const LaunchTrial& trial, const Program& program, const Finding& finding,
                   std::uint64_t used) {
  if (finding.object == 0 || finding.object > program.local_variables.size()) return {};
  const LocalVariable& variable = program.local_variables[finding.object - 1];
  const std::uint64_t size = size_bytes(variable.type), elements = used / size;
  const std::uint64_t items = trial.plan.launches[finding.first.launch].range.group_items();
  // A size that is not a multiple of the work-group size is the result of a wrong index.
  if (variable.bytes / size >= items || elements % items != 0 || used > trial.model.local_bytes) return {};
  Plan changed = trial.plan;
  std::string& text = changed.programs[finding.program].source.text;
  const auto place = declared_size(text, variable.name);
  if (!place) return {};
  text.replace(place->first, place->second, std::to_string(elements));
  if (!trial.is_clean(changed)) return {};
  return {fmt::format("A work-group of {} needs {} of {}, {}: a trial run with {}[{}] has no error{}.", items,
                      plural(elements, "element"), variable.name, plural(used, "byte"), variable.name,
                      elements, trial.plan.expectation ? ", and its result is right" : ""),
          "", text};
}

// Returns the value of an integer argument of 4 or 8 bytes; none for other arguments.
std::optional<std::uint64_t> integer_argument(const Argument& argument, const Parameter& parameter) {
  const auto* scalar = std::get_if<ScalarArgument>(&argument);
  const bool is_integer =
      parameter.kind == Parameter::Kind::value && parameter.count == 1 && !is_floating(parameter.type) &&
      (parameter.bytes == sizeof(std::uint32_t) || parameter.bytes == sizeof(std::uint64_t));
  if (scalar == nullptr || !is_integer || scalar->bytes.size() != parameter.bytes) return std::nullopt;
  std::uint64_t value = 0;
  std::memcpy(&value, scalar->bytes.data(), scalar->bytes.size());
  return value;
}

// Returns the index of the parameter that received the local memory of the finding.
std::optional<std::size_t> local_parameter(const Plan& plan, const Program& program, const Finding& finding) {
  const std::size_t first = program.local_variables.size() + 1;
  if (finding.kind != Finding::Kind::out_of_bounds || finding.space != Space::local ||
      finding.object < first || finding.first.launch >= plan.launches.size())
    return std::nullopt;
  const std::size_t parameter = finding.object - first;
  const std::vector<Argument>& arguments = plan.launches[finding.first.launch].arguments;
  const bool is_local =
      parameter < arguments.size() && std::holds_alternative<LocalArgument>(arguments[parameter]);
  return is_local ? std::optional(parameter) : std::nullopt;
}

}  // namespace

std::string group_size_words(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                             const CountedRun& run, const std::stop_token& stop) {
  const std::optional<Plan> meant = plan_meant(plan);  // given values do not grow with the input
  const LaunchTrial trial{meant ? *meant : plan, model, schedule, run, stop};
  const std::uint64_t group = only_group_size(plan);
  if (!trial.is_short() || group < 2 || std::has_single_bit(group) || find_algorithm(plan.id)) return {};
  std::string right;
  for (const std::uint64_t other : {std::bit_ceil(group), std::bit_floor(group)}) {
    if (other > model.max_group_size) continue;
    const std::optional<Plan> changed = with_groups_of(trial.plan, other);
    if (changed && trial.is_clean(*changed)) right += fmt::format("{}{}", right.empty() ? "" : " or ", other);
  }
  if (right.empty()) return {};
  return fmt::format("{} is not a power of two: with work-groups of {} the result of a trial run is right.",
                     group, right);
}

Cure local_room_cure(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                     const CountedRun& run, const Finding& finding, const std::stop_token& stop) {
  const LaunchTrial trial{plan, model, schedule, run, stop};
  if (finding.space != Space::local || !trial.is_short()) return {};
  const Result<Machine> machine = repeating_machine(plan, model, schedule, run.total.instructions);
  if (!machine) return {};
  if (finding.kind != Finding::Kind::out_of_bounds || finding.first.launch >= plan.launches.size()) return {};
  const Program& program = machine->program(finding.program);
  const std::optional<std::size_t> parameter = local_parameter(plan, program, finding);
  MachineState state = machine->initial_state();
  ExtentProbe probe;
  RunWatch watch({stop, std::chrono::milliseconds(0), {}});
  machine->run(state, std::array<Observer*, 1>{&probe}, &watch);
  if (!parameter) return declared_room(trial, program, finding, probe.end(Space::local, finding.object));
  Plan changed = plan;
  auto& local = std::get<LocalArgument>(changed.launches[finding.first.launch].arguments[*parameter]);
  const std::uint64_t given = local.bytes;
  local.bytes = probe.end(Space::local, finding.object);
  // A size that is much larger, or that suits a single work-item, is the result of a wrong index.
  const std::uint64_t most =
      std::max(8 * given, 32 * plan.launches[finding.first.launch].range.group_items());
  if (local.bytes <= given || local.bytes > std::min(most, std::uint64_t{model.local_bytes}) ||
      !trial.is_clean(changed))
    return {};
  return {fmt::format("The work-group needs {} of local memory, but the host allocates {}: a trial run with "
                      "local:{} has no error{}.",
                      plural(local.bytes, "byte"), count_text(given), local.bytes,
                      plan.expectation ? ", and its result is right" : ""),
          ""};
}

Cure count_argument_cure(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                         const CountedRun& run, const Finding& finding, const std::stop_token& stop) {
  const LaunchTrial trial{plan, model, schedule, run, stop};
  if (finding.kind != Finding::Kind::out_of_bounds || finding.space != Space::global || finding.object == 0 ||
      finding.object > plan.buffers.size() || finding.first.launch >= plan.launches.size() ||
      !trial.is_short())
    return {};
  const PlanBuffer& buffer = plan.buffers[finding.object - 1];
  const std::vector<Argument>& arguments = plan.launches[finding.first.launch].arguments;
  const bool has_numbers = std::ranges::any_of(
      arguments, [](const Argument& one) { return std::holds_alternative<ScalarArgument>(one); });
  if (!has_numbers) return {};
  const Result<Machine> machine = repeating_machine(plan, model, schedule, run.total.instructions);
  if (!machine) return {};
  const std::vector<Parameter>& parameters = machine->kernel(finding.first.launch).parameters;
  for (std::size_t i = 0; i < std::min(arguments.size(), parameters.size()); ++i) {
    const auto value = integer_argument(arguments[i], parameters[i]);
    // A number that suits another buffer is right; then the index of this access is wrong.
    const bool is_of_another = std::ranges::any_of(
        plan.buffers, [&](const PlanBuffer& other) { return value && other.elements >= *value; });
    if (!value || is_of_another || *value > INT32_MAX) continue;
    Plan changed = plan;
    auto& scalar = std::get<ScalarArgument>(changed.launches[finding.first.launch].arguments[i]);
    std::memcpy(scalar.bytes.data(), &buffer.elements, scalar.bytes.size());
    if (trial.is_clean(changed))
      return {
          fmt::format("The argument {} is {}, but {} has only {}: a trial run with {} = {} has no error{}.",
                      parameters[i].name, count_text(*value), buffer.name, plural(buffer.elements, "element"),
                      parameters[i].name, count_text(buffer.elements),
                      plan.expectation ? ", and its result is right" : ""),
          ""};
  }
  return {};
}

}  // namespace lockstep::sim
