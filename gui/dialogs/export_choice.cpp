#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gui/dialogs/export_sheet.hpp"

namespace lockstep::gui {
namespace {

std::string extension(ExportFormat format) {
  constexpr std::string_view extensions[] = {".svg", ".png", "-%03d.png", ".gif", ".csv", ".json"};
  return std::string(extensions[static_cast<std::size_t>(format)]);
}

bool is_taken(const std::string& path) {
  return std::filesystem::exists(is_numbered(path) ? numbered_path(path, 1) : path);
}

}  // namespace

std::string export_path(const ExportChoice& choice, const AppState& state, std::uint64_t position) {
  std::string stem;
  const bool is_table = choice.format == ExportFormat::csv || choice.format == ExportFormat::json;
  if (shows_pair(state)) {
    stem = "pair";
    // A row's key ends with a star where the edited text is meant.
    for (const std::string& key : state.compare.pair)
      stem += "-" + (key.ends_with('*') ? key.substr(0, key.size() - 1) + "-edited" : key);
    stem += fmt::format("-n{}", state.n);
    if (state.compare.step) stem += fmt::format("-{}", *state.compare.step);
  } else if (state.tab == Tab::compare) {
    stem = fmt::format("compare-n{}-L{}", state.n, state.group_size);
  } else if (state.tab == Tab::theory) {
    stem = fmt::format("{}-theory", state.algorithm);
  } else if (state.tab == Tab::gpu) {
    stem = "run-on-gpu";
  } else {
    stem = fmt::format("{}-n{}", state.algorithm, state.n);
    if (is_table) {
      stem += "-lines";
    } else if (is_series(choice.format)) {
      stem += fmt::format("-{}-to-{}", choice.from, choice.to);
    } else {
      stem += fmt::format("-{}", position);
    }
  }
  std::ranges::replace(stem, '/', '-');
  std::string path = stem + extension(choice.format);
  for (int i = 2; is_taken(path); ++i) path = fmt::format("{}-{}{}", stem, i, extension(choice.format));
  return path;
}

SeriesSize series_size(const ExportChoice& choice, const sim::Trace& trace) {
  const auto positions = series_positions(trace, choice.from, choice.to, choice.by);
  if (!positions) return {0, positions.error().message};
  const std::size_t count = positions->size();
  std::string words = fmt::format("{} {}", count, count == 1 ? "picture" : "pictures");
  if (choice.format == ExportFormat::gif)
    words += fmt::format(", played in {:.1f} s", static_cast<double>(count) * choice.delay_ms / 1000.0);
  return {count, words};
}

}  // namespace lockstep::gui
