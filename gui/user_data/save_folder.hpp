// The default folder for saving files: the folder chosen last, the user's documents or the home
// folder, whichever exists first. The working directory is used only if none of them exists.
#pragma once

#include <string>

#include "core/base/files/kept_file.hpp"

namespace lockstep::gui {

class SaveFolder {
 public:
  // `stored` is the file that stores the choice; if it is empty, the choice is lost on exit. `first` is a
  // folder that is preferred to the documents folder.
  explicit SaveFolder(std::string stored = {}, std::string first = {})
      : stored_(std::move(stored), kMaxBytes), first_(std::move(first)) {}

  // Absolute, with a trailing "/".
  std::string path() const;
  // True if the user has chosen a folder and it still exists.
  bool was_chosen() const;
  // Stores the folder of `file` as the choice.
  void remember(const std::string& file);
  // See KeptFile.
  std::string take_remark() { return stored_.take_remark(); }

 private:
  static constexpr std::uint64_t kMaxBytes = 8192;  // longer than any path
  std::string chosen() const;

  mutable KeptFile stored_;
  std::string first_, here_;
};

// A path that does not exist yet: "folder/name.ending", or with a number: "folder/name-2.ending".
std::string free_path(const std::string& folder, const std::string& name, const std::string& ending);

}  // namespace lockstep::gui
