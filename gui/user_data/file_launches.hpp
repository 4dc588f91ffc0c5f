// Stores the last launch of each of the user's own kernel files, so that a file opens with its previous
// launch. A launch that is saved as a plan file is stored only in that file.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/files/kept_file.hpp"
#include "core/plan/launch_description.hpp"

namespace lockstep::gui {

class FileLaunches {
 public:
  static constexpr std::size_t kMax = 50;  // maximum number of files

  // `list` is the path of the file that stores the launches. If `list` is empty, the launches are lost
  // on exit.
  explicit FileLaunches(std::string list = {}) : list_(std::move(list)) {}

  // Returns the last launch of a kernel file, or no value. `kernel_file` must be an absolute path.
  std::optional<LaunchDescription> find(const std::string& kernel_file);
  void remember(const std::string& kernel_file, const LaunchDescription& launch);
  // See KeptFile.
  std::string take_remark() { return list_.take_remark(); }

 private:
  // Paths of kernel files with the texts of their plan files, ordered from oldest to latest.
  using Kept = std::vector<std::pair<std::string, std::string>>;
  const Kept& read();

  KeptFile list_;
  std::optional<Kept> kept_;  // the list as last read or written
};

}  // namespace lockstep::gui
