#include "cli/trace/figure.hpp"

#include <fmt/format.h>

#include "core/base/files/atomic_writer.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/figures/figures.hpp"
#include "sim/explain/narration/narration.hpp"

namespace lockstep::cli {

namespace {

constexpr float kWidth = 1100;

}  // namespace

Result<void> write_figure(std::shared_ptr<const sim::Trace> trace, std::uint64_t position,
                          const std::string& path) {
  const std::string title =
      fmt::format("{}, n = {}: {}", trace->plan().id, trace->plan().n, sim::narrate(*trace, position));
  const gui::StageFigure stage{position, trace->previous(position, sim::Trace::Step::line)};
  gui::FigureSet figures(std::move(trace));
  const float height = gui::stage_height(figures, stage, kWidth);
  gui::CanvasSvg canvas(kWidth, height, gui::ThemeName::light);
  gui::draw_stage(canvas, {0, 0, kWidth, height}, figures, stage);
  return write_atomically(path, canvas.document(title));
}

}  // namespace lockstep::cli
