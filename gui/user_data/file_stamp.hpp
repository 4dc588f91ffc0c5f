// The time at which a file was written, and the length of the file; used to detect changes.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::gui {

struct FileStamp {
  std::int64_t ticks = 0;  // time of the last write, by the file system's clock
  std::uint64_t bytes = 0;
  bool operator==(const FileStamp&) const = default;
};

// Returns the stamp of a file; FileStamp{} if the file does not exist or is being replaced.
FileStamp stamp_of(const std::string& path);

}  // namespace lockstep::gui
