// Finds results that are lost between launches. A program that passes the wrong buffers to its launches (the
// two buffers of a loop are never swapped, or are swapped once too often) runs without an error in a kernel:
// a launch reads the same buffer as the previous launch, and the result of the previous launch is never read.
//
// The result of a launch in a buffer is lost in two cases:
//   A later launch of the same kernel with work-groups of the same size overwrites the result with other
//   values before it has been read, and reads an unchanged buffer that the first launch also read.
//   The result is not read until the end of the program, and a later launch, or the host, reads such an
//   unchanged buffer of the same size instead.
// Repeating a launch is not an error.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/observers/touched_bytes.hpp"

namespace lockstep::sim {

// "launch 3 (clEnqueueNDRangeKernel at host.c:42)"; launches are counted from 1.
std::string launch_words(const Plan& plan, std::size_t launch);

// Adds the launch to the message of each finding of a host program.
void name_launches(const Plan& plan, std::vector<Finding>& findings);

// Observes a run from its start and reports to `sink`. The machine and the sink must outlive it.
class LaunchFlow final : public Observer {
 public:
  LaunchFlow(const Machine& machine, Observer& sink);

  // Returns whether the plan must be observed. If there is a single launch, there is no earlier result.
  static bool is_needed(const Plan& plan) { return plan.launches.size() > 1; }

  void on_launch_begin(const MachineState& state, std::uint32_t launch) override;
  void on_launch_end(const MachineState& state, std::uint32_t launch) override;
  void on_access(const MachineState& state, const Moment& moment, const Instruction& instruction,
                 const ObservedAccess& access) override {
    touched_.on_access(state, moment, instruction, access);
  }
  void on_texel(const MachineState& state, const Moment& moment, const ObservedTexel& texel) override {
    touched_.on_texel(state, moment, texel);
  }
  bool wants_texels() const override { return true; }
  bool wants_instructions() const override { return false; }
  bool wants_branches() const override { return false; }
  // Adds the bytes touched by work-groups of this launch that ran on another thread.
  void merge(const TouchedBytes& part) { touched_.merge(part); }

 private:
  // The part of a buffer that one launch read.
  struct Read {
    std::uint32_t buffer = 0, pc = 0;
    std::uint64_t bytes = 0;
  };
  // The values that a launch wrote to a buffer.
  struct Result {
    std::uint32_t launch = 0, pc = 0;
    std::uint64_t began = 0;           // the time at which the launch began
    std::vector<std::uint64_t> bytes;  // a bit for each byte
    std::vector<std::byte> values;     // of the whole buffer
    std::vector<Read> reads;           // of the launch
    bool is_read = false;
    // The launch, or the call of the host, that reads the buffer that this launch read, instead of the result
    // of this launch.
    std::optional<std::pair<std::uint32_t, Read>> reader = {};
    const HostCall* call = nullptr;
  };

  void follow_host(std::size_t launch);
  void read_by_host(std::size_t buffer, std::uint64_t offset, std::uint64_t bytes, const HostCall& call);
  void follow_launch(const MachineState& state, std::uint32_t launch);
  static std::uint64_t bytes_read(const Result& result, std::uint32_t buffer);  // by the launch of the result
  const Read* read_again(const Result& result, std::uint32_t written, const std::vector<Read>& reads) const;
  bool is_overwritten(const Result& result, std::uint32_t buffer, const MachineState& state) const;
  void finish(const MachineState& state);
  void report(const MachineState& state, std::uint32_t buffer, const Result& result, std::uint32_t launch,
              const Read& read, bool overwritten);
  void report_call(const MachineState& state, std::uint32_t buffer, const Result& result);
  Finding::Party party(std::uint32_t launch, std::uint32_t pc, bool is_store) const;
  void send(const MachineState& state, Finding finding);

  const Machine& machine_;
  Observer& sink_;
  TouchedBytes touched_;                        // by the running launch
  std::vector<std::optional<Result>> results_;  // by buffer
  std::vector<std::uint64_t> changed_;          // by buffer: when it was written last
  std::uint64_t time_ = 0, began_ = 0;
  bool host_reads_ = false;
};

}  // namespace lockstep::sim
