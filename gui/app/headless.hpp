// The window without a window: frames of an Interface painted by the CPU. For pictures, and for tests that
// press keys and move the pointer.
#pragma once

#include <memory>

#include "gui/app/interface.hpp"
#include "gui/export/software_renderer.hpp"

struct ImGuiContext;

namespace lockstep::gui {

class Headless {
 public:
  // Sizes in pixels of the picture; `scale` enlarges everything drawn.
  Headless(AppState state, int width, int height, float scale = 1, InterfaceOptions options = {});
  ~Headless();
  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;

  Interface& interface() { return *interface_; }
  void point_at(Point at);  // in pixels at scale 1
  void hold_button(bool down);
  void turn_wheel(float notches) { wheel_ = notches; }
  // Draws one frame `seconds` after the last one.
  void frame(const TypedInput& typed = {}, double seconds = 1.0 / 60);
  // The last frame as a picture.
  Image picture() const;
  // The last frame, to be painted by any thread while this lives.
  FrameCopy copy() const;
  // Where the last frame put the cards of the stage, in pixels of the picture.
  PixelRect stage_place() const;

 private:
  Coverage atlas() const;

  int width_, height_;
  ImGuiContext* context_;
  FontSet fonts_;
  std::unique_ptr<Interface> interface_;
  Interface::Clock::time_point now_;
  float wheel_ = 0;
};

// Draws as often as it takes until everything that the state asks for is there, and gives the picture.
Image render_frame(const AppState& state, int width, int height, float scale = 1,
                   const std::string& kernel_dir = {});

}  // namespace lockstep::gui
