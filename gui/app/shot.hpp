// Writes a scene to a file without opening a window: as a PNG of the whole window, as an SVG of the page's
// figures, as numbered PNGs or an animated GIF of a range of moments, or as HTML text with tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "gui/state/state.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

struct ShotArguments {
  std::string scene;   // path; empty: the first scene
  std::string output;  // .png, .svg, .gif, .html, or a name with a number: out-%03d.png
  int width = 1600, height = 900;
  float scale = 1;
  std::string kernel_dir;
  bool only_stage = false;  // for a PNG or GIF
  std::optional<std::uint64_t> from,
      to;  // first and last moment of a series; none: the start and the end of the run
  sim::Trace::Step by = sim::Trace::Step::line;
  unsigned delay_ms = 500;  // time for which a GIF shows each picture
};

// Writes the file. Returns one line for each field of the scene that was not understood.
Result<std::string> make_shot(const ShotArguments& arguments);

// Draws the page of the scene as an SVG document of this width. Returns an empty text if the page has no
// drawing that depends on the scene alone. An Error says what could not be drawn.
Result<std::string> draw_page_svg(const AppState& scene, float width);

}  // namespace lockstep::gui
