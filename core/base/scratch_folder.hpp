// A folder for files that are needed for a moment. Its name cannot be guessed, and only this user can read
// it. While its process lives, it holds a lock in the folder: what a killed process left behind can be told
// from what is in use, and is removed when the next folder is made.
#pragma once

#include <string>
#include <utility>

#include "core/base/file_lock.hpp"
#include "core/base/result.hpp"

namespace lockstep {

// Is removed with all that is in it, also when a signal ends the process.
class ScratchFolder {
 public:
  static Result<ScratchFolder> create();
  ScratchFolder(ScratchFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::string& path() const { return path_; }

 private:
  ScratchFolder(std::string path, FileLock lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string path_;
  FileLock lock_;
};

}  // namespace lockstep
