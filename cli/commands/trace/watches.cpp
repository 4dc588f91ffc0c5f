#include "cli/commands/trace/watches.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "sim/explain/narration/trace_words.hpp"
#include "sim/figure_rows/watch_table.hpp"
#include "sim/trace/breakpoints.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::ordered_json;
using enum Table::Align;

// Formats a value. The value of a masked-off lane is in parentheses.
std::string cell_text(const sim::WatchCell& cell, const sim::WatchColumn& column) {
  if (cell.is_error) return "!";
  if (cell.text.empty()) return column.state == sim::WatchColumn::State::finished ? "x" : "-";
  std::string text = column.state == sim::WatchColumn::State::masked ? "(" + cell.text + ")" : cell.text;
  return cell.changed ? text + "*" : text;
}

// Returns a line for each problem of an expression: "! s[t + 8]: out of bounds in 8 work-items of this warp".
std::string problems_text(const sim::WatchRow& row, const sim::WatchTable& table) {
  std::map<std::string, std::vector<std::uint64_t>> lanes;
  for (std::size_t i = 0; i < row.cells.size(); ++i)
    if (row.cells[i].is_error) lanes[row.cells[i].problem].push_back(table.columns[i].local_id);
  std::string text;
  if (!row.problem.empty()) text += fmt::format("  {}: {}\n", row.expression, row.problem);
  for (const auto& [problem, items] : lanes)
    text += fmt::format("  ! {}: {} in {} of this warp\n", row.expression, problem,
                        plural(items.size(), "work-item"));
  return text;
}

std::string part_text(const sim::WatchTable& table) {
  std::vector<Table::Align> align(table.columns.size() + 1, right);
  align.front() = left;
  Table text(std::move(align));
  std::vector<std::string> heading{"  work-item"};
  for (const sim::WatchColumn& column : table.columns) heading.push_back(std::to_string(column.local_id));
  text.add(std::move(heading));
  std::string problems;
  for (const sim::WatchRow& row : table.rows) {
    std::vector<std::string> cells{"  " + row.expression};
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      cells.push_back(cell_text(row.cells[i], table.columns[i]));
    if (row.problem.empty()) text.add(std::move(cells));
    problems += problems_text(row, table);
  }
  return text.text() + problems;
}

Json part_json(const sim::WatchTable& table) {
  Json rows = Json::array();
  for (const sim::WatchRow& row : table.rows) {
    Json lanes = Json::array();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const sim::WatchCell& cell = row.cells[i];
      const sim::WatchColumn& column = table.columns[i];
      Json lane{{"warp", column.warp},
                {"lane", column.lane},
                {"work_item", column.work_item},
                {"state", name(column.state)},
                {"value", cell.text.empty() ? Json() : Json(cell.text)},
                {"changed", cell.changed}};
      if (!cell.problem.empty()) lane["problem"] = cell.problem;
      lanes.push_back(std::move(lane));
    }
    Json entry{{"expression", row.expression}, {"type", row.type_name}};
    if (!row.problem.empty()) entry["problem"] = row.problem;
    entry["lanes"] = std::move(lanes);
    rows.push_back(std::move(entry));
  }
  return rows;
}

Json moment_json(const sim::Trace& trace, std::uint64_t position) {
  Json json{{"moment", position}};
  if (position >= trace.size()) return json;
  const sim::Moment& moment = trace.at(position).moment;
  json["launch"] = moment.launch;
  json["work_group"] = moment.group;
  json["warp"] = moment.warp;
  json["line"] = trace.range_at(position).line;
  return json;
}

std::string moment_text(const sim::Trace& trace, std::uint64_t position) {
  if (position >= trace.size()) return fmt::format("\nmoment {}, the end of the run\n", position);
  const sim::Moment& moment = trace.at(position).moment;
  return fmt::format("\nmoment {}, launch {}, work-group {}, warp {} is at line {}\n", position,
                     moment.launch + 1, moment.group, moment.warp, trace.range_at(position).line);
}

bool has_change(const sim::WatchTable& table) {
  for (const sim::WatchRow& row : table.rows)
    for (const sim::WatchCell& cell : row.cells)
      if (cell.changed) return true;
  return false;
}

