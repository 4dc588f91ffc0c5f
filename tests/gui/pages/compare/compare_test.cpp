// The Compare tab's table, prepared without drawing.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gui/pages/compare/model.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using RowStatus = CompareRow::Status;

CountedPtr counted_with(std::uint64_t conflicts, std::uint64_t launches = 1) {
  Counted counted;
  counted.counters.emplace();
  counted.counters->local_conflicts = conflicts;
  counted.counters->launches = launches;
  return std::make_shared<const Counted>(counted);
}

// Each reduction has as many conflicts as its position in the list, each scan a hundred times as many.
CountSnapshot counts_for(const AppState& state) {
  CountSnapshot counts;
  std::uint64_t place = 0;
  for (const CompareRow& row : compare_rows(state, "")) {
    ++place;
    counts.requests.push_back(row.request);
    counts.results.push_back(counted_with(row.family == Algorithm::Family::scan ? 100 * place : place));
  }
  return counts;
}

AppState by_conflicts() {
  AppState state;
  state.compare.column = "local_conflicts";
  return state;
}

std::vector<CompareRow> prepared(const AppState& state, const CountSnapshot& counts) {
  return prepare_compare(state, compare_rows(state, ""), counts);
}

bool sorted(const std::vector<CompareRow>& rows, Algorithm::Family family, bool descending) {
  std::vector<std::uint64_t> values;
  for (const CompareRow& row : rows)
    if (row.family == family) values.push_back(row.counters.local_conflicts);
  if (descending) std::ranges::reverse(values);
  return values.size() > 5 && std::ranges::is_sorted(values);
}

TEST(Compare, HasARowForEveryAlgorithmReductionsFirst) {
  const AppState state = by_conflicts();
  const auto rows = prepared(state, counts_for(state));
  EXPECT_EQ(rows.size(), catalogue().size());
  EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &CompareRow::family));
}

TEST(Compare, SortsEachFamilyEitherWay) {
  AppState state = by_conflicts();
  const CountSnapshot counts = counts_for(state);
  for (const bool descending : {true, false}) {
    state.compare.descending = descending;
    const auto rows = prepared(state, counts);
    EXPECT_TRUE(sorted(rows, Algorithm::Family::reduction, descending));
    EXPECT_TRUE(sorted(rows, Algorithm::Family::scan, descending));
  }
}

TEST(Compare, BarsOfAllFamiliesHaveOneScale) {
  const AppState state = by_conflicts();
  const auto rows = prepared(state, counts_for(state));
  const CompareColumn& column = *find_compare_column(state.compare.column);
  double most = 0;
  for (const CompareRow& row : rows) most = std::max(most, column.value(row.counters));
  ASSERT_GT(most, 0);
  for (const CompareRow& row : rows) EXPECT_DOUBLE_EQ(row.bar * most, column.value(row.counters)) << row.key;
}

TEST(Compare, RowsWithoutCountsAreLastAndShowTheReason) {
  AppState state = by_conflicts();
  CountSnapshot counts = counts_for(state);
  Counted refused;
  refused.reason = "choose 32";
  counts.results[0] = std::make_shared<const Counted>(refused);
  counts.results[1] = nullptr;
  counts.running = 1;
  state.compare.scans = false;
  for (const bool descending : {true, false}) {
    state.compare.descending = descending;
    const auto rows = prepared(state, counts);
    const CompareRow& before = rows[rows.size() - 2];
    EXPECT_EQ(before.status, RowStatus::refused);
    EXPECT_EQ(before.reason, "choose 32");
    EXPECT_EQ(rows.back().status, RowStatus::counting);
    EXPECT_EQ(rows.front().status, RowStatus::counted);
  }
}

TEST(Compare, FamiliesCanBeHidden) {
  AppState state;
  state.compare.reductions = false;
  for (const CompareRow& row : prepared(state, {})) EXPECT_EQ(row.family, Algorithm::Family::scan);
  state.compare.scans = false;
  EXPECT_TRUE(prepared(state, {}).empty());
}

TEST(Compare, EditsAndTheUsersFileAreSeparateRows) {
  AppState state;
  state.edited_texts["reduce/divergent"] = "edited";
  state.algorithm = "scan/warp";
  state.kernel_file = "some/mine.cl";
  const auto rows = compare_rows(state, "mine");
  EXPECT_EQ(rows.size(), catalogue().size() + 2);
  const auto edited = std::ranges::find(rows, "reduce/divergent*", &CompareRow::key);
  ASSERT_NE(edited, rows.end());
  EXPECT_EQ(edited->request.run.text, "edited");
  EXPECT_EQ(edited->note, "edited");
  EXPECT_TRUE(edited->request.own_text);
  const auto file = std::ranges::find(rows, "mine.cl", &CompareRow::label);
  ASSERT_NE(file, rows.end());
  EXPECT_EQ(file->request.run.text, "mine");
  const auto plain = std::ranges::find(rows, "scan/warp", &CompareRow::key);
  EXPECT_EQ(plain->request.run.kernel_file, "") << "the catalogue's own, beside the file";
}

TEST(Compare, AChangeOfTheSceneRequestsNewCounts) {
  AppState state;
  const auto before = count_requests(compare_rows(state, ""));
  state.n = 65;
  const auto after = count_requests(compare_rows(state, ""));
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_FALSE(before[i] == after[i]);
  state.tab = "compare";
  state.position = 7;
  EXPECT_EQ(count_requests(compare_rows(state, "")), after) << "moving the cursor requests no counts";
}

