// Exports without a window: their content, their file names, and how pictures become an animation.
#include <gmock/gmock.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "gui/app/figure_export.hpp"
#include "gui/dialogs/export_sheet.hpp"
#include "gui/export/gif.hpp"
#include "gui/pages/compare/model.hpp"
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
  EXPECT_EQ(all->size(), 9u) << "a barrier behind the load, six in the loop, the end";
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
  ExportChoice choice;
  choice.to = 300;
  EXPECT_EQ(export_path(choice, state, 17), "reduce-divergent-n64-0-to-300.gif");
  std::ofstream("reduce-divergent-n64-0-to-300.gif") << "x";
  EXPECT_EQ(export_path(choice, state, 17), "reduce-divergent-n64-0-to-300-2.gif");
  choice.format = ExportFormat::png_series;
  EXPECT_EQ(export_path(choice, state, 17), "reduce-divergent-n64-0-to-300-%03d.png");
  choice.format = ExportFormat::json;
  EXPECT_EQ(export_path(choice, state, 17), "reduce-divergent-n64-lines.json");
  state.tab = Tab::compare;
  EXPECT_EQ(export_path(choice, state, 17), "compare-n64-L64.json");
  std::filesystem::current_path(before);
}

TEST(ExportChoice, EveryPageHasSomethingToExport) {
  AppState state;
  for (const Tab tab : kTabs) {
    state.tab = tab;
    EXPECT_FALSE(formats_of(state).empty());
  }
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
  const auto table = nlohmann::json::parse(lines_json(run.index));
  const std::string csv = lines_csv(run.index);
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), run.index.lines.size() + 1);
  std::uint64_t divergent = 0;
  for (const auto& line : table["lines"]) divergent += line["divergent_branches"].get<std::uint64_t>();
  EXPECT_EQ(divergent, run.trace->counted().total.divergent_branches);
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

TEST(Palette, FewColoursAreKeptExactly) {
  Image image(20, 10, {255, 255, 255, 255});
  image.rgba[0] = 10;
  const Palette palette = reduce_colours(image, {0, 0, 20, 10});
  ASSERT_EQ(palette.colours.size(), 2u);
  EXPECT_EQ(palette.colours[palette.indices[0]], (Colour{10, 255, 255, 255}));
  EXPECT_EQ(palette.colours[palette.indices[1]], (Colour{255, 255, 255, 255}));
}

TEST(Palette, ARareButDistinctColourIsKept) {
  Image image(64, 64, {255, 255, 255, 255});
  for (std::size_t i = 0; i < 64 * 64; ++i) image.rgba[4 * i + 2] = static_cast<std::uint8_t>(i % 251);
  for (std::size_t i = 0; i < 1000; ++i) image.rgba[4 * i + 1] = static_cast<std::uint8_t>(250 - i % 10);
  image.rgba[0] = image.rgba[1] = 0;
  const Palette palette = reduce_colours(image, {0, 0, 64, 64});
  EXPECT_EQ(palette.colours.size(), 255u);
  EXPECT_LT(palette.colours[palette.indices[0]].r, 40);
}

TEST(ChangedPart, IsTheSmallestRectangleAroundTheDifferences) {
  const Image before(20, 10, {255, 255, 255, 255});
  Image after = before;
  const auto set = [&](int x, int y) { after.rgba[4 * static_cast<std::size_t>(y * 20 + x)] = 0; };
  EXPECT_EQ(changed_part(before, after), (PixelRect{0, 0, 1, 1}));
  set(3, 2);
  set(7, 8);
  EXPECT_EQ(changed_part(before, after), (PixelRect{3, 2, 5, 7}));
}

#ifdef LOCKSTEP_GIF
std::string read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(GifWriter, WritesEveryPictureWithItsDelay) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "a.gif").string();
  auto writer = GifWriter::create(path, 250);
  ASSERT_TRUE(writer);
  for (const std::uint8_t grey : std::array<std::uint8_t, 3>{0, 100, 200})
    ASSERT_TRUE((*writer)->add(Image(30, 20, {grey, grey, grey, 255})));
  ASSERT_TRUE((*writer)->finish());
  const std::string bytes = read_all(path);
  EXPECT_EQ(bytes.substr(0, 6), "GIF89a");
  EXPECT_EQ(bytes.back(), ';');
  // A graphic control extension for each picture: 25 hundredths of a second.
  const std::string control{'\x21', '\xF9', '\x04', '\x04', '\x19', '\x00'};
  std::size_t count = 0;
  for (std::size_t at = bytes.find(control); at != std::string::npos; at = bytes.find(control, at + 1))
    ++count;
  EXPECT_EQ(count, 3u);
}

TEST(GifWriter, ReportsAPathThatCannotBeWritten) {
  const auto writer = GifWriter::create("/nowhere/a.gif", 100);
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.error().message, HasSubstr("/nowhere/a.gif"));
}
#endif

}  // namespace
}  // namespace lockstep::gui
