#include "core/catalogue/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/whole_file.hpp"

namespace lockstep {

Result<KernelSource> load_kernel_file(std::string_view path, const std::string& kernel_dir) {
  if (!kernel_dir.empty()) {
    const std::filesystem::path full = std::filesystem::path(kernel_dir) / path;
    return read_file(full.string()).map([&](std::string text) {
      return KernelSource{full.string(), std::move(text), full.parent_path().string()};
    });
  }
  const auto kernels = embedded_kernels();
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const EmbeddedFile& kernel) { return kernel.path == path; });
  if (found == kernels.end())
    return failure(fmt::format(
        "The kernel file {} is not built into this program; point to a folder that has it.", path));
  return KernelSource{std::string(path), std::string(found->text), ""};
}

}  // namespace lockstep
