// The interface to the system's windows. The implementation, with GLFW and OpenGL, is in a separate library
// that is loaded when a window is opened (gui/app/window_library.hpp). The library has its own copy of Dear
// ImGui's functions, so contexts and draw data must be passed to it.
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

// Events of a window that have not been processed yet.
struct Inbox {
  KeyQueue keys;
  std::vector<std::string> dropped;  // paths of files that were dropped on the window
  std::vector<std::string> notices;  // messages of the system for the user
};

struct Extent {
  int width = 0, height = 0;
};

// A window with an OpenGL 3.3 context, for the frames of one context of Dear ImGui.
class SystemWindow {
 public:
  virtual ~SystemWindow() = default;

  virtual bool should_close() const = 0;
  virtual Extent size() const = 0;    // size in system units
  virtual Extent pixels() const = 0;  // size of the painted area in pixels
  // The size of the window; in full-screen mode, the size to which the window will return.
  virtual Extent windowed_size() const = 0;
  virtual float scale() const = 0;  // the system's scale for contents on this screen

  // Waits until an event occurs in any window, for at most `seconds` if a value is given.
  virtual void wait(std::optional<double> seconds) = 0;
  // Passes an event of the inbox to Dear ImGui.
  virtual void pass_on(const InputEvent& event) = 0;

  // Call before ImGui::NewFrame(). `new_fonts` means that the context's fonts have been loaded again.
  virtual void begin_frame(bool new_fonts) = 0;
  // Paints and shows a frame; the first call also shows the window.
  virtual void show(ImDrawData& frame, Colour ground) = 0;
  // Adds a picture with four bytes per pixel to this window. Frames show the picture by the returned number.
  virtual std::uint64_t add_picture(Extent size, const std::uint8_t* rgba) = 0;
  virtual void remove_picture(std::uint64_t number) = 0;

  virtual void set_title(const std::string& title) = 0;
  virtual void toggle_full_screen() = 0;
};

class WindowSystem {
 public:
  virtual ~WindowSystem() = default;

  // Opens the window of the program, at most as large as the screen. An Error is a sentence that says why the
  // window cannot be opened; it names `command`, the program that the user can run without a window instead.
  // `context` and `inbox` must outlive the window.
  virtual Result<std::unique_ptr<SystemWindow>> open(Extent size, const std::string& command,
                                                     ImGuiContext& context, Inbox& inbox) = 0;
  // Opens a second window while the first window is open, on another screen if there is one. The second
  // window does not take the keyboard focus when it opens. Its keys are added to `inbox`.
  virtual Result<std::unique_ptr<SystemWindow>> open_second(Extent size, const std::string& title,
                                                            ImGuiContext& context, Inbox& inbox) = 0;
  // Makes wait() of the open window return. May be called from any thread; has no effect if no window
  // is open.
  virtual void wake() = 0;
};

// The type and the name of the function that the library exports. It returns a pointer to the library's
// WindowSystem, which exists until the process ends, or null if `version` differs from the version of
// the library.
using WindowSystemOf = WindowSystem* (*)(const char* version);
inline constexpr const char* kWindowSystemOf = "lockstep_window_system";

}  // namespace lockstep::gui
