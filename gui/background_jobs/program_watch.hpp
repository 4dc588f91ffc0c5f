// Detects changes to a program's files on disk: the executable, files among its arguments, and its kernels. A
// linker may take some time to write a file, so a change is reported only when the file no longer changes.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/user_data/file_stamp.hpp"

namespace lockstep::gui {

// Returns the existing files among the words of a command: the executable, which is also searched for in
// PATH, and arguments that name files. Relative paths start in `folder`.
std::vector<std::string> files_of_command(const std::vector<std::string>& words, const std::string& folder);

class ProgramWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kPause = std::chrono::milliseconds(500);  // between two checks

  // Starts watching these files instead of all earlier ones.
  void watch(const std::vector<std::string>& files);
  void stop() { files_.clear(); }
  // Checks the files. Returns a changed file as soon as no watched file differs between two
  // consecutive checks; no value if no file has changed. A missing file is assumed to be in the
  // process of being replaced.
  std::optional<std::string> look(Clock::time_point now);
  // Returns the time at which look() must be called again.
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
