#include "gui/storage/state_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

#include "gui/state/scene.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr int kMostWindows = 64;

// "…/scene.json" → "…/scene-2.json"; the first one is without a number.
std::string numbered(const std::string& first, int number) {
  if (number == 1) return first;
  const fs::path path(first);
  return (path.parent_path() /
          fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string()))
      .string();
}

enum class Lock : std::uint8_t { held, taken, impossible };

// Where the file system knows no locks a window is alone, as far as it can tell.
Lock try_lock(const std::string& path, int& handle) {
  std::error_code ignored;
  fs::create_directories(fs::path(path).parent_path(), ignored);
  handle = ::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (handle < 0) return Lock::impossible;
  if (::flock(handle, LOCK_EX | LOCK_NB) == 0) return Lock::held;
  const bool taken = errno == EWOULDBLOCK;
  ::close(handle);
  handle = -1;
  return taken ? Lock::taken : Lock::impossible;
}

// "scene-2.json" → "scene-2.edited.json", with a number where that is there already.
std::string set_aside(const std::string& path) {
  const std::string stem = path.substr(0, path.rfind('.'));
  std::string name = stem + ".edited.json";
  for (int i = 2; fs::exists(name); ++i) name = fmt::format("{}.edited-{}.json", stem, i);
  std::error_code error;
  fs::rename(path, name, error);
  return error ? path : name;
}

// What one window has left behind is merged into `state`; true when something differs from it.
bool merge_texts(AppState& state, const AppState& other, bool& any) {
  bool differs = false;
  for (const auto& [source, text] : other.edited_texts) {
    const auto [own, is_new] = state.edited_texts.emplace(source, text);
    any |= is_new;
    differs |= own->second != text;
  }
  return differs;
}

}  // namespace

StateFile StateFile::claim(const std::string& first) {
  if (first.empty()) return {};
  for (int number = 1; number <= kMostWindows; ++number) {
    const std::string path = numbered(first, number);
    int handle = -1;
    if (try_lock(path, handle) != Lock::taken) return {path, handle, number == 1};
  }
  return {};
}

StateFile::StateFile(StateFile&& other) noexcept { *this = std::move(other); }
StateFile& StateFile::operator=(StateFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  std::swap(first_, other.first_);
  return *this;
}
StateFile::~StateFile() {
  if (lock_ >= 0) ::close(lock_);
}

AppState without_texts(const AppState& state, const EditedTexts& elsewhere) {
  AppState own = state;
  std::erase_if(own.edited_texts, [&](const auto& entry) {
    const auto found = elsewhere.find(entry.first);
    return found != elsewhere.end() && found->second == entry.second;
  });
  return own;
}

AdoptedEdits adopt_edits(AppState& state, const StateFile& own, const std::string& first,
                         const EditedTexts& elsewhere) {
  AdoptedEdits result;
  std::vector<std::string> done;  // of no use once the state is on disk
  std::vector<int> locks;         // until then nobody else takes them over
  for (int number = 2; number <= kMostWindows && !own.path().empty(); ++number) {
    const std::string path = numbered(first, number);
    if (!fs::exists(path)) continue;
    int handle = -1;
    if (path != own.path() && try_lock(path, handle) == Lock::taken) continue;
    if (handle >= 0) locks.push_back(handle);
    const auto left = load_scene(path);
    if (!left || merge_texts(state, left->state, result.any)) {
      result.remark =
          fmt::format("Another window had edited something else: its state is {}.", set_aside(path));
    } else if (path != own.path()) {
      done.push_back(path);
    }
  }
  const bool written = !result.any || save_scene(without_texts(state, elsewhere), own.path()).has_value();
  result.any = result.any && written;
  std::error_code ignored;
  if (written)
    for (const std::string& path : done) fs::remove(path, ignored);
  for (const int lock : locks) ::close(lock);
  return result;
}

}  // namespace lockstep::gui
