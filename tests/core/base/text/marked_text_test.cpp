#include "core/base/text/marked_text.hpp"

#include <gtest/gtest.h>

#include <array>

namespace lockstep {
namespace {

constexpr std::array<std::string_view, 1> kBlocks{"test"};

std::vector<MarkedPiece> divided(std::string_view text, std::vector<TextFault>& faults) {
  return marked_pieces(text, kBlocks, faults);
}

TEST(MarkedText, IsDividedIntoPagesMarkdownBlocksAndEntries) {
  std::vector<TextFault> faults;
  const auto pieces = divided(
      "# One\n\npoints: 3\nfile: a.cl,\n  b.cl\n\nText\n```test Small\n{}\n```\n---\n## Two\n", faults);
  EXPECT_TRUE(faults.empty());
  using Kind = MarkedPiece::Kind;
  ASSERT_EQ(pieces.size(), 8u);
  EXPECT_EQ(pieces[0].kind, Kind::page);
  EXPECT_EQ(pieces[1].text, "# One\n\n");
  EXPECT_EQ(pieces[2].name, "points");
  EXPECT_EQ(pieces[2].text, "3");
  EXPECT_EQ(pieces[2].body, (TextPlace{3, 9}));
  EXPECT_EQ(pieces[3].text, "a.cl, b.cl");
  EXPECT_EQ(pieces[4].kind, Kind::markdown);
  EXPECT_EQ(pieces[5].kind, Kind::block);
  EXPECT_EQ(pieces[5].name, "test");
  EXPECT_EQ(pieces[5].title, "Small");
  EXPECT_EQ(pieces[5].text, "{}\n");
  EXPECT_EQ(pieces[5].body, (TextPlace{9, 1}));
  EXPECT_EQ(pieces[6].kind, Kind::page);
  EXPECT_EQ(pieces[7].place, (TextPlace{12, 1}));
}

TEST(MarkedText, OtherBlocksStayInTheMarkdown) {
  std::vector<TextFault> faults;
  const auto pieces = divided("~~~c\npoints: 3\n---\n~~~\n", faults);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[1].text, "~~~c\npoints: 3\n---\n~~~\n");
}

TEST(MarkedText, ABlockThatDoesNotEndIsAFault) {
  for (const char* text : {"```test\n{}", "```test", "```c\nx\n"}) {
    std::vector<TextFault> faults;
    divided(text, faults);
    ASSERT_EQ(faults.size(), 1u) << text;
    EXPECT_NE(fault_text("a.md", faults[0]).find("a.md:1:1: The block"), std::string::npos);
  }
}

TEST(MarkedText, CommentsBecomeBlanksAndLinesKeepTheirNumbers) {
  std::vector<TextFault> faults;
  const auto pieces = divided("<!-- points: 3\n---\n-->\n\npoints: 4\n", faults);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[1].place.line, 5u);
}

TEST(MarkedText, NamesOfLinksAreOfSmallLettersAndHyphens) {
  EXPECT_EQ(link_name("Bank conflicts, (a)"), "bank-conflicts-a");
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
}

}  // namespace
}  // namespace lockstep
