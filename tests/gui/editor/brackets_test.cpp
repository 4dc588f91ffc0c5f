// The bracket at the cursor and its matching bracket.
#include "gui/editor/brackets.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

std::optional<BracketPair> pair_at(const std::vector<std::string>& lines, TextPlace cursor) {
  return brackets_at(lines, colour_code(lines), cursor);
}

TEST(Brackets, BelongToTheNearestOfTheirKind) {
  const std::vector<std::string> text{"f(a[i], (b));", "{", "}"};
  EXPECT_EQ(pair_at(text, {0, 1}), (BracketPair{{0, 1}, TextPlace{0, 11}}));
  EXPECT_EQ(pair_at(text, {0, 12}), (BracketPair{{0, 11}, TextPlace{0, 1}})) << "before the cursor";
  EXPECT_EQ(pair_at(text, {0, 3}), (BracketPair{{0, 3}, TextPlace{0, 5}}));
  EXPECT_EQ(pair_at(text, {1, 1}), (BracketPair{{1, 0}, TextPlace{2, 0}})) << "on another line";
  EXPECT_EQ(pair_at(text, {0, 0}), std::nullopt);
}

TEST(Brackets, WithoutAPartnerSaySo) {
  EXPECT_EQ(pair_at({"f(a;"}, {0, 1}), (BracketPair{{0, 1}, std::nullopt}));
  EXPECT_EQ(pair_at({"f(a];"}, {0, 1}), (BracketPair{{0, 1}, std::nullopt})) << "another kind";
  EXPECT_EQ(pair_at({")"}, {0, 0}), (BracketPair{{0, 0}, std::nullopt}));
}

TEST(Brackets, InCommentsAndStringsDoNotCount) {
  EXPECT_EQ(pair_at({"f( /* ) */ );"}, {0, 1}), (BracketPair{{0, 1}, TextPlace{0, 11}}));
  EXPECT_EQ(pair_at({"f(\")\");"}, {0, 1}), (BracketPair{{0, 1}, TextPlace{0, 5}}));
  EXPECT_EQ(pair_at({"// f("}, {0, 4}), std::nullopt);
}

}  // namespace
}  // namespace lockstep::gui
