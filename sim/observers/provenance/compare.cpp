// Compares the inputs of a value with the expected inputs. The exact multiplicity of each input is computed
// in time linear in the number of nodes. Operands are older than their result, so in one pass from the newest
// node to the oldest, the multiplicity of each node is complete before it is passed to its operands.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "core/base/text/text.hpp"
#include "sim/observers/provenance/provenance.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kNamedRanges = 3;
constexpr std::size_t kShortestProgression = 5;

// Calls visit(id, multiplicity) for `root` and each node below it, starting with the newest.
template <class Visit>
void each_node(const ProvenanceGraph& graph, ProvenanceId root, Visit visit) {
  std::map<ProvenanceId, std::uint64_t, std::greater<>> open;
  if (root != 0) open[root] = 1;
  while (!open.empty()) {
    const auto [id, count] = *open.begin();
    open.erase(open.begin());
    visit(id, count);
    const ProvenanceNode node = graph.node(id);
    if (node.kind != ProvenanceNode::Kind::combined) continue;
    for (const ProvenanceId operand : {node.left, node.right}) {
      std::uint64_t& sum = open[operand];
      sum = std::min(sum + count, kManyTimes);
    }
  }
}

std::string times(std::uint64_t count) {
  if (count >= kManyTimes) return "very often";
  return count == 2 ? "twice" : fmt::format("{} times", count);
}

std::string said_of(const std::vector<std::uint64_t>& inputs, std::string_view one,
                    std::string_view several) {
  return fmt::format("{} {}", name_ranges(inputs), inputs.size() == 1 ? one : several);
}

// Returns the step from each number to the next, if it is the same for all numbers and there are enough of
// them; otherwise 0.
std::uint64_t only_step(const std::vector<std::uint64_t>& sorted) {
  if (sorted.size() < kShortestProgression) return 0;
  const std::uint64_t step = sorted[1] - sorted[0];
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (step < 2 || sorted[i] != sorted[i - 1] + step) return 0;
  return step;
}

std::string ordinal(std::uint64_t number) {
  constexpr std::string_view words[] = {"second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"};
  if (number < 2 + std::size(words)) return std::string(words[number - 2]);
  const bool is_teen = number / 10 % 10 == 1;
  const std::uint64_t last = is_teen ? 0 : number % 10;
  return fmt::format("{}{}", number, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

// Returns a text such as "every third element from x2 on is missing". If there is no constant step, the text
// lists the names.
std::string missing_words(const std::vector<std::uint64_t>& missing, std::uint64_t end) {
  const std::uint64_t step = only_step(missing);
  if (step == 0) return said_of(missing, "is missing", "are missing");
  const std::string until = missing.back() + step >= end ? "on" : fmt::format("to x{}", missing.back());
  return fmt::format("every {} element from x{} {} is missing", ordinal(step), missing.front(), until);
}

std::string progression(const std::vector<std::uint64_t>& sorted) {
  if (only_step(sorted) == 0) return {};
  return fmt::format("x{},x{},…,x{}", sorted[0], sorted[1], sorted.back());
}

}  // namespace

std::string name_ranges(const std::vector<std::uint64_t>& sorted) {
  std::string text = progression(sorted);
  if (!text.empty()) return text;
  std::size_t ranges = 0;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end, ++ranges) {
    if (ranges == kNamedRanges) return text + fmt::format(" and {} more", count_text(sorted.size() - begin));
    for (end = begin + 1; end < sorted.size() && sorted[end] == sorted[end - 1] + 1;) ++end;
    text += fmt::format("{}x{}", ranges == 0 ? "" : ", ", sorted[begin]);
    if (end - begin > 1) text += fmt::format("..x{}", sorted[end - 1]);
  }
  return text;
}

InputCounts ProvenanceGraph::counts(ProvenanceId id) const {
  InputCounts counts;
  each_node(*this, id, [&](ProvenanceId at, std::uint64_t count) {
    const ProvenanceNode input = node(at);
    if (input.kind != ProvenanceNode::Kind::input) return;
    std::uint64_t& sum = counts[{input.buffer, input.index}];
    sum = std::min(sum + count, kManyTimes);
  });
  return counts;
}

std::vector<ProvenanceId> ProvenanceGraph::combinations(ProvenanceId id) const {
  std::vector<ProvenanceId> found;
  each_node(*this, id, [&](ProvenanceId at, std::uint64_t) {
    if (is_combined(at)) found.push_back(at);
  });
  return found;
}

std::string ProvenanceGraph::compare(ProvenanceId id, std::uint64_t begin, std::uint64_t end,
                                     std::uint32_t buffer) const {
  std::vector<std::uint64_t> present, missing, foreign;
  std::map<std::uint64_t, std::vector<std::uint64_t>> repeated;  // by multiplicity
  std::uint64_t next = begin;
  for (const auto& [input, count] : counts(id)) {
    const auto& [of, index] = input;
    if (of != buffer || index < begin || index >= end) {
      foreign.push_back(index);
      continue;
    }
    for (; next < index; ++next) missing.push_back(next);
    next = index + 1;
    present.push_back(index);
    if (count > 1) repeated[count].push_back(index);
  }
  for (; next < end; ++next) missing.push_back(next);

  std::vector<std::string> parts;
  // The shorter list is easier to read.
  if (!present.empty() && present.size() < missing.size())
    parts.push_back(fmt::format("it contains only {} of x{}..x{}", name_ranges(present), begin, end - 1));
  else if (!missing.empty())
    parts.push_back(missing_words(missing, end));
  for (const auto& [count, inputs] : repeated)
    parts.push_back(said_of(inputs, "is counted ", "are counted ") + times(count));
  if (!foreign.empty()) parts.push_back(name_ranges(foreign) + " must not be included");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace lockstep::sim
