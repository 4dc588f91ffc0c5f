// Building programs: compiling texts, and linking what was compiled.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "runtime/objects/program.hpp"

namespace lockstep::runtime {

// A failed build is a Build too, with its log. An Error of kind usage: the options are invalid.

// An executable.
Result<Build> build_program(const KernelSource& source, const std::string& options);
// An object: functions may be defined in others.
Result<Build> compile_program(const KernelSource& source, const std::string& options);
// An executable of these objects and libraries, or with -create-library a library.
Result<Build> link_program(const std::string& name, const std::vector<Build>& inputs,
                           const std::string& options);
// An executable again, of the parts of a binary.
Build rebuild(const std::string& name, Build binary);

}  // namespace lockstep::runtime
