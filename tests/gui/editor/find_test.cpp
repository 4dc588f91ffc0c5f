#include "gui/editor/find.hpp"

#include <gtest/gtest.h>

#include "gui/editor/line_field.hpp"

namespace lockstep::gui {
namespace {

const std::vector<std::string> kSearched{"scratch[s] = Scratch;", "", "aaaa scratch"};

TEST(Find, CapitalsMatterOnlyIfTheSearchTextHasCapitals) {
  EXPECT_EQ(find_matches(kSearched, "scratch"), (std::vector<TextMatch>{{0, 0, 7}, {0, 13, 20}, {2, 5, 12}}));
  EXPECT_EQ(find_matches(kSearched, "Scratch"), (std::vector<TextMatch>{{0, 13, 20}}));
  EXPECT_EQ(find_matches(kSearched, "aa"), (std::vector<TextMatch>{{2, 0, 2}, {2, 2, 4}}))
      << "without overlap";
  EXPECT_TRUE(find_matches(kSearched, "").empty());
  EXPECT_TRUE(find_matches(kSearched, "aaaaa").empty());
}

TEST(Find, ReplacesEveryMatch) {
  const std::vector<std::string> text{"a aa", "b", "aaa"};
  EXPECT_EQ(replace_matches(text, find_matches(text, "a"), "xy"),
            (std::vector<std::string>{"xy xyxy", "b", "xyxyxy"}));
  EXPECT_EQ(replace_matches(text, find_matches(text, "aa"), ""), (std::vector<std::string>{"a ", "b", "a"}));
}

TEST(Find, WrapsAroundAtBothEnds) {
  const auto matches = find_matches(kSearched, "scratch");
  EXPECT_EQ(match_from(matches, {0, 0}), 0u);
  EXPECT_EQ(match_from(matches, {0, 1}), 1u);
  EXPECT_EQ(match_after(matches, {0, 0}), 1u);
  EXPECT_EQ(match_after(matches, {2, 5}), 0u);
  EXPECT_EQ(match_before(matches, {2, 5}), 1u);
  EXPECT_EQ(match_before(matches, {0, 0}), 2u);
  EXPECT_EQ(match_before({}, {0, 0}), std::nullopt);
}

TEST(Find, CountsTheMatches) {
  const auto matches = find_matches(kSearched, "scratch");
  EXPECT_EQ(find_status(matches, 2, "scratch"), "3 of 3");
  EXPECT_EQ(find_status(matches, std::nullopt, "scratch"), "3 matches");
  EXPECT_EQ(find_status({}, std::nullopt, "x"), "not found");
  EXPECT_EQ(find_status({}, std::nullopt, ""), "");
}

TEST(LineField, StaysOneLineAndIgnoresOtherKeys) {
  LineField field;
  field.set("old\nmore", true);
  EXPECT_EQ(field.text(), "old");
  EXPECT_TRUE(field.type({{}, "new"}));
  EXPECT_EQ(field.text(), "new") << "the selection is replaced";
  EXPECT_FALSE(field.type({{{Key::enter}, {Key::up}, {Key::tab}, {Key::f3}, {Key::s, true}}, {}}));
  EXPECT_TRUE(field.type({{}, "a\nb"}));
  EXPECT_EQ(field.text(), "newa");
  EXPECT_TRUE(field.type({{{Key::backspace, true}}, {}}));
  EXPECT_EQ(field.text(), "");
}

}  // namespace
}  // namespace lockstep::gui
