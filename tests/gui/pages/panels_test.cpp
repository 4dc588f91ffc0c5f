// The content of panels, prepared without Dear ImGui.
#include <gtest/gtest.h>

#include "gui/pages/gpu/result_model.hpp"
#include "gui/pages/panel.hpp"
#include "gui/pages/step/model/inspector_model.hpp"
#include "gui/pages/step/source/source_model.hpp"

namespace lockstep::gui {
namespace {

TEST(SourceView, MarksCountsHeatAndMessages) {
  ProgramLines index;
  index.lines.resize(2);
  index.lines[0] = {4, 0, 8, 2};
  index.lines[1] = {6, 1, 2, 0};
  const std::vector<std::string> text{"a\tb", "c", "d"};
  const std::vector<Diagnostic> messages{{2, 1, Diagnostic::Kind::error, "wrong"},
                                         {99, 1, Diagnostic::Kind::error, "unclosed"}};
  const sim::BreakpointLines breakpoints{{3, "t > 1"}};
  const auto lines = prepare_source({text, &index, Heat::transactions, 2, breakpoints, messages});
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].text, "a b");
  EXPECT_EQ(lines[0].runs, 4u);
  EXPECT_EQ(lines[0].cost, 8u);
  EXPECT_FLOAT_EQ(lines[0].heat, 1);
  EXPECT_FLOAT_EQ(lines[1].heat, 0.25f);
  EXPECT_TRUE(lines[1].next);
  EXPECT_EQ(lines[1].messages.size(), 1u);
  EXPECT_TRUE(lines[2].breakpoint);
  EXPECT_EQ(lines[2].runs, 0u);
  EXPECT_EQ(lines[2].messages.front().message, "unclosed")
      << "a message past the end belongs to the last line";
}

TEST(SourceView, WithoutARunThereIsNoHeat) {
  const std::vector<std::string> text{"a"};
  const auto lines = prepare_source({text, nullptr, Heat::branches, 0, {}, {}});
  EXPECT_EQ(lines[0].runs, 0u);
  EXPECT_FLOAT_EQ(lines[0].heat, 0);
}

TEST(InspectorView, ShowsTotalsAndTheChangeOfTheStep) {
  sim::Counters so_far, step;
  so_far.work = 56;
  so_far.local_load_wavefronts = 30;
  so_far.local_store_wavefronts = 11;
  so_far.lane_slots = 100;
  so_far.active_lanes = 44;
  step.work = 8;
  step.local_conflicts = 3;
  const auto rows = prepare_counters(so_far, step);
  const auto row = [&](std::string_view title) {
    for (const CounterRow& candidate : rows) {
      if (candidate.title == title) return candidate;
    }
    return CounterRow{};
  };
  EXPECT_EQ(row("work W").so_far, "56");
  EXPECT_EQ(row("work W").change, "+8");
  EXPECT_EQ(row("local passes").so_far, "41");
  EXPECT_EQ(row("local passes").change, "");
  EXPECT_EQ(row("bank conflicts").change, "+3");
  EXPECT_EQ(row("bank conflicts").change_role, Role::costs);
  EXPECT_EQ(row("active lanes").so_far, "44 %");
}

// A compaction scans flags, which are not inputs: its additions are not counted, and the panel does not claim
// that there are none.
TEST(InspectorView, WorkThatIsNotCountedIsNotZero) {
  sim::Counters so_far, whole;
  so_far.barriers = 7;
  const auto value = [&](std::string_view title) {
    for (const CounterRow& row : prepare_counters(so_far, {}, sim::LaneSchedule::lockstep, &whole))
      if (row.title == title) return row.so_far;
    return std::string();
  };
  for (const char* title : {"steps T", "work W", "useful work"}) EXPECT_EQ(value(title), "–") << title;
  EXPECT_EQ(value("barriers"), "7");
  EXPECT_EQ(value("bank conflicts"), "0");
  whole.work = 15;
  EXPECT_EQ(value("work W"), "0") << "not yet";
}

TEST(InspectorView, FindingsHaveATitleAPersonCanRead) {
  sim::Finding finding;
  finding.kind = sim::Finding::Kind::data_race;
  finding.first.present = true;
  finding.first.range.line = 31;
  finding.occurrences = 12;
  EXPECT_EQ(finding_title(finding), "data race · line 31 · ×12");
  finding.message = "work-item 16 writes s[16] and work-item 0 reads it";
  EXPECT_EQ(finding_sentence(finding), "Work-item 16 writes s[16] and work-item 0 reads it.");
}

BenchmarkSnapshot two_rows() {
  BenchmarkSnapshot snapshot;
  snapshot.running = true;
  snapshot.copy_gbps = 100;
  for (const char* id : {"reduce/divergent", "reduce/sequential-local", "reduce/interleaved-global"}) {
    measure::BenchRequest request;
    request.algorithm = *find_algorithm(id);
    request.request.n = 1 << 24;
    snapshot.requests.push_back(request);
  }
  measure::BenchRow slow;
  slow.id = "reduce/divergent";
  slow.n = 1 << 24;
  slow.status = measure::BenchRow::Status::passed;
  slow.device_ns = {2'000'000, 1'900'000, 2'500'000, 2'050'000};
  slow.gbps = 20;
  measure::BenchRow fast = slow;
  fast.id = "reduce/sequential-local";
  fast.device_ns.median = 500'000;
  fast.gbps = 80;
  snapshot.rows = {slow, fast};
  return snapshot;
}

