// The sheet "Export", in which the user selects the format, the moments of a series and the output file, and
// which shows the progress.
#pragma once

#include <memory>
#include <string>

#include "gui/editor/line_field.hpp"
#include "gui/overlays/overlays.hpp"

namespace lockstep::gui {

class ExportSheet final : public Overlay {
 public:
  std::string_view name() const override { return "export"; }
  std::optional<Action> action() const override { return actions::export_sheet; }
  void begin(ActionContext& context) override;
  // Closes the sheet. While pictures are being written, only cancels the export.
  void leave(ActionContext& context) override;
  // Handles all keys; returns true.
  bool press(const KeyPress& press, ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;
  bool is_working() const override { return wanted_ || job_ != nullptr; }
  // Draws the next frame of the pictures that are being written.
  void go_on(ActionContext& context) override;

 private:
  void start(ActionContext& context);
  void choose_path(const PanelContext& context);
  void draw_path(PanelContext& context, const Rect& row);
  void type(const TypedInput& typed);
  void start_pictures(ActionContext& context);
  void change_format(int by, const Page& page, const AppState& state);
  void change_step(int by);
  float draw_choices(PanelContext& context, const Rect& content);
  float draw_moments(PanelContext& context, const Rect& row);
  float draw_progress(Ui& ui, const Rect& row);
  void draw_buttons(PanelContext& context, const Rect& content, bool can);

  ExportChoice choice_;
  std::string path_;     // path of the output file
  std::string folder_;   // folder that is suggested
  std::string named_;    // path that the user typed; empty: the suggested path
  LineField field_;      // for the path
  bool typing_ = false;  // whether the user is typing in the field
  bool wanted_ = false;  // whether the export starts after this frame has been drawn
  std::unique_ptr<PictureJob> job_;
};

}  // namespace lockstep::gui
