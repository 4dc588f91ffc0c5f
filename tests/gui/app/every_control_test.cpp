// Every control of every view is pressed with the mouse and with the keyboard, also while another item has
// the keyboard or the mouse: a text field, an open list, an open question, a drag. No press has two
// receivers, and every control has an effect.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/gui/app/controls_window.hpp"

namespace lockstep::gui {
namespace {

class EveryControl : public testing::TestWithParam<ControlsCase> {
 protected:
  // The effect of each visible control while nothing is open; no value if there is no effect.
  using Effects = std::vector<std::pair<std::string, std::optional<Noticed>>>;
  const Effects& effects() {
    static std::map<std::string, Effects> known;
    const auto [found, is_new] = known.try_emplace(to_text(GetParam()));
    if (is_new) {
      window_.start_again();
      for (const std::string& id : window_.controls())
        if (id != "device-remarks")  // unfolds lines above the others
          found->second.emplace_back(id, window_.effect_of(id));
    }
    return found->second;
  }

  // Tabs and settings in the bar exist on all pages, so they are pressed in each state only in Step.
  bool is_shared(const std::string& id) {
    static const std::set<std::string> shared{"file",  "Step",       "Compare",    "Run on GPU", "Theory",
                                              "Lab",   "Lessons",    "Assignment", "algorithm",  "n",
                                              "group", "operator",   "type",       "schedule",   "input",
                                              "model", "appearance", "settings",   "keys"};
    return window_.view().name != std::string_view("step") && shared.contains(id);
  }

  // A press may only close an open item, or hit it; the next press must then work.
  void expect_alive(const std::string& id, const Noticed& effect, const char* meanwhile) {
    window_.click(id);
    window_.settle_press();
    if (window_.noticed() == effect) return;
    window_.start_again();
    window_.click(id);
    window_.settle_press();
    EXPECT_EQ(difference(effect, window_.noticed()), "[]") << id << " while " << meanwhile;
  }

  // Changes that are not part of a scene: a zoom, a page of a list.
  bool changes_drawing(const std::string& id) {
    window_.start_again();
    const auto place = window_.interface().item_place(id);
    if (!place) return false;
    window_.point_at(place->centre());
    for (int i = 0; i < 3; ++i) window_.frame();
    const std::vector<std::string> before = window_.drawn();
    window_.click(place->centre());
    window_.frame();
    const bool is_changed = window_.drawn() != before;
    window_.click(place->centre());  // folds it again; a double click starts editing
    if (is_changed) return true;
    window_.frame();
    return window_.is_typing();
  }

  // Empty areas of a figure have no effect.
  bool is_alive_somewhere(const std::string& id) {
    const auto place = window_.interface().item_place(id);
    if (id != "figure" || !place) return false;
    for (float y = 0.1f; y < 1; y += 0.07f) {
      window_.start_again();
      const Noticed before = window_.noticed();
      window_.click({place->x + place->width * 0.3f, place->y + place->height * y});
      window_.settle_press();
      if (window_.noticed() != before) return true;
    }
    return false;
  }

  // Pressing the current choice again has no effect; after another control has been pressed, it has
  // an effect.
  bool is_alive_after_another(const std::string& id) {
    const auto place = window_.interface().item_place(id);
    if (!place) return false;
    std::vector<std::pair<float, std::string>> others;
    for (const auto& [other, effect] : effects())
      if (const auto at = window_.interface().item_place(other); at && effect && !effect->popup)
        others.emplace_back(std::abs(at->x - place->x) + 4 * std::abs(at->y - place->y), other);
    std::ranges::sort(others);
    for (std::size_t i = 0; i < others.size() && i < 6; ++i) {
      window_.start_again();
      window_.click(others[i].second);
      window_.settle_press();
      const Noticed before = window_.noticed();
      const std::vector<std::string> before_drawn = window_.drawn();
      window_.click(id);
      window_.settle_press();
      if (window_.noticed() != before || window_.drawn() != before_drawn) return true;
    }
    return false;
  }

