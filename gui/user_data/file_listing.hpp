// The list of the file chooser for a typed path: the folder of the path, and the entries that begin with the
// rest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

struct FileEntry {
  std::string name;  // folders end with "/"
  std::string path;  // complete; of a folder, with "/" at its end
  bool is_folder = false;
  bool operator==(const FileEntry&) const = default;
};

struct FileListing {
  std::string folder;  // absolute, with "/" at its end
  std::string rest;    // the text typed after the folder
  std::vector<FileEntry> entries;
  std::string problem;  // a sentence when the folder cannot be read
};

// "~" is the home folder; a relative path begins at the current folder. The parent folder comes first, or the
// other drives if there is none, then folders, then kernels (.cl), scenes (.json), lessons (lesson.md),
// assignments (assignment.md) and recordings (.lockstep); hidden files only when the rest begins with a dot.
FileListing list_files(std::string_view typed);

}  // namespace lockstep::gui
