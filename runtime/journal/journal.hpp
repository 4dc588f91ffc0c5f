// The journal of this process: what the program did with the device, line by line, each a JSON object with
// its "event": start, create, write, read, fill, copy, map, unmap, release (of a buffer), program (a kernel's
// text), launch, result or failed (of the launch with this number), error, left (never released), end. Where
// LOCKSTEP_JOURNAL names no folder, nothing is written, and findings go to standard error.
//
// Environment, as `lockstep run` sets it:
//   LOCKSTEP_JOURNAL   folder for PID.jsonl, and PID.data with the contents of buffers
//   LOCKSTEP_RECORD    1: contents are kept
//   LOCKSTEP_LAUNCHES  "3,7..9": only these launches are checked for errors and recorded; the first is 1
//   LOCKSTEP_TIMEOUT   seconds after which a launch in which no work-group ends is stopped; 0: never
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/objects/memory.hpp"
#include "runtime/objects/outcome.hpp"
#include "sim/observers/counters.hpp"

namespace lockstep::runtime {

struct Launch;

struct LaunchTicket {
  std::size_t number = 0;  // of the process; the first is 1
  bool checks = true;      // for errors of the kernel
  bool records = false;
  std::chrono::steady_clock::time_point begin{};
};

// A change of a buffer, or a look at it, by the host.
struct Transfer {
  std::string_view kind;  // write, read, fill, copy, map, unmap
  std::string_view call;  // "clEnqueueWriteBuffer"
  const Storage* buffer = nullptr;
  std::size_t offset = 0, bytes = 0;
  const Storage* source = nullptr;  // of a copy
  std::size_t source_offset = 0;
  std::span<const std::byte> data = {};  // write, unmap: what was written; fill: the pattern
};

class Journal {
 public:
  static Journal& of_process();

  // Called by one thread at a time, the one whose command runs; create and error by any.
  void begin_command(const std::string& place);  // of the call that enqueued it
  // `memory` has its own storage; what was written into it is what it was created with.
  void create(const _cl_mem& memory, std::string_view call);
  void transfer(const Transfer& transfer);
  void release(const Storage& buffer);
  LaunchTicket begin_launch(const Launch& launch, std::span<const std::shared_ptr<Storage>> buffers);
  void end_launch(const LaunchTicket& ticket, const Launch& launch, const sim::CountedRun& run);
  void end_launch(const LaunchTicket& ticket, const Launch& launch, const std::string& error);
  // A function that was refused, with the reason.
  void error(std::string_view call, const Refusal& refusal);

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

// "CL_INVALID_VALUE"; unknown codes as their number.
std::string error_name(cl_int code);

}  // namespace lockstep::runtime
