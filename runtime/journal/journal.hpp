// The journal of this process: it records the program's use of the device, line by line (lines.hpp),
// as it happens. If LOCKSTEP_JOURNAL does not name a folder, nothing is recorded, and findings go to
// standard error.
//
// Environment, as `lockstep run` sets it:
//   LOCKSTEP_JOURNAL   folder for PID.jsonl, and PID.data with the contents of buffers
//   LOCKSTEP_RECORD    1: contents are stored
//   LOCKSTEP_LAUNCHES  "3,7..9": only these launches are checked for errors and recorded; the first is 1
//   LOCKSTEP_TIMEOUT   seconds without a completed work-group before a launch is stopped; 0 (default): never
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
  std::size_t number = 0;  // within the process; the first is 1
  bool checks = true;      // whether errors of the kernel are detected
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

  // Called by one thread at a time, the thread whose command runs; create and error by any thread.
  void begin_command(const std::string& place);  // place of the call that enqueued it
  // `data`: the initial contents.
  void create(const HostCall& call, const std::optional<ImageDescription>& image,
              std::span<const std::byte> data);
  // `data`: the written data; for a fill, the pattern.
  void transfer(HostCall call, std::span<const std::byte> data = {});
  void release(std::size_t buffer);
  // Assigns the numbers of the launch and of its program.
  LaunchTicket begin_launch(LaunchLine line, const ProgramLine& program,
                            std::span<const BufferBytes> buffers);
  void end_launch(const LaunchTicket& ticket, const sim::CountedRun& run);
  void end_launch(const LaunchTicket& ticket, const std::string& error);
  // A refused call: "CL_INVALID_VALUE", with the reason.
  void error(std::string_view call, const std::string& code, const std::string& reason);
  // An error of the host program; identical errors are written once.
  void finding(const HostFindingLine& finding);
  // Reports unreleased objects at the end: "buffer", and their number.
  void on_end(std::function<std::map<std::string, std::size_t>()> count_left);

  std::string place_of_command() const;  // of the call that enqueued the running command
  // The place of the program's call that this thread is executing; "" without a journal.
  std::string place() const;
  std::chrono::milliseconds timeout() const;
  std::size_t next_buffer();  // numbers within the process, from 0
  std::size_t next_program();

 private:
  Journal();
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace lockstep::runtime
