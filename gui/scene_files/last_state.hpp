// Stores the window's state between two starts. It is read at the start and stored after each pause, so a
// crash or a power failure loses less than a second of editing.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "gui/scene_files/scenes.hpp"
#include "gui/scene_files/state_file.hpp"

namespace lockstep::gui {

struct RestoredState {
  AppState state;
  bool was_kept = false;  // whether this is the state of the previous session
  std::string remark{};   // a sentence if a part of the file was not understood; names the copy of it
};

// Returns the state of the previous session, or the default state. A file that is not a scene is renamed to
// "scene.json.broken". A scene that was understood only in part is copied to that name, because the next
// keep() overwrites the file.
RestoredState restore_state(const std::string& path);

// Copies the theme and the UI scale of the window to a state that was opened. They are the user's choice, so
// opening a file does not change them.
void keep_for_eyes(AppState& opened, const AppState& window);

// Adds the edits in the previous state `last` to the scene with which the window starts. If the scene
// contains a different text of an edited kernel, the file of the previous state is copied, and the returned
// sentence names the copy. `path`: the file of the previous state.
std::string keep_last_edits(AppState& scene, const AppState& last, const std::string& path);

// Decides when the state is written.
class StateKeeper {
 public:
  using Clock = std::chrono::steady_clock;
  // An edit is written kPause after the last keystroke, which is before the edited kernel runs, and at most
  // kLatest after the first keystroke.
  static constexpr auto kPause = std::chrono::milliseconds(200), kLatest = std::chrono::milliseconds(3000);

  // If `path` is empty, nothing is stored. `first`: the state on disk. `elsewhere`: texts that another window
  // stores; a text is written to `path` only if it differs from these.
  explicit StateKeeper(std::string path, AppState first = {}, EditedTexts elsewhere = {})
      : path_(std::move(path)), kept_(std::move(first)), elsewhere_(std::move(elsewhere)) {}

  // Writes the state after a pause of editing. Call this once per frame. Returns a sentence if the file
  // cannot be written, but only once for each reason.
  std::optional<std::string> update(const AppState& state, Clock::time_point now);
  // When update() must be called again even if nothing happens.
  std::optional<Clock::time_point> due() const { return due_; }
  // Writes all changes immediately. Call this before a long sleep and at the end of the program.
  std::optional<std::string> keep(const AppState& state);
  // The reason why the last state is not on disk; empty if the state has been stored.
  std::string complaint() const {
    return path_.empty() ? "neither a home folder nor XDG_STATE_HOME is known." : complaint_;
  }

 private:
  std::string path_;
  AppState kept_;
  EditedTexts elsewhere_;
  std::map<std::string, std::string> texts_;  // edited texts in the last frame
  std::optional<Clock::time_point> due_, changed_at_;
  std::string complaint_;
};

}  // namespace lockstep::gui
