#include "sim/figure_rows/row_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <ranges>
#include <set>
#include <utility>

namespace lockstep::sim {
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

std::optional<std::int64_t> uniform_value(const MachineState& state, const Warp& warp, Register reg,
                                          ElementType type, std::uint64_t lanes) {
  std::optional<std::int64_t> value;
  for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::int64_t here = signed_value(state.register_bits(warp, reg, type, lane), type);
    if (value && *value != here) return std::nullopt;
    value = here;
  }
  return value;
}

// The maximum number of observations per row. Wide launches write a row thousands of times, but this number
// of observations shows whether a variable is the same for all lanes.
constexpr unsigned kObservations = 64;

// Returns the variable's value in each row; an entry is unset if the variable has no value in the row.
// Returns an empty list if lanes have different values in some row.
template <class Values>
std::vector<std::optional<std::int64_t>> values_of(const Values& values,
                                                   std::span<const RowLabels::RowKey> keys) {
  std::vector<std::optional<std::int64_t>> found;
  for (const RowLabels::RowKey& key : keys) {
    const auto value = values.find(key);
    found.push_back(value == values.end() ? std::nullopt : value->second);
    if (value != values.end() && !value->second) return {};
  }
  return found;
}

// Returns how well a variable distinguishes rows: the number of rows in which it has a value, doubled if no
// two rows have the same value; 0 if neighbouring rows have the same value.
std::size_t merit(const std::vector<std::optional<std::int64_t>>& values) {
  std::set<std::int64_t> distinct;
  std::size_t named = 0;
  std::optional<std::int64_t> before;
  for (const std::optional<std::int64_t>& value : values) {
    if (value && value == before) return 0;
    if (value) distinct.insert(*value);
    if (value) ++named;
    before = value;
  }
  if (distinct.size() < 2) return 0;
  return distinct.size() == named ? 2 * named : named;
}

constexpr std::string_view kComputed = "computed";

// Returns the label of a row that is not a step, because ⊕ computed none of its values. The values were
// moved, set to the identity, or computed from numbers that are not input, such as the counts of a histogram.
std::string moved_label(const CombinationRow& row, const ProvenanceGraph& graph) {
  const bool any_input = std::ranges::any_of(
      row.writes, [&](const CombinationWrite& write) { return graph.has_input(write.provenance); });
  if (any_input) return "moved";
  const bool all_identity = std::ranges::all_of(row.writes, [&](const CombinationWrite& write) {
    const auto kind = graph.node(write.provenance).kind;
    return kind == ProvenanceNode::Kind::identity || (kind == ProvenanceNode::Kind::none && write.bits == 0);
  });
  return all_identity ? "identity" : std::string(kComputed);
}

// Returns a key that is the same for all rows that one variable should distinguish: the rows of an array in a
// launch or, if each launch writes one row, the rows of all launches of a kernel.
std::string family_of(const Plan& plan, const Combination& combination, std::size_t row,
                      const std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned>& count) {
  const CombinationRow& entry = combination.rows[row];
  const bool alone = count.at({entry.launch, entry.array}) == 1;
  if (!combination.array_of(row).object.is_local && alone)
    return fmt::format("kernel {}", plan.launches[entry.launch].kernel);
  return fmt::format("{} {}", entry.launch, entry.array);
}

// Returns the part of a launch's label before the colon, for example "level 1".
std::string short_label(const PlanLaunch& launch) { return launch.label.substr(0, launch.label.find(':')); }

bool from_elsewhere(const Combination& combination, const CombinationRow& row) {
  return std::ranges::all_of(row.writes, [&](const CombinationWrite& write) {
    return std::ranges::all_of(combination.sources_of(write), [&](const CombinationSource& source) {
      return combination.rows[source.row].array != row.array;
    });
  });
}

