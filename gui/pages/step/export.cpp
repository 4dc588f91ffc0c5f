#include "gui/pages/step/export.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/files/atomic_writer.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/pages/run_name.hpp"
#include "gui/pages/step/model/story.hpp"
#include "gui/session/wrong_cells.hpp"

namespace lockstep::gui {
Result<void> export_figure(const AppState& state, Session& session, const std::string& path, float width) {
  const Run* run = session.run();
  if (run == nullptr) return failure("There is no run yet, so there is no figure to export.");
  const ShownMoment& moment = session.moment(state);
  StageFigure stage{moment.position, moment.step_begin};
  stage.lane_variable = state.lane_variable;
  stage.windows = true;
  stage.wrong = wrong_cells(*run);
  stage.selected = state.selected_cell;
  stage.title = state.title;
  stage.story = told_story(state, *run, moment.position).text;
  const float height = stage_height(*run->figures, stage, width);
  CanvasSvg canvas(width, height, state.theme);
  canvas.speak(state.words);
  draw_stage(canvas, {0, 0, width, height}, *run->figures, stage);
  return write_atomically(path, canvas.document(fmt::format("{}: {}", run_title(state), moment.sentence)));
}

std::string lines_csv(const ProgramLines& index) {
  std::string text = "line,runs,divergent_branches,transactions,conflicts\n";
  for (std::size_t i = 0; i < index.lines.size(); ++i) {
    const LineCost& line = index.lines[i];
    text += fmt::format("{},{},{},{},{}\n", i + 1, line.runs, line.divergent_branches, line.transactions,
                        line.conflicts);
  }
  return text;
}

std::string lines_json(const ProgramLines& index) {
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

Result<void> export_lines(const AppState& state, const Session& session, const std::string& path) {
  const Run* run = session.run();
  if (run == nullptr) return failure("There is no run yet, so no line was counted.");
  const ProgramLines& lines = run->index.programs[session.shown_program(state)];
  return write_atomically(path, path.ends_with(".json") ? lines_json(lines) : lines_csv(lines));
}

}  // namespace lockstep::gui
