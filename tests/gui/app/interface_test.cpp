// The whole window without a display: keys pressed, text typed, cards clicked.
#include "gui/app/interface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/gui/app/driven_window.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

struct Window : DrivenWindow {
  using DrivenWindow::DrivenWindow;
  // The whole row, not a row that is clipped by the scroll area.
  bool in_sight(std::string_view item) {
    const auto place = interface().item_place(item);
    return place && place->height > 20;
  }
};

TEST(Interface, KeysMoveThePlayhead) {
  Window window;
  const std::uint64_t size = window.interface().session().size();
  window.press({Key::home});
  EXPECT_EQ(window.position(), 0u);
  window.press({Key::right});
  const std::uint64_t first = window.position();
  EXPECT_GT(first, 0u);
  window.press({Key::right, false, true});
  EXPECT_GT(window.position(), first);
  window.press({Key::end});
  EXPECT_EQ(window.position(), size);
  window.press({Key::left});
  EXPECT_LT(window.position(), size);
  window.press({Key::home});
  window.press({Key::right, true});
  EXPECT_EQ(window.position(), size) << "one launch";
}

TEST(Interface, PlayStopsAtTheEnd) {
  Window window;
  for (int i = 0; i < 8; ++i) window.press({Key::plus});
  window.press({Key::home});
  window.press({Key::space});
  EXPECT_TRUE(window.interface().activity().playing);
  for (int i = 0; i < 2000 && window.interface().activity().playing; ++i) window.frame();
  EXPECT_FALSE(window.interface().activity().playing);
  EXPECT_EQ(window.position(), window.interface().session().size());
}

TEST(Interface, SleepsWhenNothingHappens) {
  Window window;
  window.frame();
  EXPECT_FALSE(window.interface().due());
  window.press({Key::space});
  EXPECT_TRUE(window.interface().due());
  window.press({Key::space});
  window.frame();
  EXPECT_FALSE(window.interface().due());
}

// At the end no active lanes remain; the cards do not move.
TEST(Interface, TheCardsKeepTheirPlacesAtTheEnd) {
  for (const char* id : {"reduce/divergent", "scan/hillis-steele-local"}) {
    AppState state;
    choose_algorithm(state, id);
    DrivenWindow window(std::move(state));
    const auto heights = [&] {
      window.frame();
      std::vector<std::pair<std::string, float>> all;
      for (const PlacedPanel& placed : window.interface().screen().cards())
        all.emplace_back(placed.name, placed.card.height);
      return all;
    };
    window.press({Key::end});
    window.frame();
    const auto at_end = heights();
    window.press({Key::left});
    window.frame();
    ASSERT_LT(window.position(), window.interface().session().size());
    EXPECT_EQ(heights(), at_end) << id;
  }
}

TEST(Interface, BreakpointsStopRunningBothWays) {
  Window window;
  window.press({Key::f9});
  ASSERT_EQ(window.state().breakpoints.size(), 1u);
  window.press({Key::home});
  window.press({Key::f5});
  const std::uint64_t stop = window.position();
  EXPECT_LT(stop, window.interface().session().size());
  window.press({Key::end});
  window.press({Key::f5, false, true});
  EXPECT_GE(window.position(), stop);
  window.press({Key::f9});
  EXPECT_TRUE(window.state().breakpoints.empty());
}

// The cursor is at the position of the click.
void edit_in_code(Window& window) {
  window.click({250, 300});
  window.press({Key::f2});
  window.frame();
}

TEST(Interface, TypingEditsTheKernelAndTriggersNoShortcut) {
  Window window;
  edit_in_code(window);
  EXPECT_TRUE(window.interface().activity().is_typing());
  const auto before = window.interface().session().moment(window.state()).position;
  window.frame({{{Key::n}, {Key::space}, {Key::right}}, {}});
  EXPECT_EQ(window.interface().session().moment(window.state()).position, before);
  window.type("§");
  ASSERT_NE(window.state().edited_text(), nullptr);
  EXPECT_NE(window.state().edited_text()->find("§"), std::string::npos);
  window.press({Key::escape});
  window.frame();
  EXPECT_FALSE(window.interface().activity().is_typing());
}

