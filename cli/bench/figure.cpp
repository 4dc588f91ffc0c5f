#include "cli/bench/figure.hpp"

#include <fmt/format.h>

#ifdef LOCKSTEP_GUI
#include "gui/export/exported_drawing.hpp"
#include "gui/pages/gpu/drawing.hpp"
#endif

namespace lockstep::cli {

#ifdef LOCKSTEP_GUI
Result<void> check_figure(const std::string& path) {
  if (path.empty() || path.ends_with(".svg") || path.ends_with(".png")) return {};
  return usage_error(fmt::format("--figure {}: name a file that ends in .svg or .png", path));
}

Result<void> write_bench_figure(const opencl::BenchReport& report, const std::string& path) {
  const auto drawing = gui::bench_drawing(report, gui::BenchmarkChoice{});
  if (!drawing) return tl::unexpected(drawing.error());
  return gui::write_drawing(*drawing, gui::AppState{}, path);
}
#else
Result<void> check_figure(const std::string& path) {
  if (path.empty()) return {};
  return usage_error("--figure: this build has no figures because it was built without the window");
}

Result<void> write_bench_figure(const opencl::BenchReport&, const std::string&) { return {}; }
#endif

}  // namespace lockstep::cli
