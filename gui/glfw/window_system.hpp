// What the program needs from the system to show windows. GLFW and OpenGL are behind it, in a library of
// their own that is loaded when a window is wanted (gui/app/window_library.hpp). The library has its own copy
// of Dear ImGui's functions, so contexts and draw data are handed over.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "gui/canvas/canvas.hpp"
#include "gui/input/key_queue.hpp"

struct ImDrawData;
struct ImGuiContext;

namespace lockstep::gui {

// What happened in a window and has not been taken yet.
struct Inbox {
  KeyQueue keys;
  std::vector<std::string> dropped;  // paths of files
  std::vector<std::string> notices;  // sentences of the system for the user
};

struct Extent {
  int width = 0, height = 0;
};

// A window with an OpenGL 3.3 context, for the frames of one context of Dear ImGui.
class SystemWindow {
 public:
  virtual ~SystemWindow() = default;

  virtual bool should_close() const = 0;
  virtual Extent size() const = 0;    // in the units of the system
  virtual Extent pixels() const = 0;  // of what is painted
  // Its size, or the one that it has again after full screen.
  virtual Extent windowed_size() const = 0;
  virtual float scale() const = 0;  // of contents on this screen

  // Sleeps until something happens in any window, at most `seconds` when given.
  virtual void wait(std::optional<double> seconds) = 0;
  // Gives an event of the inbox to Dear ImGui.
  virtual void pass_on(const InputEvent& event) = 0;

  // Before ImGui::NewFrame(). `new_fonts`: the context's fonts have been loaded again.
  virtual void begin_frame(bool new_fonts) = 0;
  // Paints a frame and shows it, and the window with its first one.
  virtual void show(ImDrawData& frame, Colour ground) = 0;
  // A picture of this window, four bytes a pixel, that frames can show by the returned number.
  virtual std::uint64_t add_picture(Extent size, const std::uint8_t* rgba) = 0;
  virtual void remove_picture(std::uint64_t number) = 0;

  virtual void set_title(const std::string& title) = 0;
  virtual void toggle_full_screen() = 0;
};

class WindowSystem {
 public:
  virtual ~WindowSystem() = default;

  // The window of the program, at most as large as the screen. An Error is a sentence that says why it cannot
  // be opened, and names `command`, which a user types instead. `context` and `inbox` must live longer than
  // it.
  virtual Result<std::unique_ptr<SystemWindow>> open(Extent size, const std::string& command,
                                                     ImGuiContext& context, Inbox& inbox) = 0;
  // A second window while the first is open, beside its screen if there is another one. It does not take the
  // keyboard when it opens, and its keys go to `inbox`.
  virtual Result<std::unique_ptr<SystemWindow>> open_second(Extent size, const std::string& title,
                                                            ImGuiContext& context, Inbox& inbox) = 0;
  // Ends the waiting of a window; from any thread, and without effect if no window is open.
  virtual void wake() = 0;
};

// The function that the library exports: a pointer to its WindowSystem, which lives as long as the process.
// Null if the program is of another version.
using WindowSystemOf = WindowSystem* (*)(const char* version);
inline constexpr const char* kWindowSystemOf = "lockstep_window_system";

}  // namespace lockstep::gui
