#include "gui/scene_files/scenes.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/directories.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/catalogue/documents.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/session/run_request.hpp"

namespace lockstep::gui {
namespace {

// The edited texts are the longest part of a scene.
constexpr std::uint64_t kMaxSceneBytes = std::uint64_t{32} << 20;

SceneParts parts_of(const PageList& list) {
  SceneParts parts{{}, overlay_names()};
  for (const PageEntry& page : list) parts.pages.push_back({std::string(page.key), page.fields});
  return parts;
}

// Stores the scene file that a command came from, because the command runs only after the user has agreed to
// it. The folder of the command is relative to the folder of the scene.
void keep_origin(AppState& state, const std::string& path) {
  if (!state.program) return;
  std::error_code error;
  const std::filesystem::path whole = normal_path(absolute_path(system_path(path), error));
  state.program->came_with = path_text(whole);
  state.program->folder = path_text(normal_path(whole.parent_path() / system_path(state.program->folder)));
}

// Resolves the path of a kernel file. A relative path is searched for in the folder of the scene first, then
// in the current folder.
void find_kernel_beside(AppState& state, const std::string& path) {
  if (state.kernel_file.empty() || is_absolute_path(system_path(state.kernel_file))) return;
  std::error_code error;
  const std::filesystem::path beside =
      normal_path(absolute_path(system_path(path), error).parent_path() / system_path(state.kernel_file));
  if (error || !std::filesystem::is_regular_file(beside, error)) return;
  state.kernel_file = path_text(beside);
  if (state.launch) state.launch->description.file = state.kernel_file;
}

void show_listing(AppState& state, const DocumentEntry& entry) {
  state.words = Words::cuda;
  state.lane_variable.clear();
  if (!entry.cuda_position) return;
  forget_position(state);
  state.position = entry.cuda_position;
}

}  // namespace

std::string to_scene(const AppState& state, const PageList& pages) {
  return to_scene(state, parts_of(pages));
}

Result<LoadedScene> parse_scene(std::string_view text, const PageList& pages, SceneOrigin origin) {
  return parse_scene(text, parts_of(pages), origin);
}

Result<AppState> read_scene(std::string_view text, std::vector<std::string>& remarks) {
  auto scene = parse_scene(text);
  if (!scene) return tl::unexpected(scene.error());
  remarks = std::move(scene->remarks);
  return std::move(scene->state);
}

Result<LoadedScene> load_document_entry(std::string_view name) {
  const auto entry = find_document_entry(name);
  if (!entry) return tl::unexpected(entry.error());
  auto scene = parse_scene(built_in_scene((*entry)->scene));
  if (!scene) return failure(fmt::format("{}: scene {}: {}", name, (*entry)->scene, scene.error().message));
  scene->state.document = (*entry)->name();
  scene->state.title = fmt::format("{} · {}", (*entry)->document, (*entry)->title);
  // The text in the entry is the original of the exercise, not an edit.
  if ((*entry)->kind == EntryKind::exercise && scene->state.edited_texts.erase(scene->state.algorithm) != 0)
    scene->state.exercise = (*entry)->scene;
  if (!(*entry)->story.empty()) scene->state.story = (*entry)->story;
  scene->state.words_tab = scene->state.tab;
  scene->state.listings = listing_of(**entry) != nullptr ? (*entry)->document : "";
  if (names_listing(name)) show_listing(scene->state, **entry);
  return scene;
}

Result<LoadedScene> load_scene(const std::string& path, SceneOrigin origin) {
  if (names_document_entry(path)) return load_document_entry(path);
  std::error_code ignored;
  if (!std::filesystem::exists(system_path(path), ignored))
    return usage_error(fmt::format("Cannot read the scene {}: check the path.", path));
  if (path.ends_with(kRecordingEnding)) {
    LoadedScene recorded;
    if (const auto chosen = choose_recording(recorded.state, path); !chosen)
      return tl::unexpected(chosen.error());
    return recorded;
  }
  const auto text = read_text_file(path, kMaxSceneBytes);
  if (!text) return usage_error(text.error().message);
  auto scene = parse_scene(*text, all_pages(), origin);
  if (!scene) return usage_error(fmt::format("{}: {}", path, scene.error().message));
  if (origin == SceneOrigin::file) {
    keep_origin(scene->state, path);
    find_kernel_beside(scene->state, path);
  }
  if (has_words_here(scene->state)) scene->state.words_tab = scene->state.tab;
  return scene;
}

std::string last_scene_path() {
  const std::string folder = state_directory();
  return folder.empty() ? "" : folder + "/scene.json";
}

Result<void> save_scene(const AppState& state, const std::string& path) {
  return write_atomically(path, to_scene(state));
}

}  // namespace lockstep::gui
