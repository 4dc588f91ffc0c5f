#include "core/base/files/atomic_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

#include <cerrno>
#include <chrono>
#include <random>
#include <thread>
#include <utility>

#include "core/base/files/leftovers.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/process.hpp"
#include "core/base/shortage.hpp"
#include "core/base/windows/system_error.hpp"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kLargestPiece = 1u << 20;

int open_file(const std::string& path, int flags) {
  int file = -1;
  ::_wsopen_s(&file, system_path(path).c_str(), flags | _O_WRONLY | _O_BINARY | _O_NOINHERIT, _SH_DENYNO,
              _S_IREAD | _S_IWRITE);
  return file;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const auto piece = static_cast<unsigned>(std::min<std::size_t>(text.size(), kLargestPiece));
    const int written = ::_write(file, text.data(), piece);
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Creates a file whose name cannot be guessed. -1 and errno on failure.
int open_new(const std::string& target, std::string& name) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = fmt::format("{}.{}-{:08x}{}", target, process_id(), std::random_device{}(), kTemporaryEnding);
    const int file = open_file(name, _O_CREAT | _O_EXCL);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

// A virus scanner or an indexer may briefly have the old file open.
bool rename_with_patience(const std::string& from, const std::string& to) {
  const fs::path old_name = system_path(from), new_name = system_path(to);
  for (int attempt = 0;; ++attempt) {
    if (::MoveFileExW(old_name.c_str(), new_name.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
      return true;
    const DWORD error = ::GetLastError();
    const bool may_pass = error == ERROR_SHARING_VIOLATION || error == ERROR_ACCESS_DENIED;
    if (!may_pass || attempt == 20) {
      errno = error_of(error);
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// A device such as NUL or a pipe is written to, not replaced.
bool is_written_directly(const fs::path& path) {
  std::error_code ignored;
  const fs::file_type type = fs::status(path, ignored).type();
  return type != fs::file_type::regular && type != fs::file_type::not_found && type != fs::file_type::none;
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      target_(std::move(other.target_)),
      file_(std::exchange(other.file_, -1)) {}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::_close(file_);
  if (temporary_.empty()) return;
  ::DeleteFileW(system_path(temporary_).c_str());
  forget_leftover(temporary_);
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile made(path);
  const fs::path place = system_path(path);
  const DWORD attributes = ::GetFileAttributesW(place.c_str());
  const bool exists = attributes != INVALID_FILE_ATTRIBUTES;
  if (exists && (attributes & (FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_DIRECTORY)) != 0) {
    errno = EACCES;
  } else if (is_written_directly(place)) {
    made.file_ = open_file(path, _O_TRUNC);
  } else {
    std::error_code ignored;
    made.target_ = fs::is_symlink(place, ignored) ? path_text(fs::weakly_canonical(place, ignored)) : path;
    std::string temporary;
    made.file_ = open_new(made.target_, temporary);
    if (made.file_ >= 0) {
      add_leftover(temporary);
      made.temporary_ = std::move(temporary);
    }
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
  const bool reached_disk = temporary_.empty() || ::_commit(file) == 0;
  const int error = errno;
  if (::_close(file) != 0 || !reached_disk) return tl::unexpected(cannot(reached_disk ? errno : error));
  if (temporary_.empty()) return {};
  if (!rename_with_patience(temporary_, target_)) return tl::unexpected(cannot(errno));
  forget_leftover(temporary_);
  temporary_.clear();
  return {};
}

bool make_new_file(const std::string& path) {
  const int file = open_file(path, _O_CREAT | _O_EXCL);
  if (file >= 0) ::_close(file);
  return file >= 0;
}

Result<void> write_atomically(const std::string& path, std::string_view text) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return tl::unexpected(file.error());
  return file->write(text).and_then([&] { return file->commit(); });
}

}  // namespace lockstep
