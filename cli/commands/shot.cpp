// lockstep shot: draws a scene as a picture without opening a window.
#include "gui/app/shot.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <utility>

#include "cli/command.hpp"
#include "cli/number_option.hpp"
#include "gui/state/state.hpp"

namespace lockstep::cli {

namespace {

struct ShotOptions {
  gui::ShotArguments arguments;
  std::string from, to, by = "line";
};

Result<std::optional<std::uint64_t>> parse_moment(const std::string& text, std::string_view option) {
  if (text.empty() || text == "end") return std::nullopt;
  const Result<std::uint64_t> moment = read_whole(option, text, {0, kMaxElements, "or end"});
  if (!moment) return tl::unexpected(moment.error());
  return *moment;
}

Result<int> run(ShotOptions options) {
  const auto from = parse_moment(options.from, "--from");
  if (!from) return tl::unexpected(from.error());
  const auto to = parse_moment(options.to, "--to");
  if (!to) return tl::unexpected(to.error());
  const auto by = gui::parse_one_of(gui::kSteps, options.by);
  if (!by)
    return usage_error(fmt::format("--by {}: choose one of instruction, line, barrier, launch", options.by));
  gui::ShotArguments& arguments = options.arguments;
  if (arguments.output.empty()) arguments.output = std::exchange(arguments.scene, {});
  arguments.from = *from;
  arguments.to = *to;
  arguments.by = *by;
  const Result<std::string> remarks = gui::make_shot(arguments);
  if (!remarks) return tl::unexpected(remarks.error());
  if (!remarks->empty()) fmt::print(stderr, "lockstep: {}\n", *remarks);
  return kDone;
}

}  // namespace

Command add_shot(CLI::App& program) {
  auto options = std::make_shared<ShotOptions>();
  gui::ShotArguments* arguments = &options->arguments;
  CLI::App* app = program.add_subcommand(
      "shot", "A scene as a picture: the window as PNG, its figures as SVG, its moments as GIF");
  app->add_option("SCENE", arguments->scene,
                  "Scene (.json), entry of a course document (document:001/figure-6), kernel file (.cl), "
                  "launch description (.sim), plan file (.plan.json) or recorded "
                  "program (.lockstep); may be left out: the window's first scene")
      ->required();
  app->add_option("OUTPUT", arguments->output,
                  "Picture to write: .png, .svg, .gif, or numbered: out-%03d.png; .html: as text, in tables");
  app->add_option("--width", arguments->width, "Pixels")
      ->transform(whole_number(200, 16384))
      ->capture_default_str();
  app->add_option("--height", arguments->height, "Pixels")
      ->transform(whole_number(200, 16384))
      ->capture_default_str();
  app->add_option("--scale", arguments->scale, "Enlarges everything drawn")
      ->transform(real_number(0.25, 8.0))
      ->capture_default_str();
  app->add_option("--kernel-dir", arguments->kernel_dir, "Read kernel files from this folder");
  app->add_option("--from", options->from, "First moment of a series; the start if not given");
  app->add_option("--to", options->to, "Last moment of a series; the end if not given");
  app->add_option("--by", options->by, "One step: instruction, line, barrier or launch")
      ->capture_default_str();
  app->add_option("--delay", arguments->delay_ms, "Milliseconds per picture of a GIF")
      ->transform(whole_number(20, 60000))
      ->capture_default_str();
  app->add_flag("--stage", arguments->only_stage, "Only the stage of a PNG or GIF, not the whole window");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
