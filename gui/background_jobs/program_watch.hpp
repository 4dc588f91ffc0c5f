// Detects changes of a program's files on disk: the program itself, files among its arguments, and its
// kernels. A linker may write for a while, so a change is reported only when the file no longer changes.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/user_data/file_stamp.hpp"

namespace lockstep::gui {

// Existing files of a command: the program, also in PATH, and its arguments. It starts in `folder`.
std::vector<std::string> files_of_command(const std::vector<std::string>& words, const std::string& folder);

class ProgramWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kPause = std::chrono::milliseconds(500);  // between two checks

  // Watches these files from now on.
  void watch(const std::vector<std::string>& files);
  void stop() { files_.clear(); }
  // The changed file, after it has been the same for two checks; no value if no file has changed. A missing
  // file is assumed to be in the process of being replaced.
  std::optional<std::string> look(Clock::time_point now);
  // The time at which look() must be called again.
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
