// What a program did with the device, according to its journals.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "runtime/journal/read_journals.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::runtime {

struct ReportedLaunch {
  std::size_t process = 1;  // process number in the order of their start
  std::size_t number = 0;   // within its process, from 1
  std::string kernel;
  std::string call, place;  // "clEnqueueNDRangeKernel", and "host.c:42" if known
  std::string model;
  NdRange range;
  std::size_t program = 0;        // index into Report::programs
  bool checked = true;            // for errors of the kernel
  bool ended = false;             // whether its result is known
  std::string failure;            // why it could not run; empty if it ran
  bool ended_early = false;       // whether it was stopped
  sim::Counters counters;         // steps and work are not counted
  std::uint64_t nanoseconds = 0;  // simulation time
  std::vector<ReportedFinding> findings;
  std::size_t errors() const;  // findings that are errors
};

struct ReportedProgram {
  std::string name;  // file name, if the file was found
  std::string source, options;
  std::string file;  // its path; empty: unknown
};

// Calls of one kind: "clEnqueueWriteBuffer".
struct ReportedTransfers {
  std::uint64_t calls = 0, bytes = 0;
};

struct ReportedError : ErrorLine {
  std::uint64_t times = 1;
};

struct Report {
  std::size_t processes = 0;  // number of processes that used the device
  bool ended = true;          // each called exit(); otherwise one crashed, was killed, or called _exit()
  std::vector<ReportedLaunch> launches;
  std::vector<ReportedProgram> programs;
  std::map<std::string, ReportedTransfers> transfers;  // by call
  std::vector<ReportedError> errors;
  std::map<std::string, std::uint64_t> left;  // "buffer": the number of unreleased objects
  std::vector<HostFindingLine> host_findings;
  std::vector<ReportedFinding> between;  // results lost between recorded launches
  std::string not_followed;              // why `between` is unknown although the run was recorded

  std::uint64_t findings() const;
  // Whether every launch has a result. A process that ended during a launch leaves no result for it.
  bool all_launches_ended() const;
};

Report report_of(const std::vector<ProcessJournal>& journals);

}  // namespace lockstep::runtime
