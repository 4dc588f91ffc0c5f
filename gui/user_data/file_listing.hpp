// Lists the entries for a path that is typed in the file chooser: the entries of its folder that begin with
// the rest of the typed text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

struct FileEntry {
  std::string name;  // folders end with "/"
  std::string path;  // absolute path; for a folder, with "/" at its end
  bool is_folder = false;
  bool operator==(const FileEntry&) const = default;
};

struct FileListing {
  std::string folder;  // absolute, with "/" at its end
  std::string rest;    // the text typed after the folder
  std::vector<FileEntry> entries;
  std::string problem;  // a sentence if the folder cannot be read
};

// Returns the entries for a typed path. "~" is the home folder, and a relative path starts in the working
// directory. The parent folder comes first, or the other drives if there is no parent. It is followed by
// folders, kernels (.cl), scenes (.json), lessons (lesson.md), assignments (assignment.md) and recordings
// (.lockstep). Hidden files are listed only if the rest of the text begins with a dot.
FileListing list_files(std::string_view typed);

}  // namespace lockstep::gui
