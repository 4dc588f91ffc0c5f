// The speaker's window shows notes and the next page, on a second screen if there is one. It has separate
// OpenGL and Dear ImGui contexts. The CPU paints the picture of the next page once, in steps between the
// frames, so that turning a page need not wait for the picture. Keys pressed in this window are handled by
// the audience's window.
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

  // Opens the window. An Error is a sentence that says why no second window can be opened.
  static Result<std::unique_ptr<SpeakerWindow>> open(Window& audience, const std::string& kernel_dir);
  ~SpeakerWindow();
  SpeakerWindow(const SpeakerWindow&) = delete;
  SpeakerWindow& operator=(const SpeakerWindow&) = delete;

  bool should_close() const;
  // Call this after the audience's frame. `state`: the state of the audience's window.
  void draw(const TalkPlayer& talk, const AppState& state, Clock::time_point now);
  // When the next frame is due even if nothing happens, because of the clock or an unfinished picture.
  std::optional<Clock::time_point> due() const { return due_; }

 private:
  struct Impl;
  explicit SpeakerWindow(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
  std::optional<Clock::time_point> due_;
};

}  // namespace lockstep::gui
