// Makes the labels that name a value by its inputs, such as "Σ x4..x7".
#include <fmt/compile.h>

#include <algorithm>
#include <span>

#include "sim/observers/provenance/provenance.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kNamedInLabel = 4;

// Returns the first runs of the inputs, at most `most` runs.
InputRuns runs_of(const InputCover& cover, char letter, std::size_t most) {
  const bool neighbours = cover.inner.step == 1;
  const std::uint64_t in_row = neighbours ? 1 : cover.inner.count;
  const std::uint64_t length = neighbours ? cover.inner.count : 1;
  InputRuns runs;
  for (std::uint64_t i = 0; i < in_row * cover.outer.count && runs.size() < most; ++i) {
    const std::uint64_t first = cover.first + i / in_row * cover.outer.step + i % in_row * cover.inner.step;
    runs.push_back({first, first + length - 1, 1, letter});
  }
  return runs;
}

std::uint64_t label_inputs(const InputRuns& runs) {
  std::uint64_t inputs = 0;
  for (const InputRun& run : runs) inputs += run.last - run.first + 1;
  return inputs;
}

std::string name_run(const InputRun& run) {
  const std::string inputs =
      run.first == run.last ? fmt::format(FMT_COMPILE("{}{}"), run.letter, run.first)
                            : fmt::format(FMT_COMPILE("{0}{1}..{0}{2}"), run.letter, run.first, run.last);
  if (run.times == 1) return inputs;
  return run.first == run.last ? fmt::format(FMT_COMPILE("{}·{}"), run.times, inputs)
                               : fmt::format(FMT_COMPILE("{}·({})"), run.times, inputs);
}

// "x0..x3,x8", "x0,2·x3,x5"
std::string name_runs(const InputRuns& runs, std::uint64_t inputs) {
  std::string text;
  for (const InputRun& run : std::span(runs).first(std::min(runs.size(), kNamedInLabel)))
    text += (text.empty() ? "" : ",") + name_run(run);
  if (runs.size() > kNamedInLabel) text += fmt::format(FMT_COMPILE("… ({} inputs)"), inputs);
  return text;
}

// "x0,x8,…,x56": single inputs at equal distances, too many to list.
std::string name_progression(char letter, std::uint64_t first, std::uint64_t step, std::uint64_t count) {
  return fmt::format(FMT_COMPILE("{0}{1},{0}{2},…,{0}{3}"), letter, first, first + step,
                     first + (count - 1) * step);
}

std::string name_cover(const InputCover& cover, char letter) {
  const auto& [step, count] = cover.inner;
  if (cover.outer.count > 1 || (step > 1 && count <= kNamedInLabel))
    return name_runs(runs_of(cover, letter, kNamedInLabel + 1), cover.size());
  return step > 1 ? name_progression(letter, cover.first, step, count)
                  : name_run({cover.first, cover.first + count - 1, 1, letter});
}

// "x0,x4,x2,x6": in the order in which they were combined.
std::string name_sequence(const std::vector<std::uint64_t>& inputs) {
  InputRuns runs;
  for (const std::uint64_t input : inputs) {
    if (runs.empty() || runs.back().last + 1 != input)
      runs.push_back({input, input, 1, 'x'});
    else
      runs.back().last = input;
  }
  return name_runs(runs, inputs.size());
}

std::string name_all(const InputRuns& runs) {
  const std::uint64_t step = runs.size() > 1 ? runs[1].first - runs[0].first : 1;
  bool progression = step > 1 && runs.size() > kNamedInLabel;
  for (std::size_t i = 0; i < runs.size() && progression; ++i)
    progression = runs[i].times == 1 && runs[i].letter == runs[0].letter && runs[i].first == runs[i].last &&
                  runs[i].first == runs[0].first + i * step;
  return progression ? name_progression(runs[0].letter, runs[0].first, step, runs.size())
                     : name_runs(runs, label_inputs(runs));
}

}  // namespace

std::string ProvenanceGraph::label(ProvenanceId id) const {
  const ProvenanceNode root = node(id);
  if (root.kind == ProvenanceNode::Kind::none) return {};
  if (root.kind == ProvenanceNode::Kind::input)
    return fmt::format(FMT_COMPILE("{}{}"), letter(root.buffer), root.index);
  if (!root.has_input) return {};
  if (is_one_input(id)) return name_runs(runs(id), 1);
  if (is_disordered(id)) return fmt::format(FMT_COMPILE("{} {}"), symbol(id), name_sequence(inputs(id)));
  if (const InputCover known = cover(id); known.known())
    return fmt::format(FMT_COMPILE("{} {}"), symbol_of(root), name_cover(known, letter(known.buffer)));
  return fmt::format(FMT_COMPILE("{} {}"), symbol(id), name_all(runs(id)));
}

std::string ProvenanceGraph::name(ProvenanceId id) const {
  return id != 0 && !has_input(id) ? "an identity" : label(id);
}

InputRuns ProvenanceGraph::runs(ProvenanceId id) const {
  if (const InputCover known = cover(id); known.known())
    return runs_of(known, letter(known.buffer), SIZE_MAX);
  InputRuns runs;
  std::uint32_t last = 0;  // buffer
  for (const auto& [input, count] : counts(id)) {
    const auto& [buffer, index] = input;
    const bool continues =
        !runs.empty() && last == buffer && runs.back().times == count && runs.back().last + 1 == index;
    if (!continues) runs.push_back({index, index, count, letter(buffer)});
    runs.back().last = index;
    last = buffer;
  }
  return runs;
}

std::vector<ProvenanceGraph::Source> ProvenanceGraph::sources(ProvenanceId id) const {
  std::vector<Source> sources;
  const auto add = [&](const Source& next) {
    const bool continues =
        !sources.empty() && sources.back().buffer == next.buffer && sources.back().last + 1 == next.first;
    if (continues)
      sources.back().last = next.last;
    else
      sources.push_back(next);
  };
  if (const InputCover known = cover(id); known.known()) {
    InputRuns runs = runs_of(known, ' ', SIZE_MAX);
    std::ranges::sort(runs, {}, &InputRun::first);  // rows may interleave
    for (const InputRun& run : runs) add({known.buffer, run.first, run.last});
    return sources;
  }
  for (const auto& [input, count] : counts(id)) add({input.first, input.second, input.second});
  return sources;
}

}  // namespace lockstep::sim
