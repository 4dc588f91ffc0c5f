#include "gui/editor/line_diff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace lockstep::gui {
namespace {

using Lines = std::vector<std::string>;

// The old text after all changes, with lines of the new text.
Lines apply(const Lines& before, const Lines& after, const std::vector<LineChange>& changes) {
  Lines result;
  std::size_t at = 0;
  for (const LineChange& change : changes) {
    for (; at < change.old_begin; ++at) result.push_back(before[at]);
    at += change.old_count;
    for (std::size_t i = 0; i < change.new_count; ++i) result.push_back(after[change.new_begin + i]);
  }
  for (; at < before.size(); ++at) result.push_back(before[at]);
  return result;
}

// The length of the longest common subsequence of lines, by the standard table.
std::size_t longest_common(const Lines& a, const Lines& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      table[i + 1][j + 1] = a[i] == b[j] ? table[i][j] + 1 : std::max(table[i][j + 1], table[i + 1][j]);
  return table[a.size()][b.size()];
}

Lines random_lines(std::mt19937& random, std::size_t most, int letters) {
  Lines lines(random() % (most + 1));
  for (std::string& line : lines)
    line =
        std::string(1, static_cast<char>('a' + static_cast<int>(random() % static_cast<unsigned>(letters))));
  return lines;
}

TEST(LineDiff, ListsTheChanges) {
  using Changes = std::vector<LineChange>;
  const Lines text{"a", "b", "c", "d"};
  EXPECT_EQ(diff_lines(text, text), Changes{});
  EXPECT_EQ(diff_lines(text, {"a", "x", "c", "d"}), (Changes{{1, 1, 1, 1}}));
  EXPECT_EQ(diff_lines(text, {"a", "c", "d", "e"}), (Changes{{1, 1, 1, 0}, {4, 0, 3, 1}}));
  EXPECT_EQ(diff_lines({}, text), (Changes{{0, 0, 0, 4}}));
  EXPECT_EQ(diff_lines(text, {}), (Changes{{0, 4, 0, 0}}));
}

TEST(LineDiff, GivesTheNewTextWithTheFewestEdits) {
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    const Lines before = random_lines(random, 14, 2 + round % 5),
                after = random_lines(random, 14, 2 + round % 5);
    const auto changes = diff_lines(before, after);
    ASSERT_EQ(apply(before, after, changes), after) << "round " << round;
    std::size_t edits = 0, old_end = 0, new_end = 0;
    bool first = true;
    for (const LineChange& change : changes) {
      edits += change.old_count + change.new_count;
      ASSERT_GT(change.old_count + change.new_count, 0u);
      if (!first) {
        ASSERT_GT(change.old_begin, old_end) << "an equal line separates the changes";
        ASSERT_EQ(change.old_begin - old_end, change.new_begin - new_end);
      }
      old_end = change.old_begin + change.old_count;
      new_end = change.new_begin + change.new_count;
      first = false;
    }
    EXPECT_EQ(edits, before.size() + after.size() - 2 * longest_common(before, after)) << "round " << round;
  }
}

TEST(LineDiff, TextsWithoutAnythingInCommonAreOneChange) {
  Lines before(3000, "a"), after(2500, "b");
  before.front() = after.front() = "same";
  before.back() = after.back() = "same";
  EXPECT_EQ(diff_lines(before, after), (std::vector<LineChange>{{1, 2998, 1, 2498}}));
}

}  // namespace
}  // namespace lockstep::gui
