// Every algorithm and every hazard, in the window at its usual sizes: all text must be readable. Text is
// measured in the real fonts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <thread>

#include "core/catalogue/algorithm.hpp"
#include "gui/overlays/export_sheet.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/overlays/tour.hpp"
#include "gui/scene_files/open_run.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/frame_faults.hpp"
#include "tests/sweep_part.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

// One size for each layout: a larger scale in a larger window gives the same layout (any_size_test.cpp).
constexpr WindowSize kSizes[] = {{1280, 720, 1},    {1280, 720, 1.25f}, {1280, 720, 1.5f}, {1600, 900, 1},
                                 {1600, 900, 1.5f}, {1600, 900, 2},     {1920, 1080, 2},   {800, 600, 1},
                                 {2560, 1440, 1},   {3840, 2160, 2}};

class Legible : public testing::TestWithParam<WindowSize> {
 protected:
  static std::size_t size_index() {
    const auto found = std::ranges::find_if(
        kSizes, [](const WindowSize& size) { return to_text(size) == to_text(GetParam()); });
    return static_cast<std::size_t>(found - std::begin(kSizes));
  }
};

void expect_legible(DrivenWindow& window, const std::string& when) {
  WrittenFrame frame;
  window.frame();  // the second frame uses the sizes measured in the first frame
  window.interface().note_text(&frame);
  window.frame();
  window.interface().note_text(nullptr);
  EXPECT_GT(frame.texts.size(), 10u) << when;  // a list of files in an empty folder has 12
  for (const std::string& fault : text_faults(frame, window.state().theme))
    ADD_FAILURE() << when << ": " << fault;
  for (const std::string& fault : item_faults(window.interface().places(), frame))
    ADD_FAILURE() << when << ": " << fault;
}

AppState scene(const std::string& id, const WindowSize& size) {
  AppState state;
  choose_algorithm(state, id);
  state.ui_scale = size.ui_scale;
  return state;
}

void look_at(const Algorithm& algorithm, const WindowSize& size) {
  DrivenWindow window(scene(algorithm.id, size), size.width, size.height);
  ASSERT_NE(window.interface().session().run(), nullptr) << algorithm.id;
  window.interface().session().wait(DrivenWindow::kLong);
  expect_legible(window, algorithm.id + ", telling moment");
  window.press({Key::home});
  expect_legible(window, algorithm.id + ", start");
  window.press({Key::end});
  expect_legible(window, algorithm.id + ", end");
}

TEST_P(Legible, EveryAlgorithm) {
  for (const Algorithm& algorithm : catalogue()) look_at(algorithm, GetParam());
}

TEST_P(Legible, EveryHazard) {
  for (const Algorithm& algorithm : hazards()) look_at(algorithm, GetParam());
}

// Its name is cut last in the bar; the family before it may be omitted.
TEST_P(Legible, TheAlgorithmsNameIsWhole) {
  for (const std::string id : {"scan/hillis-steele-local", "scan/kogge-stone", "reduce/first-add"}) {
    DrivenWindow window(scene(id, GetParam()), GetParam().width, GetParam().height);
    WrittenFrame frame;
    window.interface().note_text(&frame);
    window.frame();
    const auto box = window.interface().item_place("algorithm");
    ASSERT_TRUE(box);
    const std::string name = id.substr(id.find('/') + 1);
    EXPECT_TRUE(std::ranges::any_of(frame.texts, [&](const WrittenText& text) {
      return box->contains(text.bounds.centre()) && text.text.ends_with(name);
    })) << id;
  }
}

// Settings that make texts longer, cells narrower or cards lower, with the algorithms that differ most.
constexpr std::string_view kUnlike[] = {"reduce/divergent", "reduce/sequential-global", "scan/blelloch",
                                        "scan/grid",        "scan/cost-optimal",        "hazards/last-warp"};