TEST(Interface, AnEditSurvivesAChangeOfAlgorithm) {
  Window window;
  edit_in_code(window);
  window.type("// mine ");
  window.press({Key::escape});
  const std::string text = *window.state().edited_text();
  AppState other = window.state();
  other.algorithm = "reduce/sequential-local";
  EXPECT_EQ(other.edited_text(), nullptr);
  other.algorithm = window.state().algorithm;
  EXPECT_EQ(*other.edited_text(), text);
}

TEST(Interface, AnUndoneEditIsNotMarkedAsEdited) {
  Window window;
  edit_in_code(window);
  window.type("x");
  EXPECT_NE(window.state().edited_text(), nullptr);
  window.press({Key::z, true});
  window.frame();
  EXPECT_EQ(window.state().edited_text(), nullptr);
}

TEST(Interface, AWrongEditShowsItsErrorAndACorrectEditRuns) {
  Window window;
  edit_in_code(window);
  window.type(" @ ");
  window.pause();
  ASSERT_TRUE(window.interface().session().failure());
  EXPECT_NE(window.interface().session().run(), nullptr);
  window.press({Key::z, true});
  window.pause();
  EXPECT_FALSE(window.interface().session().failure());
}

// Its text is smaller, and it takes more space.
TEST(Interface, ALongSentenceIsWhole) {
  AppState state;
  choose_algorithm(state, "scan/blelloch");
  Window window(state, 1280, 720);
  WrittenFrame frame;
  window.interface().note_text(&frame);
  window.frame();
  window.interface().note_text(nullptr);
  const std::string sentence = window.interface().session().moment(window.state()).sentence;
  ASSERT_GT(sentence.size(), 200u);
  EXPECT_FALSE(window.interface().item_place("now")) << "a tooltip is for what was cut";
  const std::string last = sentence.substr(sentence.rfind(' ') + 1);
  EXPECT_TRUE(std::ranges::any_of(frame.texts, [&](const WrittenText& text) {
    return text.text.ends_with(last);
  })) << sentence;
}

TEST(Interface, EscapeEndsPresentationAndTheListOfKeys) {
  Window window;
  window.press({Key::f6});
  EXPECT_TRUE(window.state().presentation);
  window.press({Key::f1});
  EXPECT_EQ(window.interface().overlay(), "keys");
  window.press({Key::escape});
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_TRUE(window.state().presentation);
  window.press({Key::escape});
  EXPECT_FALSE(window.state().presentation);
}

// Works in a separate folder, because saving and exporting write into the current folder.
struct InTemporaryFolder {
  std::filesystem::path before = std::filesystem::current_path();
  TemporaryFolder folder;
  InTemporaryFolder() { std::filesystem::current_path(folder.path()); }
  ~InTemporaryFolder() { std::filesystem::current_path(before); }
};

TEST(Interface, SavedScenesOpenAgainAndAreNeverOverwritten) {
  const InTemporaryFolder folder;
  Window window;
  window.press({Key::end});
  window.press({Key::s, true});
  window.press({Key::home});
  window.press({Key::s, true});
  window.frame();
  EXPECT_TRUE(std::filesystem::exists("lockstep-scene-2.json"));
  window.interface().open_file("lockstep-scene.json");
  EXPECT_EQ(window.position(), window.interface().session().size());
  window.interface().open_file("nothing.json");
  EXPECT_NE(window.interface().activity().notice.find("Cannot read"), std::string::npos);
}

TEST(Interface, ExportsTheFigureAsSvg) {
  const InTemporaryFolder folder;
  Window window;
  window.press({Key::home});
  window.press({Key::e, true});
  window.frame();
  EXPECT_TRUE(std::filesystem::exists("reduce-divergent-n64-0.svg"));
}

