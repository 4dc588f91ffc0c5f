// The folder that files are saved to: the one that the user chose last, else the documents of the user, else
// the home folder. Never the folder that the program happens to be started in, unless nothing else is known.
#pragma once

#include <string>

#include "core/base/files/kept_file.hpp"

namespace lockstep::gui {

class SaveFolder {
 public:
  // `stored`: the file that keeps the choice; empty: it is forgotten at the end. `first`: in place of the
  // documents.
  explicit SaveFolder(std::string stored = {}, std::string first = {})
      : stored_(std::move(stored), kMaxBytes), first_(std::move(first)) {}

  // Absolute, with "/" at its end.
  std::string path() const;
  // The user chose it: it was named, and it still exists.
  bool was_chosen() const;
  // The folder of a file that the user named.
  void remember(const std::string& file);
  // See KeptFile.
  std::string take_remark() { return stored_.take_remark(); }

 private:
  static constexpr std::uint64_t kMaxBytes = 8192;  // more than a path can have
  std::string chosen() const;

  mutable KeptFile stored_;
  std::string first_, here_;
};

// A path that does not exist yet: "folder/name.ending", or with a number: "folder/name-2.ending".
std::string free_path(const std::string& folder, const std::string& name, const std::string& ending);

}  // namespace lockstep::gui
