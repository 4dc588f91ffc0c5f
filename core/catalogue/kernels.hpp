// The kernel files: the built-in files, or those of a folder.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/catalogue/embedded.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

// `path` is relative to kernels/. Reads the file from `kernel_dir` unless that is empty, otherwise returns
// the embedded file.
Result<KernelSource> load_kernel_file(std::string_view path, const std::string& kernel_dir);

}  // namespace lockstep
