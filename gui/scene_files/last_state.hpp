// The window's state between two starts: read at the start and stored after each pause, so that a crash or a
// power cut loses less than a second of editing.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "gui/scene_files/scenes.hpp"
#include "gui/scene_files/state_file.hpp"

namespace lockstep::gui {

struct RestoredState {
  AppState state;
  bool was_kept = false;  // it is that of the previous session
  std::string remark{};   // a sentence when a part of it could not be read; a copy is kept beside it
};

// The state of the previous session, or the default. A file that is not a scene is renamed to
// "scene.json.broken"; a scene that was understood only in part is copied there, because the next keep()
// overwrites it.
RestoredState restore_state(const std::string& path);

// How large contents are, and their colours, are a choice for one's eyes: what is opened does not change it.
void keep_for_eyes(AppState& opened, const AppState& window);

// The edits of the previous session stay when the window starts with a scene, unless the scene brings its own
// text of the same kernel: then the previous state is copied, and the sentence names the copy.
std::string keep_last_edits(AppState& scene, const AppState& last, const std::string& path);

// Decides when the state is written.
class StateKeeper {
 public:
  using Clock = std::chrono::steady_clock;
  // An edit is written kPause after the last letter, before the edited kernel runs, and at most kLatest after
  // the first one.
  static constexpr auto kPause = std::chrono::milliseconds(200), kLatest = std::chrono::milliseconds(3000);

  // `path` empty: nothing is stored. `first`: the state on disk. `elsewhere`: texts that another window
  // stores, as long as they are not changed here.
  explicit StateKeeper(std::string path, AppState first = {}, EditedTexts elsewhere = {})
      : path_(std::move(path)), kept_(std::move(first)), elsewhere_(std::move(elsewhere)) {}

  // Once a frame: writes after a pause of editing. A sentence when the file cannot be written, once for each
  // reason.
  std::optional<std::string> update(const AppState& state, Clock::time_point now);
  // When update() must be called again even if nothing happens.
  std::optional<Clock::time_point> due() const { return due_; }
  // Writes all changes now: before a long sleep, and at the end.
  std::optional<std::string> keep(const AppState& state);
  // Why the last state is not on disk; empty: it is.
  std::string complaint() const {
    return path_.empty() ? "neither a home folder nor XDG_STATE_HOME is known." : complaint_;
  }

 private:
  std::string path_;
  AppState kept_;
  EditedTexts elsewhere_;
  std::map<std::string, std::string> texts_;  // as they were in the last frame
  std::optional<Clock::time_point> due_, changed_at_;
  std::string complaint_;
};

}  // namespace lockstep::gui
