// lockstep shot: any scene as a picture, without a window.
#include "gui/shot.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/command.hpp"

namespace lockstep::cli {

namespace {

Result<int> run(const gui::ShotArguments& arguments) {
  const Result<std::string> remarks = gui::make_shot(arguments);
  if (!remarks) return tl::unexpected(remarks.error());
  if (!remarks->empty()) fmt::print(stderr, "lockstep: {}\n", *remarks);
  return kDone;
}

}  // namespace

Command add_shot(CLI::App& program) {
  auto arguments = std::make_shared<gui::ShotArguments>();
  CLI::App* app =
      program.add_subcommand("shot", "A scene as a picture: the window as PNG, its figures as SVG");
  app->add_option("SCENE", arguments->scene, "Scene file")->required();
  app->add_option("OUTPUT", arguments->output, "Picture to write: .png or .svg")->required();
  app->add_option("--width", arguments->width, "Pixels")
      ->check(CLI::Range(200, 16384))
      ->capture_default_str();
  app->add_option("--height", arguments->height, "Pixels")
      ->check(CLI::Range(200, 16384))
      ->capture_default_str();
  app->add_option("--scale", arguments->scale, "Enlarges everything drawn")
      ->check(CLI::Range(0.25, 8.0))
      ->capture_default_str();
  app->add_option("--kernel-dir", arguments->kernel_dir, "Read kernel files from this folder");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace lockstep::cli
