// Records the program's use of the device, line by line (lines.hpp), as it happens. If LOCKSTEP_JOURNAL does
// not name a folder, nothing is recorded, and findings are printed to standard error.
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
  std::size_t number = 0;  // unique within the process; the first number is 1
  bool checks = true;      // whether errors of the kernel are detected
  bool records = false;
  std::string kernel, program;  // the names of the kernel and of the program
  std::chrono::steady_clock::time_point begin{};
};

// A buffer of the device before a launch.
struct BufferBytes {
  std::size_t number = 0;
  std::span<const std::byte> bytes;
};

class Journal {
 public:
  static Journal& of_process();

  // Called by only one thread at a time, the thread that executes the command. In contrast, any thread may
  // call create() and error().
  void begin_command(const std::string& place);  // `place`: where the program enqueued it
  // `data` is the initial contents.
  void create(const HostCall& call, const std::optional<ImageDescription>& image,
              std::span<const std::byte> data);
  // `data` is the written data; for a fill, the pattern.
  void transfer(HostCall call, std::span<const std::byte> data = {});
  void release(std::size_t buffer);
  // Assigns numbers to the launch and to its program.
  LaunchTicket begin_launch(LaunchLine line, const ProgramLine& program,
                            std::span<const BufferBytes> buffers);
  void end_launch(const LaunchTicket& ticket, const sim::CountedRun& run);
  void end_launch(const LaunchTicket& ticket, const std::string& error);
  // Records a refused call: "CL_INVALID_VALUE", with the reason.
  void error(std::string_view call, const std::string& code, const std::string& reason);
  // Records an error of the host program; identical errors are written only once.
  void finding(const HostFindingLine& finding);
  // At the end of the process, records the unreleased objects that the function returns: "buffer", and
  // their number.
  void on_end(std::function<std::map<std::string, std::size_t>()> count_left);

  std::string place_of_command() const;  // where the running command was enqueued
  // Returns the place of the program's call that this thread is executing; "" without a journal.
  std::string place() const;
  std::chrono::milliseconds timeout() const;
  std::size_t next_buffer();  // buffers of the process are numbered from 0
  std::size_t next_program();

 private:
  Journal();
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace lockstep::runtime
