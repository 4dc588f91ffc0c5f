// Where programs that are not trusted may run: without the network, without other files than those of the
// system and of the run, and without other processes in sight. What a run writes is in memory and vanishes
// with it. Whether this system has such a place is found by trying.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/guest.hpp"
#include "core/base/result.hpp"

namespace lockstep {

struct SandboxOptions {
  std::chrono::seconds processor_time{20};  // of each process
  // Of the clock on the wall: only a program that sleeps, or makes process after process, is this late.
  std::chrono::seconds wait{240};
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;  // of each process
  std::uint64_t files_bytes = std::uint64_t{1} << 30;   // of what it writes
  std::uint64_t processes = 256;
  std::size_t output_bytes = std::size_t{128} << 20;
  bool has_devices = false;  // those of OpenCL, with their drivers
  // Files and folders that it can read, and their paths inside.
  std::vector<std::pair<std::string, std::string>> given = {};
};

struct SandboxEnd {
  GuestEnd end;
  std::string output;                // standard output and errors
  bool has_too_much_output = false;  // then it was ended
};

class Sandbox {
 public:
  // The Error says what is missing on this system, and what to install.
  static Result<Sandbox> find(SandboxOptions options = {});

  // For reports: "bubblewrap".
  const std::string& name() const { return name_; }

  // Runs lines of sh in an empty folder. `given`: a folder that they see as kGiven and cannot change. The
  // Error: the sandbox did not start.
  Result<SandboxEnd> run(const std::string& script, const std::string& given) const;

  static constexpr const char* kWork = "/work";        // where the lines begin, empty
  static constexpr const char* kScratch = "/scratch";  // empty, too
  static constexpr const char* kGiven = "/given";

 private:
  Sandbox(std::string name, SandboxOptions options) : name_(std::move(name)), options_(std::move(options)) {}
  std::vector<std::string> command(const std::string& script, const std::string& given) const;

  std::string name_;
  SandboxOptions options_;
};

}  // namespace lockstep
