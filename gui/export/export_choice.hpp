// What is exported: the format; for pictures, which part of the window; for a series, which moments. Pure
// data, so that tests need no window.
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
  bool only_stage = true;          // of pictures; else the whole window
  std::uint64_t from = 0, to = 0;  // moments, of a series
  sim::Trace::Step by = sim::Trace::Step::line;
  unsigned delay_ms = 500;  // of a GIF
};

// "name.svg" in the folder (with "/" at its end), with a number where that file exists.
std::string free_export_path(const std::string& folder, const std::string& name, ExportFormat format);
// With the ending of the format, which replaces that of another format.
std::string with_ending(std::string path, ExportFormat format);

// "77 pictures", or why there are none.
struct SeriesSize {
  std::size_t count = 0;
  std::string words;
};
SeriesSize series_size(const ExportChoice& choice, const sim::Trace& trace);

}  // namespace lockstep::gui
