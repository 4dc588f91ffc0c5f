// The files that each page exports, created with keys of the window.

#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/files/whole_file.hpp"
#include "core/benchmark_data/tables/report.hpp"
#include "gui/app/shot.hpp"
#include "gui/app/window_pictures.hpp"
#include "gui/charts/bar_charts.hpp"
#include "gui/pages/compare/pair/drawing.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

// Exports are written into the current folder.
struct ExportedPage : testing::Test {
  fs::path before = fs::current_path();
  TemporaryFolder folder;
  void SetUp() override { fs::current_path(folder.path()); }
  void TearDown() override { fs::current_path(before); }
};

AppState pair_state() {
  AppState state;
  state.tab = "compare";
  state.compare.pair = {"reduce/divergent", "reduce/strided-index"};
  state.compare.stepping = true;
  state.compare.step = 3;
  return state;
}

struct ExportedPairWindow : DrivenWindow {
  ExportedPairWindow() : DrivenWindow(pair_state()) {
    interface().pair().wait(kLong);
    frame();
  }
};

TEST_F(ExportedPage, ThePairIsExportedAsItIsDrawn) {
  ExportedPairWindow window;
  window.press({Key::e, true});
  window.frame();
  const std::string path = "pair-reduce-divergent-reduce-strided-index-n64-3.svg";
  const auto svg = read_file(path);
  ASSERT_TRUE(svg) << window.interface().activity().notice;
  EXPECT_THAT(*svg, HasSubstr("<title>divergent beside strided-index: A 3 of "));
  EXPECT_THAT(*svg, HasSubstr(">divergent<"));
  EXPECT_THAT(*svg, HasSubstr(">strided-index<"));
  for (std::size_t i = 0; i < 2; ++i) {
    // The first words of the next event, before the line is broken.
    const std::string sentence = window.interface().pair().moment(i).sentence;
    EXPECT_THAT(*svg, HasSubstr(sentence.substr(0, 20)));
  }
  EXPECT_EQ(window.state().overlay, OverlayChoice{});
}

TEST_F(ExportedPage, ThePairAsAPicture) {
  ExportedPairWindow window;
  window.press({Key::e, true, true});
  window.press({Key::right});  // PNG
  window.press({Key::enter});
  window.frame();
  EXPECT_THAT(read_file("pair-reduce-divergent-reduce-strided-index-n64-3.png").value_or(""),
              StartsWith("\x89PNG"));
  EXPECT_EQ(window.interface().overlay(), "");
}

TEST_F(ExportedPage, APairIsPaintedAtItsOwnSize) {
  ExportedPairWindow window;
  const auto drawing = pair_drawing(window.interface().pair(), window.state());
  ASSERT_TRUE(drawing);
  const Image image = paint(*drawing, window.state(), 1);
  EXPECT_EQ(image.width, 1600);
  std::size_t inked = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = image.width / 2 + 40; x < image.width - 20; ++x)
      inked += image.at(x, y) == shape_colour(ThemeName::light, Role::card) ? 0u : 1u;
  EXPECT_GT(inked, 10'000u) << "the second figure is there";
}

TEST_F(ExportedPage, APairOfASceneIsExportedWithoutAWindow) {
  ASSERT_TRUE(save_scene(pair_state(), "scene.json"));
  ShotArguments arguments;
  arguments.scene = "scene.json";
  arguments.output = "pair.svg";
  ASSERT_TRUE(make_shot(arguments));
  EXPECT_THAT(read_file("pair.svg").value_or(""),
              HasSubstr("<title>divergent beside strided-index: A 3 of "));
}

TEST_F(ExportedPage, APictureOfTheTableWaitsForAllCounts) {
  AppState state;
  state.tab = "compare";
  PictureRequest request;
  request.path = "table.png";
  const auto job = make_window_pictures(state, request);
  job->finish();
  EXPECT_EQ(job->progress().error, "");
  DrivenWindow window(state);
  window.interface().counting().wait(DrivenWindow::kLong);
  window.frame();
  ASSERT_TRUE(write_png(window.picture(), "whole.png"));
  EXPECT_TRUE(read_file("table.png").value() == read_file("whole.png").value()) << "as the window shows it";
}

