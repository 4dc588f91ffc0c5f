#include <gtest/gtest.h>

#include "gui/pages/step/source/code_rows.hpp"
#include "gui/pages/step/source/source_model.hpp"

namespace lockstep::gui {
namespace {

using Lines = std::vector<std::string>;

std::vector<SourceLine> numbered(const Lines& texts) {
  std::vector<SourceLine> lines;
  for (const std::string& text : texts) {
    lines.emplace_back().text = text;
    lines.back().number = static_cast<std::uint32_t>(lines.size());
  }
  return lines;
}

TEST(OriginalModel, ListsNewAndRemovedLines) {
  const Lines before{"a", "b", "c", "d"}, after{"a", "B", "B2", "c"};
  const OriginalModel model = compare_with_original(before, after);
  ASSERT_EQ(model.changes.size(), 2u);
  EXPECT_EQ(model.changed, (std::vector<std::optional<std::size_t>>{std::nullopt, 0, 0, std::nullopt}));
  ASSERT_EQ(model.removed.size(), 2u);
  EXPECT_EQ(model.removed[0].text, "b");
  EXPECT_EQ(model.removed[0].before, 1u);
  EXPECT_EQ(model.removed[1].text, "d");
  EXPECT_EQ(model.removed[1].before, 4u) << "behind the last line";
  EXPECT_EQ(count_changes(model), "2 changes");
  EXPECT_EQ(count_changes({}), "no change");
}

TEST(OriginalModel, RemovedLinesAreShownAtTheirOldPlace) {
  const Lines after{"a", "B", "B2", "c"};
  const OriginalModel model = compare_with_original({"a", "b", "c", "d"}, after);
  const auto rows = make_code_rows(numbered(after), 40, model.removed);
  using Kind = CodeRow::Kind;
  std::vector<std::pair<Kind, std::size_t>> order;
  for (const CodeRow& row : rows)
    order.emplace_back(row.kind, row.kind == Kind::removed ? row.message : row.line);
  EXPECT_EQ(order, (std::vector<std::pair<Kind, std::size_t>>{{Kind::code, 0},
                                                              {Kind::removed, 0},
                                                              {Kind::code, 1},
                                                              {Kind::code, 2},
                                                              {Kind::code, 3},
                                                              {Kind::removed, 1}}));
  const auto lines = numbered(after);
  EXPECT_EQ(place_at(rows, lines, 1, 9), (TextPlace{1, 0})) << "a click on one goes to the line below";
  EXPECT_EQ(row_of(rows, lines, {1, 0}).row, 2u);
}

TEST(OriginalModel, AnEmptyRemovedLineHasARow) {
  const OriginalModel model = compare_with_original({"", "a"}, {"a"});
  EXPECT_EQ(make_code_rows(numbered({"a"}), 40, model.removed).size(), 2u);
}

}  // namespace
}  // namespace lockstep::gui
