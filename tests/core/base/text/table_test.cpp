#include "core/base/text/table.hpp"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Table, AlignsTextLeftAndNumbersRight) {
  Table table({Table::Align::left, Table::Align::right});
  table.add({"work", "7"});
  table.add({"bytes moved", "1,024"});
  EXPECT_EQ(table.text(), "work             7\nbytes moved  1,024\n");
}

TEST(Table, CountsCharactersNotBytes) {
  Table table({Table::Align::left, Table::Align::left});
  table.add({"Σ", "x"});
  table.add({"ab", "y"});
  EXPECT_EQ(table.text(), "Σ   x\nab  y\n");
}

TEST(Table, ARowMayEndInFreeText) {
  Table table({Table::Align::left, Table::Align::left, Table::Align::right});
  table.add({"id", "check", "ms"});
  table.add({"a", "failed"}, "a long reason");
  table.add_line("a line as it is");
  EXPECT_EQ(table.text(), "id  check   ms\na   failed  a long reason\na line as it is\n");
}

TEST(Table, ColumnsWithoutRoomFollowBelow) {
  Table table({Table::Align::left, Table::Align::right, Table::Align::right});
  table.add({"id", "first", "second"});
  table.add({"a", "1", "2"});
  table.add({"b"}, "no values");
  table.add_line("remark");
  EXPECT_EQ(table.text(12), "id  first\na       1\nb   no values\nremark\n\nid  second\na        2\n");
  EXPECT_EQ(table.text(3), table.text(12)) << "never less than a column";
}

}  // namespace
}  // namespace lockstep
