#include "gui/app/page_export.hpp"

#include "core/base/atomic_writer.hpp"
#include "core/measure/benchmark.hpp"
#include "core/measure/report.hpp"
#include "gui/app/figure_export.hpp"
#include "gui/pages/compare/pair/drawing.hpp"
#include "gui/pages/gpu/drawing.hpp"

namespace lockstep::gui {
namespace {

Result<void> write(Result<Drawing> drawing, const AppState& state, const std::string& path) {
  if (!drawing) return tl::unexpected(drawing.error());
  return write_drawing(*drawing, state, path);
}

// As `lockstep bench` prints them.
Result<void> export_benchmark(ExportFormat format, const BenchmarkSnapshot& snapshot, const AppState& state,
                              const std::string& path) {
  const opencl::BenchReport report = bench_report(snapshot);
  if (format == ExportFormat::svg || format == ExportFormat::png)
    return write(bench_drawing(report, state.benchmark), state, path);
  if (report.rows.empty()) return failure("Nothing was measured yet: Ctrl+Enter runs the ticked algorithms.");
  return write_atomically(path, format == ExportFormat::json ? bench_json(report) + "\n" : bench_csv(report));
}

}  // namespace

bool shows_pair(const AppState& state) { return state.tab == Tab::compare && state.compare.stepping; }

std::vector<ExportFormat> formats_of(const AppState& state) {
  using enum ExportFormat;
  if (shows_pair(state)) return {svg, png};
  if (state.tab == Tab::step) return {svg, png, png_series, gif, csv, json};
  if (state.tab == Tab::compare) return {csv, json, png};
  if (state.tab == Tab::theory) return {svg, png};
  return {csv, json, svg, png};
}

std::string_view title(ExportFormat format) {
  constexpr std::string_view titles[] = {"SVG", "PNG", "PNG series", "GIF", "CSV", "JSON"};
  return titles[static_cast<std::size_t>(format)];
}

bool is_series(ExportFormat format) {
  return format == ExportFormat::png_series || format == ExportFormat::gif;
}

bool is_picture(ExportFormat format, const AppState& state) {
  const bool own_drawing = state.tab == Tab::gpu || shows_pair(state);
  return is_series(format) || (format == ExportFormat::png && !own_drawing);
}

Result<void> export_page(ExportFormat format, const ExportSources& from, const std::string& path) {
  const AppState& state = from.state;
  if (shows_pair(state)) return write(pair_drawing(from.pair, state), state, path);
  if (state.tab == Tab::gpu) return export_benchmark(format, from.benchmark.snapshot(), state, path);
  if (state.tab == Tab::theory) return export_theory(state, from.counting.snapshot(), path);
  if (state.tab == Tab::compare)
    return export_table(state, from.session.original().text, from.counting.snapshot(), path);
  if (format == ExportFormat::svg) return export_figure(state, from.session, path);
  return export_lines(from.session, path, format == ExportFormat::json);
}

}  // namespace lockstep::gui
