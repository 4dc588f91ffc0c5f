#include "runtime/objects/source_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/process.hpp"

namespace lockstep::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::array kFolders{"", "kernels", "kernel", "cl", "opencl", "src"};
constexpr std::array kEndings{".cl", ".ocl", ".clh", ".h"};
constexpr std::size_t kMaxFiles = 1000;  // maximum number of files that are read in a folder

bool has_text(const fs::directory_entry& entry, std::string_view text) {
  std::error_code error;
  if (std::ranges::find(kEndings, path_text(entry.path().extension())) == kEndings.end()) return false;
  if (!entry.is_regular_file(error) || entry.file_size(error) != text.size()) return false;
  const auto content = read_file(path_text(entry.path()));
  return content && *content == text;
}

std::string file_in(const fs::path& folder, std::string_view text) {
  std::error_code error;
  std::size_t seen = 0;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (++seen > kMaxFiles) break;
    if (has_text(entry, text)) return path_text(fs::absolute(entry.path(), error).lexically_normal());
  }
  return "";
}

}  // namespace

std::string source_file_of(std::string_view text) {
  for (const fs::path& base : {fs::path("."), system_path(own_program()).parent_path()})
    for (const char* folder : kFolders)
      if (std::string path = file_in(base / system_path(folder), text); !path.empty()) return path;
  return "";
}

}  // namespace lockstep::runtime
