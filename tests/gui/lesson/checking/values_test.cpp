#include "gui/lesson/checking/values.hpp"

#include <gtest/gtest.h>

#include "gui/lesson/reading/markdown.hpp"

namespace lockstep::gui {
namespace {

std::string shown(std::string_view written, const TextMoment& moment) {
  std::vector<LessonFault> faults;
  std::string told;
  for (const LessonInline& piece : with_values(parse_markdown_line(written, {1, 1}, faults), moment))
    told += piece.text;
  EXPECT_TRUE(faults.empty());
  return told;
}

// A large run takes some time to become available; until then, braces are not evaluated.
TEST(LessonValues, OfARunThatIsAwaitedAreDots) {
  const TextMoment awaited{nullptr, 0, nullptr, true};
  EXPECT_EQ(shown("Line {line \"t[c] = {x}\"} has {n} inputs.", awaited), "Line … has … inputs.");
  const std::string escaped =
      "A brace: " + std::string(kOpenBrace) + "n" + std::string(kCloseBrace) + ", and none.";
  EXPECT_EQ(shown(escaped, awaited), "A brace: {n}, and none.");
  EXPECT_EQ(shown("{n} inputs", {}), "{n} inputs") << "a page without a scene";
}

}  // namespace
}  // namespace lockstep::gui
