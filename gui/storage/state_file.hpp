// Several windows, one folder of state: each keeps its state in a file of its own, which it holds by a lock
// while it lives, so that none overwrites what is edited in another one. What windows that are gone have left
// behind, by closing or by a crash, is taken over by the next one that starts.
#pragma once

#include <map>
#include <string>

#include "core/base/file_lock.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

class StateFile {
 public:
  StateFile() = default;  // nothing is kept
  // "scene.json", or while another window holds that "scene-2.json" and so on. The system lets go of the lock
  // when the process ends, however it ends.
  static StateFile claim(const std::string& first);

  const std::string& path() const { return path_; }
  bool is_first() const { return first_; }

 private:
  StateFile(std::string path, FileLock lock, bool first)
      : path_(std::move(path)), lock_(std::move(lock)), first_(first) {}
  std::string path_;
  FileLock lock_;
  bool first_ = true;
};

// Edited texts by source_id().
using EditedTexts = std::map<std::string, std::string>;

// The state without the texts that it began with and that the first window keeps: what is left was edited
// here.
AppState without_texts(const AppState& state, const EditedTexts& elsewhere);

struct AdoptedEdits {
  bool any = false;    // the state has more than it had, and is on disk with it
  std::string remark;  // a sentence when something else was edited in two windows: where that is now
};

// Takes over the edited texts of windows that are gone. Where a text of the state's own differs, the other
// window's state is kept beside it as a scene, "scene-2.edited.json".
// `elsewhere`: what the first window keeps.
AdoptedEdits adopt_edits(AppState& state, const StateFile& own, const std::string& first,
                         const EditedTexts& elsewhere = {});

}  // namespace lockstep::gui
