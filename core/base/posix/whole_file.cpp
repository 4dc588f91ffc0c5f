#include "core/base/files/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

// Paths of descriptors that this process inherited.
bool is_own_descriptor(const std::string& path) {
  return path == "/dev/stdin" || path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
}

tl::unexpected<Error> too_large(const std::string& path, std::uint64_t most) {
  return failure(fmt::format("{} is too large: at most {} can be read.", path, bytes_text(most)));
}

tl::unexpected<Error> cannot_read(const std::string& path, int error) {
  return failure(
      fmt::format("Cannot read {}: {}. Check the path and its permissions.", path, std::strerror(error)));
}

class OpenFile {
 public:
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  OpenFile(const std::string& path, bool may_be_pipe)
      : path_(path), may_be_pipe_(may_be_pipe && is_own_descriptor(path)) {
    const int wait = may_be_pipe_ ? 0 : O_NONBLOCK;
    do {
      handle_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | wait);
    } while (handle_ < 0 && errno == EINTR);
    error_ = handle_ < 0 ? errno : 0;
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (handle_ >= 0) ::close(handle_);
  }

  Result<std::uint64_t> measure(std::uint64_t most) const {
    struct stat facts {};
    // Sockets cannot be opened.
    if (error_ == ENXIO)
      return failure(fmt::format("{} is not a file that can be read; name a file.", path_));
    if (handle_ < 0) return cannot_read(path_, error_);
    if (::fstat(handle_, &facts) != 0) return cannot_read(path_, errno);
    if (S_ISDIR(facts.st_mode)) return failure(fmt::format("{} is a folder; name a file in it.", path_));
    if (!S_ISREG(facts.st_mode) && !may_be_pipe_)
      return failure(
          fmt::format("{} is a {}, not a file, and is not read; write its content to a file first.", path_,
                      S_ISFIFO(facts.st_mode) ? "pipe" : "device"));
    const auto size = static_cast<std::uint64_t>(std::max<off_t>(facts.st_size, 0));
    if (size > most) return too_large(path_, most);
    return size;
  }

  // Files in /proc have size 0, and a file may grow.
  Result<std::string> read(std::uint64_t size, std::uint64_t most) const {
    std::string text;
    std::size_t used = 0;
    while (true) {
      if (used == text.size())
        text.resize(std::max<std::size_t>(size + 1, used + std::min(used + 4096, kPiece)));
      const ssize_t got = ::read(handle_, text.data() + used, text.size() - used);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return cannot_read(path_, errno);
      if (got == 0) break;
      used += static_cast<std::size_t>(got);
      if (used > most) return too_large(path_, most);
    }
    text.resize(used);
    return text;
  }

 private:
  const std::string& path_;
  bool may_be_pipe_;
  int handle_ = -1, error_ = 0;
};

}  // namespace

Result<std::string> read_file(const std::string& path, std::uint64_t most, bool may_be_pipe) {
  const OpenFile file(path, may_be_pipe);
  const auto size = file.measure(most);
  if (!size) return tl::unexpected(size.error());
  return file.read(*size, most);
}

Result<std::uint64_t> measure_file(const std::string& path, std::uint64_t most) {
  return OpenFile(path, false).measure(most);
}

}  // namespace lockstep
