// Compares two texts line by line and finds the smallest number of removed and added lines (E. W. Myers, "An
// O(ND) difference algorithm and its variations", 1986).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::gui {

// `old_count` lines starting at `old_begin` were replaced by `new_count` lines starting at `new_begin`. One
// of the counts may be 0.
struct LineChange {
  std::size_t old_begin = 0, old_count = 0, new_begin = 0, new_count = 0;
  bool operator==(const LineChange&) const = default;
};

// Returns the changes in order; at least one equal line separates two changes. If the texts differ in more
// than a thousand lines, returns a single change from the first to the last difference.
std::vector<LineChange> diff_lines(const std::vector<std::string>& before,
                                   const std::vector<std::string>& after);

}  // namespace lockstep::gui
