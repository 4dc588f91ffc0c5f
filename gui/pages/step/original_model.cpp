#include "gui/pages/step/original_model.hpp"

#include <algorithm>

namespace lockstep::gui {

OriginalModel compare_with_original(const std::vector<std::string>& original,
                                    const std::vector<std::string>& edited) {
  OriginalModel model;
  model.original = original;
  model.changes = diff_lines(original, edited);
  model.changed.resize(edited.size());
  for (std::size_t i = 0; i < model.changes.size(); ++i) {
    const LineChange& change = model.changes[i];
    for (std::size_t line = 0; line < change.old_count; ++line)
      model.removed.push_back({change.new_begin, i, original[change.old_begin + line]});
    for (std::size_t line = 0; line < change.new_count; ++line) model.changed[change.new_begin + line] = i;
  }
  for (RemovedLine& line : model.removed)
    std::ranges::replace(line.text, '\t', ' ');  // as all lines are shown
  return model;
}

std::string count_changes(const OriginalModel& model) {
  const std::size_t count = model.changes.size();
  if (count == 0) return "no change";
  return std::to_string(count) + (count == 1 ? " change" : " changes");
}

}  // namespace lockstep::gui
