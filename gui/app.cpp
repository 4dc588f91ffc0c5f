// The loop: sleep until something happens, draw, and sleep again. The first simulation runs while the window
// opens.
#include "gui/app.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "gui/interface.hpp"
#include "gui/scene.hpp"
#include "gui/window.hpp"

namespace lockstep::gui {
namespace {

using Clock = Interface::Clock;

// Frames that are drawn after something happened: what one frame finds out (hover, sizes) the next one shows.
constexpr int kFramesAfterEvent = 3;

double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

// Kept at every pause, so that not even a crash loses an edit.
void keep(const Interface& interface) {
  static AppState kept;
  const std::string path = last_scene_path();
  if (path.empty() || kept == interface.state()) return;
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  if (save_scene(interface.state(), path)) kept = interface.state();
}

void run_loop(Window& window, Interface& interface) {
  int frames = kFramesAfterEvent;
  while (!window.should_close()) {
    const auto due = interface.due();
    if (frames > 0) {
      window.wait(0.0);
    } else if (due) {
      window.wait(std::max(0.0, milliseconds(*due - Clock::now()) / 1000));
    } else {
      keep(interface);
      window.wait(std::nullopt);
      frames = kFramesAfterEvent;
    }
    if (frames > 0) --frames;
    TypedInput typed = window.take_typed();
    if (!typed.keys.empty() || !typed.characters.empty()) frames = kFramesAfterEvent;
    const AppState& state = interface.state();
    window.begin_frame(state.theme, state.drawn_scale());
    interface.draw(window.width(), window.height(), window.fonts(), typed, Clock::now());
    window.end_frame(shape_colour(state.theme, Role::ground));
    window.set_title(state.source_id() + " · Lockstep");
    for (const std::string& path : window.take_dropped()) interface.open_file(path);
    if (interface.take_full_screen_wish()) window.toggle_full_screen();
  }
  keep(interface);
}

void draw_first_frame(Window& window, Interface& interface) {
  // A small run is complete in the first frame; a large one is not waited for.
  interface.settle(std::chrono::milliseconds(150));
  window.begin_frame(interface.state().theme, interface.state().drawn_scale());
  interface.draw(window.width(), window.height(), window.fonts(), {}, Clock::now());
  window.end_frame(shape_colour(interface.state().theme, Role::ground));
}

}  // namespace

int run_app(const AppArguments& arguments) {
  const Clock::time_point launched = Clock::now();
  LoadedScene scene;
  if (arguments.scene.empty()) {
    if (auto loaded = load_scene(last_scene_path())) scene.state = std::move(loaded->state);
  } else {
    auto loaded = load_scene(arguments.scene);
    if (!loaded) {
      fmt::print(stderr, "lockstep: {}\n", loaded.error().message);
      return 2;
    }
    scene = std::move(*loaded);
    for (const std::string& remark : scene.remarks) fmt::print(stderr, "lockstep: {}\n", remark);
  }
  Interface interface(scene.state, {arguments.kernel_dir, Window::wake});
  auto window = Window::open(arguments.width > 0 ? arguments.width : 1600,
                             arguments.height > 0 ? arguments.height : 900);
  if (!window) {
    fmt::print(stderr, "lockstep: {}\n", window.error().message);
    return 1;
  }
  draw_first_frame(**window, interface);
  if (arguments.startup_time || std::getenv("LOCKSTEP_TRACE_STARTUP") != nullptr) {
    fmt::print("{:.0f} ms to the first complete frame\n", milliseconds(Clock::now() - launched));
    return 0;
  }
  run_loop(**window, interface);
  return 0;
}

}  // namespace lockstep::gui
