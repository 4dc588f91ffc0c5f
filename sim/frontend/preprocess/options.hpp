// Parses the option string of clBuildProgram.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/language.hpp"

namespace lockstep::sim::language {

struct Options {
  std::string definitions;                // -D as lines "#define NAME VALUE"
  std::vector<std::string> include_dirs;  // -I
  Language language = Language::opencl_c;
  std::vector<std::string> instances;  // of kernel templates, from -instantiate: "reduce<int,256>"
  // Contents of __constant__ variables of CUDA C++ from -constant: a name such as "M", and "1,2,3", "0",
  // "iota" or "random:1".
  std::vector<std::pair<std::string, std::string>> constants;
  unsigned version = 120;  // -cl-std: 100, 110, 120, 200, 300
  bool fast_relaxed_math = false;
  bool single_precision_constants = false;
  bool no_warnings = false;
  bool warnings_are_errors = false;
  std::vector<std::string> silent_warnings;  // names in -Wno-…
};

// Options are separated by blanks; a quoted option may contain blanks. Options of the specification and
// options for the compilers of particular devices are accepted even if they have no effect.
Result<Options> parse_options(std::string_view text);

}  // namespace lockstep::sim::language
