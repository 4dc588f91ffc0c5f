// Translates the shown OpenCL C text to CUDA C++ by rules: token for token, with comments, layout and line
// numbers kept, so that line k of the kernel file is line k of `kernel`. Definitions that the text needs are
// above it, and the plan's launches below. A token without a form in CUDA is an error with its place and the
// reason; nothing is guessed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"

namespace lockstep::sim::translation {

struct CudaForm {
  std::string above;                  // definitions and the build options as macros; whole lines
  std::string kernel;                 // as many lines as the OpenCL C text
  std::string below;                  // the host part, as a comment; whole lines
  std::vector<std::string> launches;  // those of this program, as statements of the host part
  // Differences in meaning in CUDA, as sentences; also in `above`.
  std::vector<std::string> notes;

  std::string text() const;
  std::size_t lines_above() const;
};

// The form of one of the plan's programs. The error's message is formatted like that of a compiler.
Result<CudaForm> cuda_form(const Plan& plan, std::size_t program = 0);

}  // namespace lockstep::sim::translation
