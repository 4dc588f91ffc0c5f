// Files that are never half written: the new content goes to a temporary file beside the old one, reaches the
// disk (fsync), and takes the old one's name (rename). A crash leaves the old file or the new one, whole.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

// How the name of a temporary file ends: "scene.json.1234.new", with the id of its process.
inline constexpr std::string_view kTemporaryEnding = ".new";

// Follows a symbolic link and keeps the permissions of an existing file. What is no file, such as /dev/stdout
// or a pipe, is written to directly. After an Error the old file is unchanged.
Result<void> write_atomically(const std::string& path, std::string_view text);

// Removes temporary files of `path` that are older than a minute: a process was killed while it wrote them.
void remove_leftovers(const std::string& path);

// A name that no file has yet: "scene.json" becomes "scene.json.broken", then "scene.json.broken-2".
std::string free_name(const std::string& path, std::string_view ending);

}  // namespace lockstep
