// The tabs that fill the window: opened and used with clicks and keys.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "gui/app/headless.hpp"
#include "gui/pages/compare/model.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

constexpr auto kPagesLong = std::chrono::minutes(1);

struct PagesWindow : Headless {
  explicit PagesWindow(AppState state = {}, int width = 1600, int height = 900)
      : Headless(std::move(state), width, height) {
    interface().settle(kPagesLong);
    count();
  }
  // Waits until everything on the page is counted and drawn.
  void count() {
    frame();
    interface().counting().wait(kPagesLong);
    frame();
  }
  void press(KeyPress key) {
    frame({{key}, {}});
    frame();
  }
  void drag(Point from, Point to) {
    point_at(from);
    frame();
    hold_button(true);
    frame();
    point_at(to);
    frame();
    hold_button(false);
    frame();
    frame();
  }
  void click(std::string_view item) {
    const auto place = interface().item_place(item);
    ASSERT_TRUE(place) << item;
    drag(place->centre(), place->centre());
  }
  const AppState& state() { return interface().state(); }
  // The y at which a row is drawn.
  float height_of(const std::string& id) {
    const auto place = interface().item_place("row " + id);
    return place ? place->y : -1;
  }
};

TEST(Tabs, OpenByClickAndByKey) {
  PagesWindow window;
  window.click("Compare");
  EXPECT_EQ(window.state().tab, "compare");
  window.click("Theory");
  EXPECT_EQ(window.state().tab, "theory");
  window.click("Step");
  EXPECT_EQ(window.state().tab, "step");
  const std::pair<Key, std::string> keys[] = {
      {Key::digit2, "compare"}, {Key::digit4, "theory"}, {Key::digit3, "gpu"}, {Key::digit1, "step"}};
  for (const auto& [key, tab] : keys) {
    window.press({key, true});
    EXPECT_EQ(window.state().tab, tab);
  }
}

AppState comparing_page() {
  AppState state;
  state.tab = "compare";
  return state;
}

TEST(ComparePage, AHeadingSortsAndASecondClickReverses) {
  PagesWindow window(comparing_page());
  window.click("sort by local_conflicts");
  EXPECT_EQ(window.state().compare.column, "local_conflicts");
  EXPECT_LT(window.height_of("reduce/pairs-interleaved"), window.height_of("reduce/divergent"));
  EXPECT_LT(window.height_of("scan/blelloch"), window.height_of("scan/blelloch-padded"));
  window.click("sort by local_conflicts");
  EXPECT_GT(window.height_of("reduce/pairs-interleaved"), window.height_of("reduce/divergent"));
}

TEST(ComparePage, ARowOpensInStep) {
  PagesWindow window(comparing_page());
  window.click("row reduce/strided-index");
  EXPECT_EQ(window.state().tab, "step");
  EXPECT_EQ(window.state().algorithm, "reduce/strided-index");
  window.interface().settle(kPagesLong);
  EXPECT_EQ(window.interface().session().run()->request.algorithm, "reduce/strided-index");
}

TEST(ComparePage, WorksByKeyboardAlone) {
  PagesWindow window(comparing_page());
  window.press({Key::r});
  EXPECT_FALSE(window.state().compare.reductions);
  EXPECT_FALSE(window.interface().item_place("row reduce/divergent"));
  window.press({Key::right});
  EXPECT_EQ(window.state().compare.column, "barriers");
  window.press({Key::space});
  EXPECT_FALSE(window.state().compare.descending);
  EXPECT_FALSE(window.interface().activity().playing) << "the page's own keys have priority";
  window.press({Key::down});
  window.press({Key::c});
  window.press({Key::down});
  window.press({Key::c});
  ASSERT_EQ(window.state().compare.pair.size(), 2u);
  EXPECT_TRUE(window.interface().item_place("close-pair"));
  const std::string chosen = window.state().compare.row;
  window.press({Key::enter});
  EXPECT_EQ(window.state().tab, "step");
  EXPECT_EQ(window.state().algorithm, chosen);
}

