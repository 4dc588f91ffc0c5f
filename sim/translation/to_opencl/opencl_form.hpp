// Translates a kernel file of CUDA C++ to OpenCL C, from its tree: instances of templates become kernels with
// plain names, references pointers, member functions functions, and `extern __shared__` an argument in local
// memory. The program's names, comments and layout stay where the text says the same in both languages. A
// construct without a counterpart is an error with its place and a sentence of its own.
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
  std::string options;  // -cl-std=CL3.0 where the text needs it, and those of the program
  std::map<std::string, std::string> kernels;  // "reduce<int, 256>" is reduce_int_256
  std::vector<std::string> notes;              // differences in meaning, as sentences; also in the text
};

// With the kernels of these names; all, if no name is given.
Result<OpenclForm> opencl_form(const PlanProgram& program,
                               const std::set<std::string, std::less<>>& kernels = {});

// The plan with its programs of CUDA C++ in OpenCL C, with the kernels that it launches; others stay.
Result<Plan> with_opencl_text(Plan plan);

}  // namespace lockstep::sim::translation
