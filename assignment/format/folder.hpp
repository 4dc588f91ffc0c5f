// Finds assignments that are built into the program, or on disk by their paths.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::assignment {

inline constexpr std::string_view kAssignmentFile = "assignment.md";

struct AssignmentFolder {
  std::string name;  // "reduction"
  std::string path;  // path on disk; empty: built into the program
  bool is_built_in() const { return path.empty(); }
  // Identifies the assignment: its name if it is built in, otherwise its path.
  const std::string& id() const { return is_built_in() ? name : path; }
  // Returns the path of a file of the folder, for messages.
  std::string path_of(std::string_view file) const;
  // Reads a text file. Refuses paths that lead out of the folder. The Error is a sentence.
  Result<std::string> read(const std::string& file) const;
  // Reads a file that need not be text, with the same checks.
  Result<std::string> read_bytes(const std::string& file) const;
  bool has(const std::string& file) const;
  // Returns all files by their paths in the folder, sorted.
  std::vector<std::string> files() const;
};

// Returns the names of the built-in assignments, sorted.
std::vector<AssignmentFolder> assignment_folders();
// Finds an assignment by its name (also as "assignment:reduction"), by the path of its folder, or by the path
// of its text file. The Error lists the built-in assignments.
Result<AssignmentFolder> find_assignment(std::string_view id);
// Whether a path denotes an assignment: a folder with assignment.md, or the file assignment.md itself.
bool is_assignment_path(const std::string& path);
// Whether a name that the user opens denotes an assignment: a path of an assignment,
// or "assignment:reduction".
bool names_assignment(const std::string& path);

}  // namespace lockstep::assignment
