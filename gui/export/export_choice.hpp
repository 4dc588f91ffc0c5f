// The settings of an export: the format, the part of the window for pictures, and the moments for a series.
// The settings are plain data, so tests need no window.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/trace/trace.hpp"

namespace lockstep::gui {

enum class ExportFormat : std::uint8_t { svg, png, png_series, gif, html, csv, json };

std::string_view title(ExportFormat format);
bool is_series(ExportFormat format);
bool is_table(ExportFormat format);

struct ExportChoice {
  ExportFormat format = ExportFormat::gif;
  bool only_stage = true;          // for pictures; otherwise the whole window
  std::uint64_t from = 0, to = 0;  // moments, for a series
  sim::Trace::Step by = sim::Trace::Step::line;
  unsigned delay_ms = 500;  // for a GIF
};

// Returns the path of "name.svg" in the folder, which must end with "/". If that file exists, a number is
// added to its name.
std::string free_export_path(const std::string& folder, const std::string& name, ExportFormat format);
// Returns the path with the extension of the format, which replaces the extension of any other format.
std::string with_ending(std::string path, ExportFormat format);

// The number of pictures in a series and its description, "77 pictures". If the series is not possible,
// `words` gives the reason.
struct SeriesSize {
  std::size_t count = 0;
  std::string words;
};
SeriesSize series_size(const ExportChoice& choice, const sim::Trace& trace);

}  // namespace lockstep::gui
