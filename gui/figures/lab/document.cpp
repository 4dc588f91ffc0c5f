#include "gui/figures/lab/document.hpp"

#include "gui/canvas/svg.hpp"
#include "gui/figures/lab/report_table.hpp"
#include "gui/figures/lab/scene_figure.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kMargin = 16, kBetween = 20;

// Returns the y below.
float draw_all(Canvas& canvas, float width, const lab::Report& report, const LabFigure& figure) {
  const float room = width - 2 * kMargin;
  float y = paragraph(canvas, {kMargin, kMargin}, report.sentence, reading_text(Role::ink), room) + kBetween;
  if (!figure.is_empty()) {
    const float height = lab_figure_height(figure, room);
    LabFigureView view;
    draw_lab_figure(canvas, {kMargin, y, room, height}, figure, view);
    y += height + kBetween;
  }
  for (const lab::ReportTable& table : report.tables) {
    const float height = report_table_height(canvas, table, room);
    draw_report_table(canvas, {kMargin, y, room, height}, table);
    y += height + kBetween;
  }
  return y;
}

}  // namespace

std::string lab_document(const lab::Report& report, const lab::Scene& scene, float width, ThemeName theme,
                         Words words) {
  const LabFigure figure = prepare_lab_figure(report);
  CanvasSvg measured(width, 100, theme);
  measured.speak(words);
  const float height = draw_all(measured, width, report, figure);
  CanvasSvg canvas(width, height, theme);
  canvas.speak(words);
  draw_all(canvas, width, report, figure);
  return canvas.document(scene.title + ": " + report.sentence);
}

}  // namespace lockstep::gui