TEST(ResultModel, FillsRowByRow) {
  const auto rows = prepare_results(two_rows());
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].median, "2 ms");
  EXPECT_EQ(rows[0].speed_up, "1.00×");
  EXPECT_EQ(rows[0].share, "20.0 %");
  EXPECT_EQ(rows[1].speed_up, "4.00×");
  EXPECT_EQ(rows[1].status, "passed");
  EXPECT_EQ(rows[0].mean, "2.05 ms");
  EXPECT_EQ(rows[2].mood, ResultRow::Mood::running);
  EXPECT_EQ(rows[2].size, 1u << 24);
}

TEST(ResultModel, AWrongResultHasAReasonAndNoTime) {
  BenchmarkSnapshot snapshot = two_rows();
  snapshot.rows[0].status = measure::BenchRow::Status::failed;
  snapshot.rows[0].reason = "expected 5, got 4\nand a log";
  const auto rows = prepare_results(snapshot);
  EXPECT_EQ(rows[0].status, "failed");
  EXPECT_EQ(rows[0].reason, "expected 5, got 4\nand a log") << "all of it";
  EXPECT_TRUE(rows[0].median.empty());
  EXPECT_EQ(rows[1].speed_up, "1.00×") << "the first correct element";
}

TEST(ResultModel, ColumnsAreThoseThatFit) {
  const auto titles = [](float room, ResultColumns chosen) {
    std::vector<std::string_view> found;
    for (const ResultColumn& column : shown_columns(room, chosen)) found.push_back(column.title);
    return found;
  };
  const float all = columns_width(result_columns());
  EXPECT_EQ(titles(all, ResultColumns::times).size(), result_columns().size());
  const auto times = titles(all - 1, ResultColumns::times), rates = titles(all - 1, ResultColumns::rates);
  for (const std::string_view title : {"median", "mean", "min", "max", "launches", "gaps", "round trip"})
    EXPECT_NE(std::ranges::find(times, title), times.end()) << title;
  for (const std::string_view title : {"median", "Gelem/s", "GB/s", "of copy", "speed-up", "earlier"})
    EXPECT_NE(std::ranges::find(rates, title), rates.end()) << title;
}

TEST(ResultModel, ATunedRowShowsItsParameters) {
  BenchmarkSnapshot snapshot = two_rows();
  for (const Algorithm& algorithm : catalogue())
    if (algorithm.is_tunable) snapshot.rows[0].id = algorithm.id;
  snapshot.rows[0].tuning = Tuning{512, 4, 2};
  const auto rows = prepare_results(snapshot);
  EXPECT_TRUE(rows[0].remark.starts_with("Tuned: L = 512")) << rows[0].remark;
  EXPECT_NE(rows[0].details.find("L = 512"), std::string::npos);
  EXPECT_EQ(rows[1].remark, "");
}

TEST(ResultModel, AnEarlierRunIsShownWithItsDate) {
  BenchmarkSnapshot snapshot = two_rows();
  snapshot.rows[0].earlier = measure::EarlierRun{.date = "2026-11-20T14:03:09Z",
                                                 .driver = "525.1",
                                                 .times_ns = {1'000'000, 1'000'000, 1'000'000, 1'000'000},
                                                 .other_driver = true};
  const ResultRow row = prepare_results(snapshot)[0];
  EXPECT_EQ(row.earlier, "+100 %");
  EXPECT_NE(row.details.find("2026-11-20 14:03"), std::string::npos) << row.details;
  EXPECT_NE(row.details.find("525.1"), std::string::npos) << row.details;
}

TEST(ResultModel, TickedAlgorithmsAndSizesBecomeRequests) {
  AppState state;
  state.benchmark.algorithms = {"reduce/divergent", "reduce/sequential-local"};
  state.benchmark.sizes = {1024, 4096};
  state.edited_texts["reduce/divergent"] = "edited";
  const auto requests = benchmark_requests(state, "");
  ASSERT_EQ(requests.size(), 4u);
  EXPECT_EQ(requests[0].request.n, 1024u);
  EXPECT_EQ(requests[3].request.n, 4096u);
  for (const auto& request : requests) {
    const bool edited = request.id() == "reduce/divergent";
    EXPECT_EQ(request.source.has_value(), edited);
    if (edited) {
      EXPECT_EQ(request.source->text, "edited");
    }
  }
}

TEST(ResultModel, HostImplementationsAreTickedAndShownLikeAlgorithms) {
  AppState state;
  state.benchmark.sizes = {1024};
  state.benchmark.algorithms.clear();
  EXPECT_EQ(benchmark_requests(state, "").size(), catalogue().size() + host_implementations().size());
  state.benchmark.algorithms = {"reduce/divergent", "cpu/sequential"};
  BenchmarkSnapshot snapshot = two_rows();
  snapshot.requests = benchmark_requests(state, "");
  ASSERT_EQ(snapshot.requests.size(), 2u);
  EXPECT_EQ(snapshot.requests[1].implementation, find_host_implementation("cpu/sequential"));
  snapshot.rows[1].id = "cpu/sequential";
  snapshot.rows[1].threads = 2;
  const auto rows = prepare_results(snapshot);
  EXPECT_EQ(rows[1].algorithm, "cpu/sequential");
  EXPECT_EQ(rows[1].speed_up, "4.00×");
  EXPECT_EQ(rows[1].share, "") << "the device's copy bandwidth is unrelated to the processor's memory";
  EXPECT_NE(rows[1].details.find("2 threads"), std::string::npos);
  EXPECT_EQ(rows[1].launches, "");
}

TEST(ResultModel, AScanIsRunInTheFormThatIsChosen) {
  AppState state;
  state.exclusive = true;
  state.benchmark.sizes = {1024};
  for (const measure::BenchRequest& request : benchmark_requests(state, "")) {
    const Algorithm::Family family =
        request.implementation ? request.implementation->family : request.algorithm->family;
    EXPECT_EQ(request.request.exclusive, family == Algorithm::Family::scan) << request.id();
  }
}

}  // namespace
}  // namespace lockstep::gui
