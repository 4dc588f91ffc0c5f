#include "gui/pages/compare/pair/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/canvas/recorder.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/pages/compare/pair/page.hpp"

namespace lockstep::gui {
namespace {

constexpr float kPairMargin = 20, kPairDrawingGap = 32, kDrawingTitle = 34, kCode = 26, kDrawingLine = 19,
                kLegend = 28, kNoFigure = 60;
constexpr TextStyle kDrawingName{Font::text_bold, Role::ink, Align::left, 14};
constexpr TextStyle kQuietDrawing{Font::text, Role::second_ink, Align::left, 13};
constexpr TextStyle kCodeText{Font::code, Role::ink, Align::left, 12};

const sim::Combination* combination_of(const PairRunner& runner, std::size_t which) {
  const Run* run = runner.run(which);
  return run == nullptr ? nullptr : run->figures->combination();
}

void draw_title(Canvas& canvas, const Rect& row, std::size_t which, const PairColumn& column) {
  const float middle = row.y + 10;
  draw_pair_letter(canvas, {row.x + 9, middle}, which);
  canvas.text({row.x + 26, top_for_centre(middle, kDrawingName)}, column.title, kDrawingName);
  const float x = row.x + 26 + canvas.text_width(column.title, kDrawingName) + 8;
  canvas.text({x, top_for_centre(middle, kQuietDrawing)}, column.note, kQuietDrawing);
  const TextStyle right{Font::text, Role::second_ink, Align::right, 13};
  canvas.text({row.right(), top_for_centre(middle, right)}, column.progress, right);
}

void draw_figure(Canvas& canvas, const Rect& area, PairRunner& runner, std::size_t which) {
  const sim::Combination* combination = combination_of(runner, which);
  if (combination == nullptr) return;
  const Run& run = *runner.run(which);
  const ShownMoment& moment = runner.moment(which);
  CombinationView model;
  draw_combination(canvas, area, *run.trace, *combination, run.figures->coverage_labels(),
                   {moment.position, moment.step_begin}, model);
}

// Returns the height of the figure with the rows that the run has reached.
float figure_height(PairRunner& runner, std::size_t which, float width) {
  const sim::Combination* combination = combination_of(runner, which);
  if (combination == nullptr) return kNoFigure;
  const float whole = combination_height(*combination);
  CanvasRecorder trial;
  draw_figure(trial, {0, 0, width, whole}, runner, which);
  float bottom = 0;
  for (const DrawnItem& item : trial.items())
    if (item.bounds.bottom() < whole - kLegend) bottom = std::max(bottom, item.bounds.bottom());
  return std::min(whole, bottom + kLegend + 16);
}

// Draws the next step of a run, or the reason why there is no run.
void draw_words(Canvas& canvas, const Rect& area, const PairColumn& column) {
  canvas.line({area.x, area.y}, {area.right(), area.y}, Role::line);
  const std::string& sentence = column.problem.empty() ? column.sentence : column.problem;
  if (!column.code.empty()) {
    const std::string code = column.line_number + "  " + column.code;
    canvas.text({area.x, area.y + 8}, fit_text(canvas, code, kCodeText, area.width), kCodeText);
  }
  float y = area.y + 8 + kCode;
  for (const std::string& line : wrap_text(canvas, sentence, kSentence, area.width)) {
    canvas.text({area.x, y}, line, kSentence);
    y += kDrawingLine;
  }
}

// Returns the height of the words. It is estimated from the font size, which is similar on all canvases.
float words_height(const PairModel& model, float width) {
  std::size_t characters = 0;
  for (const PairColumn& column : model.columns)
    characters = std::max(characters, std::max(column.sentence.size(), column.problem.size()));
  const float a_line = std::max(10.0f, width / (0.55f * kSentence.size));
  return 8 + kCode + kDrawingLine * (std::ceil(static_cast<float>(characters) / a_line) + 0.5f);
}

}  // namespace

Result<Drawing> pair_drawing(PairRunner& runner, const AppState& state, float width) {
  if (!runner.is_open() || (runner.run(0) == nullptr && runner.run(1) == nullptr))
    return failure("The two figures are not ready for export yet.");
  const PairModel model = prepare_pair(runner, state);
  const float half = (width - 2 * kPairMargin - kPairDrawingGap) / 2;
  const float figure = std::max(figure_height(runner, 0, half), figure_height(runner, 1, half));
  const float words = words_height(model, half);
  const auto draw = [&runner, model, half, figure, words](Canvas& canvas) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Rect column{kPairMargin + static_cast<float>(i) * (half + kPairDrawingGap), kPairMargin, half, 0};
      draw_title(canvas, column, i, model.columns[i]);
      draw_figure(canvas, {column.x, column.y + kDrawingTitle, half, figure}, runner, i);
      draw_words(canvas, {column.x, column.y + kDrawingTitle + figure, half, words}, model.columns[i]);
    }
  };
  return Drawing{
      width, 2 * kPairMargin + kDrawingTitle + figure + words,
      fmt::format("{} beside {}: {}", model.columns[0].title, model.columns[1].title, pair_progress(model)),
      draw};
}

}  // namespace lockstep::gui
