#include "gui/scene_files/state_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "core/base/files/kept_file.hpp"
#include "core/base/files/path_text.hpp"
#include "gui/scene_files/scenes.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxWindows = 64;

// Returns the path with a number, for example "…/scene-2.json" for "…/scene.json". The first
// path has no number.
std::string numbered(const std::string& first, int number) {
  if (number == 1) return first;
  const fs::path path = system_path(first);
  return path_text(path.parent_path() / system_path(fmt::format("{}-{}{}", path_text(path.stem()), number,
                                                                path_text(path.extension()))));
}

FileLock lock_of(const std::string& path) {
  std::error_code ignored;
  fs::create_directories(system_path(path).parent_path(), ignored);
  return FileLock::try_once(path + ".lock");
}

// Renames for example "scene-2.json" to "scene-2.edited.json", or adds a number if a file of this name
// exists. Returns the new path.
std::string kept_as_scene(const std::string& path) {
  const std::string stem = path.substr(0, path.rfind('.'));
  std::string name = stem + ".edited.json";
  std::error_code error;
  for (int i = 2; fs::exists(system_path(name), error); ++i) name = fmt::format("{}.edited-{}.json", stem, i);
  fs::rename(system_path(path), system_path(name), error);
  return error ? path : name;
}

// Merges the edited texts of a window that has ended into `state`. Sets `any` if a text was added. Returns
// true if both states contain different texts of one kernel.
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
  for (int number = 1; number <= kMaxWindows; ++number) {
    const std::string path = numbered(first, number);
    FileLock lock = lock_of(path);
    // On a file system without locks, other windows cannot be detected.
    if (lock.state() != FileLock::State::taken) return {path, std::move(lock), number == 1};
  }
  return {};
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
  std::vector<std::string> done;  // files that are no longer needed once the state is stored
  std::vector<FileLock> locks;    // prevent other windows from taking over the files before they are removed
  for (int number = 2; number <= kMaxWindows && !own.path().empty(); ++number) {
    const std::string path = numbered(first, number);
    std::error_code ignored;
    if (!fs::exists(system_path(path), ignored)) continue;
    if (path != own.path()) {
      FileLock lock = lock_of(path);
      if (lock.state() == FileLock::State::taken) continue;
      locks.push_back(std::move(lock));
    }
    const auto left = load_scene(path);
    if (!left) {
      result.remark = set_aside(path, left.error().message).sentence;
    } else if (merge_texts(state, left->state, result.any)) {
      result.remark = fmt::format(
          "Another window edited the same kernel differently. The state of that window was kept as {}.",
          kept_as_scene(path));
    } else if (path != own.path()) {
      done.push_back(path);
    }
  }
  const bool written = !result.any || save_scene(without_texts(state, elsewhere), own.path()).has_value();
  result.any = result.any && written;
  std::error_code ignored;
  if (written)
    for (const std::string& path : done) fs::remove(system_path(path), ignored);
  return result;
}

}  // namespace lockstep::gui