TEST_P(Legible, EveryKindOfRun) {
  for (std::size_t i = 0; i < std::size(kUnlike); ++i) {
    if (!is_tried(size_index(), i)) continue;
    const std::string_view id = kUnlike[i];
    const auto look = [&](const std::string& what, const std::function<void(AppState&)>& change) {
      AppState state = scene(std::string(id), GetParam());
      change(state);
      DrivenWindow window(std::move(state), GetParam().width, GetParam().height);
      window.interface().session().wait(DrivenWindow::kLong);
      expect_legible(window, fmt::format("{}, {}", id, what));
      window.press({Key::end});
      expect_legible(window, fmt::format("{}, {}, end", id, what));
    };
    look("presentation", [](AppState& state) { state.presentation = true; });
    look("CUDA's words", [](AppState& state) { state.words = Words::cuda; });
    look("independent lanes", [](AppState& state) { state.schedule.lanes = sim::LaneSchedule::independent; });
    look("4096 elements", [](AppState& state) {
      state.n = 4096;
      state.group_size = 256;
    });
    look("one element", [](AppState& state) { state.n = 1; });
    look("exclusive fractions in small groups", [](AppState& state) {
      state.n = 100;
      state.group_size = 32;
      state.type = ElementType::float32;
      state.pattern = Content::Pattern::fractions;
      state.exclusive = true;
    });
  }
}

TEST_P(Legible, EveryPage) {
  for (const char* tab : {"compare", "theory"}) {
    AppState state = scene("scan/blelloch", GetParam());
    state.tab = tab;
    DrivenWindow window(std::move(state), GetParam().width, GetParam().height);
    window.interface().counting().wait(DrivenWindow::kLong);
    expect_legible(window, tab);
  }
}

std::string_view subject_of(const std::string& overlay) {
  return overlay == "why" ? "hazards/missing-barrier" : "scan/blelloch";
}

// The launch form belongs to the user's own kernels.
AppState overlay_scene(const std::string& overlay, const WindowSize& size, const TemporaryFolder& folder) {
  AppState state = scene(std::string(subject_of(overlay)), size);
  if (overlay != "launch") return state;
  const std::string file = folder.file("square.cl");
  std::ofstream(file) << "kernel void square(global int* out, global const int* in, int n) {\n"
                         "  int i = get_global_id(0); if (i < n) out[i] = in[i] * in[i]; }\n";
  EXPECT_TRUE(open_run(state, file));
  return state;
}

TEST_P(Legible, EveryOverlay) {
  const TemporaryFolder folder;
  for (std::size_t i = 0; i < std::size(kThemeNames); ++i) {
    const ThemeName theme = kThemeNames[i];
    std::size_t shown = 0;
    for (const std::string& overlay : overlay_names()) {
      const std::size_t pages = overlay == "tour" ? tour_stops().size() : 1;
      for (std::size_t page = 0; page < pages; ++page) {
        if (!is_tried(size_index() + i, ++shown)) continue;
        AppState state = overlay_scene(overlay, GetParam(), folder);
        state.theme = theme;
        state.overlay = {overlay, page};
        DrivenWindow window(std::move(state), GetParam().width, GetParam().height);
        window.interface().session().wait(DrivenWindow::kLong);
        window.frame();
        window.interface().session().wait(DrivenWindow::kLong);
        expect_legible(window, fmt::format("{} {} in {}", overlay, page, name(theme)));
        EXPECT_EQ(window.state().overlay, (OverlayChoice{overlay, page}));
      }
    }
  }
}

// Large text in a small window leaves the least space.
TEST_P(Legible, EveryOverlayWhilePresenting) {
  const TemporaryFolder folder;
  for (const std::string& overlay : overlay_names()) {
    if (overlay == "tour") continue;  // the tour ends the presentation
    AppState state = overlay_scene(overlay, GetParam(), folder);
    state.presentation = true;
    state.overlay = {overlay, 0};
    DrivenWindow window(std::move(state), GetParam().width, GetParam().height);
    expect_legible(window, overlay + " while presenting");
    window.press({Key::page_down});
    expect_legible(window, overlay + " while presenting, further down");
  }
}

