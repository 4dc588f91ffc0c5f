#include "gui/overlays/save_sheet.hpp"

#include <filesystem>

#include "core/base/files/directories.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/plan/language.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr float kSaveSheetPadding = 24, kSaveSheetWidth = 720, kSaveSheetHeight = 196;

}  // namespace

std::string whole_save_path(std::string_view typed, std::string_view ending) {
  std::string path(typed);
  if (path.starts_with("~/") && !home_directory().empty()) path = home_directory() + path.substr(1);
  std::error_code error;
  const fs::path whole = absolute_path(system_path(path), error);
  if (!error) path = path_text(normal_path(whole));
  if (!path.ends_with('/') && !path.ends_with(ending)) path += ending;
  return path;
}

SaveNote note_on_path(const std::string& path) {
  std::error_code ignored;
  const fs::path whole = system_path(path);
  if (path.ends_with('/') || fs::is_directory(whole, ignored)) return {false, "Enter the name of a file."};
  if (!fs::is_directory(whole.parent_path(), ignored))
    return {false, "The folder " + path_text(whole.parent_path()) + " does not exist."};
  if (fs::exists(whole, ignored)) return {true, "This file exists; Save replaces it."};
  return {true, "A new file."};
}

void SaveSheet::begin(ActionContext& context) {
  context.activity.playing = false;
  had_keyboard_ = left_ = wanted_ = false;
  const std::string stem =
      what_ == What::scene ? "lockstep-scene" : path_text(system_path(context.state.source_id()).stem());
  field_.set(free_path(context.folder.path(), stem, std::string(ending(context.state))), false);
}

std::string_view SaveSheet::ending(const AppState& state) const {
  return what_ == What::scene ? ".json" : kernel_file_ending(language_of(state.source_id()));
}

void SaveSheet::type(const TypedInput& typed) {
  field_.type(typed);
  for (const KeyPress& press : typed.keys) {
    left_ |= press.key == Key::escape;
    wanted_ |= press.key == Key::enter;
  }
}

void SaveSheet::draw(const OverlayFrame& frame, PanelContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const float width = std::min(kSaveSheetWidth, window.width - 16);
  const Rect box{(window.width - width) / 2, std::max(8.0f, window.height / 3 - kSaveSheetHeight / 2), width,
                 kSaveSheetHeight};
  ui.sheet(window, box);
  const Rect content{box.x + kSaveSheetPadding, box.y + kSaveSheetPadding, width - 2 * kSaveSheetPadding,
                     kSaveSheetHeight - 2 * kSaveSheetPadding};
  ui.canvas.text({content.x, content.y},
                 what_ == What::scene ? "Save the view as a scene" : "Save the kernel as a new file",
                 {Font::text_bold, Role::ink, Align::left, 18});
  wanted_ = false;
  if (std::exchange(had_keyboard_, true)) type(ui.typed);
  field_.draw(ui, "save-path", {content.x, content.y + 36, content.width, 30}, true,
              "Folder and name of the file");
  const std::string path = whole_save_path(field_.text(), ending(context.state));
  const SaveNote note = note_on_path(path);
  const TextStyle style{Font::text, note.can_save ? Role::second_ink : Role::costs, Align::left, 12};
  ui.canvas.text({content.x, content.y + 74}, fit_text(ui.canvas, note.text, style, content.width), style);
  const Rect save{content.right() - 150, content.bottom() - 34, 150, 34},
      cancel{save.x - 118, save.y, 106, 34};
  if (ui.button("save-cancel", cancel, "Close", "Esc")) left_ = true;
  if (ui.button("save-go", save, "Save", "Write the file (Enter)", true, note.can_save)) wanted_ = true;
  if (wanted_ && note.can_save) context.commands.saves.push_back({what_, path});
  left_ |= wanted_ && note.can_save;
  if (!left_) context.activity.keyboard = KeyboardOwner::sheet;
  if (left_) context.commands.close_overlay();
}

std::unique_ptr<Overlay> make_save_scene() { return std::make_unique<SaveSheet>(SaveSheet::What::scene); }
std::unique_ptr<Overlay> make_save_kernel() { return std::make_unique<SaveSheet>(SaveSheet::What::kernel); }

}  // namespace lockstep::gui
