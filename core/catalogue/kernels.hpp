// The kernel files: those that are built into the program, or those of a folder.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/catalogue/embedded.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

// A whole file, or the sentence that says which file could not be read and why.
Result<std::string> read_text_file(const std::string& path);

// `path` is below kernels/. From `kernel_dir` when that is not empty, otherwise the embedded file.
Result<KernelSource> load_kernel_file(std::string_view path, const std::string& kernel_dir);

}  // namespace lockstep
