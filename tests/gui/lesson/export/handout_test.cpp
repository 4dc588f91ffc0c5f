#include "gui/lesson/export/handout.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>

#include "gui/app/lesson_tools.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/lesson/export/html_text.hpp"
#include "tests/gui/lesson/lessons.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Handout handout_of(const LessonFolder& folder, const HandoutOptions& options = {}) {
  const auto handout = make_handout(*load_lesson(folder), lesson_tools(), options);
  EXPECT_TRUE(handout) << (handout ? "" : handout.error().message);
  return handout.value_or(Handout{});
}

// The messages of tidy; empty if there are none or if tidy is not installed.
std::string complaints(const std::string& html) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("page.html")) << html;
  const std::string said = folder.file("said");
  const std::string command = "tidy -q -e " + folder.file("page.html") + " 2> " + said + " > /dev/null";
  static_cast<void>(std::system(command.c_str()));
  std::ostringstream text;
  text << std::ifstream(said).rdbuf();
  return text.str();
}

bool has_tidy() { return std::system("tidy -v > /dev/null 2>&1") == 0; }

class EachHandout : public testing::TestWithParam<LessonFolder> {};

TEST_P(EachHandout, NeedsNoNetwork) {
  const std::string html = handout_of(GetParam()).html;
  // Links that a reader follows may lead to the web; nothing that a browser loads may.
  for (const char* loaded : {"src=\"http", "<script", "<link", "@import", "url(http", "url('http"})
    EXPECT_THAT(html, Not(HasSubstr(loaded)));
  EXPECT_THAT(html, HasSubstr("name=\"viewport\""));
  EXPECT_THAT(html, Not(HasSubstr("{n}")));
}

TEST_P(EachHandout, HasEachIdOnceAndEachLinksTarget) {
  const std::string html = handout_of(GetParam()).html;
  std::set<std::string> ids;
  const std::regex id("id=\"([^\"]+)\""), link("(?:href=\"|url\\()#([^\")]+)");
  for (std::sregex_iterator at(html.begin(), html.end(), id), end; at != end; ++at)
    EXPECT_TRUE(ids.insert((*at)[1]).second) << (*at)[1];
  for (std::sregex_iterator at(html.begin(), html.end(), link), end; at != end; ++at)
    EXPECT_TRUE(ids.contains((*at)[1])) << (*at)[1];
}

TEST_P(EachHandout, IsValid) {
  if (!has_tidy()) GTEST_SKIP() << "tidy is not installed";
  HandoutOptions apart;
  apart.solutions = Solutions::apart;
  apart.slides = true;
  const Handout slides = handout_of(GetParam(), apart);
  EXPECT_THAT(complaints(handout_of(GetParam()).html), IsEmpty());
  EXPECT_THAT(complaints(slides.html), IsEmpty());
  EXPECT_THAT(complaints(slides.solutions), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Lessons, EachHandout, testing::ValuesIn(lesson_folders()), lesson_test_name);

TEST(Handout, HasSolutionsWhereTheyAreWanted) {
  const LessonFolder folder = *find_lesson("first-steps");
  HandoutOptions options;
  const std::string at_end = handout_of(folder, options).html;
  options.solutions = Solutions::after;
  const std::string after = handout_of(folder, options).html;
  EXPECT_LT(after.find("First steps: answers"), after.find("id=\"work-items\""));
  EXPECT_THAT(after, Not(HasSubstr("<section id=\"solutions\"")));
  EXPECT_THAT(at_end, HasSubstr("<section id=\"solutions\""));
  EXPECT_THAT(at_end, HasSubstr("href=\"#question-1\""));
  options.solutions = Solutions::none;
  EXPECT_THAT(handout_of(folder, options).html, Not(HasSubstr("Solutions")));
  options.solutions = Solutions::apart;
  options.file = "steps.html";
  const Handout apart = handout_of(folder, options);
  EXPECT_THAT(apart.html, Not(HasSubstr("Solutions")));
  EXPECT_THAT(apart.solutions, HasSubstr("href=\"steps.html#question-1\""));
}

TEST(Handout, BringsItsPictures) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("lesson.md")) << "# A & B\n\n![a <dot>](dot.svg)\n";
  std::ofstream(folder.file("dot.svg")) << "<svg/>";
  const std::string html = handout_of(*find_lesson(folder.path().string())).html;
  EXPECT_THAT(html, HasSubstr("<img src=\"data:image/svg+xml;base64,PHN2Zy8+\" alt=\"a &lt;dot&gt;\">"));
  EXPECT_THAT(html, HasSubstr("<title>A &amp; B</title>"));
}

TEST(Handout, StopsAtAMistake) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("lesson.md")) << "# A\n\n```scene\n{\"n\": 8}\n```\n\n{nothing}\n";
  const auto made = make_handout(*load_lesson(*find_lesson(folder.path().string())), lesson_tools(), {});
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("lesson.md:7:1: "));
}

TEST(Handout, WritesBase64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob\xff"), "Zm9vYv8=");
}

}  // namespace
}  // namespace lockstep::gui
