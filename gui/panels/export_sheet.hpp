// The sheet "Export": what is written, of which moments, and where; with its progress. Over everything else.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gui/picture_job.hpp"
#include "gui/view.hpp"

namespace lockstep::gui {

enum class ExportFormat : std::uint8_t { svg, png, png_series, gif, csv, json };

// What the sheet holds, as far as it can be chosen: pure data, so that tests need no window.
struct ExportChoice {
  ExportFormat format = ExportFormat::gif;
  bool only_stage = true;          // of pictures; else the whole window
  std::uint64_t from = 0, to = 0;  // moments, of a series
  sim::Trace::Step by = sim::Trace::Step::line;
  unsigned delay_ms = 500;  // of a GIF
};

// Those that a page can give, in the order that is shown.
std::vector<ExportFormat> formats_of(Tab tab);
std::string_view title(ExportFormat format);
bool is_picture(ExportFormat format);  // made of frames
bool is_series(ExportFormat format);
// The file that it goes to, in the current folder: never one that is there.
std::string export_path(const ExportChoice& choice, const AppState& state, std::uint64_t position);
// "77 pictures", or why there are none.
struct SeriesSize {
  std::size_t count = 0;
  std::string words;
};
SeriesSize series_size(const ExportChoice& choice, const sim::Trace& trace);

class ExportSheet {
 public:
  explicit ExportSheet(std::string kernel_dir) : kernel_dir_(std::move(kernel_dir)) {}

  bool is_open() const { return open_; }
  bool is_working() const { return job_ != nullptr; }
  void open(const AppState& state, Session& session);
  // The keys of the sheet; it takes all while it is open.
  void press(const KeyPress& press, const AppState& state, Session& session, CountRunner& counting);
  void draw(Ui& ui, const Rect& window, const AppState& state, Session& session, CountRunner& counting);
  // Builds a frame of what is being written. Outside of a frame's own drawing.
  void go_on();
  // What there is to say once, when it ended.
  std::optional<std::string> take_notice() { return std::exchange(notice_, std::nullopt); }

 private:
  void start(const AppState& state, Session& session, CountRunner& counting);
  void leave();
  void change_format(int by, Tab tab);
  void change_step(int by);
  float draw_choices(Ui& ui, const Rect& content, const AppState& state, Session& session);
  float draw_moments(Ui& ui, const Rect& row, const AppState& state, Session& session);
  float draw_progress(Ui& ui, const Rect& row);

  std::string kernel_dir_;
  bool open_ = false;
  ExportChoice choice_;
  std::string path_;
  std::unique_ptr<PictureJob> job_;
  std::optional<std::string> notice_;
};

}  // namespace lockstep::gui
