#include "core/base/scratch_folder.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/process.hpp"

namespace lockstep {

Result<ScratchFolder> ScratchFolder::create() {
  std::error_code error;
  const std::filesystem::path base = std::filesystem::temp_directory_path(error);
  for (int attempt = 0; !error && attempt < 1000; ++attempt) {
    const std::filesystem::path path = base / fmt::format("lockstep-{}-{}", process_id(), attempt);
    if (!std::filesystem::create_directory(path, error)) continue;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
    return ScratchFolder(path.string());
  }
  return failure(fmt::format("No temporary folder can be made in {}: {}.", base.string(), error.message()));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace lockstep
