// Files that the window opens and saves: kernels and scenes.
#include <fmt/format.h>
#include <imgui.h>

#include <filesystem>

#include "core/base/atomic_writer.hpp"
#include "gui/app/interface.hpp"
#include "gui/state/scene.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

std::string whole(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

// "scan/blelloch" → "blelloch.cl", in the current folder, with a number where there is one already.
std::string new_kernel_name(const std::string& source_id) {
  const std::string stem = fs::path(source_id).stem().string();
  std::string name = stem + ".cl";
  for (int i = 2; fs::exists(name); ++i) name = fmt::format("{}-{}.cl", stem, i);
  return whole(name);
}

// With the line ends that the file had.
std::string as_in_file(const std::string& text, const std::string& original) {
  if (original.find("\r\n") == std::string::npos) return text;
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return result;
}

}  // namespace

void Interface::open_file(const std::string& path) {
  now_ = Clock::now();
  if (!path.ends_with(".json")) {
    std::error_code error;
    if (!fs::is_regular_file(path, error))
      return notify(fmt::format("Cannot open {}: there is no such file.", path));
    choose_kernel_file(state_, path);
    recent_.add(path);
    return notify("Opened " + path + " as the kernel of " + state_.algorithm);
  }
  auto scene = load_scene(path);
  if (!scene) return notify(scene.error().message);
  // What was edited here stays, unless the scene brings its own text.
  scene->state.edited_texts.merge(state_.edited_texts);
  state_ = std::move(scene->state);
  recent_.add(path);
  notify(scene->remarks.empty() ? "Opened " + path : scene->remarks.front());
}

void Interface::save() {
  // A scene that was saved before is never overwritten.
  std::string path = "lockstep-scene.json";
  for (int i = 2; fs::exists(path); ++i) path = fmt::format("lockstep-scene-{}.json", i);
  const auto saved = save_scene(state_, path);
  if (saved) recent_.add(path);
  if (saved) ImGui::SetClipboardText(("lockstep " + path).c_str());
  notify(saved ? fmt::format("Saved. To open it again: lockstep {} (copied), or drop it on the window.", path)
               : saved.error().message);
}

// The user's own file is overwritten, unless somebody else wrote it meanwhile; every other text becomes a new
// file, which is what is edited from then on.
void Interface::save_kernel() {
  const std::string* edited = state_.edited_text();
  const bool own = !state_.kernel_file.empty();
  if (own && !edited) return notify(state_.kernel_file + " is as it is on disk.");
  const bool overtaken = own && session_.changed_on_disk();
  const std::string path = own && !overtaken ? state_.kernel_file
                           : own             ? free_name(state_.kernel_file, ".mine.cl")
                                             : new_kernel_name(state_.source_id());
  const std::string text = edited ? as_in_file(*edited, session_.original().text) : session_.original().text;
  if (const auto written = write_atomically(path, text); !written) return notify(written.error().message);
  state_.edited_texts.erase(state_.source_id());
  // The same text under another name: where one is in it stays.
  state_.kernel_file = path;
  session_.read_again();
  recent_.add(path);
  notify(overtaken ? fmt::format("The file had changed on disk, so this is saved beside it, as {}.", path)
                   : "Saved " + path);
}

void Interface::tell_file_news() {
  switch (session_.take_file_news()) {
    case Session::FileNews::read_again:
      return notify(state_.kernel_file + " changed on disk and was read again.");
    case Session::FileNews::changed_while_edited:
      return notify(state_.kernel_file +
                    " changed on disk; what you edit here is kept, Ctrl+Shift+S saves it beside.");
    case Session::FileNews::none:
      return;
  }
}

}  // namespace lockstep::gui
