#include "gui/editor/line_marks.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

using Lines = std::vector<std::string>;
using Marks = std::set<std::uint32_t>;

const Lines kNumbered{"a", "b", "c", "d"};

TEST(LineMarks, StayWithTheirLines) {
  EXPECT_EQ(move_marks({1, 3}, kNumbered, kNumbered), (Marks{1, 3}));
  EXPECT_EQ(move_marks({1, 3}, kNumbered, {"a", "new", "new", "b", "c", "d"}), (Marks{1, 5}));
  EXPECT_EQ(move_marks({1, 4}, kNumbered, {"a", "c", "d"}), (Marks{1, 3}));
}

TEST(LineMarks, OfRemovedLinesAreGone) {
  EXPECT_EQ(move_marks({2, 4}, kNumbered, {"a", "c", "d"}), (Marks{3}));
}

TEST(LineMarks, OfAChangedLineStayOnIt) {
  EXPECT_EQ(move_marks({2}, kNumbered, {"a", "B", "c", "d"}), (Marks{2}));
  EXPECT_EQ(move_marks({2}, kNumbered, {"a", "B1", "B2", "c", "d"}), (Marks{2})) << "broken in two";
  EXPECT_EQ(move_marks({2, 3}, kNumbered, {"a", "bc", "d"}), (Marks{2})) << "joined";
}

TEST(LineMarks, AnEmptyLineBeforeMovesThemDown) {
  EXPECT_EQ(move_marks({1}, kNumbered, {"", "a", "b", "c", "d"}), (Marks{2}));
  EXPECT_EQ(move_marks({4}, kNumbered, {"a", "b", "c", "d", ""}), (Marks{4}));
}

}  // namespace
}  // namespace lockstep::gui
