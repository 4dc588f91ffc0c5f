// Lessons as sheets: every page is included, all content is inside its sheet, and answers are at the
// requested place.
#include "gui/lesson/export/sheets.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "gui/app/lesson_tools.hpp"
#include "gui/app/pdf_library.hpp"
#include "gui/export/software_renderer.hpp"
#include "tests/gui/lesson/lessons.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

LessonSheets sheets_of(const LessonFolder& folder, Solutions solutions = Solutions::none) {
  const auto made = make_sheets(*load_lesson(folder), lesson_tools(), solutions);
  EXPECT_TRUE(made) << (made ? "" : made.error().message);
  return made.value_or(LessonSheets{});
}

std::string all_of(const std::vector<std::string>& sheets) {
  std::string all;
  for (const std::string& sheet : sheets) all += sheet;
  return all;
}

class EachLessonsSheets : public testing::TestWithParam<LessonFolder> {};

TEST_P(EachLessonsSheets, HaveAllPagesAndTheValuesOfTheirRuns) {
  const auto lesson = load_lesson(GetParam());
  const LessonSheets made = sheets_of(GetParam());
  EXPECT_GE(made.sheets.size(), lesson->lesson.pages.size());
  EXPECT_THAT(all_of(made.sheets), Not(HasSubstr("{n}")));
}

// Text of a sheet outside figures is inside the sheet.
TEST_P(EachLessonsSheets, KeepTheirTextInside) {
  const std::regex text("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"");
  for (const std::string& sheet : sheets_of(GetParam(), Solutions::end).sheets) {
    const std::string own = sheet.substr(0, sheet.find("<svg", sheet.find("<svg") + 1));
    for (std::sregex_iterator at(own.begin(), own.end(), text), end; at != end; ++at) {
      EXPECT_GE(std::stof((*at)[1]), 0) << own;
      EXPECT_LE(std::stof((*at)[1]), 1280) << own;
      EXPECT_LE(std::stof((*at)[2]), 720) << own;
    }
  }
}

// The smallest text of a sheet that fills a screen of 1920 by 1080, in px, except that of the footer.
// Drawings are nested, each with its own size and view.
float smallest_text(const std::string& sheet) {
  const std::regex piece(
      "<svg[^>]* width=\"([0-9.]+)\"[^>]* viewBox=\"0 0 ([0-9.]+)[^>]*>|</svg>|<text[^>]* "
      "font-size=\"([0-9.]+)\"");
  std::vector<float> scales{1.5f};
  float smallest = 100;
  for (std::sregex_iterator at(sheet.begin(), sheet.end(), piece), end; at != end; ++at) {
    if ((*at)[1].matched)
      scales.push_back(scales.back() * std::stof((*at)[1]) / std::stof((*at)[2]));
    else if ((*at)[3].matched)
      smallest = std::min(smallest, scales.back() * std::stof((*at)[3]));
    else
      scales.pop_back();
  }
  return smallest;
}

// As in a presentation. Content that cannot be smaller, such as a tile of 32 rows, is rare.
TEST_P(EachLessonsSheets, AreReadableOnAScreen) {
  std::size_t small = 0, number = 0;
  const auto sheets = sheets_of(GetParam()).sheets;
  for (const std::string& sheet : sheets) {
    ++number;
    if (const float size = smallest_text(sheet); size < 19.4f) {
      ++small;
      std::printf("sheet %zu: %.1f px\n", number, static_cast<double>(size));
    }
  }
  EXPECT_LE(small * 8, sheets.size());
}

INSTANTIATE_TEST_SUITE_P(Lessons, EachLessonsSheets, testing::ValuesIn(lesson_folders()), lesson_test_name);

TEST(LessonSheets, HaveAnswersWhereTheyAreWanted) {
  const LessonFolder folder = *find_lesson("first-steps");
  EXPECT_THAT(all_of(sheets_of(folder, Solutions::none).sheets), Not(HasSubstr("Solutions")));
  EXPECT_THAT(sheets_of(folder, Solutions::end).sheets.back(), HasSubstr("Solutions"));
  EXPECT_THAT(sheets_of(folder, Solutions::after).sheets.at(1), HasSubstr("First steps: answers"));
  const LessonSheets apart = sheets_of(folder, Solutions::apart);
  EXPECT_THAT(all_of(apart.sheets), Not(HasSubstr("Solutions")));
  EXPECT_THAT(all_of(apart.solutions), HasSubstr("Solutions"));
}

TEST(LessonSheets, AnswersAreSentencesAndCountTheWholeRun) {
  const LessonFolder folder = *find_lesson("reduction-six-kernels");
  const auto sheets = sheets_of(folder, Solutions::after).sheets;
  const auto count = std::ranges::find_if(
      sheets, [](const std::string& sheet) { return sheet.find("Only warps") != std::string::npos; });
  ASSERT_NE(count, sheets.end());
  EXPECT_THAT(*count, HasSubstr(">4.")) << "before the reason";
  EXPECT_THAT(*count, testing::ContainsRegex(">divergent branches</text>\n<text[^>]*>48<"));
}

// As in a presentation: the figure next to an answer shows the access that the question is about.
TEST(LessonSheets, AnswersStandBesideTheMomentThatWasAskedAbout) {
  const auto sheets = sheets_of(*find_lesson("reduction-six-kernels"), Solutions::after).sheets;
  // A long title has several lines; the answers follow their page.
  const auto answers_of = [&](const std::string& title) {
    std::string latest;
    for (const std::string& sheet : sheets)
      if (sheet.find(title) != sheet.npos) latest = sheet;
    return latest;
  };
  EXPECT_THAT(answers_of("Sixteen lanes"), HasSubstr("32 passes, 16-way conflict"));
  EXPECT_THAT(answers_of("Local memory has"), HasSubstr("4 passes, 2-way conflict"));
}

// As in a presentation, an access is shown with few rows of words, so that its text stays readable.
TEST(LessonSheets, AHighFigureOfAnAccessIsCutToRows) {
  for (const auto& [lesson, words] : {std::pair("reduction-six-kernels", "32 passes, 16-way conflict"),
                                      std::pair("from-the-assignment", "32 passes, 32-way conflict")}) {
    unsigned sheets = 0;
    for (const std::string& sheet : sheets_of(*find_lesson(lesson), Solutions::after).sheets) {
      if (sheet.find(words) == sheet.npos) continue;
      ++sheets;
      EXPECT_GE(smallest_text(sheet), 15) << lesson;
    }
    EXPECT_GT(sheets, 0u) << lesson;
  }
}

TEST(LessonSheets, HaveThePicturesOfTheFolder) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_png(Image(40, 20, {255, 0, 0, 255}), folder.file("red.png")));
  std::ofstream(folder.file("green.svg"))
      << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"/>";
  std::ofstream(folder.file("lesson.md")) << "# A\n\n![A red square](red.png)\n\n![A green one](green.svg)\n";
  const LessonSheets made = sheets_of(*find_lesson(folder.path().string()));
  ASSERT_EQ(made.sheets.size(), 1u);
  EXPECT_THAT(made.sheets[0], HasSubstr("href=\"data:image/png;base64,iVBOR"));
  if (!why_no_pdf().empty()) GTEST_SKIP() << why_no_pdf();
  EXPECT_THAT(made.sheets[0], HasSubstr("href=\"data:image/svg+xml;base64,PHN2Zy"));
  EXPECT_THAT(made.sheets[0], Not(HasSubstr("[Picture")));
  const auto pdf = pdf_of(made.sheets, "A");
  ASSERT_TRUE(pdf) << pdf.error().message;
}