void name_the_rest(const Plan& plan, const ProvenanceGraph& graph, Combination& combination,
                   const auto& count) {
  std::map<std::uint32_t, unsigned> steps;
  const auto alone = [&](std::size_t i) {
    return count.at({combination.rows[i].launch, combination.rows[i].array}) == 1;
  };
  for (std::size_t i = 0; i < combination.rows.size(); ++i) {
    CombinationRow& row = combination.rows[i];
    const CombinationArray& array = combination.arrays[row.array];
    if (row.initial) {
      row.label = array.initial.empty() ? "not written" : "input";
      continue;
    }
    const std::string variable = row.applies ? std::string() : std::exchange(row.label, {});
    const unsigned step = steps[row.array] + 1;
    if (array.object.is_local && step == 1 && from_elsewhere(combination, row)) {
      row.label = "loaded";
      row.loaded = true;
    }
    // If a launch writes only one row of a buffer, the row is named after the launch.
    const std::string launch = short_label(plan.launches[row.launch]);
    if (!array.object.is_local && alone(i) && !launch.empty()) row.label = launch;
    if (row.label.empty()) row.label = row.applies ? fmt::format("step {}", step) : moved_label(row, graph);
    // The variable of the loop that computes several rows distinguishes them.
    if (row.label == kComputed && !variable.empty()) row.label = variable;
    if (row.applies && !row.loaded) ++steps[row.array];
  }
}

}  // namespace

void RowLabels::note(const RowKey& key, const std::string& name, std::optional<std::int64_t> value) {
  auto found = std::find_if(variables_.begin(), variables_.end(),
                            [&](const auto& variable) { return variable.first == name; });
  if (found == variables_.end()) found = variables_.insert(found, {name, {}});
  const auto [entry, fresh] = found->second.try_emplace(key, value);
  if (!fresh && entry->second != value) entry->second.reset();
}

void RowLabels::observe(const RowKey& key, const Program& program, const Kernel& kernel, std::uint32_t pc,
                        const MachineState& state, const Warp& warp, std::uint64_t lanes) {
  if (++observed_[key] > kObservations) return;
  // A variable of an inner scope hides an outer variable of the same name, because it follows the outer
  // variable in the list.
  std::map<std::string, std::optional<std::int64_t>> seen;
  std::vector<std::string> order;
  const auto see = [&](const std::string& name, Register reg, ElementType type) {
    if (seen.find(name) == seen.end()) order.push_back(name);
    seen[name] = uniform_value(state, warp, reg, type, lanes);
  };
  for (const Parameter& parameter : kernel.parameters) {
    if (parameter.kind == Parameter::Kind::value &&
        is_plain_integer(parameter.type_name, parameter.type, parameter.count))
      see(parameter.name, parameter.first, parameter.type);
  }
  for (const Variable& variable : program.variables) {
    if (variable.in_register && pc >= variable.begin && pc < variable.end &&
        is_plain_integer(variable.type_name, variable.type, variable.count))
      see(variable.name, variable.first, variable.type);
  }
  for (const std::string& name : order) note(key, name, seen[name]);
}

std::vector<std::string> RowLabels::choose(std::span<const RowKey> keys) const {
  std::vector<std::string> labels(keys.size());
  // A single row needs no label, and every variable would distinguish it.
  if (keys.size() < 2) return labels;
  std::size_t best = 0;
  for (const auto& [name, values] : variables_) {
    const auto found = values_of(values, keys);
    const std::size_t here = merit(found);
    if (here <= best) continue;
    best = here;
    for (std::size_t i = 0; i < keys.size(); ++i)
      labels[i] = found[i] ? fmt::format("{} = {}", name, *found[i]) : std::string();
  }
  return labels;
}

void name_rows(const Plan& plan, const ProvenanceGraph& graph, const RowLabels& labels,
               const std::vector<RowLabels::RowKey>& keys, Combination& combination) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> count;
  for (const CombinationRow& row : combination.rows)
    if (!row.initial) ++count[{row.launch, row.array}];
  std::map<std::string, std::vector<std::size_t>> families;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (!combination.rows[i].initial) families[family_of(plan, combination, i, count)].push_back(i);
  for (const auto& [family, members] : families) {
    std::vector<RowLabels::RowKey> of_members;
    for (const std::size_t i : members) of_members.push_back(keys[i]);
    const std::vector<std::string> chosen = labels.choose(of_members);
    for (std::size_t m = 0; m < members.size(); ++m) combination.rows[members[m]].label = chosen[m];
  }
  name_the_rest(plan, graph, combination, count);
}

}  // namespace lockstep::sim
