// One process at a time: for a file that is read, changed and written again.
#pragma once

#include <string>

namespace lockstep {

// Waits until nobody else has the lock, and has it until the object dies. Where the lock's file cannot be
// made there is none, and nothing waits: writing what it guards then says why not.
class FileLock {
 public:
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace lockstep
