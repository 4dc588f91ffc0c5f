// A lock on a file between processes: for a file that is read, changed and written again, or that one process
// owns. The system releases the lock when its process ends for any reason.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

class FileLock {
 public:
  enum class State : std::uint8_t {
    held,        // until the object is destroyed
    taken,       // another process, or another FileLock of this process, holds the lock
    impossible,  // the file cannot be created or is a link, or its file system has no locks
  };

  FileLock() = default;  // no file; the state is `impossible`
  // A missing file is created, and the file is not removed afterwards: otherwise two processes could each
  // lock a file of the same name.
  static FileLock wait_for(const std::string& path);  // never `taken`
  static FileLock try_once(const std::string& path);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

  State state() const { return state_; }
  bool is_held() const { return state_ == State::held; }

 private:
  FileLock(const std::string& path, bool wait);
  std::intptr_t handle_ = -1;
  State state_ = State::impossible;
};

}  // namespace lockstep
