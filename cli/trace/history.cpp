#include "cli/trace/history.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/cells.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "sim/dataflow/combination_tree.hpp"
#include "sim/dataflow/stale_reads.hpp"
#include "sim/explain/trace_words.hpp"
#include "sim/trace/cell_history.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view verb(sim::AccessKind kind) {
  switch (kind) {
    case sim::AccessKind::load:
      return "reads";
    case sim::AccessKind::store:
      return "writes";
    case sim::AccessKind::atomic:
      break;
  }
  return "reads and writes";
}

// What was read, or what is there after a write.
std::string value_at(const sim::Trace& trace, const sim::NamedMemory& memory, std::uint64_t index,
                     const sim::CellAccess& access) {
  const auto state = trace.seek(access.kind == sim::AccessKind::load ? access.position : access.position + 1);
  const std::span<const std::byte> all = memory.space == sim::Space::local
                                             ? std::span(state->machine.group.local_memory)
                                             : std::span(state->machine.buffers[memory.object - 1]);
  if (memory.offset_bytes + memory.bytes > all.size()) return "";  // the work-group has ended
  return element_text(all.subspan(memory.offset_bytes, memory.bytes), memory.type, index);
}

std::string history_json(const sim::Trace& trace, const sim::NamedCell& cell,
                         const std::vector<sim::CellAccess>& history) {
  Json list = Json::array();
  for (const sim::CellAccess& access : history) {
    const sim::Moment& moment = trace.at(access.position).moment;
    list.push_back({{"moment", access.position},
                    {"kind", verb(access.kind)},
                    {"launch", moment.launch},
                    {"work_group", moment.group},
                    {"work_item", sim::work_item_at(trace, access.position, access.lane)},
                    {"line", trace.range_at(access.position).line},
                    {"value", value_at(trace, cell.memory, cell.index, access)}});
  }
  return json_text(list) + "\n";
}

}  // namespace

Result<std::string> history_text(const sim::Trace& trace, std::uint64_t position, const std::string& cell,
                                 bool json) {
  const Result<sim::NamedCell> found = sim::find_cell(trace, position, cell);
  if (!found) return tl::unexpected(found.error());
  const auto history = sim::cell_history(trace, found->memory, found->index, position);
  if (json) return history_json(trace, *found, history);
  if (history.empty()) return fmt::format("\nNobody reads or writes {}.\n", cell);
  using enum Table::Align;
  Table table({right, right, right, right, left, right, left});
  table.add({"moment", "launch", "work-group", "work-item", "", "line", cell});
  sim::TraceWords words(trace);
  for (const sim::CellAccess& access : history) {
    const sim::Moment& moment = trace.at(access.position).moment;
    table.add({std::to_string(access.position), std::to_string(moment.launch), std::to_string(moment.group),
               std::to_string(sim::work_item_at(trace, access.position, access.lane)),
               std::string(verb(access.kind)), std::to_string(trace.range_at(access.position).line),
               value_at(trace, found->memory, found->index, access)},
              words.source_line(access.position));
  }
  return "\n" + table.text();
}

}  // namespace lockstep::cli
