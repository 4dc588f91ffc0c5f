#include "gui/export/export_choice.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/text.hpp"
#include "gui/export/picture_series.hpp"

namespace lockstep::gui {
namespace {

std::string_view ending(ExportFormat format) {
  constexpr std::string_view endings[] = {".svg", ".png", "-%03d.png", ".gif", ".csv", ".json"};
  return endings[static_cast<std::size_t>(format)];
}

bool is_taken(const std::string& path) {
  return std::filesystem::exists(is_numbered(path) ? numbered_path(path, 1) : path);
}

}  // namespace

std::string_view title(ExportFormat format) {
  constexpr std::string_view titles[] = {"SVG", "PNG", "PNG series", "GIF", "CSV", "JSON"};
  return titles[static_cast<std::size_t>(format)];
}

bool is_series(ExportFormat format) {
  return format == ExportFormat::png_series || format == ExportFormat::gif;
}

bool is_table(ExportFormat format) { return format == ExportFormat::csv || format == ExportFormat::json; }

std::string free_export_path(const std::string& name, ExportFormat format) {
  std::string path = fmt::format("{}{}", name, ending(format));
  for (int i = 2; is_taken(path); ++i) path = fmt::format("{}-{}{}", name, i, ending(format));
  return path;
}

SeriesSize series_size(const ExportChoice& choice, const sim::Trace& trace) {
  const auto positions = series_positions(trace, choice.from, choice.to, choice.by);
  if (!positions) return {0, positions.error().message};
  const std::size_t count = positions->size();
  std::string words = fmt::format("{} {}", count, noun_for(count, "picture"));
  if (choice.format == ExportFormat::gif)
    words += fmt::format(", played in {:.1f} s", static_cast<double>(count) * choice.delay_ms / 1000.0);
  return {count, words};
}

}  // namespace lockstep::gui
