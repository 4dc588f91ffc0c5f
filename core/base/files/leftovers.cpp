#include "core/base/files/leftovers.hpp"

#include <filesystem>
#include <mutex>
#include <set>

#include "core/base/files/path_text.hpp"
#include "core/base/process.hpp"

namespace lockstep {
namespace {

// Never destroyed: a thread may end the process while main() returns.
struct Leftovers {
  std::mutex mutex;
  std::set<std::string> paths;
};
Leftovers& leftovers() {
  static auto* const all = new Leftovers;
  return *all;
}

}  // namespace

void add_leftover(const std::string& path) {
  const std::lock_guard lock(leftovers().mutex);
  leftovers().paths.insert(path);
}

void forget_leftover(const std::string& path) {
  const std::lock_guard lock(leftovers().mutex);
  leftovers().paths.erase(path);
}

// The lock is not released, so no other thread can add an entry.
void end_without_leftovers(int status) {
  leftovers().mutex.lock();
  for (int attempt = 0; attempt < 2; ++attempt)  // another process may be writing into a folder
    for (const std::string& path : leftovers().paths) {
      std::error_code ignored;
      std::filesystem::remove_all(system_path(path), ignored);
    }
  end_process(status);
}

}  // namespace lockstep
