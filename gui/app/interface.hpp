// The whole window as a function of its state: one frame drawn with Dear ImGui, with or without a real
// window. After each frame it applies what panels, overlays and keys asked for.
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
#include "gui/undo/choice_history.hpp"
#include "gui/widgets/fonts.hpp"
#include "gui/widgets/text_selection.hpp"
#include "gui/widgets/tooltips.hpp"

namespace lockstep::gui {

struct InterfaceOptions {
  std::string kernel_dir;      // read kernels from this folder; empty: those that are built in
  JobHost jobs;                // where long work runs, and how it asks for a new frame
  std::string state_dir;       // where the names of recent files are stored; empty: nowhere
  std::string save_folder{};   // where files are saved until another is chosen; empty: the user's documents
  std::string results_file{};  // where benchmark results are stored; empty: nowhere
  bench::WorkerOptions worker{};                    // where kernels run on devices
  std::function<void(const AppState&)> keep_now{};  // before anything that might end the program
  PageList pages = all_pages();
  bool starts_programs = false;  // those of scenes after a question; pictures start none
};

class Interface {
 public:
  using Clock = Session::Clock;

  Interface(AppState state, InterfaceOptions options);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  // Between ImGui::NewFrame and ImGui::Render. Sizes in pixels of the screen.
  void draw(float width, float height, const FontSet& fonts, const TypedInput& typed, Clock::time_point now);
  // Waits, up to `most`, until the run that the state asks for is simulated.
  void settle(std::chrono::milliseconds most) {
    follow_lesson();
    runners_.settle(state_, most);
  }

  // For somebody who starts the program for the first time.
  void show_start_page() { state_.overlay = {"start", 0}; }
  // A sentence for a few seconds.
  void notify(std::string sentence) { activity_.notify(std::move(sentence)); }
  // A scene (.json), a recording (.lockstep), or a kernel file that replaces the catalogue's.
  void open_file(const std::string& path);
  // The playhead, as far as the run goes.
  void go_to(std::uint64_t position);

  // Pages to be shown one after another: F5 starts them.
  void open_talk(Talk talk) { talk_.open(std::move(talk)); }
  TalkPlayer& talk() { return talk_; }
  const TalkPlayer& talk() const { return talk_; }
  // The run is that of the state.
  bool shows_current_run() const { return runners_.session.status(state_) == Session::RunStatus::current; }
  LessonPlayer& lessons() { return lessons_; }

  const AppState& state() const { return state_; }
  // The state that is to be stored on disk: with the edits that a talk has laid aside, and not presenting it;
  // without the start page, which comes back only where it is asked for.
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
  // Writes one of the shown page's files, as `lockstep shot` does.
  Result<void> write_export(ExportFormat format, const std::string& path, float width);

  // Where the last frame put the items that can be pressed, for tests; none: not in sight.
  std::optional<Rect> item_place(std::string_view id) const;
  const std::vector<NamedPlace>& places() const { return screen_.places(); }
  const std::string& focus() const { return keyboard_.focus().id(); }  // the item that Tab reached
  // The name of the open overlay; "" for none.
  const std::string& overlay() const { return state_.overlay.name; }
  bool is_working() const { return overlays_.is_working(); }  // the overlay, on what it was asked for

  // When the next frame is due although nothing happens; none: when something happens.
  std::optional<Clock::time_point> due() const;
  // The user's own file is newer than the text that is shown: the next frame reads it.
  bool file_changed() const {
    return !state_.kernel_file.empty() && runners_.session.source().changed_since_seen();
  }

  // The text that is selected in the window; empty: none.
  const std::string& selected_text() const { return selection_.text(); }

  // From now on each frame notes here what it wrote, for tests; null: no frame does.
  void note_text(WrittenFrame* frame) { written_ = frame; }

  // A page of a talk alone, as a presentation shows it in a window of this theme and these terms.
  // `number`: "15 / 31", where it is another one than of a talk of this page alone.
  void present(const TalkPage& page, const AppState& window, std::string number = "");
  // Another view in place of the shown one, as for a picture.
  void show(AppState state) { state_ = std::move(state); }

  // The speaker's window has to open or close; asking resets it.
  bool take_speaker_request() { return std::exchange(activity_.speaker_window, false); }
  // The real window has to switch to full screen or back; asking resets it.
  bool take_quit_wish() { return std::exchange(wishes_.quit, false); }
  bool take_full_screen_wish() { return std::exchange(wishes_.full_screen, false); }

 private:
  ActionContext action_context();
  void follow_overlay();  // opens and closes what the state says
  void follow_talk(ActionContext& context);
  void follow_lesson();
  void keep_hints();  // those of assignments that were opened, whatever view came since
  // Typed values say how many there are; and what was chosen can be taken back.
  void follow_choices();
  void propose_launch();
  void tell_of_kept_files();  // what could not be read or written of what is kept between two starts
  void update_pair();
  KeyboardOwner keyboard_owner() const;
  void handle_keys(const TypedInput& typed, KeyboardOwner owner);
  void draw_all(Ui& ui, const WindowArea& window);
  void follow_selection(Ui& ui);  // marks the selected text, and copies what was asked for
  void plan_redraw();             // when an animation or a tooltip changes the picture
  void apply_commands();          // what panels and overlays asked for in this frame

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
  std::vector<std::string> hints_;  // that were ever in the state
  OpenPopup popup_;
  Tooltips tooltips_;
  TextSelection selection_;
  bool notes_text_ = false;  // of this frame, in `selection_`
  WindowWishes wishes_;
  KeyDispatch keyboard_;
  Player player_;
  Notice notice_;
  WrittenFrame* written_ = nullptr;
  Clock::time_point now_{};
  std::optional<Clock::time_point> redraw_at_;
};

}  // namespace lockstep::gui
