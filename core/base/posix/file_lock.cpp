#include "core/base/files/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace lockstep {

FileLock FileLock::wait_for(const std::string& path) { return {path, true}; }
FileLock FileLock::try_once(const std::string& path) { return {path, false}; }

FileLock::FileLock(const std::string& path, bool wait)
    : handle_(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)) {
  if (handle_ < 0) return;
  int result = 0;
  do {
    result = ::flock(static_cast<int>(handle_), wait ? LOCK_EX : LOCK_EX | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  if (result == 0)
    state_ = State::held;
  else if (errno == EWOULDBLOCK)
    state_ = State::taken;
}

FileLock::FileLock(FileLock&& other) noexcept { *this = std::move(other); }

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(state_, other.state_);
  return *this;
}

FileLock::~FileLock() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

}  // namespace lockstep
