// The journal of this process: what the program did with the device, line by line (lines.hpp), as it happens.
// Where LOCKSTEP_JOURNAL names no folder, nothing is written, and findings go to standard error.
//
// Environment, as `lockstep run` sets it:
//   LOCKSTEP_JOURNAL   folder for PID.jsonl, and PID.data with the contents of buffers
//   LOCKSTEP_RECORD    1: contents are kept
//   LOCKSTEP_LAUNCHES  "3,7..9": only these launches are checked for errors and recorded; the first is 1
//   LOCKSTEP_TIMEOUT   seconds after which a launch in which no work-group ends is stopped; 0, the default:
//   never
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "runtime/journal/lines.hpp"

namespace lockstep::runtime {

struct LaunchTicket {
  std::size_t number = 0;  // of the process; the first is 1
  bool checks = true;      // for errors of the kernel
  bool records = false;
  std::string kernel, program;  // their names
  std::chrono::steady_clock::time_point begin{};
};

// A buffer of the device, before a launch.
struct BufferBytes {
  std::size_t number = 0;
  std::span<const std::byte> bytes;
};

class Journal {
 public:
  static Journal& of_process();

  // Called by one thread at a time, the one whose command runs; create and error by any.
  void begin_command(const std::string& place);  // of the call that enqueued it
  // `data`: what it was created with.
  void create(const HostCall& call, const std::optional<ImageDescription>& image,
              std::span<const std::byte> data);
  // `data`: what was written; of a fill, the pattern.
  void transfer(HostCall call, std::span<const std::byte> data = {});
  void release(std::size_t buffer);
  // The number of the launch, and of its program, are found here.
  LaunchTicket begin_launch(LaunchLine line, const ProgramLine& program,
                            std::span<const BufferBytes> buffers);
  void end_launch(const LaunchTicket& ticket, const sim::CountedRun& run);
  void end_launch(const LaunchTicket& ticket, const std::string& error);
  // A function that was refused: "CL_INVALID_VALUE", with the reason.
  void error(std::string_view call, const std::string& code, const std::string& reason);
  // An error of the host part; the same one is written once.
  void finding(const HostFindingLine& finding);
  // Says at the end what was never released: "buffer", how many.
  void on_end(std::function<std::map<std::string, std::size_t>()> count_left);

  std::string place_of_command() const;  // of the call that enqueued the command that runs
  // Of the program's call that is executed by this thread; "" without a journal.
  std::string place() const;
  std::chrono::milliseconds timeout() const;
  std::size_t next_buffer();  // numbers of the process, from 0
  std::size_t next_program();

 private:
  Journal();
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace lockstep::runtime
