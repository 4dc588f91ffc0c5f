// The edited kernel compared with its original, prepared without drawing: added lines, and removed lines with
// their places.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/editor/line_diff.hpp"
#include "gui/pages/step/code_rows.hpp"

namespace lockstep::gui {

struct OriginalModel {
  std::vector<LineChange> changes;
  std::vector<RemovedLine> removed;                 // in order
  std::vector<std::string> original;                // lines
  std::vector<std::optional<std::size_t>> changed;  // for each line of the edited text, its change
};

OriginalModel compare_with_original(const std::vector<std::string>& original,
                                    const std::vector<std::string>& edited);

// "2 changes", "1 change", "no change".
std::string count_changes(const OriginalModel& model);

}  // namespace lockstep::gui
