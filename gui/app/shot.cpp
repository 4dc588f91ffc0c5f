#include "gui/app/shot.hpp"

#include <fmt/format.h>

#include <fstream>

#include "gui/app/figure_export.hpp"
#include "gui/app/headless.hpp"
#include "gui/app/page_export.hpp"
#include "gui/app/picture_job.hpp"
#include "gui/pages/compare/pair/drawing.hpp"
#include "gui/pages/theory/model.hpp"
#include "gui/state/scene.hpp"

namespace lockstep::gui {
namespace {

Result<void> write_theory_svg(const AppState& state, const ShotArguments& arguments) {
  CountRunner counting(arguments.kernel_dir);
  counting.want(theory_requests(state));
  counting.wait(std::chrono::minutes(2));
  return export_theory(state, counting.snapshot(), arguments.output, static_cast<float>(arguments.width));
}

Result<void> write_pair(const AppState& state, const ShotArguments& arguments) {
  PairRunner pair(arguments.kernel_dir);
  for (int i = 0; i < 2; ++i) {
    pair.update(state, PairRunner::Clock::now());
    pair.wait(std::chrono::minutes(2));
  }
  pair.update(state, PairRunner::Clock::now());
  const auto drawing = pair_drawing(pair, state, static_cast<float>(arguments.width));
  if (!drawing) return tl::unexpected(drawing.error());
  return write_drawing(*drawing, state, arguments.output);
}

Result<void> write_svg(const AppState& state, const ShotArguments& arguments) {
  if (state.tab == Tab::theory) return write_theory_svg(state, arguments);
  if (shows_pair(state)) return write_pair(state, arguments);
  Session session(arguments.kernel_dir);
  session.update(state, Session::Clock::now());
  session.wait(std::chrono::minutes(2));
  session.update(state, Session::Clock::now());
  if (session.failure()) return failure(session.failure()->message);
  if (session.run() == nullptr)
    return failure("The simulation takes longer than two minutes; choose a smaller n.");
  return export_figure(state, session, arguments.output, static_cast<float>(arguments.width));
}

Result<void> write_series(const AppState& state, const ShotArguments& arguments) {
  PictureRequest request;
  request.path = arguments.output;
  request.only_stage = arguments.only_stage;
  const bool one = arguments.output.ends_with(".png") && !is_numbered(arguments.output);
  if (one && (arguments.from || arguments.to))
    return usage_error(fmt::format("{}: several moments need a name with a number, such as out-%03d.png.",
                                   arguments.output));
  if (!one) {
    request.from = arguments.from.value_or(0);
    request.to = arguments.to;
  }
  request.by = arguments.by;
  request.delay_ms = arguments.delay_ms;
  request.width = arguments.width;
  request.height = arguments.height;
  request.scale = arguments.scale;
  request.kernel_dir = arguments.kernel_dir;
  PictureJob job(state, std::move(request));
  job.finish();
  const PictureProgress progress = job.progress();
  return progress.error.empty() ? Result<void>{} : failure(progress.error);
}

bool is_series(const ShotArguments& arguments) {
  const bool png = arguments.output.ends_with(".png");
  return arguments.output.ends_with(".gif") ||
         (png && (is_numbered(arguments.output) || arguments.only_stage || arguments.from || arguments.to));
}

}  // namespace

Result<std::string> make_shot(const ShotArguments& arguments) {
  LoadedScene scene;
  if (!arguments.scene.empty()) {
    auto loaded = load_scene(arguments.scene);
    if (!loaded) return tl::unexpected(loaded.error());
    scene = std::move(*loaded);
  }
  Result<void> written;
  if (is_series(arguments)) {
    written = write_series(scene.state, arguments);
  } else if (arguments.output.ends_with(".svg")) {
    written = write_svg(scene.state, arguments);
  } else if (arguments.output.ends_with(".png")) {
    written = write_png(
        render_frame(scene.state, arguments.width, arguments.height, arguments.scale, arguments.kernel_dir),
        arguments.output);
  } else {
    return usage_error(
        fmt::format("{}: a picture is a .png (the whole window), a .svg (the figures) or a .gif (a series).",
                    arguments.output));
  }
  if (!written) return tl::unexpected(written.error());
  return fmt::format("{}", fmt::join(scene.remarks, "\n"));
}

}  // namespace lockstep::gui
