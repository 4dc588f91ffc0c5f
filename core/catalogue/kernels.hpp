// The kernel files: those that are built into the program, or those of a folder.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/catalogue/embedded.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

// `path` is below kernels/. From `kernel_dir` when that is not empty, otherwise the embedded file.
Result<KernelSource> load_kernel_file(std::string_view path, const std::string& kernel_dir);

}  // namespace lockstep
