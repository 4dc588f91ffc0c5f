// Makes pictures of moments while the window stays usable: the thread that owns Dear ImGui builds frames, one
// for each call of go_on(), and a job paints and writes them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/job.hpp"
#include "gui/export/picture_series.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

struct PictureRequest {
  std::string path;                       // see PictureWriter
  bool only_stage = false;                // else the whole window
  std::optional<std::uint64_t> from, to;  // moments; neither: the state's own moment alone
  sim::Trace::Step by = sim::Trace::Step::line;
  unsigned delay_ms = 500;
  int width = 1600, height = 900;  // of the window, in pixels
  float scale = 1;
  std::string kernel_dir;
};

struct PictureProgress {
  std::size_t done = 0, count = 0;  // pictures; 0 of 0: the run is being simulated
  bool finished = false;            // also after an error or a cancel
  std::string error;                // why it ended early; otherwise empty
  bool cancelled = false;
};

class PictureJob {
 public:
  PictureJob(AppState state, PictureRequest request, const JobHost& host = {});
  ~PictureJob();  // cancels, and waits for the picture that is being written
  PictureJob(const PictureJob&) = delete;
  PictureJob& operator=(const PictureJob&) = delete;

  // Does at most one frame's work; false if there is nothing to do now.
  bool go_on();
  void cancel();
  PictureProgress progress() const;
  // Until it is finished.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::gui