struct ExportingWindow : Window {
  ExportingWindow() { press({Key::e, true, true}); }
  // Waits until the sheet has written its files.
  void finish() {
    const auto late = std::chrono::steady_clock::now() + kLong;
    while (interface().overlay() == "export" && std::chrono::steady_clock::now() < late) {
      frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
};

TEST(Interface, TheExportSheetWritesNumberedPicturesByKeyboardAlone) {
  const InTemporaryFolder folder;
  ExportingWindow window;
  ASSERT_TRUE(window.interface().overlay() == "export");
  window.press({Key::left});  // from GIF to the series
  for (int i = 0; i < 3; ++i) window.press({Key::down});
  window.press({Key::up});  // by barrier
  auto before = window.state();
  before.overlay = {};
  window.press({Key::enter});
  window.finish();
  EXPECT_TRUE(std::filesystem::exists("reduce-divergent-n64-0-to-305-001.png"));
  EXPECT_TRUE(std::filesystem::exists("reduce-divergent-n64-0-to-305-009.png"));
  EXPECT_FALSE(std::filesystem::exists("reduce-divergent-n64-0-to-305-010.png"));
  EXPECT_NE(window.interface().activity().notice.find("Exported"), std::string::npos);
  EXPECT_EQ(window.state(), before) << "the playhead has not moved";
}

#ifdef LOCKSTEP_GIF
TEST(Interface, TheExportSheetIsCancelledWithEscape) {
  const InTemporaryFolder folder;
  ExportingWindow window;
  window.press({Key::enter});
  for (int i = 0; i < 10; ++i) window.frame();
  EXPECT_TRUE(window.interface().is_working());
  EXPECT_TRUE(window.interface().due());
  window.press({Key::escape});
  window.finish();
  EXPECT_FALSE(window.interface().overlay() == "export");
  EXPECT_NE(window.interface().activity().notice.find("Cancelled"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(".")) << "an incomplete animation is deleted";
}
#endif

TEST(Interface, TheExportSheetWritesLineCosts) {
  const InTemporaryFolder folder;
  ExportingWindow window;
  window.press({Key::right});
  window.press({Key::right});
  window.press({Key::enter});
  window.frame();
  EXPECT_TRUE(std::filesystem::exists("reduce-divergent-n64-lines.json"));
  EXPECT_FALSE(window.interface().overlay() == "export");
}

TEST(Interface, TheFigureIsZoomedAndFittedByKeys) {
  Window window;
  const auto zoom = window.interface().item_place("zoom-in");
  ASSERT_TRUE(zoom);
  const Image fitted = window.picture();
  window.press({Key::minus, true});
  window.frame();
  EXPECT_NE(window.picture().rgba, fitted.rgba);
  window.press({Key::digit0, true});
  window.frame();
  EXPECT_EQ(window.picture().rgba, fitted.rgba);
}

TEST(Interface, AUsersKernelReplacesTheCatalogueKernel) {
  const InTemporaryFolder folder;
  Window window;
  std::ofstream("mine.cl") << window.interface().session().original().text << "// mine\n";
  window.interface().open_file("mine.cl");
  window.pause();
  EXPECT_FALSE(window.interface().session().failure());
  EXPECT_EQ(window.interface().session().run()->request.kernel_file, "mine.cl");
}

// At the end of the longer column of keys.
std::string last_reduction() {
  std::string last;
  for (const HostImplementation& entry : host_implementations())
    if (entry.family == Algorithm::Family::reduction) last = entry.id;
  return last;
}

// In a low window the list of algorithms is longer than its card.
TEST(Interface, TheWheelScrollsToTheLastAlgorithm) {
  AppState state;
  state.tab = "gpu";
  state.benchmark.algorithms.clear();
  Window window(state, 1280, 600);
  // The length of the list depends on the devices.
  for (int i = 0; i < 400 && window.interface().benchmark().snapshot().discovering; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
  window.frame();
  const std::string last = last_reduction();
  EXPECT_FALSE(window.in_sight(last));
  window.point_at({200, 300});
  window.turn_wheel(-100);
  window.frame();
  window.turn_wheel(0);
  window.frame();
  ASSERT_TRUE(window.in_sight(last));
  window.click(window.interface().item_place(last)->centre());
  const std::vector<std::string>& ticked = window.state().benchmark.algorithms;
  EXPECT_EQ(ticked.size(), benchmark_ids().size() - 1);
  EXPECT_EQ(std::ranges::count(ticked, last), 0);
}

TEST(Interface, FramesOfEverySizeAndThemeAreDrawn) {
  for (const ThemeName theme : kThemeNames) {
    for (const auto& [width, height] : {std::pair{640, 480}, {1280, 720}, {2560, 1440}}) {
      AppState state;
      state.theme = theme;
      state.presentation = width == 640;
      Headless window(state, width, height, theme == ThemeName::dark ? 2.0f : 1.0f);
      window.interface().settle(Window::kLong);
      window.frame();
      window.frame();
    }
  }
}

}  // namespace
}  // namespace lockstep::gui
