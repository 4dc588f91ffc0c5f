// Any scene as a picture, without a window: PNG of the whole window, SVG of the stage's figures.
#pragma once

#include <string>

#include "core/result.hpp"

namespace lockstep::gui {

struct ShotArguments {
  std::string scene;   // path; empty: the first scene
  std::string output;  // .png or .svg
  int width = 1600, height = 900;
  float scale = 1;
  std::string kernel_dir;
};

// On success: remarks about fields of the scene that were not understood, a line each, or nothing.
Result<std::string> make_shot(const ShotArguments& arguments);

}  // namespace lockstep::gui
