// Translates a kernel file of CUDA C++ to OpenCL C, using its syntax tree. Instances of templates become
// kernels with plain names, references become pointers, member functions become functions, and `extern
// __shared__` becomes an argument in local memory. The program's names, comments and layout are kept wherever
// the text has the same meaning in both languages. A construct without a counterpart is an error with a
// location and an explanation.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::sim::translation {

struct OpenclForm {
  std::string text;
  std::string options;  // -cl-std=CL3.0 if the text needs it, and the program's options
  std::map<std::string, std::string> kernels;  // "reduce<int, 256>" to reduce_int_256
  std::vector<std::string> notes;              // sentences about differences in meaning; also in the text
};

// Translates the kernels with these names; if no name is given, translates all kernels.
Result<OpenclForm> opencl_form(const PlanProgram& program,
                               const std::set<std::string, std::less<>>& kernels = {});

// Returns the plan with its CUDA C++ programs translated to OpenCL C: the kernels that the plan launches.
// Other programs are unchanged.
Result<Plan> with_opencl_text(Plan plan);

}  // namespace lockstep::sim::translation
