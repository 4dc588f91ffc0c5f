// The whole window, painted on the CPU, for tests that press keys, type text and click.
#pragma once

#include <chrono>
#include <string>

#include "gui/app/headless.hpp"

namespace lockstep::gui {

struct DrivenWindow : Headless {
  static constexpr auto kLong = std::chrono::minutes(1);

  explicit DrivenWindow(AppState state = {}, int width = 1600, int height = 900,
                        InterfaceOptions options = {})
      : Headless(std::move(state), width, height, 1, std::move(options)) {
    interface().settle(kLong);
    frame();
  }
  void press(KeyPress key) { frame({{key}, {}, {}}); }
  void type(std::string text) { frame({{}, std::move(text), {}}); }
  void click(Point at, int button = 0) {
    point_at(at);
    frame();
    hold_button(true, button);
    frame();
    hold_button(false, button);
    frame();
  }
  void click(std::string_view item) {
    frame();  // show the effect of the last input
    if (const auto place = interface().item_place(item)) click(place->centre());
  }
  // Waits until typing counts as finished and the new run has arrived.
  void pause() {
    for (int i = 0; i < 3; ++i) {
      frame({}, 0.2);
      interface().session().wait(kLong);
    }
    frame();
  }
  const AppState& state() { return interface().state(); }
  std::uint64_t position() { return *state().position; }
};

}  // namespace lockstep::gui
