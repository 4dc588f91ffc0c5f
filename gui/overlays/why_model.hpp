// The content of the sheet "Why?", prepared without drawing: why the result is wrong, each finding with its
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
  std::string title;                      // "Data race · line 31 · ×12", "37 % · line 28"
  Role role = Role::ink;                  // of the title
  std::string code;                       // the source line; may be empty
  std::vector<std::string> sentences;     // what happened, and how to repair it
  std::uint32_t line = 0;                 // of the kernel file; 0: none
  std::optional<std::uint64_t> position;  // the moment to go to
  // What one press does.
  std::string repaired{};                     // the kernel's text with the repair
  std::string repaired_from{};                // and without it
  std::optional<sim::Schedule> fails_with{};  // a schedule whose result is wrong
  std::optional<CellId> cell{};               // whose history tells more
};

struct WhySection {
  std::string title;
  std::vector<WhyItem> items;
};

// In the order in which a student needs them; sections without items are left out. Without an explanation,
// the findings have no repairs.
std::vector<WhySection> prepare_why(const sim::Trace& trace, const sim::RunVerdict& verdict,
                                    const sim::Explanation* explanation);
// What may be wrong with the launch itself; it goes before all others.
WhySection prepare_notes(const std::vector<std::string>& notes);
// What the compiler says about the text that runs; it goes behind all others.
WhySection prepare_warnings(const Run& run);
// Why there is no run of the text that is shown: each message with its line and column.
std::vector<WhySection> prepare_why_not(const RunFailure& failure);

}  // namespace lockstep::gui
