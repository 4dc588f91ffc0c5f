// Several windows share one folder of state: each stores its state in a file of its own, which it locks
// during its lifetime, so that no window overwrites the edits of another. The next window that starts takes
// over the edits of windows that were closed or that crashed.
#pragma once

#include <map>
#include <string>

#include "core/base/files/file_lock.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

class StateFile {
 public:
  StateFile() = default;  // nothing is stored
  // "scene.json", or "scene-2.json" and so on while other windows hold the earlier names. The system releases
  // the lock when the process ends, also after a crash.
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

// The state without the texts that the first window stores: the texts that remain were edited here.
AppState without_texts(const AppState& state, const EditedTexts& elsewhere);

struct AdoptedEdits {
  bool any = false;    // texts were added to the state, which is stored with them
  std::string remark;  // a sentence when two windows edited the same kernel: the place of the other text
};

// Takes over the edited texts of windows that have ended. Where the state has a different text of the same
// kernel, the other window's state is kept as a scene, "scene-2.edited.json".
// `elsewhere`: the texts that the first window stores.
AdoptedEdits adopt_edits(AppState& state, const StateFile& own, const std::string& first,
                         const EditedTexts& elsewhere = {});

}  // namespace lockstep::gui
