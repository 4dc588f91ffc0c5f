// The sheet that asks for the file name under which the view or the kernel is saved.
#pragma once

#include "gui/editor/line_field.hpp"
#include "gui/overlays/overlays.hpp"

namespace lockstep::gui {

// Whether a file can be saved under a path, and the note about the path in the sheet.
struct SaveNote {
  bool can_save = false;
  std::string text;  // such as "A new file." or "This file exists; Save replaces it."
};
SaveNote note_on_path(const std::string& path);
// Returns the typed path with the home folder in place of "~", and with the extension if it was missing.
std::string whole_save_path(std::string_view typed, std::string_view ending);

class SaveSheet final : public Overlay {
 public:
  using What = Commands::Save::What;
  explicit SaveSheet(What what) : what_(what) {}

  std::string_view name() const override { return what_ == What::scene ? "save-scene" : "save-kernel"; }
  std::optional<Action> action() const override {
    return Action{what_ == What::scene ? "save-scene-as" : "save-kernel-as"};
  }
  void begin(ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  std::string_view ending(const AppState& state) const;
  void type(const TypedInput& typed);

  What what_;
  LineField field_;
  bool had_keyboard_ = false, left_ = false, wanted_ = false;
};

}  // namespace lockstep::gui
