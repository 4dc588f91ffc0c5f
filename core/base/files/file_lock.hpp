// A lock on a file that only one process can hold, for example while it reads, changes and rewrites the file.
// The system releases the lock when the process ends for any reason.
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
  // Locks the file, and creates a missing file. The file is not removed afterwards, because two processes
  // could then each lock a different file of the same name.
  static FileLock wait_for(const std::string& path);  // waits; the state is never `taken`
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
