// Finds the differences of two texts by Myers' algorithm. Lines are first replaced by numbers; equal lines
// have equal numbers. The search runs forwards from the beginning of both texts: reach(d, k) is the farthest
// line of the old text that a path with d edits reaches on the diagonal k = old − new. Then the best path is
// traced backwards through the tables of all d.
#include "gui/editor/line_diff.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace lockstep::gui {
namespace {

using Numbers = std::vector<int>;
constexpr int kMaxEdits = 1000;

class Differ {
 public:
  Differ(const int* before, int old_size, const int* after, int new_size)
      : before_(before), after_(after), old_size_(old_size), new_size_(new_size) {}

  // Finds pairs of equal lines, starting with the last pair. Returns false if there are too many edits.
  bool run(std::vector<std::pair<int, int>>& pairs) {
    const int most = std::min(old_size_ + new_size_, kMaxEdits);
    for (int d = 0; d <= most; ++d) {
      tables_.emplace_back(static_cast<std::size_t>(2 * d + 1), 0);
      for (int k = -d; k <= d; k += 2) {
        int x = start(d, k);
        while (x < old_size_ && x - k < new_size_ && x >= 0 && x - k >= 0 && before_[x] == after_[x - k]) ++x;
        reach(d, k) = x;
        if (x >= old_size_ && x - k >= new_size_) {
          trace(d, pairs);
          return true;
        }
      }
    }
    return false;
  }

 private:
  int& reach(int d, int k) { return tables_[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)]; }

  // Returns true if the best path with d edits reaches the diagonal k from the diagonal k + 1, that is, by
  // adding a line. Otherwise it reaches k from k − 1, by removing a line.
  bool comes_by_adding(int d, int k) {
    return k == -d || (k != d && reach(d - 1, k - 1) < reach(d - 1, k + 1));
  }
  int start(int d, int k) {
    if (d == 0) return 0;
    return comes_by_adding(d, k) ? reach(d - 1, k + 1) : reach(d - 1, k - 1) + 1;
  }

  void trace(int d, std::vector<std::pair<int, int>>& pairs) {
    int x = old_size_, k = old_size_ - new_size_;
    for (; d >= 0; --d) {
      const int begin = start(d, k);
      for (; x > begin; --x) pairs.emplace_back(x - 1, x - 1 - k);
      if (d == 0) return;
      if (comes_by_adding(d, k)) {
        ++k;
      } else {
        --k;
        --x;
      }
    }
  }

  const int* before_;
  const int* after_;
  int old_size_, new_size_;
  std::vector<std::vector<int>> tables_;  // for each d, the entries for k = −d, −d + 1 … d
};

Numbers number_lines(const std::vector<std::string>& lines,
                     std::unordered_map<std::string_view, int>& known) {
  Numbers numbers;
  for (const std::string& line : lines)
    numbers.push_back(known.emplace(line, static_cast<int>(known.size())).first->second);
  return numbers;
}

}  // namespace

std::vector<LineChange> diff_lines(const std::vector<std::string>& before,
                                   const std::vector<std::string>& after) {
  std::unordered_map<std::string_view, int> known;
  const Numbers a = number_lines(before, known), b = number_lines(after, known);
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t above = 0, below = 0;
  while (above < shorter && a[above] == b[above]) ++above;
  while (below < shorter - above && a[a.size() - 1 - below] == b[b.size() - 1 - below]) ++below;
  const std::size_t old_size = a.size() - above - below, new_size = b.size() - above - below;
  std::vector<std::pair<int, int>> pairs;
  Differ differ(a.data() + above, static_cast<int>(old_size), b.data() + above, static_cast<int>(new_size));
  if (!differ.run(pairs)) pairs.clear();
  std::ranges::reverse(pairs);
  pairs.emplace_back(static_cast<int>(old_size), static_cast<int>(new_size));  // ends the last change
  std::vector<LineChange> changes;
  std::size_t old_at = 0, new_at = 0;
  for (const auto& [old_line, new_line] : pairs) {
    const auto x = static_cast<std::size_t>(old_line), y = static_cast<std::size_t>(new_line);
    if (x > old_at || y > new_at) changes.push_back({above + old_at, x - old_at, above + new_at, y - new_at});
    old_at = x + 1;
    new_at = y + 1;
  }
  return changes;
}

}  // namespace lockstep::gui
