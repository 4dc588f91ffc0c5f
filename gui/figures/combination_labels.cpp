#include "gui/figures/combination_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

namespace lockstep::gui {
namespace {

bool is_plain_integer(const std::string& type_name, ElementType type, unsigned count) {
  return count == 1 && !is_floating(type) && type_name.find('*') == std::string::npos;
}

std::int64_t signed_value(std::uint64_t bits, ElementType type) {
  switch (type) {
    case ElementType::int8:
      return static_cast<std::int8_t>(bits);
    case ElementType::int16:
      return static_cast<std::int16_t>(bits);
    case ElementType::int32:
      return static_cast<std::int32_t>(bits);
    default:
      return static_cast<std::int64_t>(bits);
  }
}

std::optional<std::int64_t> uniform_value(const sim::MachineState& state, const sim::Warp& warp,
                                          sim::Register reg, ElementType type, std::uint64_t lanes) {
  std::optional<std::int64_t> value;
  for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::int64_t here = signed_value(state.register_bits(warp, reg, type, lane), type);
    if (value && *value != here) return std::nullopt;
    value = here;
  }
  return value;
}

std::string join_inputs(const std::vector<std::uint64_t>& inputs, std::string_view before) {
  const std::uint64_t first = inputs.front(), last = inputs.back();
  if (inputs.size() == 1) return fmt::format("{}{}", before, first);
  const std::uint64_t step = inputs[1] - first;
  bool regular = step > 0;
  for (std::size_t i = 1; i < inputs.size() && regular; ++i) regular = inputs[i] - inputs[i - 1] == step;
  if (regular && step == 1) return fmt::format("{}{}..{}", before, first, last);
  if (inputs.size() == 2) return fmt::format("{}{},{}", before, first, last);
  if (regular) return fmt::format("{}{},{}..{}", before, first, inputs[1], last);
  return {};
}

}  // namespace

void RowLabels::note(const RowKey& key, const std::string& name, std::optional<std::int64_t> value) {
  auto found = std::find_if(variables_.begin(), variables_.end(),
                            [&](const auto& variable) { return variable.first == name; });
  if (found == variables_.end()) found = variables_.insert(found, {name, {}});
  const auto [entry, fresh] = found->second.try_emplace(key, value);
  if (!fresh && entry->second != value) entry->second.reset();
}

void RowLabels::observe(const RowKey& key, const sim::Program& program, const sim::Kernel& kernel,
                        std::uint32_t pc, const sim::MachineState& state, const sim::Warp& warp,
                        std::uint64_t lanes) {
  // A variable of an inner scope hides one of the same name outside it, and the inner one comes later.
  std::map<std::string, std::optional<std::int64_t>> seen;
  std::vector<std::string> order;
  const auto see = [&](const std::string& name, sim::Register reg, ElementType type) {
    if (seen.find(name) == seen.end()) order.push_back(name);
    seen[name] = uniform_value(state, warp, reg, type, lanes);
  };
  for (const sim::Parameter& parameter : kernel.parameters) {
    if (parameter.kind == sim::Parameter::Kind::value &&
        is_plain_integer(parameter.type_name, parameter.type, parameter.count))
      see(parameter.name, parameter.first, parameter.type);
  }
  for (const sim::Variable& variable : program.variables) {
    if (variable.in_register && pc >= variable.begin && pc < variable.end &&
        is_plain_integer(variable.type_name, variable.type, variable.count))
      see(variable.name, variable.first, variable.type);
  }
  for (const std::string& name : order) note(key, name, seen[name]);
}

namespace {

// How many rows a variable tells apart; 0 when lanes disagree about it, or two rows share a value.
template <class Values>
std::size_t rows_told_apart(const Values& values) {
  std::set<std::int64_t> distinct;
  for (const auto& [key, value] : values) {
    if (!value || !distinct.insert(*value).second) return 0;
  }
  return distinct.size();
}

}  // namespace

std::vector<std::string> RowLabels::choose(const std::vector<RowKey>& keys) const {
  std::vector<std::string> labels(keys.size());
  // A single row is told apart by every variable there is.
  if (keys.size() < 2) return labels;
  const std::pair<std::string, Values>* best = nullptr;
  std::size_t best_count = 0;
  for (const auto& variable : variables_) {
    const std::size_t count = rows_told_apart(variable.second);
    if (count <= best_count) continue;
    best_count = count;
    best = &variable;
  }
  for (std::size_t i = 0; best != nullptr && i < keys.size(); ++i) {
    const auto found = best->second.find(keys[i]);
    if (found != best->second.end()) labels[i] = fmt::format("{} = {}", best->first, *found->second);
  }
  return labels;
}

std::vector<std::string> coverage_labels(const sim::ProvenanceGraph& graph, sim::ProvenanceId id) {
  if (id == 0) return {};
  const std::string full = graph.label(id);
  constexpr std::size_t limit = 4096;
  std::vector<std::uint64_t> inputs = graph.inputs(id, limit);
  if (inputs.empty() || inputs.size() >= limit) return {full, full, full};
  std::sort(inputs.begin(), inputs.end());
  std::vector<std::string> labels{full};
  for (const std::string_view before : {"x", ""}) {
    std::string label = join_inputs(inputs, before);
    if (label.empty()) label = fmt::format("{} of x", inputs.size());
    labels.push_back(label.size() < labels.back().size() ? label : labels.back());
  }
  return labels;
}

}  // namespace lockstep::gui
