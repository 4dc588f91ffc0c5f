#include "core/base/files/whole_file.hpp"

#include <fmt/format.h>
#include <windows.h>

#include <algorithm>
#include <cstring>

#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"
#include "core/base/windows/system_error.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

tl::unexpected<Error> too_large(const std::string& path, std::uint64_t most) {
  return failure(fmt::format("{} is too large: at most {} can be read.", path, bytes_text(most)));
}

tl::unexpected<Error> cannot_read(const std::string& path, int error) {
  return failure(
      fmt::format("Cannot read {}: {}. Check the path and its permissions.", path, std::strerror(error)));
}

class OpenFile {
 public:
  // Shells of other systems, such as Git Bash, write /dev/stdin.
  OpenFile(const std::string& path, bool may_be_pipe)
      : path_(path), may_be_pipe_(may_be_pipe && path == "/dev/stdin") {
    if (may_be_pipe_) {
      is_open_ = ::DuplicateHandle(::GetCurrentProcess(), ::GetStdHandle(STD_INPUT_HANDLE),
                                   ::GetCurrentProcess(), &handle_, 0, FALSE, DUPLICATE_SAME_ACCESS);
    } else {  // only this flag allows opening a folder
      handle_ = ::CreateFileW(system_path(path).c_str(), GENERIC_READ,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS, nullptr);
      is_open_ = handle_ != INVALID_HANDLE_VALUE;
    }
    error_ = is_open_ ? 0 : last_error();
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (is_open_) ::CloseHandle(handle_);
  }

  Result<std::uint64_t> measure(std::uint64_t most) const {
    if (!is_open_) return cannot_read(path_, error_);
    const DWORD type = ::GetFileType(handle_);
    if (type != FILE_TYPE_DISK) {
      if (may_be_pipe_) return 0;
      return failure(
          fmt::format("{} is a {}, not a file, and is not read; write its content to a file first.", path_,
                      type == FILE_TYPE_PIPE ? "pipe" : "device"));
    }
    BY_HANDLE_FILE_INFORMATION facts{};
    if (!::GetFileInformationByHandle(handle_, &facts)) return cannot_read(path_, last_error());
    if ((facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
      return failure(fmt::format("{} is a folder; name a file in it.", path_));
    const std::uint64_t size = std::uint64_t{facts.nFileSizeHigh} << 32 | facts.nFileSizeLow;
    if (size > most) return too_large(path_, most);
    return size;
  }

  // A file may grow.
  Result<std::string> read(std::uint64_t size, std::uint64_t most) const {
    std::string text;
    std::size_t used = 0;
    while (true) {
      if (used == text.size())
        text.resize(std::max<std::size_t>(size + 1, used + std::min(used + 4096, kPiece)));
      DWORD got = 0;
      const auto wanted = static_cast<DWORD>(std::min(text.size() - used, kPiece));
      if (!::ReadFile(handle_, text.data() + used, wanted, &got, nullptr)) {
        if (::GetLastError() == ERROR_BROKEN_PIPE) break;
        return cannot_read(path_, last_error());
      }
      if (got == 0) break;
      used += got;
      if (used > most) return too_large(path_, most);
    }
    text.resize(used);
    return text;
  }

 private:
  const std::string& path_;
  bool may_be_pipe_, is_open_ = false;
  HANDLE handle_ = INVALID_HANDLE_VALUE;
  int error_ = 0;
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
