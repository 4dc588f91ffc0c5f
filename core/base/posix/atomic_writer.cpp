#include "core/base/atomic_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

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

// What a rename would destroy instead of writing to it: a device, a pipe, or the file that /dev/stdout stands
// for.
bool is_written_directly(const std::string& path, const struct stat& old) {
  return !S_ISREG(old.st_mode) || path.starts_with("/dev/") || path.starts_with("/proc/");
}

Result<void> write_directly(const std::string& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (file < 0) return cannot(path, errno);
  errno = 0;
  const bool good = write_all(file, text);
  const int error = errno;
  if (::close(file) != 0 || !good) return cannot(path, good ? errno : error);
  return {};
}

// False: `errno` says why, and no temporary file is left.
bool write_and_rename(const std::string& temporary, std::string_view text, const struct stat* old,
                      const fs::path& target) {
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return false;
  // The content matters more than permissions that cannot be kept.
  if (old != nullptr) static_cast<void>(::fchmod(file, old->st_mode & 07777) == 0);
  bool good = write_all(file, text) && ::fsync(file) == 0;
  int error = errno;
  if (::close(file) != 0 && good) {
    good = false;
    error = errno;
  }
  if (good && ::rename(temporary.c_str(), target.c_str()) == 0) return true;
  if (good) error = errno;
  ::unlink(temporary.c_str());
  errno = error;
  return false;
}

}  // namespace

Result<void> write_atomically(const std::string& path, std::string_view text) {
  struct stat old {};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists && is_written_directly(path, old)) return write_directly(path, text);
  std::error_code ignored;
  const bool is_link = fs::is_symlink(path, ignored);
  const fs::path target = is_link ? fs::weakly_canonical(path, ignored) : fs::path(path);
  const std::string temporary = fmt::format("{}.{}{}", target.string(), ::getpid(), kTemporaryEnding);
  if (!write_and_rename(temporary, text, exists ? &old : nullptr, target)) return cannot(path, errno);
  sync_folder(target.has_parent_path() ? target.parent_path() : fs::path("."));
  return {};
}

}  // namespace lockstep