  ControlsWindow window_{GetParam()};  // a separate window, because items scrolled earlier may be invisible
};

// Disabled until there is a talk with two pages.
bool is_grey(const std::string& id) { return id == "talk-up" || id == "talk-down"; }

TEST_P(EveryControl, NoneIsDead) {
  EXPECT_GT(effects().size(), window_.is_sheet() ? 1u : 9u);
  for (const auto& [id, effect] : effects()) {
    if (effect || is_grey(id)) continue;
    window_.start_again();
    if (!window_.has(id)) continue;  // an earlier press has scrolled it out of view
    EXPECT_TRUE(changes_drawing(id) || is_alive_somewhere(id) || is_alive_after_another(id)) << id;
  }
}

// Tab and Enter, or Tab and Space, have the same effect as a click. The effect of a click in a figure depends
// on the position.
TEST_P(EveryControl, WorksByTheKeyboard) {
  if (window_.is_sheet()) return;  // Tab begins in the sheet's field
  effects();                       // before an item has the focus
  window_.start_again();
  bool with_space = false;
  for (const std::string& id : window_.controls(true)) {
    window_.start_again();
    const std::vector<std::string> stops = window_.controls(true);
    const auto at = std::ranges::find(stops, id);
    if (at == stops.end()) continue;  // an earlier press has removed it
    window_.frame(
        {std::vector<KeyPress>(static_cast<std::size_t>(at - stops.begin()) + 1, {Key::tab}), {}, {}});
    window_.frame();
    ASSERT_EQ(window_.interface().focus(), id) << "Tab does not reach it";
    EXPECT_TRUE(window_.has(id)) << id << " is not scrolled into sight";
    const auto known = std::ranges::find(effects(), id, [](const auto& each) { return each.first; });
    if (known == effects().end() || !known->second || id == "figure") continue;
    with_space = !with_space;
    window_.press({with_space ? Key::space : Key::enter});
    window_.settle_press();
    EXPECT_EQ(difference(*known->second, window_.noticed()), "[]") << id;
  }
}

// Pressing a control ends editing: text typed afterwards does not reach the editor.
TEST_P(EveryControl, WorksWhileTheEditorIsOpen) {
  window_.start_again();
  if (!window_.has_field()) return;
  for (const auto& [id, effect] : effects()) {
    if (!effect || is_shared(id) || id.starts_with("source") ||
        (window_.view().field != nullptr && id == window_.view().field))
      continue;
    window_.start_again();
    ASSERT_TRUE(window_.edit()) << id;
    window_.click(id);
    window_.settle_press();
    EXPECT_EQ(difference(*effect, window_.noticed()), "[]") << id;
    const std::string before = window_.edited_texts();
    window_.type("7");
    window_.press({Key::home});
    window_.frame();
    if (effect->keyboard == KeyboardOwner::nobody) {
      EXPECT_EQ(window_.edited_texts(), before) << id;
    }
  }
}

TEST_P(EveryControl, WorksWhileAListIsOpen) {
  if (window_.is_sheet()) return;
  for (const auto& [id, effect] : effects()) {
    if (!effect || is_shared(id) || effect->popup) continue;
    window_.start_again();
    ASSERT_TRUE(window_.open_list()) << id;
    expect_alive(id, *effect, "a list is open");
    EXPECT_EQ(window_.edited_texts(), "") << id;
  }
}

TEST_P(EveryControl, WorksWhileAQuestionIsOpen) {
  window_.start_again();
  if (!window_.ask()) return;
  for (const auto& [id, effect] : effects()) {
    if (!effect || is_shared(id)) continue;
    window_.start_again();
    ASSERT_TRUE(window_.ask()) << id;
    if (!window_.has(id)) continue;  // the question is drawn at its place
    const Noticed before = window_.noticed();
    window_.click(id);
    window_.settle_press();
    EXPECT_EQ(window_.edited_texts(), "") << id;
    // The control has an effect, or the question takes the press as an answer, or the question explains why
    // it does not.
    const std::vector<std::string>& in_front = before.state.in_front;
    const bool is_done = !in_front.empty() && id == "card-" + in_front.back();
    const bool is_refused = !window_.interface().predict().complaint().empty();
    EXPECT_TRUE(window_.noticed() != before || is_refused || is_done)
        << id << " is dead while a question is open";
  }
}

// During a drag, the mouse belongs to the dragged item: releasing the button over another item does not
// press it.
TEST_P(EveryControl, IsNotPressedByADragThatEndsOnIt) {
  window_.start_again();
  const Noticed at_base = window_.noticed();
  if (!window_.has_dragged()) return;
  for (const auto& [id, effect] : effects()) {
    if (!effect || is_shared(id) || (window_.view().dragged != nullptr && id == window_.view().dragged))
      continue;
    window_.start_again();
    const auto place = window_.interface().item_place(id);
    if (!place) continue;
    ASSERT_TRUE(window_.hold_drag());
    window_.point_at(place->centre());
    window_.frame();
    window_.hold_button(false);
    window_.frame();
    window_.frame();
    Noticed now = window_.noticed();
    const AppState& base = window_.base();
    now.state.position = base.position;
    now.state.after_row = base.after_row;
    now.state.compare.step = base.compare.step;
    now.state.theory = base.theory;
    now.state.lab = base.lab;
    EXPECT_EQ(difference(at_base, now), "[]") << id;
    window_.interface().show(base);
    window_.frame();
    window_.frame();
    expect_alive(id, *effect, "a drag has ended on it");
  }
}

INSTANTIATE_TEST_SUITE_P(Views, EveryControl, testing::ValuesIn(controls_cases()),
                         [](const auto& controls) { return to_text(controls.param); });

}  // namespace
}  // namespace lockstep::gui
