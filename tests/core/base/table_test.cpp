#include "core/base/table.hpp"

#include <gtest/gtest.h>

namespace lockstep::cli {
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

}  // namespace
}  // namespace lockstep::cli
