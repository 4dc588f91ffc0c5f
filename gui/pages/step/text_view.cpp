#include "gui/pages/step/text_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/element.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/pages/run_name.hpp"
#include "gui/pages/step/model/story.hpp"
#include "sim/bytecode/memory_objects.hpp"
#include "sim/figure_rows/combination_tree.hpp"
#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::gui {
namespace {

constexpr std::uint64_t kMaxCells = 1024;  // of a memory object
constexpr std::uint64_t kCellsInRow = 16;

constexpr std::string_view kBeforeBody = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; color-scheme: light dark; }
  table { border-collapse: collapse; margin: 16px 0; font-variant-numeric: tabular-nums; }
  caption { text-align: left; font-weight: 600; }
  th, td { border: 1px solid; padding: 2px 8px; text-align: right; white-space: nowrap; }
</style>
)";

// Writes an HTML table in OpenCL or CUDA terms, as the reader has selected.
class HtmlTable {
 public:
  HtmlTable(std::string_view caption, Words words)
      : words_(words), html_(fmt::format("<table>\n<caption>{}</caption>\n", text(caption))) {}

  void begin_row(std::string_view heading) {
    end_row();
    html_ += fmt::format("<tr><th scope=\"row\">{}</th>", text(heading));
    is_in_row_ = true;
  }
  void column_heading(std::string_view heading) {
    html_ += fmt::format("<th scope=\"col\">{}</th>", text(heading));
  }
  void cell(std::string_view content) { html_ += fmt::format("<td>{}</td>", text(content)); }
  std::string finish() {
    end_row();
    return html_ + "</table>\n";
  }

 private:
  std::string text(std::string_view content) const { return escape_xml(in_words(content, words_)); }
  void end_row() {
    if (std::exchange(is_in_row_, false)) html_ += "</tr>\n";
  }

  Words words_;
  std::string html_;
  bool is_in_row_ = false;
};

std::string paragraph(std::string_view text, Words words) {
  return text.empty() ? std::string() : fmt::format("<p>{}</p>\n", escape_xml(in_words(text, words)));
}

struct LaneRow {
  std::size_t first = 0, last = 0;
  std::string does, value;
};

// Returns the rows of the lanes. Adjacent lanes with the same state and the same value form one row.
std::vector<LaneRow> lane_rows(const ShownWarp& warp) {
  std::vector<LaneRow> rows;
  for (std::size_t lane = 0; lane < warp.lanes.size(); ++lane) {
    const ShownLane& shown = warp.lanes[lane];
    if (shown.state == LaneState::absent) continue;
    const std::size_t number = warp.of_items ? warp.warp + lane : lane;
    std::string does = state_words(warp, shown);
    std::string value = shown.has_value ? sim::format_value(shown.bits, warp.type) : std::string();
    if (!rows.empty() && rows.back().does == does && rows.back().value == value)
      rows.back().last = number;
    else
      rows.push_back({number, number, std::move(does), std::move(value)});
  }
  return rows;
}

std::string warp_table(const ShownWarp& warp, Words words) {
  const std::string label = warp.of_items ? "Work-items " + warp_label(warp) : capitalised(warp_label(warp));
  HtmlTable table(warp.line == 0 ? label : fmt::format("{}, at line {}", label, warp.line), words);
  table.begin_row(warp.of_items ? "work-items" : "lanes");
  table.column_heading("what they do");
  table.column_heading(warp.value_name);
  for (const LaneRow& row : lane_rows(warp)) {
    table.begin_row(row.first == row.last ? std::to_string(row.first)
                                          : fmt::format("{} to {}", row.first, row.last));
    table.cell(row.does);
    table.cell(row.value);
  }
  return table.finish();
}

std::span<const std::byte> bytes_of(const sim::TraceState& state, const sim::NamedMemory& memory) {
  const std::span<const std::byte> all = memory.space == sim::Space::local
                                             ? std::span(state.machine.group.local_memory)
                                             : std::span(state.machine.buffers[memory.object - 1]);
  return all.subspan(memory.offset_bytes, memory.bytes);
}

