#include "gui/scene_links/scene_link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assignment/format/folder.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/directories.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/text/json.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/packed_text/packed_text.hpp"
#include "core/plan/language.hpp"
#include "gui/lesson/player/player.hpp"
#include "gui/lesson/reading/library.hpp"
#include "gui/scene_files/open_run.hpp"
#include "gui/session/run_request.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// These fields define the run. They are written even if they have their defaults, because another release may
// have different defaults.
constexpr std::array kAlwaysWritten{"lockstep_scene", "algorithm", "n",    "group_size",
                                    "input",          "seed",      "model"};

// Texts that scenes often contain. This dictionary is part of the link format: a change to it would make all
// existing links unreadable.
constexpr std::string_view kDictionary =
    R"("program":{"buffers":[{"count":"fill":"zero","random:1","iota","name":"out","type":"float"}],"file":"launches":[{)"
    R"("arguments":[{"buffer":"in"},{"buffer":"out"},{"local_bytes":{"scalar":"value":"global":["kernel":"local":[)"
    R"(get_global_id(0);get_local_id(0);get_local_size(0);get_group_id(0);barrier(CLK_LOCAL_MEM_FENCE);\n)"
    R"(__kernel void __global const uint *__local int *for (int i = 0; i < n; ++i) {\n  if (\n  }\n}\n"edited_texts":{")"
    R"("theory":{"log2_n":"log2_p":"lesson":{"name":"page":"predict":{"lab":{"scene":"settings":{"compare":{"pair":[)"
    R"("benchmark":{"sizes":["view":"ladder","breakpoints":["conditions":{"watches":["document":"001/figure-003/002/)"
    R"("story":"title":"001 · Figure  the and is are elements work-items accesses each step of ","show":)"
    R"("source figure lanes memory counters sentence","selected_cell":{"typed_input":"typed",)"
    R"("exclusive":true,"heat":"transactions","conflicts","op":"max","min","type":"float","schedule":"independent",)"
    R"("after_row":"algorithm":"reduce-interleaved-sequential-local-global-scan/)"
    R"(,"group_size":64,"input":"random","lockstep_scene":1,"model":"cc9.0","n":64,"position":,"seed":1,"tab":"step"})";

bool is_always_written(const std::string& key) {
  return std::ranges::find(kAlwaysWritten, key) != kAlwaysWritten.end();
}

// Returns the fields of `scene` that differ from `usual`.
json without_defaults(const json& scene, const json& usual) {
  json left = json::object();
  for (const auto& [key, value] : scene.items()) {
    const auto found = usual.find(key);
    if (found == usual.end() || is_always_written(key))
      left[key] = value;
    else if (value.is_object() && found->is_object()) {
      if (json part = without_defaults(value, *found); !part.empty()) left[key] = std::move(part);
    } else if (value != *found) {
      left[key] = value;
    }
  }
  return left;
}

std::string name_of_file(const std::string& path) { return path_text(system_path(path).filename()); }

// Resets settings that belong to a person, a screen or a machine, because the reader of the link has
// their own.
void forget_own_choices(AppState& state) {
  const AppState usual;
  state.theme = usual.theme;
  state.ui_scale = usual.ui_scale;
  state.speed = usual.speed;
  state.in_front = usual.in_front;
  state.overlay = usual.overlay;
  state.program.reset();
  state.benchmark.device = usual.benchmark.device;
  state.benchmark.shared_by = usual.benchmark.shared_by;
  state.schedule_before.reset();
  state.assignment.hints.clear();
}

// Replaces the path of the user's kernel with its file name, and stores the kernel's text in the scene.
Result<void> take_own_kernel(AppState& state, const AppState& shown) {
  const std::string* edited = shown.edited_text();
  auto text = edited != nullptr ? Result<std::string>(*edited) : read_own_kernel(shown.kernel_file);
  if (!text) return tl::unexpected(text.error());
  state.kernel_file = name_of_file(shown.kernel_file);
  state.edited_texts = {{state.kernel_file, std::move(*text)}};
  if (!state.launch) return {};
  state.launch->description.file = state.kernel_file;
  state.launch->plan_file.clear();
  return {};
}

// Removes the sender's files and edits from a link to an assignment, because the recipient is supposed to
// solve the task.
void forget_own_run(AppState& state) {
  state.kernel_file.clear();
  state.launch.reset();
  state.edited_texts.clear();
}

// Removes all edited texts except those of the shown kernels.
void keep_shown_texts(AppState& state) {
  std::erase_if(state.edited_texts, [&](const auto& entry) {
    const std::string& key = entry.first;
    const bool is_exercise = !state.exercise.empty() && key == state.exercise;
    return !is_exercise && key != state.algorithm && !key.starts_with(state.algorithm + "#");
  });
}

std::string_view fragment_of(std::string_view link) {
  const std::size_t begin = link.find('#');
  return begin == link.npos ? std::string_view() : link.substr(begin + 1);
}

