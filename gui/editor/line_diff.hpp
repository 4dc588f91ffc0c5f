// The difference of two texts, line by line: the fewest removed and added lines (E. W. Myers, "An O(ND)
// difference algorithm and its variations", 1986).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::gui {

// `old_count` lines from `old_begin` on became `new_count` lines from `new_begin` on; one of the counts may
// be 0.
struct LineChange {
  std::size_t old_begin = 0, old_count = 0, new_begin = 0, new_count = 0;
  bool operator==(const LineChange&) const = default;
};

// In order, with at least one equal line between two changes. Texts that differ in more than a thousand lines
// are one change from the first to the last difference.
std::vector<LineChange> diff_lines(const std::vector<std::string>& before,
                                   const std::vector<std::string>& after);

}  // namespace lockstep::gui
