#include "cli/commands/bench/figure.hpp"

#include <fmt/format.h>

#include "gui/export/exported_drawing.hpp"
#include "gui/pages/gpu/drawing.hpp"

namespace lockstep::cli {

Result<void> check_figure(const std::string& path) {
  if (path.empty() || path.ends_with(".svg") || path.ends_with(".png")) return {};
  return usage_error(fmt::format("--figure {}: name a file that ends in .svg or .png", path));
}

Result<void> write_bench_figure(const measure::BenchReport& report, const std::string& path) {
  const auto drawing = gui::bench_drawing(report, gui::BenchmarkChoice{});
  if (!drawing) return tl::unexpected(drawing.error());
  return gui::write_drawing(*drawing, gui::AppState{}, path);
}

}  // namespace lockstep::cli
