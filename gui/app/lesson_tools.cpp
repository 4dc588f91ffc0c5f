#include "gui/app/lesson_tools.hpp"

#include <memory>
#include <optional>

#include "gui/app/pdf_library.hpp"
#include "gui/app/shot.hpp"
#include "gui/figures/lab/document.hpp"
#include "gui/pages/lab/page.hpp"
#include "gui/pages/step/model/inspector_model.hpp"
#include "gui/scene_files/scenes.hpp"

namespace lockstep::gui {

LessonTools lesson_tools() {
  LessonTools tools;
  tools.read = read_scene;
  tools.draw_page = draw_page_svg;
  tools.paint_svg = paint_svg;
  // The last answer is cached, because a scene is drawn in several sizes one after another, and some scenes
  // run kernels to obtain their numbers.
  tools.draw_lab = [last = std::make_shared<std::optional<LabAnswer>>()](
                       const AppState& scene, float width, float most_height) -> Result<std::string> {
    const lab::Scene& shown = lab_scene(scene);
    const LabRequest request = lab_request(scene);
    if (!*last || !((*last)->request == request))
      *last = LabAnswer{request, lab::evaluate(shown, {request.values, request.model})};
    const Result<lab::Report>& report = (*last)->report;
    if (!report) return tl::unexpected(report.error());
    return lab_document(*report, shown, width, ThemeName::light, scene.words, most_height);
  };
  tools.counters = [](const sim::Counters& so_far, sim::LaneSchedule lanes) {
    std::vector<CounterLine> lines;
    for (CounterRow& row : prepare_counters(so_far, {}, lanes))
      lines.push_back({std::move(row.title), std::move(row.so_far)});
    return lines;
  };
  return tools;
}

}  // namespace lockstep::gui
