// Several windows share one folder of state. Each window stores its state in a separate file and locks it
// during its lifetime, so no window overwrites the edits of another. The next window that starts takes over
// the edits of windows that were closed or that crashed.
#pragma once

#include <map>
#include <string>

#include "core/base/files/file_lock.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

class StateFile {
 public:
  StateFile() = default;  // stores nothing
  // Locks "scene.json", or "scene-2.json" and so on if other windows have locked the earlier names. The
  // system releases the lock when the process ends, even after a crash.
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

// Edited texts of kernels, with source_id() as the key.
using EditedTexts = std::map<std::string, std::string>;

// Returns the state without the texts that the first window stores (`elsewhere`). The remaining texts were
// edited in this window.
AppState without_texts(const AppState& state, const EditedTexts& elsewhere);

struct AdoptedEdits {
  bool any = false;  // whether texts were added to the state, which must then be stored
  std::string
      remark;  // if two windows edited the same kernel: a sentence that names the file with the other text
};

// Takes over the edited texts of windows that have ended. If the state has a different text of the same
// kernel, the other window's state is kept as a scene, "scene-2.edited.json". `elsewhere`: the texts that the
// first window stores.
AdoptedEdits adopt_edits(AppState& state, const StateFile& own, const std::string& first,
                         const EditedTexts& elsewhere = {});

}  // namespace lockstep::gui
