#include "core/base/files/atomic_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <utility>

#include "core/base/files/leftovers.hpp"
#include "core/base/shortage.hpp"

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

// Creates a file whose name cannot be guessed, and does not follow a link that already has this name. Returns
// -1 and sets errno on failure.
int open_new(const std::string& target, mode_t permissions, std::string& name) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = fmt::format("{}.{}-{:08x}{}", target, ::getpid(), std::random_device{}(), kTemporaryEnding);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

// A rename reaches the disk when its folder is synchronised. Some file systems cannot synchronise folders;
// the rename then reaches the disk later.
void sync_folder(const fs::path& folder) {
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

// Returns whether a rename would replace the file instead of writing to it: a device, a pipe, or the file
// behind /dev/stdout.
bool is_written_directly(const std::string& path, const struct stat& old) {
  return !S_ISREG(old.st_mode) || path.starts_with("/dev/") || path.starts_with("/proc/");
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      target_(std::move(other.target_)),
      file_(std::exchange(other.file_, -1)) {}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forget_leftover(temporary_);
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile made(path);
  struct stat old {};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists && is_written_directly(path, old)) {
    made.file_ = ::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  } else {
    std::error_code ignored;
    const bool is_link = fs::is_symlink(path, ignored);
    made.target_ = is_link ? fs::weakly_canonical(path, ignored).string() : path;
    std::string temporary;
    made.file_ = open_new(made.target_, exists ? 0600 : 0666, temporary);
    if (made.file_ >= 0) {
      add_leftover(temporary);
      made.temporary_ = std::move(temporary);
    }
    // The content is written even if the permissions cannot be kept.
    if (exists && made.file_ >= 0) static_cast<void>(::fchmod(made.file_, old.st_mode & 07777) == 0);
  }
  if (made.file_ < 0) return tl::unexpected(made.cannot(errno));
  return made;
}

Error AtomicFile::cannot(int error) const {
  return {Error::Kind::failed, fmt::format("Cannot write {}: {}.", path_, error_text(error))};
}

Result<void> AtomicFile::write(std::string_view text) {
  if (file_ < 0) return tl::unexpected(cannot(EBADF));
  if (!write_all(file_, text)) return tl::unexpected(cannot(errno));
  return {};
}

Result<void> AtomicFile::commit() {
  const int file = std::exchange(file_, -1);
  if (file < 0) return tl::unexpected(cannot(EBADF));
  const bool reached_disk = temporary_.empty() || ::fsync(file) == 0;
  const int error = errno;
  if (::close(file) != 0 || !reached_disk) return tl::unexpected(cannot(reached_disk ? errno : error));
  if (temporary_.empty()) return {};
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return tl::unexpected(cannot(errno));
  forget_leftover(temporary_);
  temporary_.clear();
  const fs::path target(target_);
  sync_folder(target.has_parent_path() ? target.parent_path() : fs::path("."));
  return {};
}

bool make_new_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file >= 0) ::close(file);
  return file >= 0;
}

Result<void> write_atomically(const std::string& path, std::string_view text) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return tl::unexpected(file.error());
  return file->write(text).and_then([&] { return file->commit(); });
}

}  // namespace lockstep
