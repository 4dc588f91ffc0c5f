#include "core/catalogue/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lockstep {

Result<std::string> read_text_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return failure(fmt::format("{} is a folder; name a kernel file in it.", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file && (file.peek() == std::ifstream::traits_type::eof() || text << file.rdbuf()) && !file.bad())
    return text.str();
  const char* reason = errno != 0 ? std::strerror(errno) : "reading stopped";
  return failure(fmt::format("Cannot read {}: {}. Check the path and its permissions.", path, reason));
}

Result<KernelSource> load_kernel_file(std::string_view path, const std::string& kernel_dir) {
  if (!kernel_dir.empty()) {
    const std::filesystem::path full = std::filesystem::path(kernel_dir) / path;
    return read_text_file(full.string()).map([&](std::string text) {
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