TEST(LessonSheets, BecomeOnePdf) {
  if (!why_no_pdf().empty()) GTEST_SKIP() << why_no_pdf();
  const LessonSheets made = sheets_of(*find_lesson("first-steps"));
  const auto pdf = pdf_of(made.sheets, "First steps");
  ASSERT_TRUE(pdf) << pdf.error().message;
  EXPECT_THAT(*pdf, StartsWith("%PDF-1."));
  EXPECT_GT(pdf->size(), 20'000u) << "fonts are embedded";
  // Later releases of cairo compress the objects, so their names cannot be read.
  if (pdf->find("/ObjStm") != pdf->npos) return;
  const std::regex page("/Type /Page\\b");
  EXPECT_EQ(std::distance(std::sregex_iterator(pdf->begin(), pdf->end(), page), {}),
            static_cast<std::ptrdiff_t>(made.sheets.size()));
  EXPECT_THAT(*pdf, HasSubstr("/FontFile")) << "fonts are embedded";
}

TEST(LessonSheets, ASheetThatIsNoDrawingIsNamed) {
  if (!why_no_pdf().empty()) GTEST_SKIP() << why_no_pdf();
  const auto pdf = pdf_of({"no drawing"}, "");
  ASSERT_FALSE(pdf);
  EXPECT_THAT(pdf.error().message, StartsWith("Page 1 of the PDF cannot be drawn"));
}

}  // namespace
}  // namespace lockstep::gui
