// Notices that the files of a program changed on disk: the program itself, files among its arguments, and its
// kernels. A linker writes for a while, so a change counts when it has lasted.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/user_data/file_stamp.hpp"

namespace lockstep::gui {

// Files of a command that exist: the program, also in PATH, and its arguments. `folder`: where it starts.
std::vector<std::string> files_of_command(const std::vector<std::string>& words, const std::string& folder);

class ProgramWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kPause = std::chrono::milliseconds(500);  // between two looks

  // Watches these files from now on.
  void watch(const std::vector<std::string>& files);
  void stop() { files_.clear(); }
  // The file that changed, once it has been the same for two looks; none: no file has changed. A file that is
  // missing is being replaced.
  std::optional<std::string> look(Clock::time_point now);
  // When look() has to be called again.
  std::optional<Clock::time_point> due() const;

 private:
  struct Watched {
    std::string path;
    FileStamp at_first, seen;
  };
  std::vector<Watched> files_;
  Clock::time_point looked_at_{};
};

}  // namespace lockstep::gui
