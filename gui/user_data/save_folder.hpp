// The default folder for saving files: the folder chosen last, the user's documents or the home
// folder, whichever exists first. The working directory is used only if none of them exists.
#pragma once

#include <string>

#include "core/base/files/kept_file.hpp"

namespace lockstep::gui {

class SaveFolder {
 public:
  // `stored` is the path of the file that stores the user's choice. If `stored` is empty, the choice is lost
  // on exit. `first` is a folder that is preferred to the documents folder.
  explicit SaveFolder(std::string stored = {}, std::string first = {})
      : stored_(std::move(stored), kMaxBytes), first_(std::move(first)) {}

  // Returns the folder as an absolute path with a trailing "/".
  std::string path() const;
  // Returns true if the user has chosen a folder that still exists.
  bool was_chosen() const;
  // Returns true if nobody has named the folder, so that the user must be asked before the first file is
  // saved.
  bool is_guessed() const;
  // Stores the folder that contains `file` as the user's choice.
  void remember(const std::string& file);
  // See KeptFile.
  std::string take_remark() { return stored_.take_remark(); }

 private:
  static constexpr std::uint64_t kMaxBytes = 8192;  // longer than any path
  std::string chosen() const;

  mutable KeptFile stored_;
  std::string first_, here_;
};

// Returns a path that does not exist yet: "folder/name.ending", or with a number, such
// as "folder/name-2.ending".
std::string free_path(const std::string& folder, const std::string& name, const std::string& ending);

}  // namespace lockstep::gui
