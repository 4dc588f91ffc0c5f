// Computes the contents of the sheet "Why?", without drawing: why the result is wrong, each finding with its
// repair, and the most expensive lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/canvas/canvas.hpp"
#include "gui/session/run.hpp"
#include "sim/explain/explanation.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

struct WhyItem {
  std::string title;                      // such as "Data race · line 31 · ×12" or "37 % · line 28"
  Role role = Role::ink;                  // role of the title
  std::string code;                       // source line; may be empty
  std::vector<std::string> sentences;     // what happened, and how to repair it
  std::uint32_t line = 0;                 // line of the kernel file; 0: none
  std::optional<std::uint64_t> position;  // moment to go to
  // The effects of the item's buttons.
  std::string repaired{};                     // the kernel's text with the repair
  std::string repaired_from{};                // the kernel's text without the repair
  std::optional<sim::Schedule> fails_with{};  // schedule whose result is wrong
  std::optional<CellId> cell{};               // cell whose history is relevant
};

struct WhySection {
  std::string title;
  std::vector<WhyItem> items;
};

// Returns the sections of the sheet in the order in which a student needs them. Empty sections are left out.
// If `explanation` is null, the findings have no repairs.
std::vector<WhySection> prepare_why(const sim::Trace& trace, const sim::RunVerdict& verdict,
                                    const sim::Explanation* explanation);
// Returns the section with possible errors in the launch. This section comes first.
WhySection prepare_notes(const std::vector<std::string>& notes);
// Returns the section with the compiler's warnings about the text that runs. This section comes last.
WhySection prepare_warnings(const Run& run);
// Returns sections that say why there is no run of the shown text, with the line and column of each message.
std::vector<WhySection> prepare_why_not(const RunFailure& failure);

}  // namespace lockstep::gui
