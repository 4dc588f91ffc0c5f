// The drawings of a benchmark on the Run on GPU tab: axes, lines over n, bars, the table, and a sheet of all
// of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gui/canvas/recorder.hpp"
#include "gui/charts/bar_charts.hpp"
#include "gui/charts/line_charts.hpp"
#include "gui/pages/gpu/drawing.hpp"
#include "gui/pages/gpu/result_table.hpp"
#include "gui/pages/gpu/size_choice.hpp"

namespace lockstep::gui {
namespace {

using measure::BenchReport;
using measure::BenchRow;
using ::testing::ElementsAre;

BenchRow row_of(std::string id, std::uint64_t n, std::uint64_t ns) {
  BenchRow row;
  row.id = std::move(id);
  row.n = n;
  row.group_size = 256;
  row.launches = 1;
  row.status = BenchRow::Status::passed;
  row.device_ns = {ns, ns / 2, ns * 2, ns};
  row.host_ns = {ns + 10'000, ns + 9'000, ns + 20'000, ns + 10'000};
  row.gelem_per_s = static_cast<double>(n) / static_cast<double>(ns);
  row.gbps = 4 * row.gelem_per_s;
  return row;
}

// Two reductions and a host implementation at three sizes, and one scan.
BenchReport report() {
  BenchReport report;
  report.device.name = "a device";
  report.copy_gbps = 40;
  for (const unsigned power : {10u, 14u, 18u}) {
    const std::uint64_t n = std::uint64_t{1} << power;
    report.rows.push_back(row_of("reduce/divergent", n, 5'000 + n / 2));
    report.rows.push_back(row_of("reduce/first-add", n, 5'000 + n / 8));
    report.rows.push_back(row_of("cpu/sequential", n, 100 + n / 3));
    report.rows.back().threads = 1;
    report.rows.push_back(row_of("scan/blelloch", n, 9'000 + n));
  }
  return report;
}

TEST(Plot, TicksOfNAreInBinaryUnits) {
  const PlotAxis axis = count_axis(1 << 10, 1 << 30, 6);
  ASSERT_EQ(axis.ticks.size(), 6u);
  EXPECT_EQ(axis.ticks.front().label, "1 Ki");
  EXPECT_EQ(axis.ticks.back().label, "1 Gi");
  EXPECT_FLOAT_EQ(axis.share(1 << 20), 0.5f);
}

std::string plain_text(double value) { return std::to_string(std::lround(value)); }

TEST(Plot, LogarithmicTicksAreRoundNumbers) {
  std::vector<std::string> labels;
  for (const PlotTick& tick : log_axis(3, 60, 8, plain_text).ticks) labels.push_back(tick.label);
  EXPECT_THAT(labels, ElementsAre("5", "10", "20", "50"));
  EXPECT_LE(log_axis(1, 1e12, 5, plain_text).ticks.size(), 5u) << "every few powers of ten";
}

TEST(Plot, LinearTicksBeginAtZero) {
  std::vector<std::string> labels;
  for (const PlotTick& tick : linear_axis(43, 5, plain_text).ticks) labels.push_back(tick.label);
  EXPECT_THAT(labels, ElementsAre("0", "10", "20", "30", "40"));
}

TEST(Plot, LabelsThatWouldOverlapAreMovedApart) {
  EXPECT_THAT(spread_apart({50, 52, 10}, 16, 0, 100), ElementsAre(43, 59, 10)) << "both by the same distance";
  EXPECT_THAT(spread_apart({50, 50, 50}, 10, 0, 100), ElementsAre(40, 50, 60));
  EXPECT_THAT(spread_apart({2, 3, 50}, 16, 0, 100), ElementsAre(0, 16, 50));
  EXPECT_THAT(spread_apart({98, 99, 100}, 16, 0, 100), ElementsAre(68, 84, 100));
  EXPECT_THAT(spread_apart({}, 16, 0, 100), ElementsAre());
}

TEST(BenchLines, AreOneForEachAlgorithmInAChartForEachFamily) {
  const auto charts = bench_lines(report(), LineMeasure::gbps, false);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].title, "Reductions: GB/s over n");
  ASSERT_EQ(charts[0].lines.size(), 3u);
  EXPECT_EQ(charts[0].lines[0].label, "divergent");
  EXPECT_EQ(charts[0].lines[2].label, "cpu/sequential");
  EXPECT_TRUE(charts[0].lines[2].on_host);
  EXPECT_EQ(charts[0].lines[0].points.size(), 3u);
  EXPECT_EQ(charts[1].lines[0].id, "scan/blelloch");
}

TEST(BenchLines, NoTwoHaveTheSameColourAndShape) {
  BenchReport many;
  for (int i = 0; i < 30; ++i)
    for (const std::uint64_t n : {1024u, 4096u})
      many.rows.push_back(row_of("reduce/" + std::to_string(i), n, 1000));
  const auto charts = bench_lines(many, LineMeasure::gbps, false);
  std::set<std::pair<Role, Marker>> looks;
  for (const BenchLine& line : charts[0].lines) looks.insert({line.role, line.marker});
  EXPECT_EQ(looks.size(), 30u);
}

TEST(BenchLines, WhiskersGoFromTheSlowestToTheFastestRun) {
  const auto charts = bench_lines(report(), LineMeasure::gbps, false);
  const BenchPoint& point = charts[0].lines[0].points[0];
  EXPECT_DOUBLE_EQ(point.low, point.value / 2);
  EXPECT_NEAR(point.high, point.value * 2, 0.01);
  const auto times = bench_lines(report(), LineMeasure::host_time, false);
  EXPECT_EQ(times[0].lines[0].points[0].value, 5'512 + 10'000);
  EXPECT_FALSE(times[0].roof) << "a round trip takes longer than moving the bytes";
}

TEST(BenchLines, TheRoofIsTheCopy) {
  const auto rates = bench_lines(report(), LineMeasure::gbps, false);
  ASSERT_TRUE(rates[0].roof);
  EXPECT_EQ(rates[0].roof->at_least, 40);
  EXPECT_GT(rates[0].y.share(41), rates[0].y.share(40));
  EXPECT_LE(rates[0].y.share(40), 1) << "it is visible";
  const auto times = bench_lines(report(), LineMeasure::device_time, false);
  ASSERT_TRUE(times[0].roof);
  EXPECT_NEAR(times[0].roof->at_most, (1 << 18) * 4 / 40.0, 1) << "the time of a copy of the same size";
}

TEST(BenchLines, TheShortestLaunchIsAFloorUntilTheBytesTakeLonger) {
  const auto rates = bench_lines(report(), LineMeasure::gbps, false);
  ASSERT_TRUE(rates[0].floor);
  EXPECT_EQ(rates[0].floor->label, "shortest launch: 5.13 µs");
  const auto& [first_n, first] = rates[0].floor->path.front();
  EXPECT_EQ(first_n, 1024);
  EXPECT_NEAR(first, 1024 * 4 / 5128.0, 0.001);
  EXPECT_NEAR(rates[0].floor->path.back().second, 40, 0.1) << "there it meets the roof";
  const auto times = bench_lines(report(), LineMeasure::device_time, false);
  EXPECT_EQ(times[0].floor->path.back().second, 5128);
  EXPECT_FALSE(bench_lines(report(), LineMeasure::host_time, false)[0].floor);
  BenchReport none = report();
  for (BenchRow& row : none.rows) row.launches = 2;
  EXPECT_FALSE(bench_lines(none, LineMeasure::gbps, false)[0].floor);
}

TEST(BenchLines, ASingleNGivesNoLine) {
  BenchReport one = report();
  std::erase_if(one.rows, [](const BenchRow& row) { return row.n != 1024; });
  EXPECT_TRUE(bench_lines(one, LineMeasure::gbps, false).empty());
}

TEST(BenchLines, FailedRowsHaveNoPointAndEarlierRowsAPalePoint) {
  BenchReport some = report();
  some.rows[0].status = BenchRow::Status::failed;
  some.rows[4].earlier = measure::EarlierRun{
      .date = "2026-11-20T14:03:09Z", .driver = "", .times_ns = {9'000, 8'000, 10'000, 9'000}};
  const auto charts = bench_lines(some, LineMeasure::device_time, false);
  const BenchLine& line = *std::ranges::find(charts[0].lines, "reduce/divergent", &BenchLine::id);
  EXPECT_EQ(line.points.size(), 2u);
  ASSERT_EQ(line.earlier.size(), 1u);
  EXPECT_EQ(line.earlier[0].value, 9'000);
  EXPECT_NE(line.earlier[0].text.find("2026-11-20 14:03"), std::string::npos);
}

TEST(BenchLines, AreLabelledAtTheirEndsAndFoundUnderThePointer) {
  const auto charts = bench_lines(report(), LineMeasure::gbps, false);
  CanvasRecorder canvas;
  const Rect area{0, 0, 700, bench_lines_height(charts[0])};
  draw_bench_lines(canvas, area, charts[0]);
  EXPECT_TRUE(canvas.clips_balanced());
  float lowest = 0;
  for (const BenchLine& line : charts[0].lines) {
    const DrawnItem* name = canvas.find_text(line.label);
    ASSERT_TRUE(name) << line.label;
    EXPECT_LE(name->bounds.right(), area.right() + 1);
    lowest = std::max(lowest, name->bounds.bottom());
    const BenchHit hit = bench_hit(canvas, area, charts[0], name->bounds.centre());
    ASSERT_TRUE(hit.line);
    EXPECT_EQ(hit.line->id, line.id);
  }
  EXPECT_LE(lowest, area.bottom());
  EXPECT_TRUE(canvas.find_text("copy: 40 GB/s"));
  EXPECT_FALSE(bench_hit(canvas, area, charts[0], {-50, -50}).line);
}

TEST(BenchBars, ShowOneNOnOneScaleWithTheRoof) {
  const BenchReport all = report();
  EXPECT_EQ(shown_n(all, 0), 1u << 18) << "the largest";
  EXPECT_EQ(shown_n(all, 1024), 1024u);
  EXPECT_EQ(shown_n(all, 5), 1u << 18);
  const auto charts = throughput_charts(all, 1 << 18);
  ASSERT_EQ(charts.size(), 2u);
  ASSERT_EQ(charts[0].bars.size(), 3u);
  EXPECT_EQ(charts[0].note, "GB/s at n = 256 Ki");
  EXPECT_TRUE(charts[0].bars[2].on_host);
  ASSERT_TRUE(charts[0].roof && charts[1].roof);
  EXPECT_DOUBLE_EQ(charts[0].roof->share, 1) << "nothing is faster than the copy here";
  EXPECT_DOUBLE_EQ(charts[0].bars[0].least, charts[0].bars[0].share / 2);
  EXPECT_TRUE(throughput_charts(all, 77).empty());
}

TEST(ResultTable, ShowsACompleteReason) {
  BenchReport some = report();
  some.rows[1].status = BenchRow::Status::failed;
  some.rows[1].reason =
      "out[0] is 1234, but the sequential reference gives 5678: the first wrong index is 0, and this "
      "sentence goes on for so long that it has to be broken into lines, of which the last one ends here.";
  const auto rows = prepare_results(some);
  const auto columns = table_columns(700, ResultColumns::times);
  CanvasRecorder canvas;
  const float bottom = draw_result_rows(canvas, {0, 0, 700, 0}, rows, columns);
  EXPECT_TRUE(canvas.find_text("out[0] is 1234"));
  EXPECT_TRUE(canvas.find_text("ends here."));
  EXPECT_TRUE(canvas.find_text("n = 1,024"));
  EXPECT_TRUE(canvas.find_text("n = 256 Ki"));
  for (const DrawnItem& item : canvas.items()) EXPECT_LE(item.bounds.bottom(), bottom + 1) << item.text;
}

TEST(ResultTable, ALongLogIsCutWithANote) {
  BenchReport some = report();
  some.rows[0].status = BenchRow::Status::error;
  for (int i = 0; i < 100; ++i) some.rows[0].reason += "line of the log\n";
  CanvasRecorder canvas;
  draw_result_rows(canvas, {0, 0, 700, 0}, prepare_results(some), table_columns(700, ResultColumns::times));
  EXPECT_TRUE(canvas.find_text("more lines"));
}

TEST(BenchDrawing, HoldsTableLinesAndBars) {
  const auto drawing = bench_drawing(report(), BenchmarkChoice{});
  ASSERT_TRUE(drawing);
  CanvasRecorder canvas;
  drawing->draw(canvas);
  for (const char* text :
       {"a device", "algorithm", "passed", "Reductions: GB/s over n", "GB/s at n = 256 Ki", "speed-up"})
    EXPECT_TRUE(canvas.find_text(text)) << text;
  for (const DrawnItem& item : canvas.items()) {
    EXPECT_LE(item.bounds.right(), drawing->width) << item.text;
    EXPECT_LE(item.bounds.bottom(), drawing->height) << item.text;
  }
  EXPECT_FALSE(bench_drawing(BenchReport{}, BenchmarkChoice{}));
}

measure::Device small_device() {
  measure::Device device;
  device.name = "small";
  device.max_group_size = 1024;
  device.local_bytes = 48 << 10;
  device.global_bytes = 1 << 30;
  device.max_buffer_bytes = 1 << 28;
  device.compute_units = 4;
  return device;
}

const SizeOffer& offer_of(const std::vector<SizeOffer>& offers, std::uint64_t n) {
  return *std::ranges::find(offers, n, &SizeOffer::n);
}

TEST(SizeChoice, NamesSizesThatDoNotFitAndTheReason) {
  AppState state;
  state.benchmark.algorithms = {"reduce/divergent"};
  state.benchmark.sizes = {1000, 1 << 20};
  SizeChoice choice;
  const measure::Device device = small_device();
  const auto& offers = choice.offers(state, &device);
  EXPECT_EQ(offers.size(), 12u) << "eleven powers of four, and what else is ticked";
  EXPECT_TRUE(offer_of(offers, 1000).ticked && offer_of(offers, 1 << 20).ticked);
  EXPECT_EQ(offer_of(offers, 1 << 26).fit, SizeOffer::Fit::all);
  EXPECT_EQ(offer_of(offers, 1 << 28).fit, SizeOffer::Fit::none);
  EXPECT_NE(
      offer_of(offers, 1 << 28).tooltip.find("No ticked row fits. reduce/divergent: 268,435,456 elements"),
      std::string::npos)
      << offer_of(offers, 1 << 28).tooltip;
  state.type = ElementType::float64;
  EXPECT_EQ(offer_of(choice.offers(state, &device), 1 << 26).fit, SizeOffer::Fit::none) << "no doubles";
}

TEST(SizeChoice, AHostImplementationMayStillFit) {
  AppState state;
  state.benchmark.algorithms = {"reduce/divergent", "cpu/sequential"};
  SizeChoice choice;
  measure::Device device = small_device();
  device.max_buffer_bytes = 1 << 10;
  const SizeOffer& offer = offer_of(choice.offers(state, &device), 1 << 12);
  EXPECT_EQ(offer.fit, SizeOffer::Fit::some);
  EXPECT_NE(offer.tooltip.find("1 of 2 ticked rows will be skipped. reduce/divergent: "), std::string::npos)
      << offer.tooltip;
}

TEST(SizeChoice, ARangeIsTickedAtOnce) {
  AppState state;
  state.benchmark.algorithms = {"cpu/sequential"};
  state.benchmark.sizes = {1 << 10};
  SizeChoice choice;
  const auto offers = choice.offers(state, nullptr);
  EXPECT_THAT(toggle_size(offers, 1 << 16, true), ElementsAre(1 << 10, 1 << 12, 1 << 14, 1 << 16));
  EXPECT_THAT(toggle_size(offers, 1 << 16, false), ElementsAre(1 << 10, 1 << 16));
  EXPECT_THAT(toggle_size(offers, 1 << 10, false), ElementsAre());
  EXPECT_FALSE(are_all_ticked(offers));
  state.benchmark.sizes = all_that_fit(offers);
  EXPECT_GE(state.benchmark.sizes.size(), 5u);
  const auto& again = choice.offers(state, nullptr);
  EXPECT_TRUE(are_all_ticked(again));
  EXPECT_THAT(all_that_fit(again), ElementsAre(1 << 10));
}

}  // namespace
}  // namespace lockstep::gui
