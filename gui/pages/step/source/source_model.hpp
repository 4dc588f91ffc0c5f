// The lines of the source panel, prepared without drawing: text, execution count, heat, and the
// compiler's messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/editor/diagnostics.hpp"
#include "gui/editor/line_diff.hpp"
#include "gui/session/run_index.hpp"
#include "sim/trace/breakpoints.hpp"

namespace lockstep::gui {

struct SourceLine {
  std::uint32_t number = 1;
  std::string text;        // tabs as blanks
  std::uint64_t runs = 0;  // 0 also if the run belongs to another text
  std::uint64_t cost = 0;  // in the selected counter
  float heat = 0;          // cost as a fraction of the most expensive line's cost
  bool next = false;       // executed next
  bool breakpoint = false;
  std::string condition;  // condition of the breakpoint
  std::vector<Diagnostic> messages;
};

struct SourceRequest {
  const std::vector<std::string>& lines;
  const ProgramLines* index = nullptr;  // null: no run of exactly this text
  Heat heat = Heat::conflicts;
  std::uint32_t next_line = 0;
  const sim::BreakpointLines& breakpoints;
  const std::vector<Diagnostic>& diagnostics;
};

std::vector<SourceLine> prepare_source(const SourceRequest& request);

// For example "divergent branches", "global transactions" or "bank conflicts".
std::string_view heat_title(Heat heat);

// A line of the original that the edit removed.
struct RemovedLine {
  std::size_t before = 0;  // the line below it; if equal to the number of lines: after the last line
  std::size_t change = 0;
  std::string text;
};

// The edited text compared with its original: added lines, and removed lines with their places.
struct OriginalModel {
  std::vector<LineChange> changes;
  std::vector<RemovedLine> removed;                 // in order
  std::vector<std::string> original;                // lines
  std::vector<std::optional<std::size_t>> changed;  // the change that contains each line of the edited text
};

OriginalModel compare_with_original(const std::vector<std::string>& original,
                                    const std::vector<std::string>& edited);

// For example "2 changes", "1 change" or "no change".
std::string count_changes(const OriginalModel& model);

}  // namespace lockstep::gui
