#include "gui/figures/lab/document.hpp"

#include <algorithm>

#include "gui/canvas/svg.hpp"
#include "gui/figures/lab/report_table.hpp"
#include "gui/figures/lab/scene_figure.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kMargin = 16, kBetween = 20;

// Draws accesses that do not fit in the area at their natural height. All accesses have equal heights, and
// each shows as many rows of words as fit.
void draw_low(Canvas& canvas, Rect area, const std::vector<MemoryAccess>& accesses) {
  const auto count = static_cast<float>(accesses.size());
  area.height = (area.height - (count - 1) * kBetween) / count;
  for (const MemoryAccess& access : accesses) {
    MemoryAccessView view;
    draw_memory_access(canvas, area, access, view);
    area.y += area.height + kBetween;
  }
}

// Draws the whole document and returns the y below the last part.
float draw_all(Canvas& canvas, float width, float most_height, const lab::Report& report,
               const LabFigure& figure) {
  const float room = width - 2 * kMargin;
  float y = paragraph(canvas, {kMargin, kMargin}, report.sentence, reading_text(Role::ink), room) + kBetween;
  if (!figure.is_empty()) {
    const bool is_of_rows = !figure.accesses.empty() && !figure.uses && !figure.timeline;
    const float natural = lab_figure_height(figure, room), left = std::max(120.0f, most_height - y - kMargin);
    const float height = is_of_rows ? std::min(natural, left) : natural;
    if (height < natural) {
      draw_low(canvas, {kMargin, y, room, height}, figure.accesses);
    } else {
      LabFigureView view;
      draw_lab_figure(canvas, {kMargin, y, room, height}, figure, view);
    }
    y += height + kBetween;
  }
  for (const lab::ReportTable& table : report.tables) {
    const float height = report_table_height(canvas, table, room);
    const bool must_show = figure.is_empty() && &table == &report.tables.front();
    if (y + height > most_height && !must_show) break;
    draw_report_table(canvas, {kMargin, y, room, height}, table);
    y += height + kBetween;
  }
  return y;
}

}  // namespace

std::string lab_document(const lab::Report& report, const lab::Scene& scene, float width, ThemeName theme,
                         Words words, float most_height) {
  const LabFigure figure = prepare_lab_figure(report);
  CanvasSvg measured(width, 100, theme);
  measured.speak(words);
  const float height = draw_all(measured, width, most_height, report, figure);
  CanvasSvg canvas(width, height, theme);
  canvas.speak(words);
  draw_all(canvas, width, most_height, report, figure);
  return canvas.document(scene.title + ": " + report.sentence);
}

}  // namespace lockstep::gui
