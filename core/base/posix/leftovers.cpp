#include "core/base/posix/leftovers.hpp"

#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <set>

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

// The lock stays held, so that no other thread adds one.
void end_without_leftovers(int status) {
  leftovers().mutex.lock();
  for (int attempt = 0; attempt < 2; ++attempt)  // another process may write into a folder meanwhile
    for (const std::string& path : leftovers().paths) {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  ::_exit(status);
}

}  // namespace lockstep
