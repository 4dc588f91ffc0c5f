// The loop: sleep until something happens, draw, and sleep again. The first simulation runs while the window
// opens.
#include "gui/app/app.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "core/base/files/directories.hpp"
#include "core/base/files/kept_file.hpp"
#include "core/measure/history.hpp"
#include "gui/app/interface.hpp"
#include "gui/app/report.hpp"
#include "gui/app/speaker_window.hpp"
#include "gui/app/window.hpp"
#include "gui/saved/last_state.hpp"
#include "gui/saved/open_run.hpp"
#include "gui/saved/state_file.hpp"
#include "gui/saved/talk_file.hpp"
#include "gui/session/run_request.hpp"
#include "gui/storage/first_start.hpp"
#include "gui/storage/window_size.hpp"

namespace lockstep::gui {
namespace {

using Clock = Interface::Clock;

// Frames that are drawn after an event: sizes and hovered items of one frame show in the next one.
constexpr int kFramesAfterEvent = 3;

// Of each series whose times are printed.
constexpr std::uint64_t kTimedFrames = 200;

// Seconds between two checks whether the user's own kernel file changed.
constexpr double kFilePollSeconds = 1;

bool is_kernel_file(std::string_view path) { return path.ends_with(".cl"); }

double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

// Until something happens; with a kernel file of the user's own at most for a second, to check whether it
// changed. False when there is nothing to draw.
bool sleep(Window& window, const Interface& interface) {
  const bool watches = !interface.state().kernel_file.empty();
  const Clock::time_point begin = Clock::now();
  window.wait(watches ? std::optional(kFilePollSeconds) : std::nullopt);
  return !watches || milliseconds(Clock::now() - begin) < 1000 * kFilePollSeconds || interface.file_changed();
}

// Until something is due, or the user's own kernel file is to be looked at. True if something happened
// before.
bool wait_until(Window& window, const Interface& interface, Clock::time_point due) {
  const Clock::time_point begin = Clock::now();
  const double left = milliseconds(due - begin) / 1000;
  const double seconds =
      std::max(0.0, interface.state().kernel_file.empty() ? left : std::min(left, kFilePollSeconds));
  window.wait(seconds);
  return milliseconds(Clock::now() - begin) < 1000 * seconds;
}

// Opens or closes the speaker's window.
void toggle_speaker(std::unique_ptr<SpeakerWindow>& speaker, Window& window, Interface& interface,
                    const std::string& kernel_dir) {
  if (speaker) return speaker.reset();
  auto opened = SpeakerWindow::open(window, kernel_dir);
  if (opened)
    speaker = std::move(*opened);
  else
    interface.notify(opened.error().message);
}

// The pointer did something in the frame that was drawn. Dear ImGui takes the press and the release of a
// quick click in two frames, and what a press changes is seen in the next one.
bool pointer_acted() {
  const ImGuiIO& io = ImGui::GetIO();
  bool acted = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || io.MouseWheelH != 0;
  for (int button = 0; button < ImGuiMouseButton_COUNT; ++button)
    acted = acted || ImGui::IsMouseClicked(button) || ImGui::IsMouseReleased(button);
  return acted;
}

void run_loop(Window& window, Interface& interface, StateKeeper& keeper, KeptWindowSize& kept_size,
              const std::string& kernel_dir) {
  std::unique_ptr<SpeakerWindow> speaker;
  int frames = kFramesAfterEvent;
  const char* report_path = std::getenv("LOCKSTEP_REPORT");
  Reporter reporter(report_path != nullptr ? report_path : "");
  const auto say = [&](const std::optional<std::string>& complaint) {
    if (!complaint) return;
    interface.notify(*complaint);
    frames = kFramesAfterEvent;
  };
  while (!window.should_close()) {
    auto due = interface.due();
    if (const auto notes = speaker ? speaker->due() : std::nullopt)
      due = due ? std::min(*due, *notes) : notes;
    if (const auto keep_at = keeper.due()) due = due ? std::min(*due, *keep_at) : keep_at;
    if (frames > 0) {
      window.wait(0.0);
    } else if (due) {
      if (wait_until(window, interface, *due)) frames = kFramesAfterEvent;
    } else {
      say(keeper.keep(interface.kept_state()));
      kept_size.write({window.windowed_size().width, window.windowed_size().height});
      if (frames == 0 && !sleep(window, interface)) continue;
      frames = kFramesAfterEvent;
    }
    if (frames > 0) --frames;
    TypedInput typed = window.take_typed();
    if (!typed.keys.empty() || !typed.characters.empty()) frames = kFramesAfterEvent;
    const AppState& state = interface.state();
    window.begin_frame(state);
    interface.draw(window.width(), window.height(), window.fonts(), typed, Clock::now());
    const bool acted = pointer_acted();
    window.end_frame(shape_colour(state.theme, Role::ground));
    if (interface.take_speaker_request()) toggle_speaker(speaker, window, interface, kernel_dir);
    if (speaker && speaker->should_close()) speaker.reset();
    if (window.has_waiting_keys() || acted) frames = kFramesAfterEvent;
    reporter.update(interface, window.fonts().scale);
    // After the audience's frame, which does not wait for it.
    if (speaker) speaker->draw(interface.talk(), interface.state(), Clock::now());
    window.set_title(state.source_id() + " · Lockstep");
    for (const std::string& path : window.take_dropped()) interface.open_file(path);
    if (interface.take_full_screen_wish()) window.toggle_full_screen();
    say(keeper.update(interface.kept_state(), Clock::now()));
    interface.activity().save_error = keeper.complaint();
  }
  keeper.keep(interface.kept_state());
}

void draw_first_frame(Window& window, Interface& interface) {
  // A small run is complete in the first frame; the window does not wait for a large one.
  interface.settle(std::chrono::milliseconds(150));
  window.begin_frame(interface.state());
  interface.draw(window.width(), window.height(), window.fonts(), {}, Clock::now());
  window.end_frame(shape_colour(interface.state().theme, Role::ground));
}

void draw_frame(Window& window, Interface& interface) {
  window.begin_frame(interface.state());
  interface.draw(window.width(), window.height(), window.fonts(), {}, Clock::now());
}

// Draws frames after `move`, which is called before each, and prints what a frame takes: from its beginning
// until it is shown, and the interface's part of that.
void time_frames(Window& window, Interface& interface, std::string_view name,
                 const std::function<void(std::uint64_t)>& move) {
  std::vector<double> whole, own;
  const std::clock_t all_threads = std::clock();
  for (std::uint64_t i = 0; i < kTimedFrames; ++i) {
    move(i);
    window.wait(0.0);
    const Clock::time_point begin = Clock::now();
    draw_frame(window, interface);
    own.push_back(milliseconds(Clock::now() - begin));
    window.end_frame(shape_colour(interface.state().theme, Role::ground));
    whole.push_back(milliseconds(Clock::now() - begin));
  }
  std::ranges::sort(whole);
  std::ranges::sort(own);
  const double median = whole[whole.size() / 2];
  const double processor = 1000.0 * static_cast<double>(std::clock() - all_threads) / CLOCKS_PER_SEC /
                           static_cast<double>(kTimedFrames);
  fmt::print(
      "{:14} {:6.1f} ms a frame, {:4.0f} a second, longest {:6.1f} ms; of it the interface {:5.1f} ms, "
      "longest {:5.1f} ms; processor time of all threads {:5.1f} ms\n",
      name, median, 1000 / median, whole.back(), own[own.size() / 2], own.back(), processor);
}

void print_frame_times(Window& window, Interface& interface) {
  interface.settle(std::chrono::minutes(5));
  for (int i = 0; i < kFramesAfterEvent; ++i) {
    draw_frame(window, interface);
    window.end_frame(shape_colour(interface.state().theme, Role::ground));
  }
  const std::uint64_t moments = interface.session().size();
  fmt::print("{} moments, {} × {} pixels, medians of {} frames\n", moments, window.width(), window.height(),
             kTimedFrames);
  time_frames(window, interface, "at rest", [](std::uint64_t) {});
  time_frames(window, interface, "line by line",
              [&](std::uint64_t i) { interface.go_to(std::min(moments, moments / 2 + 4 * i)); });
  time_frames(window, interface, "back",
              [&](std::uint64_t i) { interface.go_to(moments - std::min(moments, 4 * i)); });
  time_frames(window, interface, "whole run",
              [&](std::uint64_t i) { interface.go_to(moments * i / kTimedFrames); });
}

// The state that the window starts with.
struct Beginning {
  AppState state, on_disk;
  EditedTexts elsewhere;  // texts that the first window stores, when this is another one
  bool first = false;     // no state of an earlier start, and nothing was asked for
  std::string remark;     // for the user
  Talk talk;              // to be opened
};

Result<Beginning> start_state_for(const std::string& scene_path, const StateFile& file) {
  const std::string last = last_scene_path();
  Beginning beginning;
  beginning.first = scene_path.empty() && !std::filesystem::exists(last);
  RestoredState restored = restore_state(last);
  beginning.remark = restored.remark;
  beginning.state = restored.state;
  beginning.state.predict.on = false;
  if (is_talk_file(scene_path)) {
    auto loaded = load_talk(scene_path);
    if (!loaded) return tl::unexpected(loaded.error());
    for (const std::string& remark : loaded->remarks) fmt::print(stderr, "lockstep: {}\n", remark);
    beginning.talk = std::move(loaded->talk);
    beginning.state.overlay = {"talk", 0};
  } else if (names_lesson(scene_path)) {
    const auto folder = find_lesson(scene_path);
    if (!folder) return tl::unexpected(folder.error());
    open_lesson(beginning.state, folder->id());
  } else if (is_kernel_file(scene_path)) {  // the window opens it, as it opens any other
    if (const auto text = read_own_kernel(scene_path); !text) return tl::unexpected(text.error());
  } else if (!scene_path.empty()) {
    auto loaded = load_scene_or_run(scene_path);
    if (!loaded) return tl::unexpected(loaded.error());
    for (const std::string& remark : loaded->remarks) fmt::print(stderr, "lockstep: {}\n", remark);
    beginning.state = std::move(loaded->state);
    const std::string hidden = keep_last_edits(beginning.state, restored.state, last);
    if (!hidden.empty()) beginning.remark = hidden;
  }
  if (file.is_first()) {
    beginning.on_disk = std::move(restored.state);
  } else {
    beginning.elsewhere = std::move(restored.state.edited_texts);
  }
  const AdoptedEdits adopted = adopt_edits(beginning.state, file, last, beginning.elsewhere);
  if (adopted.any) beginning.on_disk = beginning.state;
  if (!adopted.remark.empty()) beginning.remark = adopted.remark;
  return beginning;
}

}  // namespace

int run_app(const AppArguments& arguments) {
  const Clock::time_point launched = Clock::now();
  const StateFile file = StateFile::claim(last_scene_path());
  auto beginning = start_state_for(arguments.scene, file);
  if (!beginning) {
    fmt::print(stderr, "lockstep: {}\n", beginning.error().message);
    return 2;
  }
  const std::string& remark = beginning->remark;
  if (!remark.empty()) fmt::print(stderr, "lockstep: {}\n", remark);
  StateKeeper keeper(file.path(), std::move(beginning->on_disk), std::move(beginning->elsewhere));
  InterfaceOptions options{arguments.kernel_dir, Window::wake, state_directory()};
  options.results_file = measure::results_file();
  options.starts_programs = true;
  options.worker.program = bench::own_worker();
  options.keep_now = [&keeper](const AppState& state) { keeper.keep(state); };
  Interface interface(beginning->state, std::move(options));
  if (!beginning->talk.pages.empty()) interface.open_talk(std::move(beginning->talk));
  if (is_kernel_file(arguments.scene)) interface.open_file(arguments.scene);
  KeptWindowSize kept_size(state_directory().empty() ? "" : state_directory() + "/window-size");
  const WindowSize size = kept_size.read().value_or(WindowSize{1600, 900});
  auto window = Window::open(arguments.width > 0 ? arguments.width : size.width,
                             arguments.height > 0 ? arguments.height : size.height);
  if (!window) {
    fmt::print(stderr, "lockstep: {}\n", window.error().message);
    return 1;
  }
  if (beginning->first && claim_first_start(state_directory())) interface.show_start_page();
  draw_first_frame(**window, interface);
  if (arguments.startup_time || std::getenv("LOCKSTEP_TRACE_STARTUP") != nullptr) {
    fmt::print("{:.0f} ms to the first complete frame\n", milliseconds(Clock::now() - launched));
    return 0;
  }
  if (arguments.frame_times) {
    print_frame_times(**window, interface);
    return 0;
  }
  // The first frame may have found another broken file.
  if (!remark.empty()) interface.notify(joined_remarks(remark, interface.activity().notice));
  run_loop(**window, interface, keeper, kept_size, arguments.kernel_dir);
  return 0;
}

}  // namespace lockstep::gui
