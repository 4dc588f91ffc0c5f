// The lines of the source panel, prepared without drawing: text, execution count, heat, and the compiler's
// messages.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gui/editor/diagnostics.hpp"
#include "gui/jobs/run_index.hpp"

namespace lockstep::gui {

struct SourceLine {
  std::uint32_t number = 1;
  std::string text;        // tabs as blanks
  std::uint64_t runs = 0;  // 0 also if the run is of another text
  std::uint64_t cost = 0;  // in the chosen counter
  float heat = 0;          // cost as a share of the most expensive line's cost
  bool next = false;       // executed next
  bool breakpoint = false;
  std::vector<Diagnostic> messages;
};

struct SourceRequest {
  const std::vector<std::string>& lines;
  const RunIndex* index = nullptr;  // null: no run of exactly this text
  Heat heat = Heat::conflicts;
  std::uint32_t next_line = 0;
  const std::set<std::uint32_t>& breakpoints;
  const std::vector<Diagnostic>& diagnostics;
};

std::vector<SourceLine> prepare_source(const SourceRequest& request);

// "divergent branches", "global transactions", "bank conflicts".
std::string_view heat_title(Heat heat);

}  // namespace lockstep::gui