TEST(Compare, ASecondClickReversesTheOrder) {
  CompareChoice choice;
  sort_by(choice, "bytes_moved");
  EXPECT_TRUE(choice.descending) << "what costs most first";
  sort_by(choice, "bytes_moved");
  EXPECT_FALSE(choice.descending);
  sort_by(choice, "lane_utilisation");
  EXPECT_FALSE(choice.descending) << "the least busy first";
  step_column(choice, 1);
  EXPECT_EQ(choice.column, compare_columns().front().key);
  step_column(choice, -1);
  EXPECT_EQ(choice.column, "lane_utilisation");
  sort_by(choice, "nonsense");
  EXPECT_EQ(choice.column, "lane_utilisation");
}

TEST(Compare, TheCursorStaysOnTheRows) {
  CompareChoice choice;
  const auto rows = compare_rows(AppState{}, "");
  step_row(choice, rows, -1);
  EXPECT_EQ(choice.row, rows.back().key);
  step_row(choice, rows, 1);
  EXPECT_EQ(choice.row, rows.back().key);
  choice.row = "gone";
  step_row(choice, rows, 1);
  EXPECT_EQ(choice.row, rows.front().key);
}

TEST(Compare, TheLatestTwoMarksAreKept) {
  CompareChoice choice;
  for (const char* key : {"a", "b", "c"}) mark_row(choice, key);
  EXPECT_EQ(choice.pair, (std::vector<std::string>{"b", "c"}));
  mark_row(choice, "b");
  EXPECT_EQ(choice.pair, std::vector<std::string>{"c"});
}

TEST(Compare, TwoRowsAreDescribedByTheirLargestDifferences) {
  CompareRow a, b;
  a.label = "blelloch";
  b.label = "padded";
  EXPECT_EQ(pair_sentence(a, b), "") << "nothing is counted yet";
  a.status = b.status = RowStatus::counted;
  EXPECT_EQ(pair_sentence(a, b), "All counters are equal.");
  a.counters.local_conflicts = 120;
  a.counters.barriers = 15;
  b.counters.barriers = 10;
  EXPECT_EQ(pair_sentence(a, b), "They differ most in bank conflicts: blelloch has 120, padded has 0.");
  const CompareColumn& conflicts = *find_compare_column("local_conflicts");
  EXPECT_EQ(difference_text(conflicts, a.counters, b.counters), "−120");
  EXPECT_EQ(difference_text(conflicts, b.counters, a.counters), "+120");
  EXPECT_EQ(difference_text(conflicts, a.counters, a.counters), "=");
}

TEST(Compare, SaysWhyAResultIsWrong) {
  CompareRow right, wrong, other;
  right.key = right.label = "right";
  wrong.key = wrong.label = "wrong";
  other.key = other.label = "other";
  wrong.wrong = "out[0] is 84, but the sequential reference gives 341";
  other.wrong = "work-items 0 and 16 race";
  CompareChoice choice;
  EXPECT_EQ(wrong_sentence(choice, {right}), "");
  EXPECT_EQ(wrong_sentence(choice, {right, wrong, other}),
            "✗ wrong: out[0] is 84, but the sequential reference gives 341.");
  choice.row = "other";
  EXPECT_EQ(wrong_sentence(choice, {right, wrong, other}), "✗ other: Work-items 0 and 16 race.");
  choice.row = "right";
  EXPECT_NE(wrong_sentence(choice, {right, wrong, other}), "") << "the first wrong one";
  EXPECT_EQ(wrong_sentence(right, right), "");
  EXPECT_EQ(wrong_sentence(wrong, other),
            "✗ A: out[0] is 84, but the sequential reference gives 341. ✗ B: Work-items 0 and 16 race.");
  wrong.note = "edited";
  EXPECT_EQ(note_of(wrong), "✗ edited");
  EXPECT_EQ(note_of(other), "✗ wrong");
  EXPECT_EQ(note_of(right), "");
}

TEST(Compare, OpeningARowShowsItInStep) {
  AppState state;
  state.tab = "compare";
  state.position = 9;
  state.kernel_file = "mine.cl";
  const auto rows = compare_rows(state, "");
  open_row(state, *std::ranges::find(rows, "scan/warp", &CompareRow::key));
  EXPECT_EQ(state.tab, "step");
  EXPECT_EQ(state.algorithm, "scan/warp");
  EXPECT_EQ(state.kernel_file, "");
  EXPECT_FALSE(state.position);
}

TEST(Compare, CsvHasALineForEveryRow) {
  const AppState state = by_conflicts();
  CountSnapshot counts = counts_for(state);
  Counted refused;
  refused.reason = "say \"32\", please";
  counts.results.back() = std::make_shared<const Counted>(refused);
  const std::string csv = compare_csv(prepared(state, counts));
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), catalogue().size() + 1);
  EXPECT_THAT(csv, HasSubstr("id,note,launches,warps,"));
  EXPECT_THAT(csv, HasSubstr("\"say \"\"32\"\", please\""));
}

TEST(Compare, EveryColumnExplainsItself) {
  for (const CompareColumn& column : compare_columns()) {
    EXPECT_GT(column.explanation.size(), 25u) << column.key;
    EXPECT_EQ(find_compare_column(column.key), &column);
    EXPECT_GE(column.value(sim::Counters{}), 0);
  }
}

TEST(CompareTable, AsJson) {
  CompareRow counted, waiting;
  counted.algorithm = "reduce/divergent";
  counted.status = CompareRow::Status::counted;
  counted.counters.divergent_branches = 48;
  waiting.algorithm = "scan/warp";
  const auto table = nlohmann::json::parse(compare_json({counted, waiting}));
  EXPECT_EQ(table["rows"][0]["id"], "reduce/divergent");
  EXPECT_EQ(table["rows"][0]["divergent_branches"], 48);
  EXPECT_TRUE(table["rows"][1]["divergent_branches"].is_null());
}

}  // namespace
}  // namespace lockstep::gui
