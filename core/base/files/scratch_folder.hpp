// A folder for short-lived files. Its name cannot be guessed, and only this user can read it. The
// process that created it holds a lock in the folder while it runs, so that folders left behind by
// killed processes can be recognised; creating the next folder removes them.
#pragma once

#include <string>
#include <utility>

#include "core/base/files/file_lock.hpp"
#include "core/base/result.hpp"

namespace lockstep {

// The folder is removed with all its contents, even if a signal ends the process.
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
