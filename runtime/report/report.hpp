// Describes what a program did with the device, according to its journals.
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
  std::size_t process = 1;  // number of the process; processes are numbered in the order of their start
  std::size_t number = 0;   // number within the process; the first launch has number 1
  std::string kernel;
  std::string call, place;  // "clEnqueueNDRangeKernel", and "host.c:42" if known
  std::string model;
  NdRange range;
  std::size_t program = 0;        // index into Report::programs
  bool checked = true;            // whether it was checked for errors of the kernel
  bool ended = false;             // whether the result is known
  std::string failure;            // why the launch could not run; empty if it ran
  bool ended_early = false;       // whether the launch was stopped
  sim::Counters counters;         // without steps and work, which are not counted
  std::uint64_t nanoseconds = 0;  // simulation time
  std::vector<ReportedFinding> findings;
  std::size_t errors() const;  // findings that are errors
};

struct ReportedProgram {
  std::string name;  // name of the file, if it was found
  std::string source, options;
  std::string file;  // path of the file; empty: unknown
};

// The calls of one function, such as "clEnqueueWriteBuffer".
struct ReportedTransfers {
  std::uint64_t calls = 0, bytes = 0;
};

struct ReportedError : ErrorLine {
  std::uint64_t times = 1;
};

struct Report {
  std::size_t processes = 0;  // number of processes that used the device
  bool ended = true;          // each called exit(); none crashed, was killed, or called _exit()
  std::vector<ReportedLaunch> launches;
  std::vector<ReportedProgram> programs;
  std::map<std::string, ReportedTransfers> transfers;  // by function
  std::vector<ReportedError> errors;
  std::map<std::string, std::uint64_t> left;  // "buffer": the number of unreleased objects
  std::vector<HostFindingLine> host_findings;
  std::vector<ReportedFinding> between;  // results lost between recorded launches
  std::string not_followed;              // why `between` is unknown although the run was recorded

  std::uint64_t findings() const;
  // Whether every launch has a result. If a process ends during a launch, this launch has no result.
  bool all_launches_ended() const;
};

Report report_of(const std::vector<ProcessJournal>& journals);

}  // namespace lockstep::runtime
