// A sandbox for programs that are not trusted. A program in the sandbox has no network, sees only the files
// of the system and of its run, and has no access to other processes. The files that it writes are in memory
// and are discarded after the run. find() tests whether this system has a sandbox.
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
  // Elapsed time. Only a program that sleeps, or starts one process after another, reaches this limit.
  std::chrono::seconds wait{240};
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;  // of each process
  std::uint64_t files_bytes = std::uint64_t{1} << 30;   // of each file that is written
  std::uint64_t processes = 256;
  std::size_t output_bytes = std::size_t{128} << 20;
  bool has_devices = false;  // OpenCL devices with their drivers
  // Files and folders that the program can read, and their paths inside the sandbox.
  std::vector<std::pair<std::string, std::string>> given = {};
};

struct SandboxEnd {
  GuestEnd end;
  std::string output;                // standard output and errors
  bool has_too_much_output = false;  // the program was ended for this reason
};

class Sandbox {
 public:
  // Returns a sandbox, or an Error that says what is missing on this system and what to install.
  static Result<Sandbox> find(SandboxOptions options = {});

  // The name for reports: "bubblewrap".
  const std::string& name() const { return name_; }

  // Runs a script for sh in an empty folder. `given` is a folder that the script can read, but not change,
  // under the path kGiven. The result is an Error if the sandbox does not start.
  Result<SandboxEnd> run(const std::string& script, const std::string& given) const;

  static constexpr const char* kWork = "/work";        // working directory of the script, empty at first
  static constexpr const char* kScratch = "/scratch";  // also empty at first
  static constexpr const char* kGiven = "/given";

 private:
  Sandbox(std::string name, SandboxOptions options) : name_(std::move(name)), options_(std::move(options)) {}
  std::vector<std::string> command(const std::string& script, const std::string& given) const;

  std::string name_;
  SandboxOptions options_;
};

}  // namespace lockstep
