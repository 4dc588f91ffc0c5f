// A launch description (core/plan/launch_description.hpp) together with its kernel file becomes a Plan.
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
  std::optional<PreparedRun> run;  // none: there are errors
  std::vector<DescriptionError> errors;
};

// `source`: the text of the description's file. `folder`: of the description: the files of its fills are
// there (core/base/files/inside_folder.hpp); empty: the working directory. Compiles the kernel file; its
// errors are an Error without a key.
DescribedRun make_described_run(const LaunchDescription& description, const KernelSource& source,
                                const std::string& folder, const DeviceModel& model);

// What is typed, on the command line or in a .sim file: a description of one launch, and what a description
// does not say.
struct TypedLaunch {
  LaunchDescription description;
  // Of buffers of the description, by index: the values of a list that has been read already, which its fill
  // lacks. Null: its fill says all.
  std::vector<std::shared_ptr<const std::vector<std::byte>>> lists = {};
  std::vector<std::string> texts;         // of the command line: messages quote them and say what to type
  std::vector<PreparedRun::Dump> dumped;  // where in the buffers of the description
};

// The same, with each list as the text of a fill.
LaunchDescription with_lists_as_text(TypedLaunch launch);

// The files of its fills may be anywhere. `source` was compiled to `program`, which has the kernel. The range
// is checked by whoever typed it.
DescribedRun make_typed_run(const TypedLaunch& launch, const KernelSource& source,
                            std::shared_ptr<const Program> program, const DeviceModel& model);

// What is wrong with the folders for included files (-I) of a description that may come from somebody else:
// it reaches only its own folder. Build options that are typed beside it are not asked.
std::vector<DescriptionError> outside_include_folders(const LaunchDescription& description,
                                                      const std::string& folder);

}  // namespace lockstep::sim
