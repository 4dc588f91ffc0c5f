// How the user's own kernel files were launched last, so that a file opens as it was left. A launch that was
// saved as a plan file is kept there.
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

  // `list`: the file that stores them; empty: they are forgotten at the end.
  explicit FileLaunches(std::string list = {}) : list_(std::move(list)) {}

  // `kernel_file`: its absolute path.
  std::optional<LaunchDescription> find(const std::string& kernel_file);
  void remember(const std::string& kernel_file, const LaunchDescription& launch);
  // See KeptFile.
  std::string take_remark() { return list_.take_remark(); }

 private:
  // Texts of plan files, the latest last.
  using Kept = std::vector<std::pair<std::string, std::string>>;
  const Kept& read();

  KeptFile list_;
  std::optional<Kept> kept_;  // as read or written last
};

}  // namespace lockstep::gui
