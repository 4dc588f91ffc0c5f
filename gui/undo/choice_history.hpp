// Undo and redo of settings and choices, and the way back to the user's own run. The history compares the
// state of the window once per frame, so code that changes the state does not have to record steps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/state/state.hpp"

namespace lockstep::gui {

// A state to return to, and a sentence that describes the difference: "Undone: n is 64 again."
struct EarlierState {
  AppState state;
  std::string sentence;
};

class ChoiceHistory {
 public:
  static constexpr std::size_t kMaxSteps = 200;  // older steps are discarded

  // Called once per frame with the current state. A setting or choice that differs from that of the last call
  // is one step. The playhead, overlays above the page, and the texts of kernels are not steps.
  void observe(const AppState& state);
  // Like observe(), for changes that the user did not make: the pages of a lesson or a talk.
  void follow(const AppState& state);
  // A scene, an entry of a document or a lesson replaced the view by `after`.
  void bring(const AppState& before, const AppState& after);
  // Records a repair of the shown kernel's text as one step. It can be undone unless this text has been
  // changed since by other means.
  void change_text(const AppState& before, const AppState& after);
  // Whether `state` differs in any way from the state of the last call.
  bool is_new(const AppState& state) const { return !last_ || !(*last_ == state); }

  // The seed of the user's own run, if `state` has just changed from a document's entry to another source and
  // still contains the entry's seed, which is not visible to the user.
  std::optional<std::uint64_t> own_seed(const AppState& state) const;

  // Called before the user opens one of their own files: settings that a lesson, a document's entry, a
  // scene or a failed test provided are reset to those of own_run(); settings that the user has changed
  // since are kept.
  void take_own_settings(AppState& state) const;

  // Moves one step back or forth from `now`; no value if there are no more steps.
  std::optional<EarlierState> undo(const AppState& now);
  std::optional<EarlierState> redo(const AppState& now);

  // The user's own run before a lesson, a document's entry or a scene replaced it; null if the run that is
  // shown is the user's own.
  const AppState* own_run() const { return own_run_.get(); }
  // Returns to that run; no value if that run is already shown.
  std::optional<EarlierState> back_to_own_run(const AppState& now);

 private:
  using OwnRun = std::shared_ptr<const AppState>;  // may be null
  // The text of a kernel before and after a step; no value means the original text, without edits.
  struct TextChange {
    std::string key;
    std::optional<std::string> from, to;
  };
  // A state to return to, with the own_run() of that time.
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

  std::optional<AppState> last_;  // the state of the last call
  // States without the texts of kernels. The last element is the next state to return to.
  std::vector<Moment> done_, undone_;
  OwnRun own_run_;
  OwnRun brought_;                   // the view that replaced the own run, unchanged; null if none
  std::string run_tab_ = kStepPage;  // the page on which the user's own run was last shown
};

}  // namespace lockstep::gui
