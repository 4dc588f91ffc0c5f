// A folder for short-lived files. Its name cannot be guessed, and only this user can read it. Its process
// holds a lock in the folder while it runs: so folders that a killed process left behind can be recognised,
// and are removed when the next folder is made.
#pragma once

#include <string>
#include <utility>

#include "core/base/files/file_lock.hpp"
#include "core/base/result.hpp"

namespace lockstep {

// Removed with all its contents, also when a signal ends the process.
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
