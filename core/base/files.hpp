// Files that are never half written: the new content goes to a temporary file beside the old one, reaches the
// disk, and takes the old one's name. Whatever happens on the way, one of both is there, whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

// Follows a link and keeps the permissions of a file that is there. An Error leaves the old file as it was.
Result<void> write_safely(const std::string& path, std::string_view text);

// Removes what a process that was killed while it wrote this file has left beside it, more than a minute ago.
void remove_leftovers(const std::string& path);

// All of a file; none when it cannot be read.
std::optional<std::string> read_file(const std::string& path);

// "scene.json" → "scene.json.broken", with a number where that is taken already: a name for what is put
// aside.
std::string free_name(const std::string& path, std::string_view ending);

// One process at a time: for a file that is read, changed and written again.

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
