// The speaker's window: notes and the next page, on another screen where there is one. It has an OpenGL and
// a Dear ImGui context of its own. The picture of the next page is painted by the CPU, once for each page,
// so that turning a page does not wait for it. Keys that are pressed in it go to the window of the audience.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "core/base/result.hpp"
#include "gui/app/window.hpp"
#include "gui/talk/player.hpp"

namespace lockstep::gui {

class SpeakerWindow {
 public:
  using Clock = std::chrono::steady_clock;

  // An Error is a sentence that says why there can be no second window here.
  static Result<std::unique_ptr<SpeakerWindow>> open(Window& audience, const std::string& kernel_dir);
  ~SpeakerWindow();
  SpeakerWindow(const SpeakerWindow&) = delete;
  SpeakerWindow& operator=(const SpeakerWindow&) = delete;

  bool should_close() const;
  // After the audience's frame. `state`: of its window.
  void draw(const TalkPlayer& talk, const AppState& state, Clock::time_point now);
  // When the next frame is due although nothing happens: the clock, and the picture that is not ready.
  std::optional<Clock::time_point> due() const { return due_; }

 private:
  struct Impl;
  explicit SpeakerWindow(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
  std::optional<Clock::time_point> due_;
};

}  // namespace lockstep::gui
