// A lock on a file between processes: for a file that is read, changed and written again, or that one process
// owns. The system releases it when its process ends, however it ends.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

class FileLock {
 public:
  enum class State : std::uint8_t {
    held,        // until the object is destroyed
    taken,       // another process, or another FileLock of this process, holds it
    impossible,  // the file cannot be made or is a link, or its file system has no locks
  };

  FileLock() = default;  // without a file: impossible
  // The file is made if it is missing, and stays: if it were removed, two processes could each lock a file
  // of the same name.
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
