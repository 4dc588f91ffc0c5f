// Makes pictures of moments while the window is in use. The thread that owns Dear ImGui builds a frame
// in each call of go_on(), and a thread of the job paints and writes the pictures. The job is created
// in gui/app/window_pictures.cpp.
#pragma once

#include <optional>
#include <string>

#include "gui/export/picture_series.hpp"

namespace lockstep::gui {

struct PictureRequest {
  std::string path;                       // see PictureWriter
  bool only_stage = false;                // false: the whole window
  std::optional<std::uint64_t> from, to;  // moments; if both are empty, only the moment of the state
  sim::Trace::Step by = sim::Trace::Step::line;
  unsigned delay_ms = 500;
  int width = 1600, height = 900;  // size of the window in pixels
  float scale = 1;
  std::string kernel_dir;
};

struct PictureProgress {
  std::size_t done = 0, count = 0;  // finished and all pictures; both are 0 while the run is being simulated
  bool finished = false;            // also set after an error or after cancelling
  std::string error;                // the cause if the job failed; otherwise empty
  bool cancelled = false;
};

class PictureJob {
 public:
  virtual ~PictureJob() = default;  // cancels the job and waits until the current picture is written
  // Does the work of at most one frame; returns false if there is currently nothing to do.
  virtual bool go_on() = 0;
  virtual void cancel() = 0;
  virtual PictureProgress progress() = 0;
  // Blocks until the job is finished.
  virtual void finish() = 0;
};

}  // namespace lockstep::gui
