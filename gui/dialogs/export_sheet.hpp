// The sheet "Export": what is written, of which moments, and where; with its progress. Over everything else.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gui/app/page_export.hpp"
#include "gui/app/picture_job.hpp"
#include "gui/dialogs/overlays.hpp"

namespace lockstep::gui {

// What the sheet holds, as far as it can be chosen: pure data, so that tests need no window.
struct ExportChoice {
  ExportFormat format = ExportFormat::gif;
  bool only_stage = true;          // of pictures; else the whole window
  std::uint64_t from = 0, to = 0;  // moments, of a series
  sim::Trace::Step by = sim::Trace::Step::line;
  unsigned delay_ms = 500;  // of a GIF
};

// The file that it goes to, in the current folder: never one that is there.
std::string export_path(const ExportChoice& choice, const AppState& state, std::uint64_t position);
// "77 pictures", or why there are none.
struct SeriesSize {
  std::size_t count = 0;
  std::string words;
};
SeriesSize series_size(const ExportChoice& choice, const sim::Trace& trace);

class ExportSheet final : public Overlay {
 public:
  std::string_view name() const override { return "export"; }
  std::optional<Action> action() const override { return Action::export_sheet; }
  void begin(OverlayContext& context) override;
  // While something is being written, only that ends.
  void leave(OverlayContext& context) override;
  // It takes all keys.
  bool press(const KeyPress& press, OverlayContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;
  bool is_working() const override { return wanted_ || job_ != nullptr; }
  // Builds a frame of what is being written.
  void go_on(OverlayContext& context) override;

 private:
  void start(OverlayContext& context);
  void start_pictures(const AppState& state, const std::string& kernel_dir);
  void change_format(int by, const AppState& state);
  void change_step(int by);
  float draw_choices(PanelContext& context, const Rect& content);
  float draw_moments(PanelContext& context, const Rect& row);
  float draw_progress(Ui& ui, const Rect& row);
  void draw_buttons(PanelContext& context, const Rect& content, bool can);

  ExportChoice choice_;
  std::string path_;
  bool wanted_ = false;  // it begins when this frame is drawn
  std::unique_ptr<PictureJob> job_;
};

}  // namespace lockstep::gui