Result<std::pair<std::uint32_t, std::string>> parse_breakpoint(const std::string& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + colon, line);
  if (error != std::errc() || end != text.data() + colon || line == 0)
    return usage_error(fmt::format("--break {}: enter LINE or LINE:CONDITION, as in 14:t == 3", text));
  return std::pair(line, colon == text.size() ? "" : text.substr(colon + 1));
}

Json lanes_json(std::uint64_t lanes) {
  Json list = Json::array();
  sim::for_each_lane(lanes, [&](unsigned lane) { list.push_back(lane); });
  return list;
}

// Returns a list of lanes: "0 to 7, 12".
std::string lanes_text(std::uint64_t lanes) {
  std::string text;
  for (unsigned first = 0; first < sim::kMaxLanes; ++first) {
    unsigned end = first;
    while (end < sim::kMaxLanes && (lanes >> end & 1) != 0) ++end;
    if (end == first) continue;
    text += text.empty() ? "" : ", ";
    text += end - first == 1 ? std::to_string(first) : fmt::format("{} to {}", first, end - 1);
    first = end;
  }
  return text;
}

}  // namespace

std::string watches_text(const sim::Trace& trace, std::uint64_t position,
                         const std::vector<std::string>& expressions, bool json) {
  sim::WatchTables tables(trace);
  const std::uint64_t before = trace.previous(position, sim::Trace::Step::instruction);
  Json all = moment_json(trace, position);
  Json rows = Json::array();
  std::string text = moment_text(trace, position);
  std::size_t parts = 1;
  for (std::size_t part = 0; part < parts; ++part) {
    const sim::WatchTable table = tables.at(position, before, expressions, part);
    parts = table.parts;
    if (json) rows.push_back({{"watches", part_json(table)}});
    text += (part == 0 ? "" : "\n") + part_text(table);
  }
  all["warps"] = std::move(rows);
  return json ? json_text(all) + "\n"
              : text +
                    "\n(value) of a work-item that is masked off  x finished  * changed by the last "
                    "instruction\n";
}

std::string watch_steps_text(const sim::Trace& trace, sim::Trace::Step step,
                             const std::vector<std::string>& expressions, bool json) {
  sim::WatchTables tables(trace);
  Json list = Json::array();
  std::string text;
  for (std::uint64_t before = 0, position = 0; position < trace.size();
       before = position, position = trace.next(position, step)) {
    const sim::WatchTable table = tables.at(position, before, expressions, tables.running_part(position));
    if (position != 0 && !has_change(table)) continue;
    if (json) {
      Json entry = moment_json(trace, position);
      entry["watches"] = part_json(table);
      list.push_back(std::move(entry));
    } else {
      text += moment_text(trace, position) + part_text(table);
    }
  }
  return json ? json_text(list) + "\n" : text;
}

Result<std::string> breaks_text(const sim::Trace& trace, const std::vector<std::string>& breakpoints,
                                bool json) {
  sim::BreakpointLines lines;
  for (const std::string& text : breakpoints) {
    const auto parsed = parse_breakpoint(text);
    if (!parsed) return tl::unexpected(parsed.error());
    lines[parsed->first] = parsed->second;
  }
  sim::Breakpoints stops(trace, lines);
  for (const auto& [line, condition] : lines)
    if (const std::string problem = stops.problem(line); !problem.empty())
      return usage_error(
          fmt::format("--break {}{}{}: {}", line, condition.empty() ? "" : ":", condition, problem));
  Json list = Json::array();
  Table table({right, right, right, right, right, left, left});
  table.add({"moment", "launch", "work-group", "warp", "line", "lanes", "source"});
  sim::TraceWords words(trace);
  for (const std::uint64_t position : stops.all()) {
    Json entry = moment_json(trace, position);
    const std::uint64_t lanes = stops.lanes_at(position);
    entry["lanes"] = lanes_json(lanes);
    list.push_back(std::move(entry));
    const sim::Moment& moment = trace.at(position).moment;
    table.add({std::to_string(position), std::to_string(moment.launch + 1), std::to_string(moment.group),
               std::to_string(moment.warp), std::to_string(trace.range_at(position).line), lanes_text(lanes),
               words.source_line(position)});
  }
  if (json) return json_text(list) + "\n";
  return list.empty() ? std::string("\nNo breakpoint is reached in this run.\n") : "\n" + table.text();
}

}  // namespace lockstep::cli
