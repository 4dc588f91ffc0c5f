// The whole window as a function of its state: one frame drawn with Dear ImGui, with or without a real
// window. After each frame it applies the requests of panels, overlays and keys.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/app/files.hpp"
#include "gui/app/key_dispatch.hpp"
#include "gui/app/keys.hpp"
#include "gui/app/notice.hpp"
#include "gui/app/own_terms.hpp"
#include "gui/app/player.hpp"
#include "gui/app/programs.hpp"
#include "gui/app/runners.hpp"
#include "gui/app/screen.hpp"
#include "gui/canvas/text_recording_canvas.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/questions/prediction.hpp"
#include "gui/session/same_moment.hpp"
#include "gui/undo/choice_history.hpp"
#include "gui/widgets/fonts.hpp"
#include "gui/widgets/text_selection.hpp"
#include "gui/widgets/tooltips.hpp"

namespace lockstep::gui {

struct InterfaceOptions {
  std::string kernel_dir;         // folder to read kernels from; empty: the embedded kernels
  JobHost jobs;                   // runs long work and requests new frames
  std::string state_dir;          // folder that stores the names of recent files; empty: they are not stored
  std::string save_folder{};      // initial folder for saved files; empty: the user's documents folder
  std::string results_file{};     // file that stores benchmark results; empty: they are not stored
  bench::WorkerOptions worker{};  // options of the process that runs kernels on devices
  std::function<void(const AppState&)> keep_now{};  // called before anything that might end the program
  PageList pages = all_pages();
  bool starts_programs = false;  // whether programs of scenes may be started
};

class Interface {
 public:
  using Clock = Session::Clock;

  Interface(AppState state, InterfaceOptions options);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  // Call this between ImGui::NewFrame and ImGui::Render. Sizes are in pixels of the screen.
  void draw(float width, float height, const FontSet& fonts, const TypedInput& typed, Clock::time_point now);
  // Waits until the run that the state requests has been simulated, but not longer than `most`.
  void settle(std::chrono::milliseconds most) {
    follow_lesson();
    runners_.settle(state_, most);
  }

  // Shows the start page, as after the first start of the program.
  void show_start_page() { state_.overlay = {"start", 0}; }
  // Shows a sentence for a few seconds.
  void notify(std::string sentence) { activity_.notify(std::move(sentence)); }
  // Opens a scene (.json), a recording (.lockstep), or a kernel file that replaces the catalogue's kernel.
  void open_file(const std::string& path);
  // Moves the playhead to `position`, or to the end of the run if `position` is greater.
  void go_to(std::uint64_t position);

  // Opens a talk. F5 then starts the talk.
  void open_talk(Talk talk) { talk_.open(std::move(talk)); }
  TalkPlayer& talk() { return talk_; }
  const TalkPlayer& talk() const { return talk_; }
  // Whether the shown run belongs to the current state.
  bool shows_current_run() const { return runners_.session.status(state_) == Session::RunStatus::current; }
  LessonPlayer& lessons() { return lessons_; }

  const AppState& state() const { return state_; }
  // Returns the state to be stored on disk. It contains the edits that a talk has set aside. It contains
  // neither the presentation nor the start page, so that the next start shows neither.
  AppState kept_state() const;
  Session& session() { return runners_.session; }
  BenchmarkRunner& benchmark() { return runners_.benchmark; }
  CountRunner& counting() { return runners_.counting; }
  LadderRunner& ladder() { return runners_.ladder; }
  LabRunner& lab() { return runners_.lab; }
  PairRunner& pair() { return runners_.pair; }
  ProgramRunner& program() { return runners_.program; }
  AssignmentRunner& assignments() { return runners_.assignments; }
  Prediction& predict() { return predict_; }
  Activity& activity() { return activity_; }
  const Activity& activity() const { return activity_; }
  const KeyDispatch& keyboard() const { return keyboard_; }
  const Screen& screen() const { return screen_; }
  // Exports the shown page to a file of this format, like `lockstep shot`.
  Result<void> write_export(ExportFormat format, const std::string& path, float width);

