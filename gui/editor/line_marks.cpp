#include "gui/editor/line_marks.hpp"

#include <algorithm>

namespace lockstep::gui {

sim::BreakpointLines move_marks(const sim::BreakpointLines& marks, const std::vector<std::string>& before,
                                const std::vector<std::string>& after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t same_above = 0, same_below = 0;
  while (same_above < shorter && before[same_above] == after[same_above]) ++same_above;
  while (same_below < shorter - same_above &&
         before[before.size() - 1 - same_below] == after[after.size() - 1 - same_below])
    ++same_below;
  const std::size_t changed = before.size() - same_above - same_below;
  const std::size_t changed_to = after.size() - same_above - same_below;
  sim::BreakpointLines moved;
  for (const auto& [mark, condition] : marks) {
    const std::size_t line = mark - 1;
    if (line < same_above) {
      moved.emplace(mark, condition);
    } else if (line >= same_above + changed) {
      moved.emplace(static_cast<std::uint32_t>(mark + changed_to - changed), condition);
    } else if (changed_to > 0) {
      moved.emplace(static_cast<std::uint32_t>(same_above + std::min(line - same_above, changed_to - 1) + 1),
                    condition);
    }
  }
  return moved;
}

}  // namespace lockstep::gui
