#include "gui/pages/step/source/code_rows.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

std::vector<SourceLine> lines_of(const std::vector<std::string>& texts) {
  std::vector<SourceLine> lines;
  for (const std::string& text : texts) {
    SourceLine line;
    line.number = static_cast<std::uint32_t>(lines.size() + 1);
    line.text = text;
    lines.push_back(line);
  }
  return lines;
}

const std::vector<std::string> kCodeKernel{
    "__kernel void reduce(__global T *out, __global const T *in, __local T *scratch, uint n)", "{", "",
    "        scratch[t] = OP(scratch[t], scratch[t + s]);",
    "// Σ of everything that came before, and more words"};

TEST(CodeRows, EveryByteIsInExactlyOneRow) {
  for (const std::size_t columns : {10u, 20u, 40u, 200u}) {
    const auto lines = lines_of(kCodeKernel);
    const auto rows = make_code_rows(lines, columns);
    std::vector<std::size_t> reached(lines.size(), 0);
    for (const CodeRow& row : rows) {
      EXPECT_EQ(row.begin, reached[row.line]);
      reached[row.line] = row.end;
    }
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(reached[i], lines[i].text.size()) << columns;
  }
}

std::vector<std::string> texts(const std::vector<SourceLine>& lines, std::size_t columns,
                               std::size_t margin = 0) {
  std::vector<std::string> found;
  for (const CodeRow& row : make_code_rows(lines, columns, {}, margin))
    found.push_back(lines[row.line].text.substr(row.begin, row.end - row.begin));
  return found;
}

TEST(CodeRows, NamesAndArgumentsAreNotBroken) {
  using Rows = std::vector<std::string>;
  EXPECT_EQ(texts(lines_of({"    barrier(CLK_LOCAL_MEM_FENCE);"}), 31),
            (Rows{"    barrier(", "CLK_LOCAL_MEM_FENCE);"}));
  EXPECT_EQ(texts(lines_of({"s[t] = OP(scratch[t], scratch[t + s]);"}), 34),
            (Rows{"s[t] = OP(scratch[t], ", "scratch[t + s]);"}));
}

TEST(CodeRows, OnlyTheFirstRowOfALineThatRanLeavesTheMargin) {
  auto lines = lines_of({"a b c d e f g h", "a b c d e f g h"});
  lines[0].runs = 3;
  EXPECT_EQ(texts(lines, 9, 6), (std::vector<std::string>{"a b c d ", "e f g h", "a b c d e f g h"}));
}

TEST(CodeRows, AWideAreaHasOneRowPerLine) {
  EXPECT_EQ(make_code_rows(lines_of(kCodeKernel), 200).size(), kCodeKernel.size());
}

TEST(CodeRows, AClickSelectsThePositionWhereTheCursorIsDrawn) {
  const auto lines = lines_of(kCodeKernel);
  const auto rows = make_code_rows(lines, 30);
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t column = 0; column <= lines[line].text.size(); ++column) {
      const bool inside_character = column < lines[line].text.size() &&
                                    (static_cast<unsigned char>(lines[line].text[column]) & 0xC0) == 0x80;
      if (inside_character) continue;
      const RowPlace place = row_of(rows, lines, {line, column});
      EXPECT_EQ(place_at(rows, lines, place.row, static_cast<double>(place.column)),
                (TextPlace{line, column}));
    }
  }
}

TEST(CodeRows, MessagesFollowTheirLine) {
  auto lines = lines_of({"a", "b"});
  lines[0].messages.push_back({1, 1, Diagnostic::Kind::error, "a message that is longer than a row"});
  const auto rows = make_code_rows(lines, 20);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[1].kind, CodeRow::Kind::message);
  EXPECT_EQ(rows[2].kind, CodeRow::Kind::message);
  EXPECT_EQ(rows[3].line, 1u);
  EXPECT_EQ(place_at(rows, lines, 1, 5), (TextPlace{0, 1}));
}

}  // namespace
}  // namespace lockstep::gui
