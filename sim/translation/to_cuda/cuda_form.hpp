// Translates the displayed OpenCL C text to CUDA C++ by rules, token for token. Comments, layout and line
// numbers are kept, so line k of the kernel file is line k of `kernel`. The required definitions are above
// the kernel; the plan's launches are below it. A token without a counterpart in CUDA is an error with a
// location and a reason; the translation never guesses.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::sim::translation {

struct CudaForm {
  std::string above;                  // definitions, and the build options as macros; complete lines
  std::string kernel;                 // has as many lines as the OpenCL C text
  std::string below;                  // the host code, as a comment; complete lines
  std::vector<std::string> launches;  // the launches of this program, as host statements
  // Sentences about differences in meaning between the kernel and its CUDA form; they are also in `above`.
  std::vector<std::string> notes;

  std::string text() const;
  std::size_t lines_above() const;
};

// Translates one of the plan's programs. An error has the format of a compiler message.
Result<CudaForm> cuda_form(const Plan& plan, std::size_t program = 0);

}  // namespace lockstep::sim::translation
