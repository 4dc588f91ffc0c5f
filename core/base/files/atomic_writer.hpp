// Files that are never half written: the new content goes to a temporary file beside the old one, reaches the
// disk (fsync), and takes the old one's name (rename). A crash leaves the old file or the new one, whole.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

// The ending of a temporary file's name: "scene.json.1234-8a3f01c2.new", with the id of its process.
inline constexpr std::string_view kTemporaryEnding = ".new";

// Follows a symbolic link and keeps the permissions of an existing file. Anything but a regular file, such as
// /dev/stdout or a pipe, is written directly. After an Error the old file is unchanged.
Result<void> write_atomically(const std::string& path, std::string_view text);

// The same for a file that is written piece by piece: commit() gives the complete file its name. Without
// commit(), and after an Error, no file is left and the old file is unchanged.
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

  std::string path_;       // as the caller wrote it
  std::string temporary_;  // empty: not a regular file, written directly
  std::string target_;     // the file that gets the content
  int file_ = -1;          // the system's handle
};

// Creates an empty file; false if it exists already or cannot be created. If several processes try
// at once, exactly one succeeds.
bool make_new_file(const std::string& path);

// Removes temporary files of `path` that are older than a minute: their process was killed while writing.
void remove_leftovers(const std::string& path);

// An unused name: "scene.json" becomes "scene.json.broken", then "scene.json.broken-2".
std::string free_name(const std::string& path, std::string_view ending);

}  // namespace lockstep
