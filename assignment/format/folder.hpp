// Finds assignments: built into the program, or on disk by their path.
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
  // Identifies the assignment: its name if it is built in, otherwise its path.
  const std::string& id() const { return is_built_in() ? name : path; }
  // The path of a file of the folder, for messages.
  std::string path_of(std::string_view file) const;
  // Refuses paths that lead out of the folder. The Error is a sentence.
  Result<std::string> read(const std::string& file) const;
  // Like read(), for files that need not be text.
  Result<std::string> read_bytes(const std::string& file) const;
  bool has(const std::string& file) const;
  // All files, by their paths in the folder, sorted.
  std::vector<std::string> files() const;
};

// The built-in assignments, sorted by name.
std::vector<AssignmentFolder> assignment_folders();
// Finds an assignment by its name (also as "assignment:reduction") or by the path of its folder or
// its file. The Error lists the built-in assignments.
Result<AssignmentFolder> find_assignment(std::string_view id);
// Whether a path denotes an assignment: a folder with assignment.md, or that file.
bool is_assignment_path(const std::string& path);
// Whether a name that the user opens denotes an assignment: such a path, or "assignment:reduction".
bool names_assignment(const std::string& path);

}  // namespace lockstep::assignment
