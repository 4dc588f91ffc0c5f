// Every algorithm and every hazard, in the window at its usual sizes: all text must be readable. Texts are
// measured in the real fonts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "core/catalogue/algorithm.hpp"
#include "gui/canvas/recorder.hpp"
#include "gui/canvas/text.hpp"
#include "gui/dialogs/export_sheet.hpp"
#include "gui/dialogs/overlays.hpp"
#include "gui/dialogs/tour.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

struct Size {
  int width, height;
  float ui_scale;
};
constexpr Size kSizes[] = {{1280, 720, 1}, {1600, 900, 1}, {2560, 1440, 1}, {3840, 2160, 2}};

// The part of a line that certainly contains ink: from the top of the small letters to the baseline.
Rect ink(const WrittenText& text) {
  const float base = text.bounds.y + text.style.size * ascent(text.style.font);
  const float high = text.style.size * 0.5f;
  return {text.bounds.x, base - high, text.bounds.width, high};
}

bool is_seen(const WrittenText& text) {
  const Rect part = intersection(ink(text), text.clip);
  return part.width > 0 && part.height > 0;
}

// Half a pixel of tolerance for rounding.
bool reaches_out(const Rect& rect, const Rect& of) {
  return rect.x < of.x - 0.6f || rect.right() > of.right() + 0.6f || rect.y < of.y - 0.6f ||
         rect.bottom() > of.bottom() + 0.6f;
}

std::string words(const WrittenText& text) {
  return fmt::format("\"{}\" at {:.0f}, {:.0f}", text.text, text.bounds.x, text.bounds.y);
}

// The contrast of the colours that are finally shown, computed as WCAG defines it for text.
constexpr double kLeastContrast = 4.5;

std::vector<std::string> faults(const WrittenFrame& frame, ThemeName theme) {
  std::vector<std::string> found;
  std::vector<const WrittenText*> seen;
  for (const WrittenText& text : frame.texts) {
    if (text.text.empty() || text.text == " " || !is_seen(text)) continue;
    if (reaches_out(ink(text), text.clip)) found.push_back(words(text) + " is cut off");
    if (reaches_out(text.bounds, frame.cards[text.card])) found.push_back(words(text) + " leaves its card");
    const double clear = contrast(text_colour(theme, text.style.role), shape_colour(theme, text.behind));
    if (clear < kLeastContrast)
      found.push_back(fmt::format("{} has a contrast of {:.1f} : 1", words(text), clear));
    seen.push_back(&text);
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (std::size_t j = i + 1; j < seen.size(); ++j) {
      if (seen[i]->card != seen[j]->card) continue;
      const Rect both = intersection(ink(*seen[i]), ink(*seen[j]));
      if (both.width > 1 && both.height > 1)
        found.push_back(words(*seen[i]) + " and " + words(*seen[j]) + " overlap");
    }
  }
  return found;
}

class Legible : public testing::TestWithParam<Size> {};

void expect_legible(DrivenWindow& window, const std::string& when) {
  WrittenFrame frame;
  window.frame();  // the second frame knows the sizes that the first one measured
  window.interface().note_text(&frame);
  window.frame();
  window.interface().note_text(nullptr);
  EXPECT_GT(frame.texts.size(), 16u) << when;  // a sheet in large type at 720 px has 18
  for (const std::string& fault : faults(frame, window.state().theme)) ADD_FAILURE() << when << ": " << fault;
}

AppState scene(const std::string& id, const Size& size) {
  AppState state;
  choose_algorithm(state, id);
  state.ui_scale = size.ui_scale;
  return state;
}

void look_at(const Algorithm& algorithm, const Size& size) {
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

// Settings that make texts longer, cells narrower or cards lower, with the algorithms that differ most.
constexpr std::string_view kUnlike[] = {"reduce/divergent", "reduce/sequential-global", "scan/blelloch",
                                        "scan/grid",        "scan/cost-optimal",        "hazards/last-warp"};

TEST_P(Legible, EveryKindOfRun) {
  for (const std::string_view id : kUnlike) {
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

TEST_P(Legible, EveryOverlay) {
  for (const ThemeName theme : kThemeNames) {
    for (const std::string& overlay : overlay_names()) {
      const std::size_t pages = overlay == "tour" ? tour_stops().size() : 1;
      for (std::size_t page = 0; page < pages; ++page) {
        AppState state = scene(std::string(subject_of(overlay)), GetParam());
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

// Large type in a small window leaves the least room.
TEST_P(Legible, EveryOverlayWhilePresenting) {
  for (const std::string& overlay : overlay_names()) {
    if (overlay == "tour") continue;  // it ends the presentation
    AppState state = scene(std::string(subject_of(overlay)), GetParam());
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
  for (const auto& page : make_pages(all_pages())) {
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

// Lines of eight algorithms, a reason that needs several lines, and every view of the page.
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

INSTANTIATE_TEST_SUITE_P(Sizes, Legible, testing::ValuesIn(kSizes), [](const auto& size) {
  return fmt::format("W{}xH{}", size.param.width, size.param.height);
});

}  // namespace
}  // namespace lockstep::gui
