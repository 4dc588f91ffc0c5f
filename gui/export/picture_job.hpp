// Pictures of moments, made while the window is in use: the thread that owns Dear ImGui builds a frame
// whenever it calls go_on(), and a thread of the job paints and writes the pictures.
// gui/app/window_pictures.cpp makes it.
#pragma once

#include <optional>
#include <string>

#include "gui/export/picture_series.hpp"

namespace lockstep::gui {

struct PictureRequest {
  std::string path;                       // see PictureWriter
  bool only_stage = false;                // else the whole window
  std::optional<std::uint64_t> from, to;  // moments; neither: only the state's own moment
  sim::Trace::Step by = sim::Trace::Step::line;
  unsigned delay_ms = 500;
  int width = 1600, height = 900;  // of the window, in pixels
  float scale = 1;
  std::string kernel_dir;
};

struct PictureProgress {
  std::size_t done = 0, count = 0;  // pictures; 0 of 0: the run is being simulated
  bool finished = false;            // also after an error or a cancel
  std::string error;                // why it ended early; empty: it did not
  bool cancelled = false;
};

class PictureJob {
 public:
  virtual ~PictureJob() = default;  // cancels, and waits for the picture that is being written
  // Does at most one frame's work; false when there is nothing to do now.
  virtual bool go_on() = 0;
  virtual void cancel() = 0;
  virtual PictureProgress progress() = 0;
  // Blocks until it is finished.
  virtual void finish() = 0;
};

}  // namespace lockstep::gui
