// The input that the sheet accepts, and its line breaks. Whole runs are tested
// in tests/gui/app/programs_test.cpp.
#include "gui/overlays/program_sheet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/canvas/recorder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

TEST(ProgramSheet, ALimitIsAWholeNumberOfSeconds) {
  EXPECT_EQ(*read_seconds("20"), 20u);
  EXPECT_EQ(*read_seconds(""), 0u);
  EXPECT_FALSE(read_seconds("soon"));
  EXPECT_FALSE(read_seconds("86401"));
  EXPECT_FALSE(read_seconds("-1"));
}

TEST(ProgramSheet, SaysWhyACommandCannotRun) {
  ProgramCommand command;
  EXPECT_THAT(problem_of(command), HasSubstr("Enter the program"));
  command.command = "./sums 'a";
  EXPECT_THAT(problem_of(command), HasSubstr("not closed"));
  command.command = "./sums";
  EXPECT_EQ(problem_of(command), "");
  command.folder = "/no/such/folder";
  EXPECT_THAT(problem_of(command), HasSubstr("/no/such/folder does not exist"));
  command.folder = "/";
  command.launches = "3,7..9";
  EXPECT_EQ(problem_of(command), "");
  command.launches = "x";
  EXPECT_NE(problem_of(command), "");
}

TEST(ProgramSheet, TablesStayWholeAndLongLinesAreBroken) {
  const CanvasRecorder canvas;
  const TextStyle style{Font::code, Role::ink, Align::left, 12};
  const float width = canvas.text_width(std::string(20, 'x'), style) + 1;
  EXPECT_EQ(fitting_lines(canvas, "a   b\n\nc\n", style, width),
            (std::vector<std::string>{"a   b", "", "c"}));
  for (const std::string& line :
       fitting_lines(canvas, "words and words and words\n" + std::string(50, 'y'), style, width))
    EXPECT_LE(canvas.text_width(line, style), width) << line;
  std::string all;
  for (const std::string& line : fitting_lines(canvas, std::string(50, 'y'), style, width)) all += line;
  EXPECT_EQ(all, std::string(50, 'y')) << "nothing is left out";
}

}  // namespace
}  // namespace lockstep::gui
