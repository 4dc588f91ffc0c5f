// Runs the user's program in the background, with Lockstep as the OpenCL device, and keeps the recording.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/files/scratch_folder.hpp"
#include "core/base/job.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Information about the last run of a program.
struct ProgramStatus {
  enum class Phase : std::uint8_t { none, running, ended };
  Phase phase = Phase::none;
  ProgramCommand command;
  std::string name;  // name of the program's file: "sums"
  std::size_t launches = 0;
  std::string output;  // the last part of the output
  bool output_is_cut = false;
  // Set when the program has ended:
  bool succeeded = false;  // the program was started and ended with status 0
  std::string sentence;    // "sums ended with status 3: 4 launches, 1 finding."
  std::string report;      // as `lockstep run` writes it
  std::string problem;     // why the program was not started, or why there is no recording; otherwise empty
  std::string recording;   // path of the recording; may be empty
  std::vector<std::string> files;  // files of the program, as far as they are known
};

class ProgramRunner {
 public:
  // Recordings are written to `folder`. If `folder` is empty, they are written to a temporary folder, which
  // is removed when the window closes.
  explicit ProgramRunner(std::string folder = {}, const JobHost& host = {});
  ~ProgramRunner();  // ends the program

  // Starts a program; a program that is still running is ended first.
  void run(const ProgramCommand& command, const std::string& model);
  void stop();
  bool is_running() const { return status_.phase == ProgramStatus::Phase::running; }
  const ProgramStatus& status() const { return status_; }
  // Takes over new results; returns true when the program has ended.
  bool update();
  // Waits until the program has ended, but no longer than `most`.
  void wait(std::chrono::milliseconds most) { job_.wait(most); }

 private:
  struct Request {
    ProgramCommand command;
    std::string model, recording;
    bool operator==(const Request&) const = default;
  };
  using ProgramJob = Job<Request, ProgramStatus>;
  class Work;
  std::string recording_file(const ProgramCommand& command);

  std::string folder_;
  std::optional<ScratchFolder> scratch_;
  ProgramStatus status_;
  ProgramJob job_;
};

}  // namespace lockstep::gui
