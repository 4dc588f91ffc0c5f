#include "tests/gui/app/window_driver.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "core/base/files/whole_file.hpp"

namespace lockstep::gui {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Polls until `found` returns a true value or the time is over.
template <class F>
bool wait_for(milliseconds most, F found) {
  const auto end = steady_clock::now() + most;
  while (!found()) {
    if (steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return true;
}

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  char part[256];
  while (std::fgets(part, sizeof part, pipe) != nullptr) text += part;
  pclose(pipe);
  return text;
}

// An X server without a screen, which chooses a free display and returns its name: ":99". Empty on failure.
std::string start_display(pid_t& server) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  server = fork();
  if (server == 0) {
    close(ends[0]);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    const std::string number = std::to_string(ends[1]);
    // Without -noreset, the server resets when the last client has disconnected, and refuses clients during
    // the reset.
    execlp("Xvfb", "Xvfb", "-noreset", "-displayfd", number.c_str(), "-screen", "0", "1600x900x24",
           "-nolisten", "tcp", nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string display = ":";
  char digit = 0;
  while (read(ends[0], &digit, 1) == 1 && digit != '\n') display += digit;
  close(ends[0]);
  return display.size() > 1 ? display : std::string();
}

void stop(pid_t process) {
  if (process <= 0) return;
  kill(process, SIGTERM);
  waitpid(process, nullptr, 0);
}

pid_t start(const std::string& scene, const std::string& folder) {
  const pid_t child = fork();
  if (child != 0) return child;
  if (chdir(folder.c_str()) != 0) _exit(127);
  setenv("HOME", folder.c_str(), 1);
  setenv("XDG_STATE_HOME", (folder + "/state").c_str(), 1);
  setenv("XDG_DATA_HOME", (folder + "/data").c_str(), 1);
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  setenv("LOCKSTEP_REPORT", (folder + "/report.json").c_str(), 1);
  const int log = open((folder + "/log").c_str(), O_CREAT | O_WRONLY, 0600);
  dup2(log, STDERR_FILENO);
  execl(LOCKSTEP_PROGRAM, "lockstep", scene.c_str(), nullptr);
  _exit(127);
}

}  // namespace

WindowDriver::WindowDriver(const std::string& scene, const std::string& name) {
  const std::string path = file(name);
  std::ofstream(path) << scene;
  const std::string display = start_display(server_);
  if (display.empty()) return;
  setenv("DISPLAY", display.c_str(), 1);
  program_ = start(path, folder_.path().string());
  wait_for(milliseconds(15'000), [&] {
    window_ = std::strtoul(output_of("xdotool search --onlyvisible --name Lockstep 2>/dev/null").c_str(),
                           nullptr, 10);
    return window_ != 0;
  });
  run(fmt::format("windowmove {0} 0 0 windowfocus {0}", window_));
  // The first simulation has arrived when the figure's card contains something to click.
  wait_for(milliseconds(10'000), [&] { return read_file(file("report.json")).has_value(); });
}

WindowDriver::~WindowDriver() {
  stop(program_);
  stop(server_);
}

std::string WindowDriver::why_not() const {
  if (program_ <= 0) return "No X server came up.";
  return "No window came on " + std::string(std::getenv("DISPLAY")) + ": " +
         read_file(file("log")).value_or("nothing was said");
}

bool WindowDriver::run(const std::string& command) const {
  return std::system(fmt::format("xdotool {} >/dev/null 2>&1", command).c_str()) == 0;
}

void WindowDriver::press(const KeyPress& key) { run("key " + xdotool_name(key)); }
void WindowDriver::type(const std::string& text) { run(fmt::format("type --delay 20 '{}'", text)); }

std::optional<Rect> WindowDriver::place_of(const std::string& item) const {
  std::optional<Rect> found;
  wait_until([&](const nlohmann::json& now) {
    for (const auto& place : now["places"])
      if (place["id"] == item)
        found = Rect{place["x"].get<float>(), place["y"].get<float>(), place["width"].get<float>(),
                     place["height"].get<float>()};
    return found.has_value();
  });
  return found;
}

// Several frames pass between moving, pressing and releasing, as for a person.
bool WindowDriver::click(const std::string& item) {
  const auto place = place_of(item);
  return place &&
         run(fmt::format("mousemove {:.0f} {:.0f} sleep 0.3 mousedown 1 sleep 0.3 mouseup 1 sleep 0.1",
                         std::floor(place->centre().x), std::floor(place->centre().y)));
}

bool WindowDriver::quick_click(const std::string& item) {
  const auto place = place_of(item);
  return place && run(fmt::format("mousemove {:.0f} {:.0f} click 1", std::floor(place->centre().x),
                                  std::floor(place->centre().y)));
}

bool WindowDriver::double_click(const std::string& item) {
  const auto place = place_of(item);
  return place &&
         run(fmt::format("mousemove {:.0f} {:.0f} sleep 0.3 click --repeat 2 --delay 100 1 sleep 0.1",
                         std::floor(place->centre().x), std::floor(place->centre().y)));
}

bool WindowDriver::drag(const std::string& item, Point from, Point to) {
  const auto place = place_of(item);
  if (!place) return false;
  const auto at = [&](Point share) {
    return fmt::format("{:.0f} {:.0f}", place->x + share.x * place->width,
                       place->y + share.y * place->height);
  };
  return run(
      fmt::format("mousemove {} sleep 0.3 mousedown 1 sleep 0.3 mousemove {} sleep 0.5 mouseup 1 sleep 0.1",
                  at(from), at(to)));
}

nlohmann::json WindowDriver::report() const {
  return nlohmann::json::parse(read_file(file("report.json")).value_or("{}"), nullptr, false);
}

bool WindowDriver::wait_until(const std::function<bool(const nlohmann::json&)>& holds) const {
  return wait_for(milliseconds(5'000), [&] {
    const nlohmann::json now = report();
    return now.is_object() && holds(now);
  });
}

std::string xdotool_name(const KeyPress& key) {
  std::string name;
  switch (key.key) {
#define K(key_name, x_name) \
  case Key::key_name:       \
    name = x_name;          \
    break;
    K(space, "space")
    K(left, "Left")
    K(right, "Right")
    K(up, "Up")
    K(down, "Down")
    K(home, "Home")
    K(end, "End")
    K(page_up, "Prior")
    K(page_down, "Next")
    K(enter, "Return")
    K(escape, "Escape")
    K(tab, "Tab")
    K(backspace, "BackSpace")
    K(delete_, "Delete")
    K(plus, "plus")
    K(minus, "minus")
    K(question, "question")
    K(slash, "slash")
    K(period, "period")
    K(comma, "comma")
    K(f1, "F1")
    K(f2, "F2")
    K(f3, "F3")
    K(f5, "F5")
    K(f6, "F6")
    K(f9, "F9")
    K(f11, "F11")
    K(digit1, "1")
    K(digit2, "2")
    K(digit3, "3")
    K(digit4, "4")
    K(digit5, "5")
    K(digit6, "6")
    K(digit7, "7")
    K(digit8, "8")
    K(digit9, "9")
    K(digit0, "0")
    K(a, "a")
    K(b, "b")
    K(c, "c")
    K(d, "d")
    K(e, "e")
    K(f, "f")
    K(h, "h")
    K(l, "l")
    K(n, "n")
    K(o, "o")
    K(p, "p")
    K(q, "q")
    K(r, "r")
    K(s, "s")
    K(t, "t")
    K(v, "v")
    K(w, "w")
    K(x, "x")
    K(y, "y")
    K(z, "z")
#undef K
    default:
      break;
  }
  return std::string(key.ctrl ? "ctrl+" : "") + (key.shift ? "shift+" : "") + name;
}

}  // namespace lockstep::gui
