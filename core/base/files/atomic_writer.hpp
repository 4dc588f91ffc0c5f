// Writes files atomically: the new content goes to a temporary file beside the old file, reaches the disk
// (fsync), and replaces the old file (rename). After a crash, either the complete old file or the complete
// new file exists.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

// The ending of a temporary file's name: "scene.json.1234-8a3f01c2.new", with the id of its process.
inline constexpr std::string_view kTemporaryEnding = ".new";

// Writes `text` to a file. Follows a symbolic link and keeps the permissions of an existing file.
// Anything but a regular file, such as /dev/stdout or a pipe, is written directly. After an Error the old
// file is unchanged.
Result<void> write_atomically(const std::string& path, std::string_view text);

// Writes a file piece by piece: commit() replaces the old file with the complete new file. Without commit(),
// and after an Error, the temporary file is removed and the old file is unchanged.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Result<void> write(std::string_view text);
  Result<void> commit();

 private:
  explicit AtomicFile(std::string path);
  Error cannot(int error) const;

  std::string path_;       // as passed by the caller
  std::string temporary_;  // empty if the target is not a regular file and is written directly
  std::string target_;     // the file that gets the content
  int file_ = -1;          // the system's handle
};

// Creates an empty file. Returns false if the file already exists or cannot be created. If several processes
// try this at the same time, exactly one succeeds.
bool make_new_file(const std::string& path);

// Removes temporary files of `path` that are older than a minute: the processes that wrote them were killed.
void remove_leftovers(const std::string& path);

// Returns an unused name: for "scene.json" and ".broken", "scene.json.broken" or "scene.json.broken-2" and
// so on.
std::string free_name(const std::string& path, std::string_view ending);

}  // namespace lockstep
