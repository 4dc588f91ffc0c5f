// What the file chooser lists for a path that is being typed: the folder that it leads to, and what of it
// begins as the rest does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

struct FileEntry {
  std::string name;  // folders end with "/"
  std::string path;  // what opening it needs; of a folder, with "/" behind it
  bool is_folder = false;
  bool operator==(const FileEntry&) const = default;
};

struct FileListing {
  std::string folder;  // absolute, with "/" at its end
  std::string rest;    // what was typed behind it
  std::vector<FileEntry> entries;
  std::string problem;  // a sentence when the folder cannot be read
};

// "~" is the home folder; what is relative begins at the current one. The folder above comes first, then
// folders, then kernels (.cl) and scenes (.json); hidden ones only when the rest begins with a dot.
FileListing list_files(std::string_view typed);

}  // namespace lockstep::gui
