// The main loop of the program: wait for an event, draw, and wait again. The first simulation runs while the
// window opens.
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

#include "assignment/format/folder.hpp"
#include "core/base/browser_page.hpp"
#include "core/base/features.hpp"
#include "core/base/files/directories.hpp"
#include "core/base/files/kept_file.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/main_loop.hpp"
#include "core/base/screen_reader.hpp"
#include "core/benchmark_data/history.hpp"
#include "core/plan/language.hpp"
#include "gui/app/interface.hpp"
#include "gui/app/report.hpp"
#include "gui/app/speaker_window.hpp"
#include "gui/app/window.hpp"
#include "gui/input/typed_input.hpp"
#include "gui/pages/step/text_view.hpp"
#include "gui/scene_files/last_state.hpp"
#include "gui/scene_files/open_talk.hpp"
#include "gui/scene_files/state_file.hpp"
#include "gui/scene_files/talk_file.hpp"
#include "gui/scene_links/scene_link.hpp"
#include "gui/session/run_request.hpp"
#include "gui/user_data/first_start.hpp"
#include "gui/user_data/window_size.hpp"

namespace lockstep::gui {
namespace {

using Clock = Interface::Clock;

// Number of frames drawn after an event. Several frames are needed, because the sizes and hovered items of
// one frame take effect in the next frame.
constexpr int kFramesAfterEvent = 3;

// Number of frames measured in each series.
constexpr std::uint64_t kTimedFrames = 200;

// Seconds between two checks for a change of the user's own kernel file.
constexpr double kFilePollSeconds = 1;

std::string report_path() {
  const char* path = std::getenv("LOCKSTEP_REPORT");
  return path != nullptr ? path : "";
}

double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

// Opens or closes the speaker's window.
void toggle_speaker(std::unique_ptr<SpeakerWindow>& speaker, Window& window, Interface& interface,
                    const std::string& kernel_dir) {
  if (speaker) return speaker.reset();
  if (const std::string why = missing(Feature::second_window); !why.empty()) return interface.notify(why);
  auto opened = SpeakerWindow::open(window, kernel_dir);
  if (opened)
    speaker = std::move(*opened);
  else
    interface.notify(opened.error().message);
}

// Returns whether the pointer moved, or a button was pressed or released, in the frame that was drawn. More
// frames must then follow: Dear ImGui distributes the press and the release of a quick click over two frames,
// and the effect of a press is visible in the next frame.
bool pointer_acted() {
  const ImGuiIO& io = ImGui::GetIO();
  bool acted = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || io.MouseWheelH != 0;
  for (int button = 0; button < ImGuiMouseButton_COUNT; ++button)
    acted = acted || ImGui::IsMouseClicked(button) || ImGui::IsMouseReleased(button);
  return acted;
}

void draw_first_frame(Window& window, Interface& interface) {
  // Wait only a short time. A small run is then complete in the first frame.
  interface.settle(std::chrono::milliseconds(150));
  window.begin_frame(interface.state(), {});
  interface.draw(window.width(), window.height(), window.fonts(), {}, Clock::now());
  window.end_frame(shape_colour(interface.state().theme, Role::ground));
}

void draw_frame(Window& window, Interface& interface) {
  window.begin_frame(interface.state(), {});
  interface.draw(window.width(), window.height(), window.fonts(), {}, Clock::now());
}

// Repeatedly calls `move` and draws a frame. Prints the time from the beginning of a frame until the frame is
// shown, and how much of this time the interface needs.
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
      "{:14} {:6.1f} ms a frame, {:4.0f} a second, longest {:6.1f} ms; interface {:5.1f} ms, "
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

// The state in which the window starts.
struct Beginning {
  AppState state, on_disk;
  EditedTexts elsewhere;  // texts that the first window stores, if this window is not the first
  bool first = false;     // whether there is neither a state of an earlier start nor a requested scene
  std::string remark;     // shown to the user
  Talk talk;              // opened at the start
};

Result<Beginning> start_state_for(const std::string& scene_path, const StateFile& file) {
  const std::string last = last_scene_path();
  Beginning beginning;
  beginning.first = scene_path.empty() && !std::filesystem::exists(system_path(last));
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
  } else if (assignment::names_assignment(scene_path)) {
    const auto folder = assignment::find_assignment(scene_path);
    if (!folder) return tl::unexpected(folder.error());
    open_assignment(beginning.state, folder->id());
  } else if (names_lesson(scene_path)) {
    const auto folder = find_lesson(scene_path);
    if (!folder) return tl::unexpected(folder.error());
    open_lesson(beginning.state, folder->id());
  } else if (is_scene_link(scene_path)) {   // the window opens it and reports errors in it
  } else if (is_kernel_file(scene_path)) {  // the window opens it like any other kernel file
    if (const auto text = read_own_kernel(scene_path); !text) return tl::unexpected(text.error());
  } else if (!scene_path.empty()) {
    auto loaded = load_view(scene_path);
    if (!loaded) return tl::unexpected(loaded.error());
    for (const std::string& remark : loaded->remarks) fmt::print(stderr, "lockstep: {}\n", remark);
    beginning.state = std::move(loaded->state);
    if (restored.was_kept) keep_for_eyes(beginning.state, restored.state);
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

// The window and all objects that its frames use.
class App final : public MainLoop {
 public:
  App(const AppArguments& arguments, StateFile file, Beginning beginning)
      : kernel_dir_(arguments.kernel_dir),
        file_(std::move(file)),
        keeper_(file_.path(), std::move(beginning.on_disk), std::move(beginning.elsewhere)),
        kept_size_(state_directory().empty() ? "" : state_directory() + "/window-size"),
        open_talk_(state_directory().empty() ? "" : state_directory() + "/open-talk"),
        interface_(beginning.state, options()) {
    interface_.session().show_beginnings();
    if (!beginning.talk.pages.empty()) interface_.open_talk(std::move(beginning.talk));
    if (is_kernel_file(arguments.scene) || is_scene_link(arguments.scene))
      interface_.open_file(arguments.scene);
    if (const auto remark = open_talk_.restore(interface_.talk())) interface_.notify(*remark);
  }

  // The size is limited by the screen; 0 means the size at the end of the last session.
  Result<void> open_window(int width, int height) {
    const WindowSize size = kept_size_.read().value_or(WindowSize{1600, 900});
    auto window = Window::open(width > 0 ? width : size.width, height > 0 ? height : size.height);
    if (!window) return tl::unexpected(window.error());
    window_ = std::move(*window);
    return {};
  }
  Window& window() { return *window_; }
  Interface& interface() { return interface_; }

  std::optional<double> rest() override;
  bool wait(std::optional<double> seconds) override;
  bool turn(bool happened) override;

 private:
  InterfaceOptions options();
  std::optional<Clock::time_point> due() const;
  void draw();
  bool leave();
  void describe();
  void show_text();
  void say(const std::optional<std::string>& complaint);

  std::string kernel_dir_;
  StateFile file_;
  StateKeeper keeper_;
  KeptWindowSize kept_size_;
  OpenTalk open_talk_;
  Interface interface_;
  std::unique_ptr<Window> window_;
  std::unique_ptr<SpeakerWindow> speaker_;
  Reporter reporter_{report_path()};
  std::string described_, shown_text_;  // last texts given to the screen reader and the page
  int frames_ = kFramesAfterEvent;      // number of frames still to draw, even if nothing happens
  bool is_due_ = false;                 // whether a frame is due after the wait
};

InterfaceOptions App::options() {
  InterfaceOptions options{kernel_dir_, Window::wake, state_directory()};
  options.results_file = measure::results_file();
  options.starts_programs = has(Feature::programs);
  if (has(Feature::workers)) options.worker.program = bench::own_worker();
  options.keep_now = [this](const AppState& state) { keeper_.keep(state); };
  return options;
}

void App::say(const std::optional<std::string>& complaint) {
  if (!complaint) return;
  interface_.notify(*complaint);
  frames_ = kFramesAfterEvent;
}

std::optional<Clock::time_point> App::due() const {
  auto due = interface_.due();
  if (const auto notes = speaker_ ? speaker_->due() : std::nullopt)
    due = due ? std::min(*due, *notes) : notes;
  if (const auto keep_at = keeper_.due()) due = due ? std::min(*due, *keep_at) : keep_at;
  return due;
}

// Returns how many seconds the loop may wait for an event; none: without limit. With a kernel file of the
// user's own, returns at most one second, so that changes of the file are noticed.
std::optional<double> App::rest() {
  is_due_ = true;
  if (frames_ > 0) return 0;
  const bool watches = !interface_.state().kernel_file.empty();
  if (const auto next = due()) {
    const double left = std::max(0.0, milliseconds(*next - Clock::now()) / 1000);
    return watches ? std::min(left, kFilePollSeconds) : left;
  }
  say(keeper_.keep(interface_.kept_state()));
  kept_size_.write({window_->windowed_size().width, window_->windowed_size().height});
  open_talk_.keep(interface_.talk());
  if (frames_ > 0) return 0;
  is_due_ = false;
  return watches ? std::optional(kFilePollSeconds) : std::nullopt;
}

bool App::wait(std::optional<double> seconds) {
  const Clock::time_point begin = Clock::now();
  window_->wait(seconds);
  return !seconds || milliseconds(Clock::now() - begin) < 1000 * *seconds;
}

bool App::turn(bool happened) {
  if (window_->should_close()) return leave();
  if (!happened && !is_due_ && !interface_.file_changed()) return true;
  if (happened || !is_due_) frames_ = kFramesAfterEvent;
  draw();
  return interface_.take_quit_wish() ? leave() : true;
}

// Stores what the next start shows. Returns false, which ends the loop.
bool App::leave() {
  keeper_.keep(interface_.kept_state());
  open_talk_.keep(interface_.talk());
  return false;
}

void App::draw() {
  if (frames_ > 0) --frames_;
  const std::vector<InputEvent> events = window_->keys().take(ImGui::GetIO().WantTextInput);
  if (!events.empty()) frames_ = kFramesAfterEvent;
  const AppState& state = interface_.state();
  window_->begin_frame(state, events);
  interface_.draw(window_->width(), window_->height(), window_->fonts(), typed_input(events), Clock::now());
  const bool acted = pointer_acted();
  window_->end_frame(shape_colour(state.theme, Role::ground));
  if (interface_.take_speaker_request()) toggle_speaker(speaker_, *window_, interface_, kernel_dir_);
  if (speaker_ && speaker_->should_close()) speaker_.reset();
  if (window_->has_waiting_input() || acted) frames_ = kFramesAfterEvent;
  reporter_.update(interface_, window_->fonts().scale);
  // The speaker's window is drawn after the audience's frame, which does not wait for it.
  if (speaker_) speaker_->draw(interface_.talk(), interface_.state(), Clock::now());
  window_->set_title(state.source_id() + " · Lockstep");
  for (const std::string& path : window_->take_dropped()) interface_.open_file(path_text(system_path(path)));
  for (const std::string& sentence : window_->take_notices()) say(sentence);
  if (interface_.take_full_screen_wish()) window_->toggle_full_screen();
  describe();
  show_text();
  say(keeper_.update(interface_.kept_state(), Clock::now()));
  interface_.activity().save_error = keeper_.complaint();
}

// Shows the text of the run in the web page. While a question is open, the text is replaced by a sentence,
// because it would show the answer.
void App::show_text() {
  if (!page_shows_text()) return;
  const bool has_run = interface_.session().run() != nullptr;
  std::string html = interface_.predict().asks()
                         ? "<p>Answer the question first; then the text appears here.</p>"
                     : has_run ? text_view(interface_.state(), interface_.session())
                               : "<p>There is no run yet.</p>";
  if (html == shown_text_) return;
  shown_text_ = std::move(html);
  set_page_text(shown_text_);
}

// Describes the window to the screen reader: the notice if there is one, otherwise the next instruction.
void App::describe() {
  std::string sentence = interface_.activity().notice;
  if (sentence.empty() && interface_.state().tab == kStepPage && interface_.session().run() != nullptr)
    sentence = interface_.session().moment(interface_.state()).sentence;
  if (sentence.empty() || sentence == described_) return;
  described_ = std::move(sentence);
  tell_screen_reader(described_);
}

}  // namespace

int run_app(const AppArguments& arguments) {
  const Clock::time_point launched = Clock::now();
  StateFile file = StateFile::claim(last_scene_path());
  auto beginning = start_state_for(arguments.scene, file);
  if (!beginning) {
    fmt::print(stderr, "lockstep: {}\n", beginning.error().message);
    return 2;
  }
  const std::string remark = beginning->remark;
  const bool is_first = beginning->first;
  if (is_first && arguments.prefers_dark) beginning->state.theme = ThemeName::dark;
  if (!remark.empty()) fmt::print(stderr, "lockstep: {}\n", remark);
  auto app = std::make_unique<App>(arguments, std::move(file), std::move(*beginning));
  if (const Result<void> opened = app->open_window(arguments.width, arguments.height); !opened) {
    fmt::print(stderr, "lockstep: {}\n", opened.error().message);
    return 1;
  }
  if (is_first && claim_first_start(state_directory())) app->interface().show_start_page();
  draw_first_frame(app->window(), app->interface());
  if (arguments.startup_time || std::getenv("LOCKSTEP_TRACE_STARTUP") != nullptr) {
    fmt::print("{:.0f} ms to the first complete frame\n", milliseconds(Clock::now() - launched));
    return 0;
  }
  if (arguments.frame_times) {
    print_frame_times(app->window(), app->interface());
    return 0;
  }
  // The first frame may have found another damaged file.
  if (!remark.empty()) app->interface().notify(joined_remarks(remark, app->interface().activity().notice));
  run_turns(std::move(app));
  return 0;
}

}  // namespace lockstep::gui
