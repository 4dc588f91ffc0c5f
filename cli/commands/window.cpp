// Opens the window. This is done if the command line contains no subcommand.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "assignment/format/folder.hpp"
#include "cli/command.hpp"
#include "cli/number_option.hpp"
#include "cli/options.hpp"
#include "core/base/features.hpp"
#include "core/base/files/path_text.hpp"
#include "core/catalogue/documents.hpp"
#include "core/plan/language.hpp"
#include "core/recording/recording.hpp"
#include "gui/app/app.hpp"
#include "gui/lesson/reading/library.hpp"
#include "gui/scene_links/scene_link.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::cli {

std::function<int()> add_window(CLI::App& program) {
  auto arguments = std::make_shared<gui::AppArguments>();
  program
      .add_option(
          "FILE,--scene", arguments->scene,
          "Scene (.json), talk (.talk.json), lesson (lesson:first-steps, its folder or its file .md), "
          "assignment (assignment:gpu-computing-001, its folder or its file assignment.md), "
          "entry of a course document (document:001/figure-6), plan (.plan.json), launch description "
          "(.sim), recorded program (.lockstep), kernel file (.cl, .cu) or link to open in the window; of a "
          "kernel file "
          "the commands that run it are printed where there is no display")
      ->check([](const std::string& text) {
        return text.ends_with(".json") || gui::is_scene_link(text) || names_document_entry(text) ||
                       gui::names_lesson(text) || assignment::names_assignment(text) || sim::is_run_file(text)
                   ? ""
                   : fmt::format(
                         "'{}' is neither a command nor a scene (.json) nor a lesson nor an assignment nor a "
                         "recording ({}) "
                         "nor a "
                         "kernel file (.cl, .cu)",
                         text, kRecordingEnding);
      });
  const auto commands = std::make_shared<bool>(false);
  program.add_flag("--commands", *commands,
                   "Print the commands that run the kernels of FILE.cl; open no window");
  const auto launch = std::make_shared<LaunchArguments>();
  launch->add_build_to(program);
  program.add_option("--kernel-dir", arguments->kernel_dir,
                     "Read kernel files from this folder instead of the built-in ones");
  program.add_option("--width", arguments->width, "Width of the window, in pixels")
      ->transform(whole_number(200, 16384));
  program.add_option("--height", arguments->height, "Height of the window, in pixels")
      ->transform(whole_number(200, 16384));
  program.add_flag("--startup-time", arguments->startup_time,
                   "Print the milliseconds to the first complete frame, and exit");
  program.add_flag(
      "--frame-times", arguments->frame_times,
      "Print how long the frames of the scene take, at rest and while its run is played, and exit");
  return [arguments, commands, launch] {
    const bool is_kernel = is_kernel_file(arguments->scene);
    if (*commands && !is_kernel) {
      fmt::print(stderr, "lockstep: --commands requires a kernel file: lockstep FILE.cl --commands\n");
      return kUsage;
    }
    const bool has_build =
        !launch->build_options.empty() || !launch->definitions.empty() || !launch->include_dirs.empty();
    if (has_build && !*commands) {
      fmt::print(stderr,
                 "lockstep: build options can only be given with --commands; the window asks for them\n");
      return kUsage;
    }
    if (is_kernel && (*commands || !has_display())) return summarise_kernels(arguments->scene, *launch);
    // On Windows, the file name may contain "\\".
    if (!gui::is_scene_link(arguments->scene)) arguments->scene = path_text(system_path(arguments->scene));
    return gui::run_app(*arguments);
  };
}

}  // namespace lockstep::cli
