// Every control of the window is pressed while something else has the keyboard or the mouse: the editor, an
// open list, an open question, a timeline that is dragged. No key and no press reaches two receivers, and no
// control is dead.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "gui/app/report.hpp"
#include "gui/saved/scenes.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

using Json = nlohmann::json;

struct ControlsSize {
  int width, height;
  float ui_scale;
};

std::string controls_size_name(const testing::TestParamInfo<ControlsSize>& info) {
  return "W" + std::to_string(info.param.width) + "xH" + std::to_string(info.param.height) + "at" +
         std::to_string(static_cast<int>(100 * info.param.ui_scale));
}

AppState scene_of(const ControlsSize& size) {
  AppState state;
  state.ui_scale = size.ui_scale;
  state.position = 40;
  return state;
}

class EveryControl : public testing::TestWithParam<ControlsSize> {
 protected:
  EveryControl()
      : window_(scene_of(GetParam()), GetParam().width, GetParam().height), base_(window_.state()) {}

  // As it was at the beginning, with nothing open and the pointer away.
  void start_again() {
    window_.hold_button(false);
    window_.point_at({-10, -10});
    for (int i = 0; i < 3; ++i) window_.press({Key::escape});
    window_.interface().activity().playing = false;
    window_.interface().show(base_);
    window_.interface().settle(DrivenWindow::kLong);
    window_.frame();
    window_.frame();
  }

  std::vector<std::string> controls() {
    std::vector<std::string> ids;
    for (const NamedPlace& place : window_.interface().places())
      if (place.stop && place.seen && !place.below) ids.push_back(place.id);
    EXPECT_GT(ids.size(), 30u);
    return ids;
  }

  // What somebody would notice; typing, the caret and the time of a notice are not of it.
  Json seen() {
    Json all = Json::parse(report(window_.interface(), 1));
    Json noticed{{"overlay", all["overlay"]},
                 {"popup", all["popup"]},
                 {"playing", all["playing"]},
                 {"scene", all["scene"]}};
    noticed["scene"].erase("edited_texts");
    if (all["playing"] == true) noticed["scene"].erase("position");
    return noticed;
  }
  bool is_edited() { return !window_.state().edited_texts.empty(); }
  std::string given_answer() {
    const AnswerDraft& draft = window_.interface().predict().draft();
    return draft.items_text() + (draft.choice() ? std::to_string(*draft.choice()) : "");
  }
  bool is_typing() { return window_.interface().activity().is_typing(); }

  // What a press of the control does while nothing is open; none: the same press shows nothing.
  std::optional<Json> effect_of(const std::string& id) {
    start_again();
    const Json before = seen();
    window_.click(id);
    window_.frame();
    const Json after = seen();
    return after == before ? std::nullopt : std::optional(after);
  }

  // Presses a control that was covered by what is open, or that closed it, a second time.
  void expect_alive(const std::string& id, const Json& effect, const char* meanwhile) {
    window_.click(id);
    window_.frame();
    if (seen() == effect) return;
    for (int i = 0; i < 2 && window_.interface().overlay().empty(); ++i) window_.press({Key::escape});
    window_.interface().show(base_);
    window_.frame();
    window_.click(id);
    window_.frame();
    EXPECT_EQ(Json::diff(effect, seen()), Json::array()) << id << " while " << meanwhile;
  }

  DrivenWindow window_;
  AppState base_;
};

// Who presses a control has ended editing; what is typed next is no text of the kernel.
TEST_P(EveryControl, WorksWhileTheEditorIsOpen) {
  for (const std::string& id : controls()) {
    const auto effect = effect_of(id);
    if (!effect || id.starts_with("source")) continue;
    start_again();
    window_.press({Key::f2});
    window_.frame();
    ASSERT_TRUE(is_typing()) << id;
    window_.click(id);
    window_.frame();
    EXPECT_EQ(Json::diff(*effect, seen()), Json::array()) << id;
    EXPECT_FALSE(is_typing()) << id;
    window_.type("7");
    window_.press({Key::home});
    window_.frame();
    EXPECT_FALSE(is_edited()) << id;
  }
}

TEST_P(EveryControl, WorksWhileAListIsOpen) {
  for (const std::string& id : controls()) {
    const auto effect = effect_of(id);
    if (!effect || id == "n") continue;
    start_again();
    window_.click("n");
    window_.frame();
    ASSERT_TRUE(seen()["popup"]) << id;
    expect_alive(id, *effect, "a list is open");
    EXPECT_FALSE(is_edited()) << id;
  }
}

// A held mouse stays inside what it holds: where it is released nothing is pressed.
TEST_P(EveryControl, IsNotPressedByADragThatEndsOnIt) {
  start_again();
  const auto timeline = window_.interface().item_place("timeline");
  ASSERT_TRUE(timeline);
  for (const std::string& id : controls()) {
    if (id == "timeline") continue;
    const auto effect = effect_of(id);
    if (!effect) continue;
    start_again();
    const auto place = window_.interface().item_place(id);
    if (!place) continue;
    window_.point_at({timeline->x + timeline->width * 0.5f, timeline->centre().y});
    window_.frame();
    window_.hold_button(true);
    window_.frame();
    window_.point_at(place->centre());
    window_.frame();
    window_.hold_button(false);
    window_.frame();
    window_.frame();
    Json now = seen(), before = Json::parse(to_scene(base_));
    EXPECT_EQ(now["overlay"], "") << id;
    EXPECT_EQ(now["popup"], false) << id;
    EXPECT_EQ(now["playing"], false) << id;
    for (const char* moved : {"position", "after_row"}) now["scene"].erase(moved), before.erase(moved);
    EXPECT_EQ(Json::diff(before, now["scene"]), Json::array()) << id;
    window_.interface().show(base_);
    expect_alive(id, *effect, "a drag has ended on it");
  }
}

TEST_P(EveryControl, WorksWhileAQuestionIsOpen) {
  for (const std::string& id : controls()) {
    const auto effect = effect_of(id);
    if (!effect) continue;
    start_again();
    window_.press({Key::q});
    for (int i = 0; i < 20 && !window_.interface().predict().asks(); ++i) {
      window_.interface().predict().wait(DrivenWindow::kLong);
      window_.frame();
    }
    ASSERT_TRUE(window_.interface().predict().asks()) << id;
    if (!window_.interface().item_place(id)) continue;  // the question is in its place
    const Json before = seen();
    const std::string given = given_answer();
    window_.click(id);
    window_.frame();
    EXPECT_FALSE(is_edited()) << id;
    // Either the control does something, or the question takes the press as an answer, or says why it does
    // not.
    const bool is_answer = window_.interface().predict().asks() && given_answer() != given;
    const bool is_refused = !window_.interface().predict().complaint().empty();
    EXPECT_TRUE(seen() != before || is_answer || is_refused) << id << " is dead while a question is open";
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EveryControl,
                         testing::Values(ControlsSize{1280, 720, 1}, ControlsSize{1600, 900, 1},
                                         ControlsSize{2560, 1440, 2}),
                         controls_size_name);

}  // namespace
}  // namespace lockstep::gui