// Reduces the name in a scene from another source, which cannot be trusted, to a simple file name.
std::string safe_name(const std::string& name) {
  std::string safe;
  for (const char c : name_of_file(name))
    safe += std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' ? c : '_';
  while (safe.starts_with('.')) safe.erase(0, 1);
  constexpr std::size_t kLongest = 64;
  if (safe.size() > kLongest) safe.erase(0, safe.size() - kLongest);
  return is_kernel_file(safe) ? safe : safe + ".cl";
}

// Returns a file with this text: the first of NAME.cl, NAME-2.cl and so on that contains this text or does
// not exist. Thus, opening a link again does not create a second file.
Result<std::string> file_with(const std::string& folder, const std::string& name, const std::string& text) {
  if (folder.empty())
    return failure(
        "This link contains a kernel file, but there is no folder to store the file in: set XDG_STATE_HOME.");
  std::error_code error;
  fs::create_directories(system_path(folder), error);
  const fs::path whole = system_path(folder) / system_path(name);
  std::string path = path_text(whole);
  for (int i = 2; fs::exists(system_path(path), error); ++i) {
    if (const auto there = read_text_file(path, kMaxPackedBytes); there && *there == text) return path;
    path = path_text(whole.parent_path() / system_path(fmt::format("{}-{}{}", path_text(whole.stem()), i,
                                                                   path_text(whole.extension()))));
  }
  if (const auto written = write_atomically(path, text); !written) return tl::unexpected(written.error());
  return path;
}

Result<void> give_own_kernel_a_file(AppState& state, const std::string& folder) {
  const std::string* text = state.edited_text();
  if (text == nullptr)
    return failure(fmt::format("This link refers to the kernel file {}, but does not contain its text.",
                               name_of_file(state.kernel_file)));
  auto path = file_with(folder, safe_name(state.kernel_file), *text);
  if (!path) return tl::unexpected(path.error());
  state.edited_texts.clear();
  state.kernel_file = std::move(*path);
  if (state.launch) {
    state.launch->description.file = state.kernel_file;
    state.launch->plan_file.clear();
  }
  return {};
}

}  // namespace

std::string page_address() {
  const char* named = std::getenv("LOCKSTEP_PAGE");
  if (named != nullptr && *named != '\0') return named;
  constexpr std::string_view built = LOCKSTEP_PAGE;
  return std::string(built.empty() ? "lockstep.html" : built);
}

Result<SceneLink> link_to(const AppState& state, std::string_view page) {
  const bool is_assignment = state.tab == AssignmentChoice::kPage;
  if (state.shows_recording() && !is_assignment)
    return failure("A recorded program cannot be shared as a link; share its file instead.");
  if (is_assignment && !state.assignment.name.empty() &&
      !assignment::find_assignment("assignment:" + state.assignment.name))
    return failure("Your own assignment cannot be shared as a link; share its folder instead.");
  AppState linked = state;
  forget_own_choices(linked);
  if (is_assignment) forget_own_run(linked);
  if (linked.has_own_kernel()) {
    if (const auto taken = take_own_kernel(linked, state); !taken) return tl::unexpected(taken.error());
  } else {
    keep_shown_texts(linked);
  }
  const auto scene = parse_json<json>(to_scene(linked)), usual = parse_json<json>(to_scene(AppState{}));
  if (!scene || !usual) return failure("No link can be made of this view.");
  const auto packed = pack_text(json_line(without_defaults(*scene, *usual)), kDictionary);
  if (!packed)
    return failure(fmt::format("No link can be made: {}. Ctrl+S saves a file.", packed.error().message));
  SceneLink made{fmt::format("{}#{}", page.substr(0, page.find('#')), *packed)};
  made.is_too_long = made.link.size() > kMaxLink;
  return made;
}

bool is_scene_link(std::string_view text) { return looks_packed(fragment_of(text)); }

Result<LoadedScene> scene_of_link(std::string_view link, const std::string& folder) {
  const auto text = unpack_text(fragment_of(link), kDictionary);
  if (!text) return failure(fmt::format("This link {}.", text.error().message));
  auto scene = parse_scene(*text);
  if (!scene) return failure("This link is damaged: it does not contain a scene.");
  AppState& state = scene->state;
  state.program.reset();
  state.overlay = {};
  if (state.shows_recording())
    return failure("This link refers to a recorded program, which it does not contain.");
  if (!state.has_own_kernel()) return scene;
  if (const auto given = give_own_kernel_a_file(state, folder); !given) return tl::unexpected(given.error());
  return scene;
}

std::string linked_files_folder() {
  const std::string folder = state_directory();
  return folder.empty() ? "" : folder + "/linked";
}

Result<LoadedScene> load_view(const std::string& name) {
  if (is_scene_link(name)) return scene_of_link(name, linked_files_folder());
  LoadedScene view;
  if (assignment::names_assignment(name)) {
    const auto folder = assignment::find_assignment(name);
    if (!folder) return tl::unexpected(folder.error());
    open_assignment(view.state, folder->id());
    return view;
  }
  if (names_lesson(name)) {
    const auto folder = find_lesson(name);
    if (!folder) return tl::unexpected(folder.error());
    open_lesson(view.state, folder->id());
    return view;
  }
  if (!find_algorithm(name)) return load_scene_or_run(name);
  choose_algorithm(view.state, name);
  return view;
}

}  // namespace lockstep::gui
