// Prints the state at one moment: active lanes, variables and memories.
#include <fmt/format.h>

#include "cli/cells.hpp"
#include "cli/commands/trace/text.hpp"
#include "cli/counters_text.hpp"
#include "core/base/text/table.hpp"
#include "sim/bytecode/memory_objects.hpp"
#include "sim/explain/narration/narration.hpp"

namespace lockstep::cli {

namespace {

constexpr std::uint64_t kMaxElements = 256;

char lane_sign(const sim::Warp& warp, unsigned lane) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  if ((warp.existing & bit) == 0) return ' ';
  if (warp.finished & bit) return 'x';
  if (warp.status == sim::Warp::Status::finished) return 'x';
  if ((warp.active & bit) == 0) return '.';
  return warp.status == sim::Warp::Status::at_barrier ? '|' : '#';
}

std::string lanes_text(const sim::TraceState& state, const sim::Program& program) {
  using enum Table::Align;
  Table table({left, left, left});
  for (std::size_t index = 0; index < state.machine.group.warps.size(); ++index) {
    const sim::Warp& warp = state.machine.group.warps[index];
    std::string lanes;
    for (unsigned lane = 0; lane < state.machine.warp_width; ++lane) lanes += lane_sign(warp, lane);
    const bool finished = warp.status == sim::Warp::Status::finished;
    table.add({fmt::format("  warp {}", index), lanes,
               finished ? "" : fmt::format("line {}", program.ranges[program.code[warp.pc].range].line)});
  }
  return table.text();
}

// Returns a table of the scalar variables that are in scope in the warp that executes next, with a row for
// each variable and a column for each lane.
std::string variables_text(const sim::TraceState& state, const sim::Program& program) {
  const sim::Warp& warp = state.machine.group.warps[state.machine.current_warp];
  Table table(std::vector<Table::Align>(state.machine.warp_width + 1, Table::Align::right));
  bool any = false;
  for (const sim::Variable& variable : program.variables) {
    const bool shown =
        variable.in_register && variable.count == 1 && variable.begin <= warp.pc && warp.pc < variable.end;
    if (!shown || variable.type_name.find('*') != std::string::npos) continue;
    std::vector<std::string> row{"  " + variable.name};
    for (unsigned lane = 0; lane < state.machine.warp_width; ++lane) {
      const bool exists = (warp.existing >> lane & 1) != 0;
      const std::uint64_t bits = state.machine.register_bits(warp, variable.first, variable.type, lane);
      row.push_back(exists ? element_text(std::as_bytes(std::span(&bits, 1)), variable.type, 0) : "");
    }
    table.add(std::move(row));
    any = true;
  }
  return any ? fmt::format("\nvariables of warp {}, by lane\n{}", state.machine.current_warp, table.text())
             : "";
}

std::string memory_text(const sim::TraceState& state, const sim::NamedMemory& memory) {
  const std::span<const std::byte> all = memory.space == sim::Space::local
                                             ? std::span(state.machine.group.local_memory)
                                             : std::span(state.machine.buffers[memory.object - 1]);
  const std::uint64_t shown = std::min(memory.elements(), kMaxElements);
  const auto bytes = all.subspan(memory.offset_bytes, shown * size_bytes(memory.type));
  std::string text =
      fmt::format("\n{} ({} × {}{})\n{}", memory.name, memory.elements(), opencl_name(memory.type),
                  memory.space == sim::Space::local ? ", local" : "", elements_text(bytes, memory.type));
  if (shown < memory.elements()) text += fmt::format("  … {} more\n", memory.elements() - shown);
  return text;
}

}  // namespace

std::string state_text(const sim::Trace& trace, std::uint64_t position) {
  const auto state = trace.seek(position);
  std::string text =
      fmt::format("\nmoment {} of {}\n{}\n", position, trace.size(), sim::narrate(trace, position));
  if (trace.size() == 0) return text;
  const std::uint64_t here = std::min(position, trace.size() - 1);
  const sim::Moment& moment = trace.at(here).moment;
  const sim::Program& program = trace.program_at(here);
  if (position < trace.size()) {
    text += fmt::format("\nlaunch {} of {}, work-group {}   # active  . masked off  | waits  x finished\n",
                        moment.launch + 1, trace.plan().launches.size(), moment.group);
    text += lanes_text(*state, program) + variables_text(*state, program);
  }
  for (const sim::NamedMemory& memory : sim::named_memories(trace.plan(), moment.launch, program)) {
    if (memory.space == sim::Space::local && position == trace.size()) continue;
    text += memory_text(*state, memory);
  }
  return text +
         fmt::format("\n{}", counters_table({{"so far", state->counters}}, false, trace.schedule().lanes));
}

}  // namespace lockstep::cli
