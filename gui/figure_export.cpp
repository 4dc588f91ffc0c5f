#include "gui/figure_export.hpp"

#include <fmt/format.h>

#include <fstream>

#include "gui/canvas_svg.hpp"

namespace lockstep::gui {

Result<void> export_figure(const AppState& state, Session& session, const std::string& path, float width) {
  const Run* run = session.run();
  if (run == nullptr) return failure("There is no figure to export yet.");
  const MomentView& moment = session.moment(state);
  const StageFigure stage{moment.position, moment.step_begin};
  const float height = stage_height(*run->figures, stage, width);
  CanvasSvg canvas(width, height, state.theme);
  draw_stage(canvas, {0, 0, width, height}, *run->figures, stage);
  std::ofstream file(path, std::ios::binary);
  file << canvas.document(fmt::format("{}, n = {}: {}", state.algorithm, state.n, moment.sentence));
  file.close();
  if (!file)
    return failure(fmt::format("Cannot write {}: check that the folder exists and can be written to.", path));
  return {};
}

}  // namespace lockstep::gui
