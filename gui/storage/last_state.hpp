// The window's state between two starts: read at the start, kept on disk all the time, so that neither a
// crash nor a power cut loses more than a second of editing.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "gui/state/scene.hpp"
#include "gui/storage/state_file.hpp"

namespace lockstep::gui {

struct RestoredState {
  AppState state;
  std::string remark;  // a sentence when not all of it could be read; what was there is kept beside it
};

// The state of last time, or the first one. A file that is no scene is set aside as "scene.json.broken"; one
// that was understood only in part is copied there, because the next keep() overwrites it.
RestoredState restore_state(const std::string& path);

// What was edited last time stays when a scene is opened in place of the last state, unless the scene brings
// its own text of the same kernel: then the last state is copied, and the sentence says where.
std::string keep_last_edits(AppState& scene, const AppState& last, const std::string& path);

// Decides when the state is written.
class StateKeeper {
 public:
  using Clock = std::chrono::steady_clock;
  // An edit is written this long after the last letter, which is before the edited kernel runs, and at the
  // latest this long after the first one.
  static constexpr auto kPause = std::chrono::milliseconds(200), kLatest = std::chrono::milliseconds(3000);

  // `path` empty: nothing is kept. `first`: what is on disk already. `elsewhere`: texts that another window
  // keeps, as long as they are not changed here.
  explicit StateKeeper(std::string path, AppState first = {}, EditedTexts elsewhere = {})
      : path_(std::move(path)), kept_(std::move(first)), elsewhere_(std::move(elsewhere)) {}

  // Once a frame: writes when an edit has rested. An Error when it cannot, once for each reason.
  std::optional<std::string> update(const AppState& state, Clock::time_point now);
  // When update wants to be called again although nothing happens.
  std::optional<Clock::time_point> due() const { return due_; }
  // Whatever has changed, at once: before a long sleep, and at the end.
  std::optional<std::string> keep(const AppState& state);

 private:
  std::string path_;
  AppState kept_;
  EditedTexts elsewhere_;
  std::map<std::string, std::string> texts_;  // as they were in the last frame
  std::optional<Clock::time_point> due_, changed_at_;
  std::string complaint_;
};

}  // namespace lockstep::gui
