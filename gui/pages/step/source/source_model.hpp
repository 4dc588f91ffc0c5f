// Computes the lines of the source panel without drawing: text, execution count, heat, and the
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
  std::string text;        // tabs are replaced by blanks
  std::uint64_t runs = 0;  // number of executions; also 0 if the run belongs to a different text
  std::uint64_t cost = 0;  // value of the selected counter
  float heat = 0;          // cost as a fraction of the most expensive line's cost
  bool next = false;       // whether this line is executed next
  bool breakpoint = false;
  std::string condition;  // condition of the breakpoint
  std::vector<Diagnostic> messages;
};

struct SourceRequest {
  const std::vector<std::string>& lines;
  const ProgramLines* index = nullptr;  // counts and costs; null: there is no run of exactly this text
  Heat heat = Heat::conflicts;
  std::uint32_t next_line = 0;
  const sim::BreakpointLines& breakpoints;
  const std::vector<Diagnostic>& diagnostics;
};

std::vector<SourceLine> prepare_source(const SourceRequest& request);

// Returns the title of a counter, for example "divergent branches", "global transactions" or
// "bank conflicts".
std::string_view heat_title(Heat heat);

// A line of the original that the edit removed.
struct RemovedLine {
  std::size_t before = 0;  // index of the line below it; the number of lines if there is no line below it
  std::size_t change = 0;
  std::string text;
};

// The differences between the edited text and its original: added lines, and removed lines with their places.
struct OriginalModel {
  std::vector<LineChange> changes;
  std::vector<RemovedLine> removed;                 // sorted by place
  std::vector<std::string> original;                // lines
  std::vector<std::optional<std::size_t>> changed;  // the change that contains each line of the edited text
};

OriginalModel compare_with_original(const std::vector<std::string>& original,
                                    const std::vector<std::string>& edited);

// Returns the number of changes as text, for example "2 changes", "1 change" or "no change".
std::string count_changes(const OriginalModel& model);

}  // namespace lockstep::gui
