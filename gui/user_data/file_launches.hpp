// The last launches of the user's own kernel files, so that each file opens with its previous launch. A
// launch saved as a plan file is stored only in that file.
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
  static constexpr std::size_t kMax = 50;  // files

  // `list` is the file that stores the launches; if it is empty, they are lost on exit.
  explicit FileLaunches(std::string list = {}) : list_(std::move(list)) {}

  // `kernel_file` is an absolute path.
  std::optional<LaunchDescription> find(const std::string& kernel_file);
  void remember(const std::string& kernel_file, const LaunchDescription& launch);
  // See KeptFile.
  std::string take_remark() { return list_.take_remark(); }

 private:
  // Texts of plan files, ordered from oldest to latest.
  using Kept = std::vector<std::pair<std::string, std::string>>;
  const Kept& read();

  KeptFile list_;
  std::optional<Kept> kept_;  // as last read or written
};

}  // namespace lockstep::gui