TEST(ComparePage, TheCursorIsScrolledIntoView) {
  PagesWindow window(comparing_page(), 1280, 500);
  const std::string last = catalogue().back().id;
  window.press({Key::up});  // wraps around to the last row
  window.frame();
  const std::string row = window.state().compare.row;
  const float y = window.height_of(row);
  EXPECT_GT(y, 100);
  EXPECT_LT(y, 490);
}

TEST(ComparePage, AnotherSceneIsCountedAnew) {
  AppState state = comparing_page();
  state.group_size = 8;
  PagesWindow window(state);
  const CountSnapshot seen = window.interface().counting().snapshot();
  EXPECT_TRUE(seen.complete());
  EXPECT_EQ(seen.requests.size(), catalogue().size());
  std::size_t refused = 0, wrong = 0;
  for (const CountedPtr& result : seen.results) {
    refused += result->reason.empty() ? 0 : 1;
    wrong += result->wrong.empty() ? 0 : 1;
  }
  EXPECT_GT(refused + wrong, 0u) << "some need whole warps";
  EXPECT_LT(refused + wrong, seen.results.size() / 2);
}

AppState theorising() {
  AppState state;
  state.tab = "theory";
  return state;
}

TEST(TheoryPage, KeysAndSlidersChooseNAndP) {
  PagesWindow window(theorising());
  window.press({Key::right});
  EXPECT_EQ(window.state().theory.log2_n, 13u);
  window.press({Key::down});
  EXPECT_EQ(window.state().theory.log2_p, 7u);
  window.press({Key::l});
  EXPECT_EQ(window.state().group_size, 128u);
  window.press({Key::a});
  EXPECT_EQ(window.state().algorithm, "reduce/strided-index");
  const Rect slider = *window.interface().item_place("theory-n");
  window.drag({slider.centre().x, slider.bottom() - 9}, {slider.right() + 50, slider.bottom() - 9});
  EXPECT_EQ(window.state().theory.log2_n, TheoryChoice::kMaxN);
  for (int i = 0; i < 3; ++i) window.press({Key::right});
  EXPECT_EQ(window.state().theory.log2_n, TheoryChoice::kMaxN);
}

TEST(TheoryPage, PressingInThePictureChoosesAnN) {
  PagesWindow window(theorising());
  const Rect curves = *window.interface().item_place("curves of Steps T");
  window.drag({curves.x + 8, curves.centre().y}, {curves.x + 8, curves.centre().y});
  EXPECT_EQ(window.state().theory.log2_n, TheoryChoice::kLeastN);
}

struct PagesInTemporaryFolder {
  std::filesystem::path before = std::filesystem::current_path();
  TemporaryFolder folder;
  PagesInTemporaryFolder() { std::filesystem::current_path(folder.path()); }
  ~PagesInTemporaryFolder() { std::filesystem::current_path(before); }
};

std::string text_of(const char* path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST(Pages, ExportWhatTheyShow) {
  const PagesInTemporaryFolder folder;
  PagesWindow window(comparing_page());
  window.press({Key::e, true});
  EXPECT_THAT(text_of("compare-n64-L64.csv"), HasSubstr("\nscan/warp,"));
  window.press({Key::digit4, true});
  window.count();
  window.press({Key::e, true});
  EXPECT_THAT(text_of("reduce-divergent-theory.svg"), HasSubstr("Isoefficiency"));
}

TEST(Pages, AreDrawnAtEverySizeAndTheme) {
  for (const ThemeName theme : kThemeNames) {
    for (const auto& [width, height] : {std::pair{640, 480}, {1280, 720}, {2560, 1440}}) {
      for (const std::string tab : {"compare", "theory"}) {
        AppState state;
        state.tab = tab;
        state.theme = theme;
        state.compare.pair = {"reduce/divergent", "reduce/strided-index"};
        PagesWindow window(state, width, height);
        if (tab == "theory" && width < 1000) {
          window.click("card-numbers");  // they share a place with the curves
          window.frame();
        }
        EXPECT_TRUE(window.interface().item_place(tab == "compare" ? "close-pair" : "theory-n"));
      }
    }
  }
}

}  // namespace
}  // namespace lockstep::gui
