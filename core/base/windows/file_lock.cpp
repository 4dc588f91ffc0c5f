#include "core/base/files/file_lock.hpp"

#include <windows.h>

#include <utility>

#include "core/base/files/path_text.hpp"

namespace lockstep {
namespace {

// Locks on Windows also exclude readers. Therefore a byte far beyond the end is locked, which is never read.
OVERLAPPED far_byte() {
  OVERLAPPED place{};
  place.OffsetHigh = 0x7fffffff;
  return place;
}

HANDLE open_lock(const std::string& path) {
  HANDLE file = ::CreateFileW(system_path(path).c_str(), GENERIC_READ | GENERIC_WRITE,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_ALWAYS,
                              FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
  FILE_ATTRIBUTE_TAG_INFO facts{};  // OneDrive's files and links have different tags
  const bool is_link =
      file != INVALID_HANDLE_VALUE &&
      ::GetFileInformationByHandleEx(file, FileAttributeTagInfo, &facts, sizeof facts) &&
      (facts.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
      (facts.ReparseTag == IO_REPARSE_TAG_SYMLINK || facts.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
  if (!is_link) return file;
  ::CloseHandle(file);
  return INVALID_HANDLE_VALUE;
}

}  // namespace

FileLock FileLock::wait_for(const std::string& path) { return {path, true}; }
FileLock FileLock::try_once(const std::string& path) { return {path, false}; }

FileLock::FileLock(const std::string& path, bool wait)
    : handle_(reinterpret_cast<std::intptr_t>(open_lock(path))) {
  if (handle_ == -1) return;
  OVERLAPPED place = far_byte();
  const DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY);
  if (::LockFileEx(reinterpret_cast<HANDLE>(handle_), flags, 0, 1, 0, &place))
    state_ = State::held;
  else if (const DWORD error = ::GetLastError(); error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING)
    state_ = State::taken;
}

FileLock::FileLock(FileLock&& other) noexcept { *this = std::move(other); }

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(state_, other.state_);
  return *this;
}

FileLock::~FileLock() {
  if (handle_ != -1) ::CloseHandle(reinterpret_cast<HANDLE>(handle_));
}

}  // namespace lockstep