// A device of this machine that can run a kernel; empty if there is no device.
struct MeasuredWindow : DrivenWindow {
  static AppState state() {
    AppState state;
    state.tab = "gpu";
    state.benchmark.sizes = {1024};
    state.benchmark.algorithms = {"reduce/divergent", "reduce/sequential-local"};
    state.benchmark.repetitions = 1;
    return state;
  }
  MeasuredWindow() : DrivenWindow(state()) {
    press({Key::enter, true});
    for (int i = 0; i < 3000 && !done(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      frame();
    }
  }
  BenchmarkSnapshot seen() { return interface().benchmark().snapshot(); }
  bool done() {
    const BenchmarkSnapshot now = seen();
    return !now.no_devices.empty() || (!now.discovering && !now.running && !now.rows.empty());
  }
};

TEST_F(ExportedPage, MeasuredTablesAreThoseOfTheCommandLine) {
  MeasuredWindow window;
  const BenchmarkSnapshot seen = window.seen();
  if (seen.rows.empty()) GTEST_SKIP() << "no OpenCL device: " << seen.no_devices;
  window.press({Key::e, true});
  window.frame();
  const measure::BenchReport report = bench_report(seen);
  EXPECT_EQ(read_file("run-on-gpu.csv"), bench_csv(report));
  window.press({Key::e, true, true});
  window.press({Key::right});  // JSON
  window.press({Key::enter});
  window.frame();
  const auto text = read_file("run-on-gpu.json");
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, bench_json(report) + "\n");
  const auto json = nlohmann::json::parse(*text);
  EXPECT_EQ(json["device"]["name"], seen.device.name);
  EXPECT_EQ(json["rows"].size(), 2u);
}

TEST_F(ExportedPage, MeasuredBarsAreExportedAsTheyAreDrawn) {
  MeasuredWindow window;
  if (window.seen().rows.empty()) GTEST_SKIP() << "no OpenCL device";
  for (int format = 2; format < 4; ++format) {
    window.press({Key::e, true, true});
    for (int i = 0; i < (format == 2 ? 2 : 1); ++i) window.press({Key::right});
    window.press({Key::enter});
    window.frame();
  }
  EXPECT_THAT(read_file("run-on-gpu.svg").value_or(""), HasSubstr("reduce/divergent"));
  EXPECT_THAT(read_file("run-on-gpu.png").value_or(""), StartsWith("\x89PNG"));
}

TEST_F(ExportedPage, UnmeasuredRowsAreNotExported) {
  AppState state;
  state.tab = "gpu";
  DrivenWindow window(state);
  window.press({Key::e, true});
  window.frame();
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("Ctrl+Enter"));
  EXPECT_TRUE(fs::is_empty("."));
}

TEST(GpuCharts, PublishedThroughputIsGroupedByDevice) {
  const auto charts = published_charts();
  ASSERT_GE(charts.size(), 4u);
  for (const BarChart& chart : charts) {
    ASSERT_FALSE(chart.bars.empty()) << chart.title;
    double most = 0;
    for (const BarChart::Bar& bar : chart.bars) {
      EXPECT_GT(bar.share, 0) << chart.title;
      most = std::max(most, bar.share);
    }
    EXPECT_EQ(most, 1) << chart.title;
    EXPECT_THAT(chart.note, testing::AnyOf(HasSubstr("GB/s"), HasSubstr("Gelem/s")));
  }
}

TEST(GpuCharts, OnlyPassingRowsHaveABar) {
  measure::BenchReport report;
  for (const double gbps : {100.0, 0.0, 50.0}) {
    measure::BenchRow& row = report.rows.emplace_back();
    row.status = gbps > 0 ? measure::BenchRow::Status::passed : measure::BenchRow::Status::failed;
    row.gbps = gbps;
    row.n = 1024;
  }
  const auto charts = throughput_charts(report, 1024);
  ASSERT_EQ(charts.size(), 1u);
  ASSERT_EQ(charts[0].bars.size(), 2u);
  EXPECT_EQ(charts[0].bars[0].share, 1);
  EXPECT_EQ(charts[0].bars[1].share, 0.5);
}

}  // namespace
}  // namespace lockstep::gui
