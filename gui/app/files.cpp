#include "gui/app/files.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <filesystem>

#include "core/base/atomic_writer.hpp"
#include "gui/scene/scene.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

std::string whole(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

// "scan/blelloch" → "blelloch.cl" in the current folder, with a number where that file exists.
std::string new_kernel_name(const std::string& source_id) {
  const std::string stem = fs::path(source_id).stem().string();
  std::string name = stem + ".cl";
  for (int i = 2; fs::exists(name); ++i) name = fmt::format("{}-{}.cl", stem, i);
  return whole(name);
}

// With the line ends of the original file.
std::string as_in_file(const std::string& text, const std::string& original) {
  if (original.find("\r\n") == std::string::npos) return text;
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return result;
}

}  // namespace

void Files::open(ActionContext& context, const std::string& path) {
  AppState& state = context.state;
  if (!path.ends_with(".json")) {
    std::error_code error;
    if (!fs::is_regular_file(path, error))
      return context.activity.notify(fmt::format("Cannot open {}: this file does not exist.", path));
    choose_kernel_file(state, path);
    recent_.add(path);
    return context.activity.notify("Opened " + path + " as the kernel of " + state.algorithm + ".");
  }
  auto scene = load_scene(path);
  if (!scene) return context.activity.notify(scene.error().message);
  // Edits stay, unless the scene brings its own text of the kernel.
  scene->state.edited_texts.merge(state.edited_texts);
  state = std::move(scene->state);
  recent_.add(path);
  context.activity.notify(scene->remarks.empty() ? "Opened " + path + "." : scene->remarks.front());
}

void Files::save_scene(ActionContext& context) {
  std::string path = "lockstep-scene.json";
  for (int i = 2; fs::exists(path); ++i) path = fmt::format("lockstep-scene-{}.json", i);
  const auto saved = gui::save_scene(context.state, path);
  if (!saved) return context.activity.notify(saved.error().message);
  recent_.add(path);
  ImGui::SetClipboardText(("lockstep " + path).c_str());
  context.activity.notify(
      fmt::format("Saved. To open it again: lockstep {} (copied), or drop it on the window.", path));
}

void Files::save_kernel(ActionContext& context) {
  AppState& state = context.state;
  const std::string* edited = state.edited_text();
  const bool own = !state.kernel_file.empty();
  if (own && !edited) return context.activity.notify(state.kernel_file + " has no unsaved edits.");
  const bool overtaken = own && context.session.changed_on_disk();
  const std::string path = own && !overtaken ? state.kernel_file
                           : own             ? free_name(state.kernel_file, ".mine.cl")
                                             : new_kernel_name(state.source_id());
  const std::string& original = context.session.original().text;
  if (const auto written = write_atomically(path, edited ? as_in_file(*edited, original) : original);
      !written)
    return context.activity.notify(written.error().message);
  state.edited_texts.erase(state.source_id());
  // The same text under another name: the playhead and the breakpoints stay.
  state.kernel_file = path;
  context.session.read_again();
  recent_.add(path);
  context.activity.notify(
      overtaken ? fmt::format("The file changed on disk; your text is saved beside it as {}.", path)
                : "Saved " + path + ".");
}

void Files::report_changes(ActionContext& context) {
  const std::string& path = context.state.kernel_file;
  switch (context.session.take_file_news()) {
    case Session::FileNews::read_again:
      return context.activity.notify(path + " changed on disk and was read again.");
    case Session::FileNews::changed_while_edited:
      return context.activity.notify(
          path + " changed on disk. Your edits are kept; Ctrl+Shift+S saves them beside it.");
    case Session::FileNews::none:
      return;
  }
}

}  // namespace lockstep::gui