// The content of the export sheet depends on the page below it.
TEST_P(Legible, TheExportSheetOnEveryPage) {
  Headless all({}, 1600, 900);
  for (const auto& page : all.interface().screen().pages()) {
    AppState state = scene("scan/blelloch", GetParam());
    state.tab = page->key();
    state.overlay = {"export", 0};
    DrivenWindow window(std::move(state), GetParam().width, GetParam().height);
    for (std::size_t i = 0; i < page->exports(window.state()).size(); ++i) {
      expect_legible(window, fmt::format("export of {}, format {}", page->key(), i));
      window.press({Key::right});
    }
  }
}

TEST_P(Legible, FindingsAndDifferences) {
  for (const ThemeName theme : kThemeNames) {
    AppState state = scene("scan/blelloch", GetParam());
    state.theme = theme;
    std::string text = load_kernel(**find_algorithm("scan/blelloch"), "")->text;
    text.insert(text.find("for ("), "/* another line */\n    ");
    state.edited_texts["scan/blelloch"] = text;
    state.show_original = true;
    DrivenWindow window(std::move(state), GetParam().width, GetParam().height);
    expect_legible(window, fmt::format("what differs in {}", name(theme)));
    window.press({Key::f, true});
    window.frame();
    window.type("scratch");
    expect_legible(window, fmt::format("finding in {}", name(theme)));
  }
}

TEST_P(Legible, RunOnGpuBeforeAnythingRanAndScrolled) {
  for (const ThemeName theme : kThemeNames) {
    AppState state = scene("scan/blelloch", GetParam());
    state.tab = "gpu";
    state.theme = theme;
    DrivenWindow window(std::move(state), GetParam().width, GetParam().height);
    for (int i = 0; i < 500 && window.interface().benchmark().snapshot().discovering; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      window.frame();
    }
    for (int notches = 0; notches < 4; ++notches) {
      expect_legible(window, fmt::format("Run on GPU in {}, {} notches down", name(theme), notches));
      window.point_at({200, 400});
      window.turn_wheel(-0.7f);
    }
  }
}

// Lines of eight algorithms, a reason with several lines, and every view of the page.
TEST_P(Legible, RunOnGpuWithResults) {
  AppState state = scene("scan/blelloch", GetParam());
  state.tab = "gpu";
  state.benchmark.sizes = {1024, 4096, std::uint64_t{1} << 50};
  state.benchmark.algorithms.clear();
  for (const HostImplementation& entry : host_implementations())
    if (entry.id.find("mpi") == std::string::npos) state.benchmark.algorithms.push_back(entry.id);
  state.benchmark.repetitions = 1;
  state.benchmark.warm_ups = 1;
  DrivenWindow window(std::move(state), GetParam().width, GetParam().height);
  window.press({Key::enter, true});
  const auto running = [&] {
    const BenchmarkSnapshot seen = window.interface().benchmark().snapshot();
    return seen.discovering || seen.running || seen.rows.empty();
  };
  for (int i = 0; i < 3000 && running(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    window.frame();
  }
  for (const char* view : {"columns-rates", "results-charts", "lines-round trip", "results-ladder"}) {
    for (int notches = 0; notches < 12; ++notches) {
      expect_legible(window, fmt::format("results before {}, {} notches down", view, notches));
      window.point_at({static_cast<float>(GetParam().width) / GetParam().ui_scale - 200, 400});
      window.turn_wheel(-3);
    }
    window.turn_wheel(1000);
    window.frame();
    window.click(view);
  }
  window.frame();
  window.interface().ladder().wait(DrivenWindow::kLong);
  expect_legible(window, "the ladders");
}

TEST_P(Legible, TwoRowsSteppedTogether) {
  for (const ThemeName theme : kThemeNames) {
    AppState state = scene("scan/blelloch", GetParam());
    state.theme = theme;
    state.tab = "compare";
    state.compare.pair = {"reduce/divergent", "scan/blelloch"};
    state.compare.stepping = true;
    DrivenWindow window(std::move(state), GetParam().width, GetParam().height);
    window.interface().pair().wait(DrivenWindow::kLong);
    window.frame();
    expect_legible(window, fmt::format("both rows in {}", name(theme)));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Legible, testing::ValuesIn(kSizes),
                         [](const auto& size) { return to_text(size.param); });

}  // namespace
}  // namespace lockstep::gui
