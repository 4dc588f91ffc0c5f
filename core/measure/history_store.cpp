// Adding and cutting both hold a lock on a file beside it: cutting replaces the file itself.
#include "core/measure/history_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/measure/history.hpp"

namespace lockstep::opencl {
namespace {

class Lock {
 public:
  explicit Lock(const std::string& path) : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    held_ = file_ >= 0 && flock(file_, LOCK_EX) == 0;
  }
  ~Lock() {
    if (file_ >= 0) close(file_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  bool is_held() const { return held_; }

 private:
  int file_;
  bool held_ = false;
};

bool ends_unfinished(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file || file.tellg() <= 0) return false;
  file.seekg(-1, std::ios::end);
  return file.get() != '\n';
}

bool append(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return static_cast<bool>(file);
}

// Not after every run: only when a tenth is too much.
void cut(const std::string& path, std::size_t most) {
  const std::vector<std::string> lines = stored_lines(path);
  if (lines.size() <= most + most / 10) return;
  const std::string unfinished = path + ".new";
  std::ofstream file(unfinished, std::ios::binary);
  for (auto line = lines.end() - static_cast<std::ptrdiff_t>(most); line != lines.end(); ++line)
    file << *line << '\n';
  file.close();
  std::error_code ignored;  // it stays longer than wished
  if (file) std::filesystem::rename(unfinished, path, ignored);
}

}  // namespace

std::string results_file() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data == '/') return std::string(data) + "/lockstep/results.jsonl";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.local/share/lockstep/results.jsonl" : "";
}

std::vector<std::string> stored_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);) lines.push_back(std::move(line));
  return lines;
}

Result<void> store_lines(const std::string& path, std::span<const std::string> lines, std::size_t most) {
  if (path.empty())
    return failure("There is no folder to keep results in: neither HOME nor XDG_DATA_HOME is set.");
  std::error_code ignored;  // opening says what is wrong
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  const Lock lock(path + ".lock");
  std::string text = ends_unfinished(path) ? "\n" : "";
  for (const std::string& line : lines) text += line + "\n";
  if (!lock.is_held() || !append(path, text))
    return failure(fmt::format(
        "{} cannot be written, so that these results are not kept; make its folder writable, or set "
        "XDG_DATA_HOME.",
        path));
  cut(path, most);
  return {};
}

}  // namespace lockstep::opencl
