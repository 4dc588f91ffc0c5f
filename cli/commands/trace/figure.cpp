#include "cli/commands/trace/figure.hpp"

#include <fmt/format.h>

#include "core/base/files/atomic_writer.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/figures/figures.hpp"
#include "gui/session/wrong_cells.hpp"
#include "sim/explain/narration/narration.hpp"
#include "sim/explain/verdict.hpp"

namespace lockstep::cli {

namespace {

constexpr float kWidth = 1100;
constexpr float kReportRows = 560;  // px, height of the rows on a page that also contains text

std::string stage_text(std::shared_ptr<const sim::Trace> trace, const gui::StageFigure& stage) {
  const std::string title =
      fmt::format("{}, n = {}: {}", trace->plan().id, trace->plan().n, sim::narrate(*trace, stage.position));
  gui::FigureSet figures(std::move(trace));
  const float height = gui::stage_height(figures, stage, kWidth);
  gui::CanvasSvg canvas(kWidth, height, gui::ThemeName::light);
  gui::draw_stage(canvas, {0, 0, kWidth, height}, figures, stage);
  return canvas.document(title);
}

}  // namespace

std::string figure_text(std::shared_ptr<const sim::Trace> trace, std::uint64_t position) {
  gui::StageFigure stage{position, trace->previous(position, sim::Trace::Step::line)};
  stage.wrong = gui::wrong_cells(*trace, sim::verdict_of(*trace));
  return stage_text(std::move(trace), stage);
}

std::string failure_figure(std::shared_ptr<const sim::Trace> trace, std::uint64_t position,
                           const sim::RunVerdict& verdict) {
  gui::StageFigure stage{position, trace->previous(position, sim::Trace::Step::line)};
  stage.max_rows_height = kReportRows;
  stage.memory = false;
  if (verdict.is_wrong()) stage.wrong = gui::wrong_cells(*trace, verdict);
  return stage_text(std::move(trace), stage);
}

Result<void> write_figure(std::shared_ptr<const sim::Trace> trace, std::uint64_t position,
                          const std::string& path) {
  return write_atomically(path, figure_text(std::move(trace), position));
}

}  // namespace lockstep::cli
