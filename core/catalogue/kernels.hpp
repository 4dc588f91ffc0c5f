// Reads the kernel files: the built-in files, or those in a folder.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/catalogue/embedded.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

// Reads a file from `kernel_dir`, or returns the embedded file if `kernel_dir` is empty. `path` is relative
// to kernels/.
Result<KernelSource> load_kernel_file(std::string_view path, const std::string& kernel_dir);

}  // namespace lockstep
