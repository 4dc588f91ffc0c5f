// The files that were opened or saved last; the list is stored beside the window's state.
#pragma once

#include <string>
#include <vector>

namespace lockstep::gui {

class RecentFiles {
 public:
  static constexpr std::size_t kMost = 10;

  // `list`: the file that stores them; empty: they are not stored, for pictures and tests.
  explicit RecentFiles(std::string list = {}) : list_(std::move(list)) {}

  // The latest first, without files that no longer exist.
  std::vector<std::string> paths() const;
  // Relative names become absolute. A list that cannot be written is no error: it is a convenience.
  void add(const std::string& path);

 private:
  std::vector<std::string> read() const;

  std::string list_;
  std::vector<std::string> here_;  // without a file
};

}  // namespace lockstep::gui
