#include "cli/commands/trace/history.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/table.hpp"
#include "sim/explain/narration/trace_words.hpp"
#include "sim/figure_rows/cell_rows.hpp"
#include "sim/figure_rows/combination_tree.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string history_json(const std::vector<sim::CellRow>& rows) {
  Json list = Json::array();
  for (const sim::CellRow& row : rows)
    list.push_back({{"moment", row.position},
                    {"kind", verb(row.kind)},
                    {"launch", row.launch + 1},
                    {"work_group", row.group},
                    {"work_item", row.work_item},
                    {"line", row.line},
                    {"value", row.value}});
  return json_text(list) + "\n";
}

}  // namespace

Result<std::string> history_text(const sim::Trace& trace, std::uint64_t position, const std::string& cell,
                                 bool json) {
  const Result<sim::NamedCell> found = sim::find_cell(trace, position, cell);
  if (!found) return tl::unexpected(found.error());
  const auto rows = sim::cell_rows(trace, found->memory, found->index, position).rows;
  if (json) return history_json(rows);
  if (rows.empty()) return fmt::format("\nNo access reads or writes {}.\n", cell);
  using enum Table::Align;
  Table table({right, right, right, right, left, right, left});
  table.add({"moment", "launch", "work-group", "work-item", "", "line", cell});
  sim::TraceWords words(trace);
  for (const sim::CellRow& row : rows)
    table.add(
        {std::to_string(row.position), std::to_string(row.launch + 1), std::to_string(row.group),
         std::to_string(row.work_item), std::string(verb(row.kind)), std::to_string(row.line), row.value},
        words.source_line(row.position));
  return "\n" + table.text();
}

}  // namespace lockstep::cli
