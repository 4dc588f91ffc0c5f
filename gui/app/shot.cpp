#include "gui/app/shot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/files/scratch_folder.hpp"
#include "core/base/files/whole_file.hpp"
#include "gui/app/headless.hpp"
#include "gui/app/window_pictures.hpp"
#include "gui/lesson/reading/library.hpp"
#include "gui/lesson/reading/links.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/scene_files/talk_file.hpp"
#include "gui/scene_links/scene_link.hpp"

namespace lockstep::gui {
namespace {

// Returns the key of the page that is written in this format: the page of the scene, or for a lesson the page
// of the lesson's run. Returns an Error if the contents of the page do not depend on the scene alone; a
// drawing of any other page would have the wrong title.
Result<std::string> written_page(const std::vector<std::unique_ptr<Page>>& pages, const AppState& state,
                                 ExportFormat format) {
  const Page& shown = page_of(pages, state.tab);
  if (shown.follows_from_scene() && export_as(shown, state, format)) return std::string(shown.key());
  if (state.tab == LessonChoice::kPage) return std::string(pages.front()->key());
  return usage_error(
      fmt::format("The tab {} has no {} of this scene; name a .png for a picture of the window.",
                  shown.title(), format == ExportFormat::html ? "text" : "drawing"));
}

// Returns an Error if the contents of the scene could not be made.
Result<void> check_drawn(Interface& interface) {
  const bool pair = interface.pair().is_open();
  if (!interface.screen().shown(interface.state()).shows_run() && !pair) return {};
  if (pair) {
    for (const std::size_t which : {0, 1})
      if (const RunFailure* failed = interface.pair().failure(which)) return failure(failed->message);
    return {};
  }
  if (interface.session().failure()) return failure(interface.session().failure()->message);
  if (interface.session().run() == nullptr)
    return failure("The simulation takes longer than two minutes; choose a smaller n.");
  return {};
}

Result<void> write_window(const AppState& state, const ShotArguments& arguments) {
  InterfaceOptions options;
  options.kernel_dir = arguments.kernel_dir;
  Headless window(state, arguments.width, arguments.height, arguments.scale, std::move(options));
  settle(window);
  if (const auto drawn = check_drawn(window.interface()); !drawn) return drawn;
  return write_png(window.picture(), arguments.output);
}

Result<void> write_page(AppState state, const ShotArguments& arguments, ExportFormat format) {
  InterfaceOptions options;
  options.kernel_dir = arguments.kernel_dir;
  Headless window(state, arguments.width, arguments.height, 1, std::move(options));
  Interface& interface = window.interface();
  auto page = written_page(interface.screen().pages(), state, format);
  if (!page) return tl::unexpected(page.error());
  state.tab = std::move(*page);
  interface.show(std::move(state));
  settle(window);
  if (interface.session().failure()) return failure(interface.session().failure()->message);
  if (interface.session().run() == nullptr)
    return failure("The simulation takes longer than two minutes; choose a smaller n.");
  return interface.write_export(format, arguments.output, static_cast<float>(arguments.width));
}

Result<void> write_series(const AppState& state, const ShotArguments& arguments) {
  PictureRequest request;
  request.path = arguments.output;
  request.only_stage = arguments.only_stage;
  const bool one = arguments.output.ends_with(".png") && !is_numbered(arguments.output);
  if (one && (arguments.from || arguments.to))
    return usage_error(
        fmt::format("{}: a series needs a name with a number, such as out-%03d.png.", arguments.output));
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
  const std::unique_ptr<PictureJob> job = make_window_pictures(state, std::move(request));
  job->finish();
  const PictureProgress progress = job->progress();
  return progress.error.empty() ? Result<void>{} : failure(progress.error);
}

bool wants_series(const ShotArguments& arguments) {
  const bool png = arguments.output.ends_with(".png");
  return arguments.output.ends_with(".gif") ||
         (png && (is_numbered(arguments.output) || arguments.only_stage || arguments.from || arguments.to));
}

// Returns an Error if the scene shows a lesson, or a page of a lesson, that does not exist.
Result<void> check_lesson_of(const AppState& state) {
  if (state.lesson.name.empty()) return {};
  const auto folder = find_lesson(state.lesson.name);
  if (!folder) return tl::unexpected(folder.error());
  const auto lesson = load_lesson(*folder);
  if (!lesson) return tl::unexpected(lesson.error());
  return check_page(lesson->lesson, state.lesson.page);
}

}  // namespace

Result<std::string> draw_page_svg(const AppState& scene, float width) {
  auto folder = ScratchFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  ShotArguments arguments;
  arguments.output = folder->path() + "/page.svg";
  arguments.width = static_cast<int>(width);
  if (const auto written = write_page(scene, arguments, ExportFormat::svg); !written) {
    if (written.error().kind == Error::Kind::usage) return std::string();
    return tl::unexpected(written.error());
  }
  return read_file(arguments.output, kAnySize);
}

Result<std::string> make_shot(const ShotArguments& arguments) {
  LoadedScene scene;
  if (is_talk_file(arguments.scene))
    return usage_error(fmt::format(
        "{} is a talk, not a scene. Name the file of a scene; in the window, Ctrl+S saves a page of "
        "the talk as a scene.",
        arguments.scene));
  if (!arguments.scene.empty()) {
    auto loaded = load_view(arguments.scene);
    if (!loaded) return tl::unexpected(loaded.error());
    scene = std::move(*loaded);
    if (const auto there = check_lesson_of(scene.state); !there) return tl::unexpected(there.error());
  }
  Result<void> written;
  if (wants_series(arguments)) {
    written = write_series(scene.state, arguments);
  } else if (arguments.output.ends_with(".svg")) {
    written = write_page(scene.state, arguments, ExportFormat::svg);
  } else if (arguments.output.ends_with(".html")) {
    written = write_page(scene.state, arguments, ExportFormat::html);
  } else if (arguments.output.ends_with(".png")) {
    written = write_window(scene.state, arguments);
  } else {
    return usage_error(fmt::format(
        "{}: name a .png (the whole window), a .svg (the figures), a .gif (a series) or a .html (as text).",
        arguments.output));
  }
  if (!written) return tl::unexpected(written.error());
  return fmt::format("{}", fmt::join(scene.remarks, "\n"));
}

}  // namespace lockstep::gui
