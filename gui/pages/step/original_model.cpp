#include "gui/pages/step/original_model.hpp"

#include <algorithm>

namespace lockstep::gui {

OriginalView compare_with_original(const std::vector<std::string>& original,
                                   const std::vector<std::string>& edited) {
  OriginalView view;
  view.original = original;
  view.changes = diff_lines(original, edited);
  view.changed.resize(edited.size());
  for (std::size_t i = 0; i < view.changes.size(); ++i) {
    const LineChange& change = view.changes[i];
    for (std::size_t line = 0; line < change.old_count; ++line)
      view.removed.push_back({change.new_begin, i, original[change.old_begin + line]});
    for (std::size_t line = 0; line < change.new_count; ++line) view.changed[change.new_begin + line] = i;
  }
  for (RemovedLine& line : view.removed)
    std::ranges::replace(line.text, '\t', ' ');  // as all lines are shown
  return view;
}

std::string count_changes(const OriginalView& view) {
  const std::size_t count = view.changes.size();
  if (count == 0) return "no change";
  return std::to_string(count) + (count == 1 ? " change" : " changes");
}

}  // namespace lockstep::gui
