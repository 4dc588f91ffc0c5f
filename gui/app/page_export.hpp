// What each page of the window gives as a file, but for moments of a run as pictures (picture_job.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "gui/jobs/benchmark_runner.hpp"
#include "gui/jobs/count_runner.hpp"
#include "gui/jobs/pair_runner.hpp"
#include "gui/jobs/session.hpp"

namespace lockstep::gui {

enum class ExportFormat : std::uint8_t { svg, png, png_series, gif, csv, json };

// Those that a page can give, in the order that is shown; the first one is what Ctrl+E writes.
std::vector<ExportFormat> formats_of(const AppState& state);
std::string_view title(ExportFormat format);
bool is_series(ExportFormat format);
// Made of frames of the window, by a PictureJob.
bool is_picture(ExportFormat format, const AppState& state);
// The two rows of the Compare tab are stepped together.
bool shows_pair(const AppState& state);

// Where the pages have what they show from.
struct ExportSources {
  const AppState& state;
  Session& session;
  CountRunner& counting;
  BenchmarkRunner& benchmark;
  PairRunner& pair;
};
// All that is no picture. An Error when the page has nothing to give yet.
Result<void> export_page(ExportFormat format, const ExportSources& from, const std::string& path);

}  // namespace lockstep::gui
