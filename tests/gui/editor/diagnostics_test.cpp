#include "gui/editor/diagnostics.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

TEST(Diagnostics, AreParsedFromAReport) {
  const auto messages = parse_diagnostics(
      "reduce/divergent.cl:27:18: error: use of 'scrach', which is not declared\n"
      "        scrach[t] = 0;\n"
      "        ^\n"
      "C:\\a.cl:3:1: warning: unused variable 'x'\n"
      "x.cl:9: error: no column\n");
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0].line, 27u);
  EXPECT_EQ(messages[0].column, 18u);
  EXPECT_EQ(messages[0].kind, Diagnostic::Kind::error);
  EXPECT_EQ(messages[0].message, "use of 'scrach', which is not declared");
  EXPECT_EQ(messages[1].kind, Diagnostic::Kind::warning);
  EXPECT_EQ(messages[1].line, 3u);
  EXPECT_EQ(messages[2].line, 9u);
}

TEST(Diagnostics, APlainSentenceHasNoDiagnostics) {
  EXPECT_TRUE(parse_diagnostics("n is 0: there is nothing to reduce.").empty());
  EXPECT_TRUE(parse_diagnostics("").empty());
}

}  // namespace
}  // namespace lockstep::gui
