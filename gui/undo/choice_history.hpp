// Undo and redo of settings and choices, and the way back to the user's own run. It watches the state of the
// window once a frame; nothing that changes the state has to know of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/state/state.hpp"

namespace lockstep::gui {

// A state to return to, and a sentence that says what differs: "Undone: n is 64 again."
struct EarlierState {
  AppState state;
  std::string sentence;
};

class ChoiceHistory {
 public:
  static constexpr std::size_t kMaxSteps = 200;  // older ones are forgotten

  // Once a frame, with the state as it is. A setting or choice that differs from the last call is one step;
  // where the run stands, what is open above the page, and the texts of kernels are none.
  void observe(const AppState& state);
  // The same, of changes that are not the user's: the pages of a lesson or a talk.
  void follow(const AppState& state);
  // A file brought the view `after`: a scene, an entry of a document, a lesson.
  void bring(const AppState& before, const AppState& after);
  // A repair of the shown kernel's text, which is one step; it is taken back as long as nothing else has
  // changed this text since.
  void change_text(const AppState& before, const AppState& after);
  // Whether `state` differs at all from that of the last call.
  bool is_new(const AppState& state) const { return !last_ || !(*last_ == state); }

  // The seed of the user's own run, where `state` has just left a document's entry for another source and
  // still has the entry's seed, which nothing shows.
  std::optional<std::uint64_t> own_seed(const AppState& state) const;

  // Before the user opens a file of their own: settings that a lesson, a document's entry, a scene or a
  // failed test has brought are those of own_run() again; what the user has set since then stays.
  void take_own_settings(AppState& state) const;

  // One step back or forth from `now`; none if there are no more steps.
  std::optional<EarlierState> undo(const AppState& now);
  std::optional<EarlierState> redo(const AppState& now);

  // The user's own run as it was before a lesson, a document's entry or a scene took its place; null: the run
  // that is shown is the user's.
  const AppState* own_run() const { return own_run_.get(); }
  // Returns to that run; none if it is the run shown.
  std::optional<EarlierState> back_to_own_run(const AppState& now);

 private:
  using OwnRun = std::shared_ptr<const AppState>;  // null: none
  // The text of a kernel that a step exchanges; none: the kernel's own, which nobody has edited.
  struct TextChange {
    std::string key;
    std::optional<std::string> from, to;
  };
  // To return to, with own_run() as it was then.
  struct Moment {
    AppState state;
    OwnRun own_run;
    std::optional<TextChange> text;
  };
  void push(const AppState& before, std::optional<TextChange> text);
  void remember_step(const AppState& before, const AppState& after);
  void remember_own_run(const AppState& state);
  void keep_own_run(const AppState& state);
  std::optional<EarlierState> move(std::vector<Moment>& from, std::vector<Moment>& to, const AppState& now,
                                   const char* done);

  std::optional<AppState> last_;  // what was seen last
  // Without the texts of kernels. The last one is the next to return to.
  std::vector<Moment> done_, undone_;
  OwnRun own_run_;
  OwnRun brought_;                   // the view that took its place, as it came; null: none has
  std::string run_tab_ = kStepPage;  // where the user's own run was looked at last
};

}  // namespace lockstep::gui
