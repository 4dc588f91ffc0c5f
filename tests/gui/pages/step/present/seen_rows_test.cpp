// The rows of the source in a presentation: the lines that the page speaks of are visible as far as they fit.
#include "gui/pages/step/present/seen_rows.hpp"

#include <gmock/gmock.h>

namespace lockstep::gui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<CodeRow> rows_of(std::size_t lines) {
  std::vector<CodeRow> rows(lines);
  for (std::size_t i = 0; i < lines; ++i) rows[i].line = i;
  return rows;
}

bool shows(const SeenRows& seen, std::size_t row) { return seen.first <= row && row < seen.last; }

TEST(NamedLines, AreTheNumbersAfterTheWordLine) {
  EXPECT_THAT(named_lines("In launch 2, work-item 0 in line 30 and work-item 8 in line 28."),
              ElementsAre(30u, 28u));
  EXPECT_THAT(named_lines("lines 30 and 31; lines 4 to 6"), ElementsAre(30u, 31u, 4u, 6u));
  EXPECT_THAT(named_lines("Line numbers, a baseline 3, the line s, outline 4 and in 5 lines"), IsEmpty());
}

TEST(SeenRows, AreAroundTheLine) {
  const SeenRows seen = seen_rows(rows_of(40), {20}, 7);
  EXPECT_EQ(seen.first, 17u);
  EXPECT_EQ(seen.last, 24u);
}

TEST(SeenRows, MoveToShowOtherLines) {
  const SeenRows seen = seen_rows(rows_of(40), {20, {25}}, 7);
  EXPECT_TRUE(shows(seen, 20) && shows(seen, 25));
  EXPECT_EQ(seen.last - seen.first, 7u);
}

TEST(SeenRows, LeaveOutLinesThatDoNotFit) {
  const SeenRows seen = seen_rows(rows_of(40), {20, {30, 18}}, 7);
  EXPECT_TRUE(shows(seen, 20) && shows(seen, 18));
  EXPECT_FALSE(shows(seen, 30));
}

TEST(SeenRows, ContainNoHiddenLines) {
  SeenLines lines{12, {2}};
  lines.least = 10;
  const SeenRows seen = seen_rows(rows_of(40), lines, 7);
  EXPECT_EQ(seen.first, 10u);
}

// A line is never cut: a row that continues a line is not the first row, and the last row ends its line.
TEST(SeenRows, AreWholeLines) {
  std::vector<CodeRow> rows = rows_of(20);
  rows.insert(rows.begin() + 7, rows[6]);
  for (const std::size_t line : {8u, 9u, 10u}) {
    const SeenRows seen = seen_rows(rows, {line, {}}, 7);
    ASSERT_GT(seen.first, 0u);
    EXPECT_NE(rows[seen.first].line, rows[seen.first - 1].line) << line;
    EXPECT_TRUE(shows(seen, line + 1)) << line;
  }
}

}  // namespace
}  // namespace lockstep::gui
