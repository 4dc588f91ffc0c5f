#include "core/base/files/scratch_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "core/base/files/leftovers.hpp"
#include "core/base/shortage.hpp"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBeginning = "lockstep-scratch-";
constexpr std::string_view kLock = "/.in-use";

// Whether the folder belongs to this user, is not a link, and has a lock that no process holds. A folder
// without the lock file is still being created or belongs to another user.
bool is_left_behind(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != ::geteuid())
    return false;
  const std::string lock = path + std::string(kLock);
  return ::lstat(lock.c_str(), &facts) == 0 && FileLock::try_once(lock).is_held();
}

void remove_left_behind(const fs::path& base) {
  std::error_code error;
  for (fs::directory_iterator entry(base, error), end; !error && entry != end; entry.increment(error)) {
    const std::string path = entry->path().string();
    if (!entry->path().filename().string().starts_with(kBeginning) || !is_left_behind(path)) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
}

}  // namespace

Result<ScratchFolder> ScratchFolder::create() {
  std::error_code error;
  const fs::path base = fs::temp_directory_path(error);
  if (error)
    return failure(fmt::format(
        "There is no temporary folder: {}. Set TMPDIR to a folder that can be written to.", error.message()));
  remove_left_behind(base);
  int reason = 0;
  for (int attempt = 0; attempt < 3; ++attempt) {
    std::string path = (base / (std::string(kBeginning) + "XXXXXX")).string();
    if (::mkdtemp(path.data()) == nullptr) {
      reason = errno;
      break;
    }
    add_leftover(path);
    FileLock lock = FileLock::try_once(path + std::string(kLock));
    // Another process mistook this folder for an abandoned one.
    if (lock.state() == FileLock::State::taken) continue;
    return ScratchFolder(std::move(path), std::move(lock));
  }
  return failure(fmt::format("No temporary folder can be made in {}: {}. Set TMPDIR to another folder.",
                             base.string(), error_text(reason != 0 ? reason : EBUSY)));
}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  forget_leftover(path_);
}

}  // namespace lockstep
