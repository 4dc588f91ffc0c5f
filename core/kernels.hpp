// The kernel files that are built into the program, byte for byte as they are in kernels/.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/plan.hpp"
#include "core/result.hpp"

namespace lockstep {

struct EmbeddedKernel {
  std::string_view path;  // below kernels/
  std::string_view text;
};

std::span<const EmbeddedKernel> embedded_kernels();

// A whole file, or the sentence that says which file could not be read and why.
Result<std::string> read_text_file(const std::string& path);

// `path` is below kernels/. From `kernel_dir` when that is not empty, otherwise the embedded file.
Result<KernelSource> load_kernel_file(std::string_view path, const std::string& kernel_dir);

}  // namespace lockstep
