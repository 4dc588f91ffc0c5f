// Determines the cells that a step changed from the stores of the step.
#include "cli/cells.hpp"

#include <fmt/format.h>

#include <bit>
#include <map>

#include "cli/commands/trace/text.hpp"
#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "sim/bytecode/memory_objects.hpp"
#include "sim/figure_rows/combination_tree.hpp"
#include "sim/memory_rules/access.hpp"

namespace lockstep::cli {

namespace {

constexpr std::size_t kLineWidth = 92;
constexpr std::size_t kLongestRow = 64;
constexpr std::size_t kMaxLines = 40;

using sim::NamedMemory;

struct CellChange {
  std::string value;
  std::string label;  // inputs contained in the value; empty if there is only the input of the same element
};

// Changes by the number of the memory in the launch and by the index of the element.
using Changes = std::map<std::pair<std::size_t, std::uint64_t>, CellChange>;

std::string coverage(const sim::Trace& trace, const sim::TraceState& state, const NamedMemory& memory,
                     std::uint64_t index) {
  const sim::ProvenanceId id = sim::provenance_of(state, memory, index);
  return trace.provenance().is_one_input(id) ? "" : trace.provenance().label(id);
}

std::span<const std::byte> bytes_of(const sim::TraceState& state, const NamedMemory& memory) {
  const std::span<const std::byte> all = memory.space == sim::Space::local
                                             ? std::span(state.machine.group.local_memory)
                                             : std::span(state.machine.buffers[memory.object - 1]);
  return all.subspan(memory.offset_bytes, memory.bytes);
}

void add_stores(const sim::Trace& trace, std::uint64_t position, const std::vector<NamedMemory>& memories,
                Changes& changes) {
  const auto after = trace.seek(position + 1);
  for (const sim::AccessDetail& detail : trace.accesses(position)) {
    if (detail.kind == sim::AccessKind::load) continue;
    sim::for_each_lane(detail.lanes & ~detail.denied, [&](unsigned lane) {
      const auto first = sim::find_element(memories, detail.addresses[lane]);
      if (!first) return;
      const std::uint64_t count = std::max<std::uint64_t>(1, detail.bytes / size_bytes(first->memory->type));
      for (std::uint64_t index = first->index;
           index < std::min(first->index + count, first->memory->elements()); ++index) {
        const auto number = static_cast<std::size_t>(first->memory - memories.data());
        changes[{number, index}] = {
            element_text(bytes_of(*after, *first->memory), first->memory->type, index),
            coverage(trace, *after, *first->memory, index)};
      }
    });
  }
}

void append(std::vector<std::string>& lines, const std::string& piece, std::string_view separator) {
  if (lines.empty() || width_of(lines.back()) + width_of(piece) + separator.size() > kLineWidth) {
    lines.push_back(piece);
  } else {
    lines.back() += std::string(separator) + piece;
  }
}

}  // namespace

std::vector<std::string> changed_cells(const sim::Trace& trace, std::uint64_t from, std::uint64_t to) {
  std::vector<std::string> lines;
  if (from >= trace.size()) return lines;
  const std::vector<NamedMemory> memories =
      sim::named_memories(trace.plan(), trace.at(from).moment.launch, trace.program_at(from));
  Changes changes;
  for (std::uint64_t position = from; position < to; ++position)
    if (trace.at(position).flags & sim::TraceRecord::store) add_stores(trace, position, memories, changes);

  for (auto change = changes.begin(); change != changes.end();) {
    const auto& [memory, first] = change->first;
    const std::string& name = memories[memory].name;
    auto end = std::next(change);
    std::uint64_t last = first;
    std::string values = change->second.value;
    // Adjacent cells without labels are combined in one line.
    while (change->second.label.empty() && end != changes.end() && end->second.label.empty() &&
           end->first == std::pair(memory, last + 1) && values.size() < kLongestRow) {
      values += " " + end->second.value;
      ++last;
      ++end;
    }
    const std::string place =
        first == last ? fmt::format("{}[{}]", name, first) : fmt::format("{}[{}..{}]", name, first, last);
    const std::string label = change->second.label.empty() ? "" : fmt::format(" ({})", change->second.label);
    append(lines, fmt::format("{} = {}{}", place, values, label), "   ");
    change = end;
  }
  if (lines.size() > kMaxLines) {
    lines.resize(kMaxLines);
    lines.push_back("…");
  }
  return lines;
}

}  // namespace lockstep::cli
