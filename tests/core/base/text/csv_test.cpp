#include "core/base/text/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

using testing::ElementsAre;

TEST(Csv, ColumnsAreFoundByTheirNames) {
  const CsvTable table = read_csv("Submission, Member \nalice,Alice A.\n\nbob,\"Bob, \"\"B.\"\"\"\n").value();
  EXPECT_THAT(table.columns, ElementsAre("submission", "member"));
  EXPECT_EQ(table.column("member"), 1u);
  EXPECT_EQ(table.column("Member"), std::nullopt);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.rows[0].fields, ElementsAre("alice", "Alice A."));
  EXPECT_THAT(table.rows[1].fields, ElementsAre("bob", "Bob, \"B.\""));
  EXPECT_EQ(table.rows[1].line, 4u);
}

TEST(Csv, TablesOfSpreadsheetsAreRead) {
  for (const char* text : {"a;b\r\n1;2,5\r\n", "a\tb\n1\t2,5",
                           "\xef\xbb\xbf"
                           "a;b\r1;2,5\r"}) {
    const CsvTable table = read_csv(text).value();
    EXPECT_THAT(table.columns, ElementsAre("a", "b")) << text;
    ASSERT_EQ(table.rows.size(), 1u) << text;
    EXPECT_THAT(table.rows[0].fields, ElementsAre("1", "2,5")) << text;
  }
}

TEST(Csv, MissingFieldsAreEmptyAndLineEndsInQuotesStay) {
  const CsvTable table = read_csv("a,b\n\"x\ny\"\nz,1\n").value();
  EXPECT_THAT(table.rows[0].fields, ElementsAre("x\ny", ""));
  EXPECT_EQ(table.rows[1].line, 4u);
  EXPECT_TRUE(read_csv("")->columns.empty());
}

TEST(Csv, ErrorsNameTheLine) {
  EXPECT_EQ(read_csv("a,b\n1,2,3\n").error().message, "line 2 has 3 fields, but the table has 2 columns");
  EXPECT_EQ(read_csv("a,b\n1,\"2\n3").error().message, "line 2: a quote is not closed");
  EXPECT_EQ(read_csv("a,b\n1,\"2\"3\n").error().message, "line 2: text after a closing quote");
}

TEST(Csv, WhatIsWrittenIsRead) {
  for (const std::string field : {"plain", "a,b", "\"", "x\r\ny", "a\"b\"", ";"}) {
    const auto table = read_csv("h,i\n" + csv_field(field) + ",2\n");
    ASSERT_TRUE(table) << field;
    EXPECT_THAT(table->rows[0].fields, ElementsAre(field, "2"));
  }
}

}  // namespace
}  // namespace lockstep
