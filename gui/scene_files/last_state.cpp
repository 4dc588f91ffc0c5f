#include "gui/scene_files/last_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/kept_file.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBroken = ".broken", kBefore = ".before";

// Copies the file; returns `why` followed by a sentence that names the copy.
std::string copied(const std::string& path, std::string_view ending, const std::string& why) {
  const std::string aside = free_name(path, ending);
  std::error_code error;
  fs::copy_file(system_path(path), system_path(aside), error);
  if (error) return fmt::format("{} It could not be copied to {}: {}.", why, aside, error.message());
  return fmt::format("{} It is kept as {}.", why, aside);
}

}  // namespace

RestoredState restore_state(const std::string& path) {
  std::error_code error;
  if (path.empty() || fs::status(system_path(path), error).type() == fs::file_type::not_found) return {};
  remove_leftovers(path);
  auto loaded = load_scene(path, SceneOrigin::own_state);
  if (!loaded)
    return {{},
            false,
            "The state of the previous session is lost: " + set_aside(path, loaded.error().message).sentence};
  RestoredState restored{std::move(loaded->state), true};
  if (!loaded->remarks.empty())
    restored.remark = copied(path, kBroken, shortened(loaded->remarks.front(), 300));
  return restored;
}

void keep_for_eyes(AppState& opened, const AppState& window) {
  opened.theme = window.theme;
  opened.ui_scale = window.ui_scale;
}

std::string keep_last_edits(AppState& scene, const AppState& last, const std::string& path) {
  const bool hidden = std::ranges::any_of(last.edited_texts, [&](const auto& entry) {
    const auto own = scene.edited_texts.find(entry.first);
    return own != scene.edited_texts.end() && own->second != entry.second;
  });
  auto others = last.edited_texts;
  scene.edited_texts.merge(others);
  return hidden ? copied(path, kBefore, "The scene contains its own text of a kernel that you edited.") : "";
}

std::optional<std::string> StateKeeper::update(const AppState& state, Clock::time_point now) {
  if (path_.empty()) return std::nullopt;
  if (state.edited_texts != texts_) {
    texts_ = state.edited_texts;
    if (!changed_at_) changed_at_ = now;
    due_ = std::min<Clock::time_point>(now + kPause, *changed_at_ + kLatest);
  }
  if (!due_ || now < *due_) return std::nullopt;
  return keep(state);
}

std::optional<std::string> StateKeeper::keep(const AppState& state) {
  due_.reset();
  changed_at_.reset();
  texts_ = state.edited_texts;
  if (path_.empty() || kept_ == state) return std::nullopt;
  std::error_code ignored;
  fs::create_directories(system_path(path_).parent_path(), ignored);
  const auto saved = save_scene(without_texts(state, elsewhere_), path_);
  if (saved) {
    kept_ = state;
    complaint_.clear();
    return std::nullopt;
  }
  if (saved.error().message == complaint_) return std::nullopt;
  complaint_ = saved.error().message;
  return "Your edits are not kept: " + complaint_;
}

}  // namespace lockstep::gui
