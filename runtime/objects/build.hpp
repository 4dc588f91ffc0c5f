// Builds programs: compiles texts, and links compiled objects.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "runtime/objects/program.hpp"

namespace lockstep::runtime {

// The following functions also return a Build, with its log, if the build fails. They return an Error of kind
// usage if the options are invalid.

// Builds an executable.
Result<Build> build_program(const KernelSource& source, const std::string& options);
// Builds an object, whose functions may be defined in other objects.
Result<Build> compile_program(const KernelSource& source, const std::string& options);
// Links these objects and libraries to an executable or, with -create-library, to a library.
Result<Build> link_program(const std::string& name, const std::vector<Build>& inputs,
                           const std::string& options);
// Rebuilds an executable from the parts of a binary.
Build rebuild(const std::string& name, Build binary);

}  // namespace lockstep::runtime
