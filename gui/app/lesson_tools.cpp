#include "gui/app/lesson_tools.hpp"

#include "gui/app/shot.hpp"
#include "gui/pages/step/model/inspector_model.hpp"
#include "gui/saved/scenes.hpp"

namespace lockstep::gui {

LessonTools lesson_tools() {
  LessonTools tools;
  tools.read = read_scene;
  tools.draw_page = draw_page_svg;
  tools.counters = [](const sim::Counters& so_far, sim::LaneSchedule lanes) {
    std::vector<CounterLine> lines;
    for (CounterRow& row : prepare_counters(so_far, {}, lanes))
      lines.push_back({std::move(row.title), std::move(row.so_far)});
    return lines;
  };
  return tools;
}

}  // namespace lockstep::gui
