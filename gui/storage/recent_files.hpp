// The files that were opened or saved last, kept beside the window's state.
#pragma once

#include <string>
#include <vector>

namespace lockstep::gui {

class RecentFiles {
 public:
  static constexpr std::size_t kMost = 10;

  // `list`: where they are kept; empty: nowhere, for pictures and tests.
  explicit RecentFiles(std::string list = {}) : list_(std::move(list)) {}

  // The latest first, without those that are gone.
  std::vector<std::string> paths() const;
  // Names that are relative become absolute. What cannot be kept is forgotten: it is a convenience.
  void add(const std::string& path);

 private:
  std::vector<std::string> read() const;

  std::string list_;
  std::vector<std::string> here_;  // where there is no list
};

}  // namespace lockstep::gui
