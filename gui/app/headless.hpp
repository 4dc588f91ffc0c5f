// Draws frames of an Interface without a window. The CPU paints the frames. This is used for pictures, and
// for tests that press keys and move the pointer.
#pragma once

#include <memory>
#include <set>

#include "gui/app/interface.hpp"
#include "gui/export/software_renderer.hpp"

struct ImGuiContext;

namespace lockstep::gui {

class Headless {
 public:
  // `width` and `height`: pixels of the picture; `scale` enlarges everything drawn.
  Headless(AppState state, int width, int height, float scale = 1, InterfaceOptions options = {});
  ~Headless();
  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;

  Interface& interface() { return *interface_; }
  const FontSet& fonts() const { return fonts_; }
  void point_at(Point at);                      // in pixels at scale 1
  void hold_button(bool down, int button = 0);  // 1: the right button
  void turn_wheel(float notches) { wheel_ = notches; }
  void set_clipboard(const std::string& text);
  std::string clipboard() const;
  // Draws one frame, `seconds` after the previous frame.
  void frame(const TypedInput& typed = {}, double seconds = 1.0 / 60);
  // The last frame as a picture.
  Image picture() const;
  // Copies the last frame. Any thread may paint the copy during the lifetime of this object.
  FrameCopy copy() const;
  // The rectangle of the stage in the last frame, in pixels of the picture.
  PixelRect stage_place() const;

 private:
  Coverage atlas() const;

  float scale_now() const;  // scale of the contents in this frame

  int width_, height_;
  float scale_;
  ImGuiContext* context_;
  FontSet fonts_;
  std::set<char32_t> characters_;  // characters that the interface itself does not use
  std::unique_ptr<Interface> interface_;
  Interface::Clock::time_point now_;
  float wheel_ = 0;
};

// Draws frames until everything that the state requires has been simulated, counted and drawn, with a limit
// of two minutes for each step.
void settle(Headless& window);
// Returns the picture of a window after settle().
Image render_frame(const AppState& state, int width, int height, float scale = 1,
                   const std::string& kernel_dir = {});

}  // namespace lockstep::gui
