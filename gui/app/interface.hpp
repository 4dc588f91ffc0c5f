// The whole window as a function of its state: one frame drawn with Dear ImGui, for a window of any kind or
// for none. Between frames it applies what panels and keys asked for.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/canvas/witness.hpp"
#include "gui/dialogs/overlays.hpp"
#include "gui/pages/panel.hpp"
#include "gui/storage/recent_files.hpp"
#include "gui/widgets/focus.hpp"
#include "gui/widgets/fonts.hpp"

namespace lockstep::gui {

struct InterfaceOptions {
  std::string kernel_dir;
  JobHost jobs;                    // where long work runs, and how it asks for a new frame
  std::string state_dir;           // where recent files are remembered; empty: only while it runs
  std::string results_file{};      // where benchmark results are kept; empty: nowhere
  opencl::WorkerOptions worker{};  // where kernels run on devices
  std::function<void(const AppState&)> keep_now{};  // before anything that might end the program
};

class Interface {
 public:
  using Clock = Session::Clock;

  Interface(AppState state, InterfaceOptions options);

  // Between ImGui::NewFrame and ImGui::Render. Sizes in pixels of the screen.
  void draw(float width, float height, const FontSet& fonts, const TypedInput& typed, Clock::time_point now);
  // Waits, up to `most`, until what the state asks for has been simulated.
  void settle(std::chrono::milliseconds most);

  // A newcomer is told what to press first.
  void welcome() { state_.overlay = {"welcome", 0}; }
  // A sentence for a few seconds.
  void notify(std::string sentence);
  // A scene (.json), or a kernel file to look at in place of the catalogue's.
  void open_file(const std::string& path);
  // The playhead, as far as the run goes.
  void go_to(std::uint64_t position) { move_to(position); }

  const AppState& state() const { return state_; }
  Session& session() { return session_; }
  BenchmarkRunner& benchmark() { return benchmark_; }
  CountRunner& counting() { return counting_; }
  LadderRunner& ladder() { return ladder_; }
  PairRunner& pair() { return pair_; }
  Activity& activity() { return activity_; }
  // Where the last frame put what can be pressed, for tests; none: it was not there.
  std::optional<Rect> item_place(std::string_view id) const;
  const std::vector<NamedPlace>& places() const { return places_; }
  const std::string& focus() const { return focus_.id(); }  // the item that Tab reached
  // What lies over the panels: the name of an overlay; "" for nothing.
  const std::string& overlay() const { return state_.overlay.name; }
  bool is_working() const { return overlays_.is_working(); }  // on what it was asked for
  // How many actions keys and clicks have asked for so far, and the last of them.
  std::uint64_t actions_taken() const { return actions_taken_; }
  Action last_action() const { return last_action_; }
  const Activity& activity() const { return activity_; }

  // When the next frame is due although nothing happens; none: when something happens.
  std::optional<Clock::time_point> due() const;
  // The user's own file is newer than what is shown: a frame would read it.
  bool file_changed() const { return !state_.kernel_file.empty() && session_.changed_since_seen(); }
  // The cards of the stage in the last frame, at scale 1; the whole window on a page without them.
  const Rect& stage_place() const { return stage_; }

  // Every frame from now on notes here what it wrote, for tests; null: none does.
  void note_text(WrittenFrame* frame) { written_ = frame; }

  // Wishes that only the window can fulfil; asking takes them back.
  bool take_full_screen_wish() { return std::exchange(full_screen_wish_, false); }

 private:
  // interface_actions.cpp
  void act(Action action);
  void act_on_window(Action action);
  void move_to(std::uint64_t position);
  void go_to_event(const sim::Trace& trace, std::uint64_t from, bool forward);
  void play(Clock::time_point now);
  OverlayContext overlay_context();
  void follow_overlay();  // opens and closes what the state says
  void handle_keys(const TypedInput& typed);
  bool take_key(const KeyPress& press);  // it was for the focus, or for what lies over the panels
  bool play_on();                        // one step; false at the end, or at a breakpoint
  // interface_pair.cpp: the two runs of the Compare tab. True when the action was for them.
  bool act_on_pair(Action action);
  bool act_on_pair_display(Action action);
  void update_pair();
  void move_pair_to(std::uint64_t step);
  bool play_pair_on();
  void export_figure();
  void save();
  void save_kernel();
  void tell_file_news();
  Layout place_panels(PanelContext& context, float width, float height);
  void draw_panels(Ui& ui, float width, float height);
  void draw_notice(Ui& ui, float width, float height);
  void apply_commands();  // what panels and overlays asked for in this frame

  AppState state_;
  std::shared_ptr<JobSlices> slices_;  // null: jobs have threads
  Session session_;
  BenchmarkRunner benchmark_;
  std::function<void(const AppState&)> keep_now_;
  CountRunner counting_;
  LadderRunner ladder_;
  PairRunner pair_;
  Activity activity_;
  Focus focus_;
  Link link_;
  std::vector<std::pair<Rect Layout::*, std::unique_ptr<Panel>>> panels_;
  Overlays overlays_;
  RecentFiles recent_;
  std::string kernel_dir_;
  Commands commands_;
  std::vector<Action> page_actions_;
  std::vector<NamedPlace> places_;
  WrittenFrame* written_ = nullptr;
  Rect stage_;
  Clock::time_point now_{}, next_play_{}, notice_until_{};
  std::optional<Clock::time_point> redraw_at_;
  bool full_screen_wish_ = false;
  std::uint64_t actions_taken_ = 0;
  Action last_action_ = Action::leave;
};

// "n = 0 …": which layout a state asks for.
LayoutMode layout_mode(const AppState& state);

}  // namespace lockstep::gui
