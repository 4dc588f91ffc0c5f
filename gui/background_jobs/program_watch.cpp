#include "gui/background_jobs/program_watch.hpp"

#include <algorithm>
#include <filesystem>

#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/process.hpp"

namespace lockstep::gui {

std::vector<std::string> files_of_command(const std::vector<std::string>& words, const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::error_code ignored;
    const bool is_in_path = i == 0 && words[i].find('/') == std::string::npos;
    const std::string path = is_in_path ? program_in_path(words[i])
                                        : path_text(normal_path(system_path(folder) / system_path(words[i])));
    if (!words[i].empty() && fs::is_regular_file(system_path(path), ignored)) files.push_back(path);
  }
  return files;
}

void ProgramWatch::watch(const std::vector<std::string>& files) {
  files_.clear();
  for (const std::string& file : files) {
    const FileStamp stamp = stamp_of(file);
    files_.push_back({file, stamp, stamp});
  }
}

std::optional<std::string> ProgramWatch::look(Clock::time_point now) {
  if (files_.empty() || now - looked_at_ < kPause) return std::nullopt;
  looked_at_ = now;
  std::optional<std::string> changed;
  bool all_rest = true;
  for (Watched& file : files_) {
    const FileStamp stamp = stamp_of(file.path);
    all_rest &= stamp != FileStamp{} && stamp == file.seen;
    file.seen = stamp;
    if (stamp != file.at_first && !changed) changed = file.path;
  }
  return all_rest ? changed : std::nullopt;
}

std::optional<ProgramWatch::Clock::time_point> ProgramWatch::due() const {
  return files_.empty() ? std::nullopt : std::optional(looked_at_ + kPause);
}

}  // namespace lockstep::gui
