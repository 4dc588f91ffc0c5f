// Makes a Plan from a launch description (core/plan/launch_description.hpp) and its kernel file.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/launch_description.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {

struct DescribedRun {
  std::optional<PreparedRun> run;  // empty if there are errors
  std::vector<DescriptionError> errors;
};

// Compiles the kernel file `source` and makes the run of the description. `folder` is the description's
// folder, to which the files of its fills are confined (core/base/files/inside_folder.hpp); empty: the
// working directory. Compiler errors are returned as one error without a key.
DescribedRun make_described_run(const LaunchDescription& description, const KernelSource& source,
                                const std::string& folder, const DeviceModel& model);

// A launch typed on the command line or in a .sim file: a description with one launch, and data that a
// description does not contain.
struct TypedLaunch {
  LaunchDescription description;
  // For each buffer of the description, by index, the values of a list that has already been read and is not
  // in the fill. Null: the fill describes all values.
  std::vector<std::shared_ptr<const std::vector<std::byte>>> lists = {};
  std::vector<std::string> texts;         // arguments as typed, quoted in messages
  std::vector<PreparedRun::Dump> dumped;  // by index into the description's buffers
};

// Returns the description, with each list as the text of a fill.
LaunchDescription with_lists_as_text(TypedLaunch launch);

// Does the same as make_described_run() for a typed launch, whose fills may use files anywhere. `program` is
// the compiled `source` and contains the kernel. The caller must have checked the range.
DescribedRun make_typed_run(const TypedLaunch& launch, const KernelSource& source,
                            std::shared_ptr<const Program> program, const DeviceModel& model);

// Returns an error for each include folder (-I) outside `folder` in the build options of the description,
// because the author of a description is not trusted. Build options that the user types separately are
// not checked.
std::vector<DescriptionError> outside_include_folders(const LaunchDescription& description,
                                                      const std::string& folder);

}  // namespace lockstep::sim
