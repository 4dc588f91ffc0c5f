// The files that were opened or saved last; the list is stored beside the window's state.
#pragma once

#include <string>
#include <vector>

#include "core/base/files/kept_file.hpp"

namespace lockstep::gui {

class RecentFiles {
 public:
  static constexpr std::size_t kMax = 10;

  // `list`: the file that stores them; empty: they are not stored, for pictures and tests.
  explicit RecentFiles(std::string list = {}) : list_(std::move(list)) {}

  // The latest first, without files that no longer exist.
  std::vector<std::string> paths() const;
  // Relative names become absolute.
  void add(const std::string& path);
  // See KeptFile.
  std::string take_remark() { return list_.take_remark(); }

 private:
  std::vector<std::string> read() const;

  mutable KeptFile list_;
  std::vector<std::string> here_;  // without a file
};

}  // namespace lockstep::gui
