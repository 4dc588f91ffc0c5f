#include "gui/editor/line_marks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lockstep::gui {
namespace {

using Lines = std::vector<std::string>;
using Marks = std::set<std::uint32_t>;

const Lines kNumbered{"a", "b", "c", "d"};

// The lines of the marks, each with its own condition, which must move with the mark.
Marks moved(const Marks& marks, const Lines& before, const Lines& after) {
  sim::BreakpointLines lines;
  for (const std::uint32_t mark : marks) lines[mark] = "line == " + before[mark - 1];
  Marks result;
  for (const auto& [line, condition] : move_marks(lines, before, after)) {
    result.insert(line);
    const bool is_same = after[line - 1] == condition.substr(condition.rfind(' ') + 1);
    EXPECT_TRUE(is_same || std::ranges::find(before, after[line - 1]) == before.end()) << condition;
  }
  return result;
}

TEST(LineMarks, StayWithTheirLines) {
  EXPECT_EQ(moved({1, 3}, kNumbered, kNumbered), (Marks{1, 3}));
  EXPECT_EQ(moved({1, 3}, kNumbered, {"a", "new", "new", "b", "c", "d"}), (Marks{1, 5}));
  EXPECT_EQ(moved({1, 4}, kNumbered, {"a", "c", "d"}), (Marks{1, 3}));
}

TEST(LineMarks, OfRemovedLinesAreGone) { EXPECT_EQ(moved({2, 4}, kNumbered, {"a", "c", "d"}), (Marks{3})); }

TEST(LineMarks, OfAChangedLineStayOnIt) {
  EXPECT_EQ(moved({2}, kNumbered, {"a", "B", "c", "d"}), (Marks{2}));
  EXPECT_EQ(moved({2}, kNumbered, {"a", "B1", "B2", "c", "d"}), (Marks{2})) << "broken in two";
  EXPECT_EQ(moved({2, 3}, kNumbered, {"a", "bc", "d"}), (Marks{2})) << "joined";
}

TEST(LineMarks, AnEmptyLineBeforeMovesThemDown) {
  EXPECT_EQ(moved({1}, kNumbered, {"", "a", "b", "c", "d"}), (Marks{2}));
  EXPECT_EQ(moved({4}, kNumbered, {"a", "b", "c", "d", ""}), (Marks{4}));
}

}  // namespace
}  // namespace lockstep::gui
