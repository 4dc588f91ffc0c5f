// Nothing moves from step to step: cards keep their places, and the source follows the run in cards of any
// size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "gui/pages/step/tallest.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

std::map<std::string, Rect> places(DrivenWindow& window) {
  std::map<std::string, Rect> cards;
  for (const PlacedPanel& panel : window.interface().screen().cards())
    cards[std::string(panel.name)] = panel.card;
  return cards;
}

TEST(SteadyStep, CardsKeepTheirPlacesFromStepToStep) {
  for (const char* id : {"reduce/divergent", "scan/blelloch", "reduce/strided-index", "patterns/transpose"})
    for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}}) {
      AppState state;
      choose_algorithm(state, id);
      DrivenWindow window(state, width, height);
      window.press({Key::home});
      window.frame();
      const auto first = places(window);
      const std::uint64_t size = window.interface().session().size();
      ASSERT_GT(size, 20u) << id;
      for (std::uint64_t at = 0; at <= size; at += std::max<std::uint64_t>(1, size / 40)) {
        window.interface().go_to(at);
        window.frame();
        for (const auto& [name, card] : places(window)) {
          const auto before = first.find(name);
          ASSERT_NE(before, first.end()) << name;
          EXPECT_EQ(card.y, before->second.y) << id << " " << width << ": " << name << " at " << at;
          EXPECT_EQ(card.height, before->second.height) << id << " " << width << ": " << name << " at " << at;
        }
      }
    }
}

TEST(SteadyStep, CountersKeepTheirPlacesFromStepToStep) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}}) {
    DrivenWindow window({}, width, height);
    window.press({Key::home});
    window.frame();
    const auto first = window.interface().item_place("steps T");
    const std::uint64_t size = window.interface().session().size();
    std::size_t moved = 0;
    std::string sentence;
    for (std::uint64_t at = 0; at <= size; ++at) {
      window.interface().go_to(at);
      window.frame();
      const auto now = window.interface().item_place("steps T");
      if (first.has_value() == now.has_value() && (!now || std::abs(now->y - first->y) < 0.5f)) continue;
      ++moved;
      sentence = window.interface().session().moment(window.state()).sentence;
    }
    EXPECT_EQ(moved, 0u) << width << ": " << sentence;
  }
}

// The line that the arrow marks is in sight.
bool next_line_is_seen(DrivenWindow& window, const WrittenFrame& written) {
  const auto area = window.interface().item_place("source-text");
  const std::string number = std::to_string(window.interface().session().moment(window.state()).line);
  for (const WrittenText& text : written.texts)
    if (area && text.text == number && text.style.font == Font::code &&
        area->contains(text.bounds.centre()) && text.bounds.right() < area->x + 40)
      return true;
  return false;
}

TEST(SteadyStep, TheSourceKeepsTheNextLineInSightAtAnyScale) {
  AppState state;
  choose_algorithm(state, "scan/blelloch");
  DrivenWindow window(state, 1280, 720);
  WrittenFrame written;
  window.interface().note_text(&written);
  const std::uint64_t size = window.interface().session().size();
  window.interface().go_to(size - 1);
  window.frame();
  ASSERT_TRUE(next_line_is_seen(window, written));
  for (const float scale : {1.5f, 2.0f, 1.0f}) {
    AppState scaled = window.state();
    scaled.ui_scale = scale;
    window.interface().show(scaled);
    window.frame();
    window.frame();
    EXPECT_TRUE(next_line_is_seen(window, written)) << scale;
  }
}

TEST(SteadyStep, MeasuredMomentsSpanTheRun) {
  DrivenWindow window;
  const sim::Trace& trace = *window.interface().session().run()->trace;
  const std::vector<std::uint64_t> moments = moments_to_measure(trace);
  EXPECT_EQ(moments.front(), 0u);
  EXPECT_EQ(moments.back(), trace.size());
  EXPECT_TRUE(std::ranges::is_sorted(moments));
}

}  // namespace
}  // namespace lockstep::gui
