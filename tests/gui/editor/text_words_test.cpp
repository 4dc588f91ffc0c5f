#include "gui/editor/text_words.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

TEST(TextWords, StopAtTheEndsOfWords) {
  const std::string line = "  sum += in[i_2];";
  std::vector<std::size_t> right, left;
  for (std::size_t at = 0; at < line.size();) right.push_back(at = word_right(line, at));
  for (std::size_t at = line.size(); at > 0;) left.push_back(at = word_left(line, at));
  EXPECT_EQ(right, (std::vector<std::size_t>{5, 8, 11, 12, 15, 17}));
  EXPECT_EQ(left, (std::vector<std::size_t>{15, 12, 11, 9, 6, 2, 0}));
}

TEST(TextWords, AWordIsFoundFromInsideAndFromItsEnd) {
  using Range = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(word_around("a = stride;", 4), (Range{4, 10}));
  EXPECT_EQ(word_around("a = stride;", 7), (Range{4, 10}));
  EXPECT_EQ(word_around("a = stride;", 10), (Range{4, 10}));
  EXPECT_EQ(word_around("a = stride;", 11), (Range{10, 11}));
  EXPECT_EQ(word_around("a +Σx", 3), (Range{3, 6}));
  EXPECT_EQ(word_around("", 0), (Range{0, 0}));
}

TEST(TextWords, LinesAreSplitAndJoined) {
  for (const char* text : {"", "a", "a\n", "\n\nb"}) EXPECT_EQ(join_lines(split_lines(text)), text);
  EXPECT_EQ(split_lines("a\r\nb"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(indentation("\t  x"), 3u);
  EXPECT_EQ(indentation("   "), 3u);
}

}  // namespace
}  // namespace lockstep::gui