// Returns the contents of a cell, such as "13" or "13 (Σ x0..x1)".
std::string cell_text(const sim::Trace& trace, const sim::TraceState& state, const sim::NamedMemory& memory,
                      std::uint64_t index) {
  const std::string value =
      element_text(bytes_of(state, memory).data() + index * size_bytes(memory.type), memory.type);
  const sim::ProvenanceId id = sim::provenance_of(state, memory, index);
  if (trace.provenance().is_one_input(id)) return value;
  const std::string inputs = trace.provenance().label(id);
  return inputs.empty() ? value : fmt::format("{} ({})", value, inputs);
}

std::string memory_table(const sim::Trace& trace, const sim::TraceState& state,
                         const sim::NamedMemory& memory, Words words) {
  const std::uint64_t shown = std::min(memory.elements(), kMaxCells);
  std::string caption =
      fmt::format("{}: {} of type {} in {} memory", memory.name, plural(memory.elements(), "element"),
                  opencl_name(memory.type), memory.space == sim::Space::local ? "local" : "global");
  if (shown < memory.elements()) caption += fmt::format(", the first {}", shown);
  HtmlTable table(caption, words);
  table.begin_row("index");
  for (std::uint64_t column = 0; column < std::min(shown, kCellsInRow); ++column)
    table.column_heading(fmt::format("+{}", column));
  for (std::uint64_t first = 0; first < shown; first += kCellsInRow) {
    table.begin_row(fmt::format("{}", first));
    for (std::uint64_t index = first; index < std::min(shown, first + kCellsInRow); ++index)
      table.cell(cell_text(trace, state, memory, index));
  }
  return table.finish();
}

std::string memory_tables(const sim::Trace& trace, const ShownMoment& moment, Words words) {
  if (trace.size() == 0) return "";
  const std::uint64_t here = std::min(moment.position, trace.size() - 1);
  std::string html;
  for (const sim::NamedMemory& memory :
       sim::named_memories(trace.plan(), trace.at(here).moment.launch, trace.program_at(here)))
    if (memory.space != sim::Space::local || moment.position < trace.size())
      html += memory_table(trace, *moment.state, memory, words);
  return html;
}

std::string counters_table(const ShownMoment& moment, sim::LaneSchedule lanes, Words words) {
  HtmlTable table("Counters", words);
  table.begin_row("");
  table.column_heading("so far");
  table.column_heading("this step");
  const auto add = [&](const char* name, std::string_view title, std::uint64_t so_far, std::uint64_t step) {
    if (lanes != sim::LaneSchedule::lockstep && !sim::holds_for_independent_lanes(name)) return;
    table.begin_row(title);
    table.cell(count_text(so_far));
    table.cell(count_text(step));
  };
#define M(name, title, unit, explanation) add(#name, title, moment.so_far.name, moment.this_step.name);
#include "sim/observers/counters/metrics.def"
#undef M
  return table.finish();
}

}  // namespace

std::string text_view(const AppState& state, Session& session) {
  const Run& run = *session.run();
  const sim::Trace& trace = *run.trace;
  const ShownMoment& moment = session.moment(state);
  const Lanes& lanes = run.figures->lanes(moment.position, state.lane_variable);
  std::string html = fmt::format("<h1>{}</h1>\n", escape_xml(run_title(state)));
  if (!state.title.empty()) html += fmt::format("<h2>{}</h2>\n", escape_xml(state.title));
  html += paragraph(told_story(state, run, moment.position).text, state.words);
  const char* const of = run.is_beginning() ? "the first " : "";
  html += paragraph(fmt::format("Moment {} of {}{}.", moment.position, of, trace.size()), state.words);
  html += paragraph(moment.sentence, state.words) + paragraph(lanes.headline, state.words);
  for (const ShownWarp& warp : lanes.warps) html += warp_table(warp, state.words);
  return html + memory_tables(trace, moment, state.words) +
         counters_table(moment, trace.schedule().lanes, state.words);
}

Result<void> export_text_view(const AppState& state, Session& session, const std::string& path) {
  if (session.run() == nullptr) return failure("There is no run yet, so there is nothing to export.");
  return write_atomically(
      path, fmt::format("{}<title>{}</title>\n</head>\n<body>\n{}</body>\n</html>\n", kBeforeBody,
                        escape_xml(run_title(state)), text_view(state, session)));
}

}  // namespace lockstep::gui
