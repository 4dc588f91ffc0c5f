// The choices of the export sheet without a window: content, file names, number of pictures.
#include "gui/pages/step/export.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gui/app/headless.hpp"
#include "gui/overlays/export_sheet.hpp"
#include "gui/pages/page.hpp"
#include "gui/pages/run_name.hpp"
#include "gui/session/run_maker.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using ::testing::HasSubstr;

Run run_of(const AppState& state) {
  RunRequest request = run_request(state);
  request.text = load_kernel(**find_algorithm(state.algorithm), "")->text;
  auto run = make_run(request);
  EXPECT_TRUE(run.has_value());
  return std::move(*run);
}

TEST(NumberedPath, PutsTheNumberIntoTheGivenPlace) {
  EXPECT_TRUE(is_numbered("out-%03d.png"));
  EXPECT_FALSE(is_numbered("100%.png"));
  EXPECT_EQ(numbered_path("out-%03d.png", 7), "out-007.png");
  EXPECT_EQ(numbered_path("%d.png", 12), "12.png");
  EXPECT_EQ(numbered_path("100%-%02d.png", 1), "100%-01.png");
}

TEST(SeriesPositions, FollowTheStepsUpToTheGivenEnd) {
  const gui::Run run = run_of({});
  const sim::Trace& trace = *run.trace;
  const auto all = series_positions(trace, 0, trace.size(), sim::Trace::Step::barrier);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->front(), 0u);
  EXPECT_EQ(all->back(), trace.size());
  EXPECT_EQ(all->size(), 9u) << "a barrier after the load, six in the loop, the end";
  EXPECT_THAT(*series_positions(trace, 3, 5, sim::Trace::Step::instruction), ::testing::ElementsAre(3, 4, 5));
  EXPECT_THAT(*series_positions(trace, 3, 5, sim::Trace::Step::launch), ::testing::ElementsAre(3, 5));
  EXPECT_FALSE(series_positions(trace, 5, 3, sim::Trace::Step::line));
  EXPECT_FALSE(series_positions(trace, 0, trace.size() + 1, sim::Trace::Step::line));
}

TEST(SeriesPositions, HaveAMaximumNumber) {
  AppState state;
  state.algorithm = "scan/blelloch";
  state.n = 1024;
  const gui::Run run = run_of(state);
  const auto found = series_positions(*run.trace, 0, run.trace->size(), sim::Trace::Step::instruction);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("larger steps"));
}

TEST(ExportChoice, SuggestsAFileNameThatDoesNotExist) {
  const auto before = std::filesystem::current_path();
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path());
  AppState state;
  Headless window({}, 1600, 900);
  const auto& pages = window.interface().screen().pages();
  const auto path_of = [&](const ExportChoice& choice) {
    return export_path("", page_of(pages, state.tab), choice, state, 17);
  };
  ExportChoice choice;
  choice.to = 300;
  EXPECT_EQ(path_of(choice), "reduce-divergent-n64-0-to-300.gif");
  std::ofstream("reduce-divergent-n64-0-to-300.gif") << "x";
  EXPECT_EQ(path_of(choice), "reduce-divergent-n64-0-to-300-2.gif");
  choice.format = ExportFormat::png_series;
  EXPECT_EQ(path_of(choice), "reduce-divergent-n64-0-to-300-%03d.png");
  choice.format = ExportFormat::json;
  EXPECT_EQ(path_of(choice), "reduce-divergent-n64-lines.json");
  state.tab = "compare";
  EXPECT_EQ(path_of(choice), "compare-n64-L64.json");
  std::filesystem::current_path(before);
}

TEST(ExportChoice, AnOwnKernelGivesItsNameAndItsSize) {
  Headless window({}, 1600, 900);
  const auto& pages = window.interface().screen().pages();
  const auto name_of = [&](const AppState& state, ExportFormat format) {
    ExportChoice choice;
    choice.format = format;
    choice.to = 300;
    return page_of(pages, state.tab).export_name(choice, state, 17);
  };
  AppState state;
  state.kernel_file = "/home/me/tr.cl";
  EXPECT_EQ(name_of(state, ExportFormat::svg), "tr-n64-17") << "launched as an algorithm is";
  OwnLaunch launch;
  launch.description.launches.resize(1);
  launch.description.launches[0].range = {.global_size = {16, 8, 1}, .dimensions = 2};
  choose_launch(state, "/home/me/tr.cl", launch);
  EXPECT_EQ(name_of(state, ExportFormat::svg), "tr-16x8-17");
  EXPECT_EQ(name_of(state, ExportFormat::gif), "tr-16x8-0-to-300");
  EXPECT_EQ(run_title(state), "tr.cl, 16 × 8 work-items");
  AppState recording;
  recording.kernel_file = "/home/me/host.lockstep";
  EXPECT_EQ(name_of(recording, ExportFormat::svg), "host-17");
  state.tab = CompareChoice::kPage;
  state.compare.stepping = true;
  state.compare.pair = {"reduce/divergent", "/home/me/tr.cl"};
  EXPECT_EQ(name_of(state, ExportFormat::svg), "pair-reduce/divergent-tr-n64");
}

TEST(ExportChoice, EveryPageHasSomethingToExport) {
  Headless window({}, 1600, 900);
  for (const auto& page : window.interface().screen().pages())
    EXPECT_FALSE(page->exports({}).empty()) << page->key();
}

TEST(ExportChoice, NamesTheAmountOfOutput) {
  const gui::Run run = run_of({});
  ExportChoice choice;
  choice.to = run.trace->size();
  choice.by = sim::Trace::Step::barrier;
  choice.delay_ms = 1000;
  EXPECT_EQ(series_size(choice, *run.trace).words, "9 pictures, played in 9.0 s");
}

TEST(Lines, CostsAsTables) {
  const gui::Run run = run_of({});
  const auto table = nlohmann::json::parse(lines_json(run.index.programs[0]));
  const std::string csv = lines_csv(run.index.programs[0]);
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')),
            run.index.programs[0].lines.size() + 1);
  std::uint64_t divergent = 0;
  for (const auto& line : table["lines"]) divergent += line["divergent_branches"].get<std::uint64_t>();
  EXPECT_EQ(divergent, run.trace->counted().total.divergent_branches);
}

}  // namespace
}  // namespace lockstep::gui
