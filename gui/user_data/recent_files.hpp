// The files that were opened or saved most recently; the list is stored next to the window's state.
#pragma once

#include <string>
#include <vector>

#include "core/base/files/kept_file.hpp"

namespace lockstep::gui {

class RecentFiles {
 public:
  static constexpr std::size_t kMax = 10;

  // `list` is the file that stores the list; if it is empty, nothing is stored, as for pictures and tests.
  explicit RecentFiles(std::string list = {}) : list_(std::move(list)) {}

  // Ordered from latest to oldest, without files that no longer exist.
  std::vector<std::string> paths() const;
  // Relative paths become absolute.
  void add(const std::string& path);
  // See KeptFile.
  std::string take_remark() { return list_.take_remark(); }

 private:
  std::vector<std::string> read() const;

  mutable KeptFile list_;
  std::vector<std::string> here_;  // used if there is no file
};

}  // namespace lockstep::gui
