#include "core/catalogue/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"

namespace lockstep {

Result<KernelSource> load_kernel_file(std::string_view path, const std::string& kernel_dir) {
  if (!kernel_dir.empty()) {
    const std::filesystem::path full = system_path(kernel_dir) / system_path(path);
    return read_file(path_text(full)).map([&](std::string text) {
      return KernelSource{path_text(full), std::move(text), path_text(full.parent_path())};
    });
  }
  const auto kernels = embedded_kernels();
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const EmbeddedFile& kernel) { return kernel.path == path; });
  if (found == kernels.end())
    return failure(fmt::format(
        "The kernel file {} is not built into this program; specify a folder that contains it.", path));
  return KernelSource{std::string(path), std::string(found->text), ""};
}

}  // namespace lockstep
