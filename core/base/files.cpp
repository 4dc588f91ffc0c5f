#include "core/base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporary = ".new";

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// A rename reaches the disk with its folder. Some file systems cannot do that; then the system does it later.
void sync_folder(const fs::path& folder) {
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

Result<void> cannot(const std::string& path, int error) {
  return failure(fmt::format("Cannot write {}: {}.", path, std::strerror(error)));
}

}  // namespace

Result<void> write_safely(const std::string& path, std::string_view text) {
  std::error_code ignored;
  const bool is_link = fs::is_symlink(path, ignored);
  const fs::path target = is_link ? fs::weakly_canonical(path, ignored) : fs::path(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  const std::string temporary = fmt::format("{}.{}{}", target.string(), ::getpid(), kTemporary);
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return cannot(path, errno);
  // A kernel of one's own may be shared with others; where that cannot be kept, the text matters more.
  if (exists && ::fchmod(file, old.st_mode & 07777) != 0) errno = 0;
  errno = 0;
  bool good = write_all(file, text) && ::fsync(file) == 0;
  int error = errno;
  if (::close(file) != 0 && good) {
    good = false;
    error = errno;
  }
  if (good && ::rename(temporary.c_str(), target.c_str()) != 0) {
    good = false;
    error = errno;
  }
  if (!good) {
    ::unlink(temporary.c_str());
    return cannot(path, error);
  }
  sync_folder(folder);
  return {};
}

void remove_leftovers(const std::string& path) {
  const fs::path target(path);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(target.parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(target.filename().string() + ".") || !name.ends_with(kTemporary)) continue;
    std::error_code ignored;
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(entry.path(), ignored);
    if (!ignored && age > std::chrono::minutes(1)) fs::remove(entry.path(), ignored);
  }
}

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text(std::istreambuf_iterator<char>(file), {});
  return file.bad() ? std::nullopt : std::optional(std::move(text));
}

std::string free_name(const std::string& path, std::string_view ending) {
  std::string name = fmt::format("{}{}", path, ending);
  for (int i = 2; fs::exists(name); ++i) name = fmt::format("{}{}-{}", path, ending, i);
  return name;
}

// The file stays: were it removed, two processes could lock two files of the same name.
FileLock::FileLock(const std::string& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
  while (file_ >= 0 && flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

FileLock::~FileLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace lockstep
