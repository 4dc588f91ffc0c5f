#include "gui/figures/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace lockstep::gui {
namespace {

using Kind = sim::ProvenanceNode::Kind;

constexpr std::size_t kNamedRuns = 3;

void append(CoveredRuns& runs, const CoveredRun& run) {
  if (!runs.empty() && runs.back().last + 1 == run.first && runs.back().times == run.times) {
    runs.back().last = run.last;
  } else {
    runs.push_back(run);
  }
}

// What of `runs`, from number `at` on, begins at `from`: the run's part from there, or the gap before it.
struct Piece {
  std::uint64_t last = UINT64_MAX, times = 0;
};
Piece piece_at(const CoveredRuns& runs, std::size_t at, std::uint64_t from) {
  if (at == runs.size()) return {};
  if (runs[at].first > from) return {runs[at].first - 1, 0};
  return {runs[at].last, runs[at].times};
}

std::string name_run(const CoveredRun& run, std::string_view before) {
  const std::string times = run.times > 1 ? fmt::format("{}·", run.times) : std::string();
  if (run.first == run.last) return fmt::format("{}{}{}", times, before, run.first);
  return fmt::format("{}{}{}..{}", times, before, run.first, run.last);
}

// Single inputs at one distance: "x0,4..60".
std::string name_progression(const CoveredRuns& runs, std::string_view before) {
  if (runs.size() <= kNamedRuns) return {};
  const std::uint64_t distance = runs[1].first - runs[0].first;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].first != runs[i].last || runs[i].times != 1) return {};
    if (i > 0 && runs[i].first - runs[i - 1].first != distance) return {};
  }
  return fmt::format("{}{},{}..{}", before, runs[0].first, runs[1].first, runs.back().first);
}

std::string count_inputs(const CoveredRuns& runs) {
  std::uint64_t inputs = 0;
  for (const CoveredRun& run : runs) inputs += run.last - run.first + 1;
  return fmt::format("{} of x", inputs);
}

std::string name_coverage(const CoveredRuns& runs, std::string_view before) {
  std::string text = name_progression(runs, before);
  if (!text.empty()) return text;
  for (std::size_t i = 0; i < std::min(runs.size(), kNamedRuns); ++i) {
    if (i > 0) text += ",";
    text += name_run(runs[i], before);
  }
  return runs.size() <= kNamedRuns ? text : count_inputs(runs);
}

}  // namespace

CoveredRuns combined(const CoveredRuns& left, const CoveredRuns& right) {
  CoveredRuns runs;
  std::size_t l = 0, r = 0;
  std::uint64_t from = 0;
  while (l < left.size() || r < right.size()) {
    const Piece a = piece_at(left, l, from), b = piece_at(right, r, from);
    const std::uint64_t last = std::min(a.last, b.last);
    if (a.times + b.times > 0) append(runs, {from, last, std::min(a.times + b.times, sim::kManyTimes)});
    if (l < left.size() && left[l].last == last) ++l;
    if (r < right.size() && right[r].last == last) ++r;
    from = last + 1;
  }
  return runs;
}

const Covered& CoverageLabels::covered(const sim::ProvenanceGraph& graph, sim::ProvenanceId id) {
  // By hand, because a value may be made in thousands of steps.
  std::vector<sim::ProvenanceId> open{id};
  while (!open.empty()) {
    const sim::ProvenanceId at = open.back();
    if (covered_.contains(at)) {
      open.pop_back();
      continue;
    }
    const sim::ProvenanceNode& node = graph.node(at);
    if (node.kind != Kind::combined) {
      covered_[at] = {node.kind == Kind::input ? CoveredRuns{{node.index, node.index, 1}} : CoveredRuns{},
                      {}};
      continue;
    }
    const auto left = covered_.find(node.left), right = covered_.find(node.right);
    if (left == covered_.end()) open.push_back(node.left);
    if (right == covered_.end()) open.push_back(node.right);
    if (left == covered_.end() || right == covered_.end()) continue;
    Covered both{combined(left->second.runs, right->second.runs), symbol_of(node)};
    for (const Covered* part : {&left->second, &right->second})
      if (!part->symbol.empty() && part->symbol != both.symbol) both.symbol = "⊕";
    covered_[at] = std::move(both);
  }
  return covered_[id];
}

const std::vector<std::string>& CoverageLabels::labels(const sim::ProvenanceGraph& graph,
                                                       sim::ProvenanceId id) {
  const auto [found, fresh] = labels_.try_emplace(id);
  if (!fresh || id == 0) return found->second;
  const Covered& value = covered(graph, id);
  const std::string plain = name_coverage(value.runs, "x"), bare = name_coverage(value.runs, "");
  const bool is_input = value.symbol.empty();
  const std::string full = is_input ? plain : fmt::format("{} {}", value.symbol, plain);
  const std::string shorter = is_input ? plain : bare, count = count_inputs(value.runs);
  found->second = {full, plain, shorter, count.size() < shorter.size() ? count : shorter};
  return found->second;
}

}  // namespace lockstep::gui
