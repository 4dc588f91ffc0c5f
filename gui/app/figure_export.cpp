#include "gui/app/figure_export.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/atomic_writer.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/pages/compare/model.hpp"
#include "gui/pages/theory/model.hpp"
#include "gui/pages/theory/plots.hpp"

namespace lockstep::gui {
Result<void> export_figure(const AppState& state, Session& session, const std::string& path, float width) {
  const Run* run = session.run();
  if (run == nullptr) return failure("There is no figure to export yet.");
  const ShownMoment& moment = session.moment(state);
  StageFigure stage{moment.position, moment.step_begin};
  stage.lane_variable = state.lane_variable;
  const float height = stage_height(*run->figures, stage, width);
  CanvasSvg canvas(width, height, state.theme);
  canvas.speak(state.words);
  draw_stage(canvas, {0, 0, width, height}, *run->figures, stage);
  return write_atomically(
      path, canvas.document(fmt::format("{}, n = {}: {}", state.algorithm, state.n, moment.sentence)));
}

Result<void> export_theory(const AppState& state, const CountSnapshot& counts, const std::string& path,
                           float width) {
  const TheoryModel view = prepare_theory(state, counts);
  if (!view.problem.empty()) return failure(view.problem);
  const float height = width * 0.62f;
  CanvasSvg canvas(width, height, state.theme);
  canvas.speak(state.words);
  constexpr float margin = 16;
  draw_theory(canvas, {margin, margin, width - 2 * margin, height - 2 * margin}, view);
  return write_atomically(path, canvas.document(view.sentence));
}

Result<void> export_table(const AppState& state, const std::string& own_text, const CountSnapshot& counts,
                          const std::string& path) {
  const std::vector<CompareRow> rows = prepare_compare(state, compare_rows(state, own_text), counts);
  return write_atomically(path, path.ends_with(".json") ? compare_json(rows) : compare_csv(rows));
}

std::string lines_csv(const RunIndex& index) {
  std::string text = "line,runs,divergent_branches,transactions,conflicts\n";
  for (std::size_t i = 0; i < index.lines.size(); ++i) {
    const LineCost& line = index.lines[i];
    text += fmt::format("{},{},{},{},{}\n", i + 1, line.runs, line.divergent_branches, line.transactions,
                        line.conflicts);
  }
  return text;
}

std::string lines_json(const RunIndex& index) {
  using Json = nlohmann::ordered_json;
  Json lines = Json::array();
  for (std::size_t i = 0; i < index.lines.size(); ++i) {
    const LineCost& line = index.lines[i];
    lines.push_back({{"line", i + 1},
                     {"runs", line.runs},
                     {"divergent_branches", line.divergent_branches},
                     {"transactions", line.transactions},
                     {"conflicts", line.conflicts}});
  }
  return Json{{"lines", std::move(lines)}}.dump(1) + "\n";
}

Result<void> export_lines(const Session& session, const std::string& path, bool json) {
  const Run* run = session.run();
  if (run == nullptr) return failure("There is no run whose lines could be counted yet.");
  return write_atomically(path, json ? lines_json(run->index) : lines_csv(run->index));
}

}  // namespace lockstep::gui
