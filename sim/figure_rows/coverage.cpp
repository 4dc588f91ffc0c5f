#include "sim/figure_rows/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/base/text/text.hpp"

namespace lockstep::sim {
namespace {

constexpr std::size_t kNamedRuns = 3;

// Returns the text of a run of inputs. `named`: whether to include the letter of the buffer.
std::string name_run(const InputRun& run, bool named) {
  const std::string times = run.times > 1 ? fmt::format("{}·", run.times) : std::string();
  const std::string letter(named ? 1 : 0, run.letter);
  if (run.first == run.last) return fmt::format("{}{}{}", times, letter, run.first);
  return fmt::format("{}{}{}..{}", times, letter, run.first, run.last);
}

// Returns the text of single inputs at a constant distance, such as "x0,4…60".
std::string name_progression(const InputRuns& runs, bool named) {
  if (runs.size() <= kNamedRuns) return {};
  const std::uint64_t distance = runs[1].first - runs[0].first;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].first != runs[i].last || runs[i].times != 1 || runs[i].letter != runs[0].letter) return {};
    if (i > 0 && runs[i].first - runs[i - 1].first != distance) return {};
  }
  return fmt::format("{},{}…{}", name_run(runs[0], named), runs[1].first, runs.back().first);
}

std::string count_inputs(const InputRuns& runs) {
  std::uint64_t inputs = 0;
  for (const InputRun& run : runs) inputs += run.last - run.first + 1;
  return fmt::format("{} of {}", inputs, runs.empty() ? 'x' : runs[0].letter);
}

std::string name_coverage(const InputRuns& runs, bool named) {
  std::string text = name_progression(runs, named);
  if (!text.empty()) return text;
  for (std::size_t i = 0; i < std::min(runs.size(), kNamedRuns); ++i) {
    if (i > 0) text += ",";
    text += name_run(runs[i], named);
  }
  return runs.size() <= kNamedRuns ? text : count_inputs(runs);
}

// Returns the runs of the first buffer. Inputs from other buffers are named only if there is enough space.
InputRuns first_buffer(InputRuns runs) {
  std::erase_if(runs, [letter = runs.front().letter](const InputRun& run) { return run.letter != letter; });
  return runs;
}

// Returns the label forms for inputs that are out of order: the first inputs, in the order of combination.
std::vector<std::string> in_order(const ProvenanceGraph& graph, ProvenanceId id) {
  const std::vector<std::uint64_t> inputs = graph.inputs(id, 3);
  const std::string first = fmt::format("x{},x{}", inputs[0], inputs[1]) + (inputs.size() > 2 ? "…" : "");
  return {graph.label(id), fmt::format("{} {}", graph.symbol(id), first), first,
          fmt::format("x{}…", inputs[0])};
}

}  // namespace

const std::vector<std::string>& CoverageLabels::labels(const ProvenanceGraph& graph, ProvenanceId id) {
  const auto [found, fresh] = labels_.try_emplace(id);
  if (!fresh || !graph.has_input(id)) return found->second;
  if (graph.is_disordered(id)) return found->second = in_order(graph, id);
  const InputRuns runs = graph.runs(id);
  const std::string_view symbol = graph.symbol(id);
  const InputRuns first = first_buffer(runs);
  const bool needs_letter = first.size() < runs.size() || first.front().letter != 'x';
  const std::string plain = name_coverage(runs, true), bare = name_coverage(first, needs_letter);
  const bool is_input = graph.is_one_input(id);
  const std::string full = is_input ? plain : fmt::format("{} {}", symbol, plain);
  const std::string shorter = is_input ? plain : bare, count = count_inputs(first);
  found->second = {full, plain, shorter, width_of(count) < width_of(shorter) ? count : shorter};
  return found->second;
}

}  // namespace lockstep::sim
