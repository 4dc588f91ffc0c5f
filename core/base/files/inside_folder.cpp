#include "core/base/files/inside_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/checked_number.hpp"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

// Both paths are canonical: symbolic links have been resolved.
bool is_below(const fs::path& folder, const fs::path& file) {
  const auto [in_folder, in_file] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return in_folder == folder.end() || (std::next(in_folder) == folder.end() && in_folder->empty());
}

}  // namespace

Result<std::string> path_inside(const std::string& folder, const std::string& name) {
  const fs::path base = folder.empty() ? fs::path(".") : system_path(folder);
  const fs::path named = is_absolute_path(system_path(name)) ? system_path(name) : base / system_path(name);
  std::error_code error;
  const fs::path real_base = fs::weakly_canonical(absolute_path(base, error), error);
  const fs::path real_file = error ? fs::path() : fs::weakly_canonical(absolute_path(named, error), error);
  if (!error && is_below(real_base, real_file)) return path_text(folder.empty() ? system_path(name) : named);
  return usage_error(fmt::format(
      "{} is outside the folder {}, but a document can only use files in its own folder: copy the "
      "file there, and give its name without a path.",
      quoted_briefly(name), path_text(real_base)));
}

}  // namespace lockstep
