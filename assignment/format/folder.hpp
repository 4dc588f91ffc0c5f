// Where assignments are: built into the program, and anywhere else by their path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::assignment {

inline constexpr std::string_view kAssignmentFile = "assignment.md";

struct AssignmentFolder {
  std::string name;  // "reduction"
  std::string path;  // on disk; empty: built into the program
  bool is_built_in() const { return path.empty(); }
  // Names it wherever an assignment is chosen: its name, or its path.
  const std::string& id() const { return is_built_in() ? name : path; }
  // Of a file of the folder, for messages.
  std::string path_of(std::string_view file) const;
  // The Error is a sentence; a file never leads out of the folder.
  Result<std::string> read(const std::string& file) const;
  // The same of a file that need not be text.
  Result<std::string> read_bytes(const std::string& file) const;
  bool has(const std::string& file) const;
  // All files, by their paths in the folder, sorted.
  std::vector<std::string> files() const;
};

// Those that are built in, by name.
std::vector<AssignmentFolder> assignment_folders();
// By its name (also as "assignment:reduction"), by the path of its folder or of its file. The Error names
// those that there are.
Result<AssignmentFolder> find_assignment(std::string_view id);
// Whether a path means an assignment: a folder with assignment.md, or that file.
bool is_assignment_path(const std::string& path);
// Whether it means one where files are opened: such a path, or "assignment:reduction".
bool names_assignment(const std::string& path);

}  // namespace lockstep::assignment
