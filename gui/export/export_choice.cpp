#include "gui/export/export_choice.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"
#include "gui/export/picture_series.hpp"

namespace lockstep::gui {
namespace {

std::string_view ending(ExportFormat format) {
  constexpr std::string_view endings[] = {".svg", ".png", "-%03d.png", ".gif", ".html", ".csv", ".json"};
  return endings[static_cast<std::size_t>(format)];
}

bool is_taken(const std::string& path) {
  return std::filesystem::exists(system_path(is_numbered(path) ? numbered_path(path, 1) : path));
}

}  // namespace

std::string_view title(ExportFormat format) {
  constexpr std::string_view titles[] = {"SVG", "PNG", "PNG series", "GIF", "Text", "CSV", "JSON"};
  return titles[static_cast<std::size_t>(format)];
}

bool is_series(ExportFormat format) {
  return format == ExportFormat::png_series || format == ExportFormat::gif;
}

bool is_table(ExportFormat format) { return format == ExportFormat::csv || format == ExportFormat::json; }

std::string free_export_path(const std::string& folder, const std::string& name, ExportFormat format) {
  std::string path = fmt::format("{}{}{}", folder, name, ending(format));
  for (int i = 2; is_taken(path); ++i) path = fmt::format("{}{}-{}{}", folder, name, i, ending(format));
  return path;
}

std::string with_ending(std::string path, ExportFormat format) {
  if (is_series(format) == is_numbered(path) && path.ends_with(is_numbered(path) ? ".png" : ending(format)))
    return path;
  for (const ExportFormat other :
       {ExportFormat::png_series, ExportFormat::svg, ExportFormat::png, ExportFormat::gif, ExportFormat::html,
        ExportFormat::csv, ExportFormat::json})
    if (path.ends_with(ending(other))) {
      path.resize(path.size() - ending(other).size());
      break;
    }
  return path.append(ending(format));
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
