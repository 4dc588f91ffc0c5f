// The window at all usual sizes and scales: everything that a large window offers can be reached in a small
// window, menus open inside the window, and cards behind other cards are as legible as those in front.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "core/catalogue/algorithm.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/overlays/tour.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/frame_faults.hpp"

namespace lockstep::gui {
namespace {

class AnySize : public testing::TestWithParam<WindowSize> {};

AppState at(const WindowSize& size, const std::string& tab) {
  AppState state;
  choose_algorithm(state, tab == "step" ? "hazards/missing-barrier" : "scan/blelloch");
  state.tab = tab;
  state.ui_scale = size.ui_scale;
  return state;
}

void wait(DrivenWindow& window) {
  window.interface().session().wait(DrivenWindow::kLong);
  window.interface().counting().wait(DrivenWindow::kLong);
  window.interface().pair().wait(DrivenWindow::kLong);
  for (int i = 0; i < 1000 && window.interface().benchmark().snapshot().discovering; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    window.frame();
  }
  window.frame();
  window.frame();
}

std::vector<std::string> cards_behind_others(DrivenWindow& window) {
  std::vector<std::string> cards;
  for (const NamedPlace& place : window.interface().places())
    if (place.id.starts_with("card-") && !place.below) cards.push_back(place.id);
  return cards;
}

// Calls `look` once for each card that shares a place, with this card in front, and once with the
// initial view.
template <class Look>
void with_each_card(DrivenWindow& window, Look look) {
  look("");
  for (const std::string& card : cards_behind_others(window)) {
    window.click(card);
    window.frame();
    look(card);
  }
}

// Items of the page itself, without items that exist only in small windows or that depend on the room for
// a sentence.
std::set<std::string> items_of(DrivenWindow& window) {
  std::set<std::string> ids;
  for (const NamedPlace& place : window.interface().places())
    if (!place.below && !place.id.starts_with("card-") && !place.id.starts_with("columns-") &&
        place.id != "settings" && place.id != "now")
      ids.insert(place.id);
  return ids;
}

// A setting in the menu corresponds to the setting in the bar.
std::string setting_of(const std::string& id) {
  constexpr std::string_view menu = "menu-";
  return id.starts_with(menu) ? id.substr(menu.size()) : id;
}

std::set<std::string> items_within_reach(DrivenWindow& window) {
  std::set<std::string> all;
  const auto add = [&] {
    for (const std::string& id : items_of(window)) all.insert(setting_of(id));
  };
  with_each_card(window, [&](const std::string&) {
    add();
    for (int i = 0; i < 20 && window.interface().item_place("columns-on"); ++i) {
      window.click("columns-on");
      add();
    }
  });
  if (window.interface().item_place("settings")) {
    window.click("settings");
    window.frame();
    EXPECT_EQ(window.interface().overlay(), "settings");
    add();
    window.press({Key::escape});
  }
  return all;
}

// Only one window at a time, because drivers do not expect that a process searches for devices
// twice simultaneously.
std::set<std::string> items_of_a_large_window(const char* tab) {
  DrivenWindow window(at({2560, 1440, 1}, tab), 2560, 1440);
  wait(window);
  return items_of(window);
}

TEST_P(AnySize, EverythingOfALargeWindowCanBeReached) {
  for (const char* tab : {"step", "compare", "gpu", "theory"}) {
    const std::set<std::string> wanted = items_of_a_large_window(tab);
    DrivenWindow window(at(GetParam(), tab), GetParam().width, GetParam().height);
    wait(window);
    const std::set<std::string> reached = items_within_reach(window);
    EXPECT_GT(wanted.size(), 12u) << tab;
    // The sheet behind "more findings" lists the findings that do not fit.
    const auto is_reached = [&](const std::string& id) {
      return reached.contains(id) || (id.starts_with("finding") && reached.contains("more-findings"));
    };
    for (const std::string& id : wanted) EXPECT_TRUE(is_reached(id)) << tab << " has no " << id;
  }
}

// After a click on the box, its menu is open and inside the window, and more than its first choice
// is visible.
void expect_menu_inside(DrivenWindow& window, const std::string& box) {
  window.click(box);
  window.frame();
  const auto menu = window.interface().item_place(box + "-choices");
  ASSERT_TRUE(menu) << box;
  const Rect all = window.interface().screen().window();
  EXPECT_FALSE(reaches_out(*menu, all)) << box << " from " << menu->y << " to " << menu->bottom();
  EXPECT_GT(menu->height, 60) << box;
  window.press({Key::escape});
  window.frame();
  EXPECT_FALSE(window.interface().item_place(box + "-choices")) << box;
}

bool has_menu(const std::string& id) {
  static const std::set<std::string> boxes{"algorithm",   "n",           "group",      "operator",
                                           "type",        "schedule",    "input",      "model",
                                           "heat",        "lane-values", "event",      "gpu-group",
                                           "repetitions", "warm-ups",    "appearance", "source-form"};
  return boxes.contains(setting_of(id));
}

void expect_menus_inside(DrivenWindow& window, std::set<std::string>& seen) {
  for (const std::string& id : items_of(window)) {
    if (!has_menu(id) || !window.interface().item_place(id)) continue;
    expect_menu_inside(window, id);
    seen.insert(setting_of(id));
  }
}

TEST_P(AnySize, MenusOpenInsideTheWindow) {
  std::set<std::string> seen;
  for (const char* tab : {"step", "gpu"}) {
    DrivenWindow window(at(GetParam(), tab), GetParam().width, GetParam().height);
    wait(window);
    with_each_card(window, [&](const std::string&) { expect_menus_inside(window, seen); });
    if (!window.interface().item_place("settings")) continue;
    window.click("settings");
    window.frame();
    EXPECT_EQ(window.interface().overlay(), "settings");
    expect_menus_inside(window, seen);
  }
  for (const char* id : {"algorithm", "n", "group", "operator", "type", "schedule", "input", "model", "heat",
                         "lane-values", "event", "appearance", "source-form"})
    EXPECT_TRUE(seen.contains(id)) << id;
}

void expect_no_faults(DrivenWindow& window, const std::string& when) {
  WrittenFrame frame;
  window.frame();
  window.interface().note_text(&frame);
  window.frame();
  window.interface().note_text(nullptr);
  for (const std::string& fault : text_faults(frame, window.state().theme))
    ADD_FAILURE() << when << ": " << fault;
  for (const std::string& fault : item_faults(window.interface().places(), frame))
    ADD_FAILURE() << when << ": " << fault;
}

void look_at_all_cards(const WindowSize& size, AppState state, const std::string& what) {
  state.ui_scale = size.ui_scale;
  DrivenWindow window(std::move(state), size.width, size.height);
  wait(window);
  with_each_card(window, [&](const std::string& card) { expect_no_faults(window, what + " " + card); });
}

std::string text_of_kernel(const std::string& id) { return load_kernel(**find_algorithm(id), "")->text; }

TEST_P(AnySize, EveryCardOfEveryPage) {
  for (const char* tab : {"step", "compare", "gpu", "theory"})
    look_at_all_cards(GetParam(), at(GetParam(), tab), tab);
}

TEST_P(AnySize, CardsWithErrorsAndEdits) {
  const std::string id = "scan/blelloch";
  AppState state = at(GetParam(), "step");
  choose_algorithm(state, id);
  std::string text = text_of_kernel(id);
  state.edited_texts[id] = text + "\n// the end\n";
  state.show_original = true;
  look_at_all_cards(GetParam(), state, "edited");
  state.edited_texts[id] = "kernel void wrong( {\n" + text;
  look_at_all_cards(GetParam(), state, "does not compile");
  const std::size_t loop = text.find("barrier(");
  state.edited_texts[id] = text.erase(loop, text.find(';', loop) - loop);
  state.n = 512;
  look_at_all_cards(GetParam(), state, "several findings");
}

TEST_P(AnySize, TheLongestNamesAndTheLargestNumbers) {
  std::string longest;
  for (const auto* list : {&catalogue(), &hazards()})
    for (const Algorithm& algorithm : *list)
      if (algorithm.id.size() > longest.size()) longest = algorithm.id;
  AppState state = at(GetParam(), "step");
  choose_algorithm(state, longest);
  state.n = 4096;
  state.group_size = 256;
  state.exclusive = true;
  state.words = Words::cuda;
  state.schedule = {sim::LaneSchedule::independent, {sim::ExecutionOrder::Kind::random, 12345}};
  for (const char* tab : {"step", "compare", "theory"}) {
    state.tab = tab;
    look_at_all_cards(GetParam(), state, longest + " on " + tab);
  }
}

TEST_P(AnySize, ThePairAndItsCounters) {
  AppState state = at(GetParam(), "compare");
  state.compare.pair = {"reduce/divergent", "scan/blelloch"};
  look_at_all_cards(GetParam(), state, "two marked rows");
  state.compare.stepping = true;
  look_at_all_cards(GetParam(), state, "two rows stepped together");
}

// Every stop of the tour points at an item, even if its card was behind another card.
TEST_P(AnySize, TheTourShowsWhatItSpeaksOf) {
  AppState state = at(GetParam(), "step");
  DrivenWindow window(state, GetParam().width, GetParam().height);
  window.press({Key::t});
  for (std::uint64_t stop = 0; stop < tour_stops().size(); ++stop) {
    window.frame();
    window.frame();
    EXPECT_EQ(window.state().overlay, (OverlayChoice{"tour", stop}));
    expect_no_faults(window, "the tour's stop " + std::to_string(stop));
    window.press({Key::right});
  }
  window.frame();
  EXPECT_EQ(window.state().overlay, OverlayChoice{});
}

// A key of a card that is behind another card brings it to the front.
TEST(AnySizeKeys, ACardThatAnswersComesToTheFront) {
  DrivenWindow window(at({800, 600, 1}, "step"), 800, 600);
  window.click("card-inspector");
  window.frame();
  EXPECT_FALSE(window.interface().item_place("source-text"));
  window.press({Key::f2});
  window.frame();
  EXPECT_TRUE(window.interface().item_place("source-text"));
  EXPECT_TRUE(window.interface().activity().is_typing());
}

INSTANTIATE_TEST_SUITE_P(Sizes, AnySize, testing::ValuesIn(kWindowSizes),
                         [](const auto& size) { return to_text(size.param); });

}  // namespace
}  // namespace lockstep::gui
