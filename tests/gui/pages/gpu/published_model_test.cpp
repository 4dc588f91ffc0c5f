// The window's tables of a document, computed from the comparison with its figures.
#include "gui/pages/gpu/published_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

const sim::PublishedReport& slides() {
  static const sim::PublishedReport report = sim::compare_published(*find_published_ladder("002"));
  return report;
}

TEST(PublishedModel, HasATableForEachCard) {
  const PublishedModel model = prepare_published(slides());
  ASSERT_EQ(model.tables.size(), 2u);
  EXPECT_EQ(model.tables[1].device, "GeForce GTX 460");
  EXPECT_THAT(model.assumptions, HasSubstr("4,194,304"));
  for (const PublishedTable& table : model.tables) {
    ASSERT_EQ(table.rows.size(), 6u);
    double longest = 0;
    for (const PublishedTable::Row& row : table.rows) {
      EXPECT_FALSE(row.published.empty() || row.predicted.empty()) << row.name;
      longest = std::max({longest, row.published_share, row.predicted_share});
      EXPECT_LE(row.published_share, 1);
    }
    EXPECT_EQ(longest, 1);
    EXPECT_EQ(table.rows[0].gain, "") << "nothing is above it";
    EXPECT_THAT(table.rows[1].details, HasSubstr("speed-up over reduce/divergent"));
  }
  EXPECT_EQ(model.tables[1].rows[5].published, "not given");
  EXPECT_EQ(model.tables[1].rows[0].published, "4.26 GB/s");
  // A column has one unit, even if the slides give nothing to compare.
  EXPECT_THAT(model.tables[1].rows[5].predicted, HasSubstr(" GB/s"));
  EXPECT_EQ(model.tables[0].over_first, "over Kernel 1");
  std::vector<std::string> over_first;
  for (const PublishedTable::Row& row : model.tables[0].rows) over_first.push_back(row.over_first);
  EXPECT_THAT(over_first, testing::ElementsAre("", "1.98×", "4.5×", "8.1×", "16.9×", "26.5×"));
}

TEST(PublishedModel, TheProfilersTableHasThreeCellsForEachCount) {
  const ProfiledTable table = prepare_published(slides()).profile;
  ASSERT_EQ(table.rows.size(), 6u);
  ASSERT_EQ(table.columns.size(), 4u);
  for (const ProfiledTable::Row& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.back().end);
  EXPECT_EQ(table.rows[0].cells[0], "112,344");
  EXPECT_EQ(table.rows[0].cells[1], "48");
  EXPECT_EQ(table.rows[0].cells[2], "48");
  // The slides print question marks for kernel 6, but it is counted.
  EXPECT_EQ(table.rows[5].cells[0], "???");
  EXPECT_EQ(table.rows[5].cells[1], "–");
  EXPECT_EQ(table.rows[5].cells[2], "6");
  EXPECT_THAT(table.legend, HasSubstr("Only their changes"));
}

TEST(PublishedModel, ADocumentWithoutAProfilerHasNoSuchTable) {
  const auto report = sim::compare_published(*find_published_ladder("001"));
  EXPECT_TRUE(prepare_published(report).profile.rows.empty());
}

}  // namespace
}  // namespace lockstep::gui
