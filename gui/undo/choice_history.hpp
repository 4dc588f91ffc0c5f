// Undoes and redoes changes to settings and choices, and returns to the user's own run. The history compares
// the state of the window once per frame, so code that changes the state does not have to record steps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/state/state.hpp"

namespace lockstep::gui {

// The state after undo or redo, and a sentence that describes the difference: "Undone: n is 64 again."
struct EarlierState {
  AppState state;
  std::string sentence;
  std::string elsewhere{};  // the key of the page that shows the difference, if `state` shows another page
};

class ChoiceHistory {
 public:
  static constexpr std::size_t kMaxSteps = 200;  // older steps are discarded

  // Call once per frame with the current state. If settings or choices differ from the last call, one step is
  // recorded. Changes to the playhead, to overlays and to the texts of kernels are not steps.
  void observe(const AppState& state);
  // Call instead of observe() for changes that the user did not make, such as turning the pages of a lesson
  // or a talk. No step is recorded.
  void follow(const AppState& state);
  // Call when a scene, an entry of a document or a lesson replaces the view `before` with `after`.
  void bring(const AppState& before, const AppState& after);
  // Records a repair of the shown kernel's text as one step. The step can be undone unless the text has been
  // changed by other means since then.
  void change_text(const AppState& before, const AppState& after);
  // Returns true if `state` differs in any way from the state of the last call.
  bool is_new(const AppState& state) const { return !last_ || !(*last_ == state); }

  // Returns the seed of the user's own run if `state` has just changed from a document's entry to another
  // source and still contains the seed of the entry; otherwise no value. The user cannot see the seed, so the
  // entry's seed must not be kept.
  std::optional<std::uint64_t> own_seed(const AppState& state) const;

  // Call before the user opens one of their own files. Settings that a lesson, a document's entry, a scene
  // or a failed test provided are reset to those of own_run(). Settings that the user has changed since then
  // are kept.
  void take_own_settings(AppState& state) const;

  // Undo or redo one step from the state `now`; no value if there are no more steps.
  std::optional<EarlierState> undo(const AppState& now);
  std::optional<EarlierState> redo(const AppState& now);

  // Returns the user's own run before a lesson, a document's entry or a scene replaced it; null if the user's
  // own run is shown.
  const AppState* own_run() const;
  // Returns to the user's own run; no value if it is already shown.
  std::optional<EarlierState> back_to_own_run(const AppState& now);

 private:
  using OwnRun = std::shared_ptr<const AppState>;  // may be null
  // The text of a kernel before and after a step. No value means the original text without edits.
  struct TextChange {
    std::string key;
    std::optional<std::string> from, to;
  };
  // A state to return to, with the value of own_run() at that time, and the page that showed the choice.
  struct Moment {
    AppState state;
    OwnRun own_run;
    std::optional<TextChange> text;
    std::string page;
  };
  void push(const AppState& before, std::optional<TextChange> text, const std::string& page);
  void remember_step(const AppState& before, const AppState& after);
  void remember_own_run(const AppState& state);
  void keep_own_run(const AppState& state);
  std::optional<EarlierState> move(std::vector<Moment>& from, std::vector<Moment>& to, const AppState& now,
                                   const char* done);

  std::optional<AppState> last_;  // the state of the last call
  // The states to which undo and redo return, without the texts of kernels. The last element is the next one.
  std::vector<Moment> done_, undone_;
  OwnRun own_run_;
  OwnRun brought_;  // the view that replaced the user's own run, as it was opened; may be null
  std::string run_tab_ = kStepPage;  // the page on which the user's own run was last shown
};

}  // namespace lockstep::gui
