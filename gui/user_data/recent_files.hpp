// The list of the files that were opened or saved most recently. It is stored next to the window's state.
#pragma once

#include <string>
#include <vector>

#include "core/base/files/kept_file.hpp"

namespace lockstep::gui {

class RecentFiles {
 public:
  static constexpr std::size_t kMax = 10;

  // `list` is the path of the file that stores the list. If `list` is empty, nothing is stored; this is used
  // for pictures and tests.
  explicit RecentFiles(std::string list = {}) : list_(std::move(list)) {}

  // Returns the paths from latest to oldest, without files that no longer exist.
  std::vector<std::string> paths() const;
  // Adds a file. A relative path is made absolute.
  void add(const std::string& path);
  // See KeptFile.
  std::string take_remark() { return list_.take_remark(); }

 private:
  std::vector<std::string> read() const;

  mutable KeptFile list_;
  std::vector<std::string> here_;  // the list if it is not stored in a file
};

}  // namespace lockstep::gui