  // The rectangle of an item in the last frame, for tests; none: it is not visible.
  std::optional<Rect> item_place(std::string_view id) const;
  const std::vector<NamedPlace>& places() const { return screen_.places(); }
  const std::string& focus() const { return keyboard_.focus().id(); }  // the item selected with Tab
  // The name of the open overlay; "" if none is open.
  const std::string& overlay() const { return state_.overlay.name; }
  bool is_working() const { return overlays_.is_working(); }  // whether the overlay is working on a request

  // When the next frame is due even if nothing happens; none: no frame is due before an event.
  std::optional<Clock::time_point> due() const;
  // Whether the user's own file is newer than the shown text; the next frame reads it.
  bool file_changed() const {
    return !state_.kernel_file.empty() && runners_.session.source().changed_since_seen();
  }

  // The text that is selected in the window; empty: none.
  const std::string& selected_text() const { return selection_.text(); }

  // After this call, each frame records its text in `frame`, for tests; null: no recording.
  void note_text(WrittenFrame* frame) { written_ = frame; }

  // Presents a single page of a talk with the theme and the terms of `window`. `number`: the page number to
  // show, such as "15 / 31"; empty: "1 / 1".
  void present(const TalkPage& page, const AppState& window, std::string number = "");
  // Replaces the shown view, for example for a picture.
  void show(AppState state) { state_ = std::move(state); }

  // Whether the speaker's window must open or close; the call resets the request.
  bool take_speaker_request() { return std::exchange(activity_.speaker_window, false); }
  // Whether the program must quit, and whether it must toggle full screen; each call resets the request.
  bool take_quit_wish() { return std::exchange(wishes_.quit, false); }
  bool take_full_screen_wish() { return std::exchange(wishes_.full_screen, false); }

 private:
  ActionContext action_context();
  void follow_overlay();  // opens and closes overlays as the state requires
  void follow_talk(ActionContext& context);
  void follow_lesson();
  void keep_hints();  // keeps the hints that were shown, also when another view is opened
  // Adjusts the number of typed values, and records choices for undo.
  void follow_choices();
  void propose_launch();
  void keep_moment(const AppState& repaired);  // call before a repair is applied
  void follow_repair();                        // shows the moment of keep_moment() in the new run
  void tell_of_kept_files();                   // reports stored files that could not be read or written
  void update_pair();
  KeyboardOwner keyboard_owner() const;
  void handle_keys(const TypedInput& typed, KeyboardOwner owner);
  void draw_all(Ui& ui, const WindowArea& window);
  void follow_selection(Ui& ui);  // marks the selected text, and copies the requested text
  void plan_redraw();             // schedules a frame when an animation or a tooltip changes the picture
  void apply_commands();          // applies the requests of panels and overlays in this frame

  InterfaceOptions options_;
  std::function<std::unique_ptr<PictureJob>(AppState, PictureRequest)> make_pictures_;
  AppState state_;
  Runners runners_;
  Activity activity_;
  Commands commands_;
  TalkPlayer talk_;
  LessonPlayer lessons_;
  OwnTerms own_terms_;
  Files files_;
  Prediction predict_;
  Programs programs_;
  Screen screen_;
  Overlays overlays_;
  ChoiceHistory history_;
  SameMoment same_moment_;
  std::vector<std::string> hints_;  // all hints that the state has ever contained
  OpenPopup popup_;
  Tooltips tooltips_;
  TextSelection selection_;
  bool notes_text_ = false;  // whether the text of this frame is recorded in `selection_`
  WindowWishes wishes_;
  KeyDispatch keyboard_;
  Player player_;
  Notice notice_;
  WrittenFrame* written_ = nullptr;
  Clock::time_point now_{};
  std::optional<Clock::time_point> redraw_at_;
};

}  // namespace lockstep::gui
