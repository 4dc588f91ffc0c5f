#include "core/base/files/scratch_folder.hpp"

#include <fmt/format.h>
#include <windows.h>

#include <cerrno>
#include <random>

#include "core/base/files/leftovers.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/shortage.hpp"
#include "core/base/windows/system_error.hpp"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBeginning = "lockstep-scratch-";
constexpr std::string_view kLock = "/.in-use";

// Whether the folder has a lock that no process holds. A folder without the lock file is still being created.
bool is_left_behind(const fs::path& folder) {
  std::error_code ignored;
  const std::string lock = path_text(folder) + std::string(kLock);
  return fs::is_directory(fs::symlink_status(folder, ignored)) &&
         fs::is_regular_file(fs::symlink_status(system_path(lock), ignored)) &&
         FileLock::try_once(lock).is_held();
}

void remove_left_behind(const fs::path& base) {
  std::error_code error;
  for (fs::directory_iterator entry(base, error), end; !error && entry != end; entry.increment(error)) {
    if (!path_text(entry->path().filename()).starts_with(kBeginning) || !is_left_behind(entry->path()))
      continue;
    std::error_code ignored;
    fs::remove_all(entry->path(), ignored);
  }
}

}  // namespace

// The folder for temporary files belongs to the user: nobody else can read its contents.
Result<ScratchFolder> ScratchFolder::create() {
  std::error_code error;
  const fs::path base = fs::temp_directory_path(error);
  if (error)
    return failure(fmt::format(
        "There is no temporary folder: {}. Set TMP to a folder that can be written to.", error.message()));
  remove_left_behind(base);
  int reason = EEXIST;
  for (int attempt = 0; attempt < 3; ++attempt) {
    std::string path =
        path_text(base / system_path(fmt::format("{}{:08x}", kBeginning, std::random_device{}())));
    if (!::CreateDirectoryW(system_path(path).c_str(), nullptr)) {
      reason = last_error();
      if (reason == EEXIST) continue;
      break;
    }
    add_leftover(path);
    FileLock lock = FileLock::try_once(path + std::string(kLock));
    // Another process mistook this folder for an abandoned one.
    if (lock.state() == FileLock::State::taken) continue;
    return ScratchFolder(std::move(path), std::move(lock));
  }
  return failure(fmt::format("No temporary folder can be made in {}: {}. Set TMP to another folder.",
                             path_text(base), error_text(reason)));
}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  lock_ = FileLock();  // an open file cannot be removed
  std::error_code ignored;
  fs::remove_all(system_path(path_), ignored);
  forget_leftover(path_);
}

}  // namespace lockstep
