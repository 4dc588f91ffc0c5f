// Overlays: at most one is open, it has the keyboard, and it is part of a scene.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "core/base/text/text.hpp"
#include "core/plan/input_words.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/scene_files/open_run.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/seen_text.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

TEST(Overlay, HasItsOwnNameAndAction) {
  std::set<std::string> names;
  std::set<Action> actions;
  for (const MakeOverlay make : registered_overlays()) {
    const std::unique_ptr<Overlay> overlay = make();
    EXPECT_TRUE(names.insert(std::string(overlay->name())).second) << overlay->name();
    // Overlays without an action are opened by a button and have no key.
    if (const auto action = overlay->action()) {
      EXPECT_TRUE(actions.insert(*action).second) << overlay->name();
    } else {
      const std::set<std::string_view> without{"settings", "launch", "typed-input", "program-question",
                                               "lecturers"};
      EXPECT_TRUE(without.contains(overlay->name())) << overlay->name();
    }
  }
  EXPECT_EQ(names.size(), overlay_names().size());
}

TEST(Overlay, IsOpenedByASceneAndClosedByEscape) {
  for (const std::string& overlay : overlay_names()) {
    AppState state;
    state.overlay = {overlay, 0};
    const auto scene = parse_scene(to_scene(state));
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->state, state);
    DrivenWindow window(scene->state);
    EXPECT_EQ(window.interface().overlay(), overlay);
    window.press({Key::escape});
    window.frame();
    EXPECT_EQ(window.interface().overlay(), "") << overlay;
  }
}

// Items below an overlay receive neither the focus nor letters.
TEST(Overlay, KeepsTabAndLettersFromThePageBelow) {
  const TemporaryFolder folder;  // N on the start page writes a file
  for (const std::string& overlay : overlay_names()) {
    AppState state;
    state.overlay = {overlay, 0};
    InterfaceOptions options;
    options.save_folder = folder.path().string();
    DrivenWindow window(state, 1600, 900, std::move(options));
    const auto is_below = [&](const std::string& id) {
      return std::ranges::any_of(window.interface().places(),
                                 [&](const NamedPlace& place) { return place.id == id && place.below; });
    };
    for (int i = 0; i < 4; ++i) {
      window.press({Key::tab});
      window.frame();
      EXPECT_FALSE(is_below(window.interface().focus())) << overlay << ": " << window.interface().focus();
    }
    if (window.interface().overlay() != overlay) continue;
    const AppState before = window.state();
    for (const Key key : {Key::o, Key::w, Key::q, Key::n}) {
      window.press({key});
      window.frame();
      if (window.interface().overlay() != overlay) break;
      EXPECT_EQ(window.state(), before) << overlay << ", key " << static_cast<int>(key);
    }
  }
}

TEST(Overlay, ASceneMayNameThePageOfTheTour) {
  const auto scene = parse_scene(R"({"overlay": "tour", "overlay_page": 3})");
  ASSERT_TRUE(scene);
  EXPECT_TRUE(scene->remarks.empty());
  DrivenWindow window(scene->state);
  EXPECT_EQ(window.state().overlay.page, 3u);
  window.press({Key::right});
  EXPECT_EQ(window.state().overlay.page, 4u);
}

TEST(Overlay, AnUnknownOverlayIsReported) {
  const auto scene = parse_scene(R"({"overlay": "curtain"})");
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->state.overlay, OverlayChoice{});
  EXPECT_EQ(scene->remarks.size(), 1u);
}

TEST(Overlay, AnotherOverlayReplacesIt) {
  DrivenWindow window;
  window.press({Key::w});
  window.press({Key::f1});
  EXPECT_EQ(window.interface().overlay(), "keys");
  window.press({Key::f1});
  EXPECT_EQ(window.interface().overlay(), "");
}

TEST(Overlay, KeepsTabToItselfAndGivesTheFocusBack) {
  DrivenWindow window;
  for (int i = 0; i < 80 && window.interface().focus() != "operator"; ++i) window.press({Key::tab});
  ASSERT_EQ(window.interface().focus(), "operator");
  window.press({Key::e, true, true});
  EXPECT_EQ(window.interface().focus(), "");
  std::set<std::string> reached;
  for (int i = 0; i < 30 && window.interface().focus() != "export-cancel"; ++i) {
    window.press({Key::tab});
    reached.insert(window.interface().focus());
  }
  EXPECT_TRUE(reached.contains("export-formatPNG"));
  EXPECT_FALSE(reached.contains("operator"));
  window.press({Key::enter});  // on Close
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_EQ(window.interface().focus(), "operator");
}

// All keys and descriptions are shown, however small the window is.
TEST(Overlay, TheListOfKeysIsCompleteWhilePresenting) {
  AppState state;
  state.presentation = true;
  state.overlay = {"keys", 0};
  DrivenWindow window(state, 1280, 720);
  std::set<std::string> seen;
  for (int page = 0; page < 10; ++page) {
    WrittenFrame frame;
    window.interface().note_text(&frame);
    window.frame();
    window.interface().note_text(nullptr);
    for (const WrittenText& text : frame.texts) seen.insert(text.text);
    window.press({Key::page_down});
  }
  for (const ActionGroup& group : window.interface().keyboard().actions().groups())
    for (const ActionRow& row : group.rows)
      EXPECT_TRUE(row.what.empty() || seen.contains(row.what)) << row.what;
  EXPECT_EQ(window.interface().overlay(), "keys");
}

// The same text as in the help of the command line.
TEST(Overlay, SaysHowInputsAreTyped) {
  AppState state;
  state.overlay = {"typed-input", 0};
  DrivenWindow typed(state, 1280, 720);
  EXPECT_NE(seen_text(typed).find(as_sentence(kTypedValuesWords)), std::string::npos) << seen_text(typed);

  const TemporaryFolder folder;
  const std::string file = folder.file("scale.cl");
  std::ofstream(file) << "kernel void scale(global int* out, global const int* in, int factor) {\n"
                         "  out[get_global_id(0)] = factor * in[get_global_id(0)]; }\n";
  ASSERT_TRUE(open_run(state, file));
  ASSERT_TRUE(state.launch);
  state.launch->description.repeat = 2;
  state.overlay = {"launch", 0};
  DrivenWindow launch(state, 1600, 900);
  const std::string seen = seen_text(launch);
  EXPECT_NE(seen.find(kFillWords), std::string::npos) << seen;
  EXPECT_NE(seen.find(kNextWords), std::string::npos) << seen;
}

TEST(Overlay, ClicksDoNotReachThePageBelow) {
  for (const std::string_view overlay : {"keys", "why", "files", "export", "tour"}) {
    AppState state;
    state.overlay = {std::string(overlay), 0};
    DrivenWindow window(state);
    window.click("Compare");
    EXPECT_EQ(window.state().tab, "step") << overlay;
  }
}

}  // namespace
}  // namespace lockstep::gui
