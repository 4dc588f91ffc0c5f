// Exports an assignment as the files of a teaching platform, or as the files for students.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assignment/format/assignment.hpp"
#include "assignment/format/folder.hpp"
#include "assignment/format/variant.hpp"
#include "assignment/submission/files/gathering.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

struct ExportOptions {
  // The bytes of the program `lockstep` for the platform; empty if the program is installed there.
  std::string program;
  std::string device_library;  // bytes of the device library, for host programs
  std::string secret;          // source of the hidden inputs
  Variant variant;             // the variant of the student
};

struct ExportTarget {
  std::string_view name, of;  // "gradescope", "an autograder of Gradescope"
  Result<std::vector<NamedBytes>> (*files)(const Assignment&, const AssignmentFolder&, const ExportOptions&);
  bool has_program = true;
};
const std::vector<ExportTarget>& export_targets();

// Exports the files for students: the text with public tests only, skeletons, plans, and the counters of the
// reference solution in public tests, but no solution. These files are themselves an assignment.
Result<std::vector<NamedBytes>> student_files(const Assignment& assignment, const AssignmentFolder& folder,
                                              const ExportOptions& options);

// The name of the library that makes Lockstep an OpenCL device; the library is next to the program.
inline constexpr const char* kDeviceLibraryFile = "liblockstep-opencl.so";
bool asks_for_host_programs(const Assignment& assignment);

// Whether a file must be executable on disk.
bool is_program_file(const NamedBytes& file);

}  // namespace lockstep::assignment
