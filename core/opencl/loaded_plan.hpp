// A plan on an open device: its programs are built, its buffers are created, and its launches can be enqueued
// any number of times. Errors of the device are thrown as cl::Error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/large_bytes.hpp"
#include "core/benchmark_data/device.hpp"
#include "core/opencl/build.hpp"
#include "core/opencl/command_trail.hpp"
#include "core/opencl/open_device.hpp"
#include "core/opencl/timing_summary.hpp"

namespace cl {
class Buffer;
class CommandQueue;
class Context;
}  // namespace cl

namespace lockstep::opencl {

// The first enqueued command that failed.
struct FailedCommand {
  std::string doing;  // "filling buffer 'state'", "running kernel reduce_divergent (level 2: 256 → 1)"
  bool is_kernel = false;
};

class LoadedPlan {
 public:
  // All arguments must outlive this object. `place` always describes the current action, for the message of
  // an exception. If `input` is given, it replaces the content of the input buffer in the plan.
  LoadedPlan(const measure::Device& device, const Plan& plan, std::string& place,
             std::span<const std::byte> input = {});
  ~LoadedPlan();
  LoadedPlan(const LoadedPlan&) = delete;
  LoadedPlan& operator=(const LoadedPlan&) = delete;

  Result<void> load(OpenDevice& open, std::string_view extra_option);

  // To be called before each run; waits until the buffers are filled. Outputs and scratch buffers are filled
  // with an arbitrary value, so a result of the previous run cannot pass. A result that is computed in place
  // gets its input again. Inputs that no kernel should write are filled once: if a kernel overwrites an
  // input, the check of the next run detects this.
  void restore_buffers(bool first_run);

  void forget_events();
  // Enqueues the launches from `begin` to `end`, with the fills of each run (PlanBuffer::Refill) before the
  // first launch of the plan, the host's calls before each launch, and the calls after the last launch.
  void enqueue_launches(std::size_t begin, std::size_t end);
  void finish() const;

  // From then on commands are enqueued in this queue of the device, for example a queue without profiling.
  // Earlier commands must have ended.
  void use_queue(const cl::CommandQueue& queue);
  // Starts a non-blocking read. `to` must stay valid until the read is done; wait_for_read() waits for the
  // latest read.
  void read_later(std::size_t buffer, std::span<std::byte> to, std::uint64_t offset_bytes = 0);
  void wait_for_read() const;
  void flush() const;
  // To be called before finish(), for a run that is not timed: reports when the device begins each launch, if
  // the driver provides this information. `launch_name`: see prepared_launches.hpp.
  void follow(const std::function<void(const std::string& launch_name)>& on_begin) const;
  std::size_t launch_count() const;
  std::vector<KernelTime> kernel_times() const;  // of the launches since forget_events
  std::vector<KernelTime> refill_times() const;  // of the fills since forget_events

  // After an exception, returns the first command that failed since the queue was last known to be finished;
  // none if the call itself failed.
  std::optional<FailedCommand> first_failed_command() const;
  // Returns the first launch that was not enqueued since forget_events(); none if all were enqueued.
  std::optional<std::size_t> next_launch() const;

  // Transfer data from or to the beginning of a buffer, or from an offset in a buffer that is not an image.
  // read() waits; the memory passed to write_later() must stay valid until the queue has finished.
  void read(std::size_t buffer, std::span<std::byte> to, std::uint64_t offset_bytes = 0);
  void write_later(std::size_t buffer, std::span<const std::byte> from);
  // Sets the first element of a buffer, without waiting. This is a fill, which copies its value at once; a
  // write would read the host's memory later.
  void put(std::size_t buffer, std::span<const std::byte> value);

  const cl::Buffer& buffer(std::size_t index) const;
  std::span<const std::byte> content(std::size_t buffer) const { return contents_[buffer]; }
  std::string build_log() const;

 private:
  void make_buffers(const cl::Context& context);
  bool keeps_content(std::size_t buffer) const;
  void restore_buffer(std::size_t index);
  void refill_for_run();
  void fill(const CommandTrail::Command& command, std::size_t buffer, std::span<const std::byte> pattern,
            std::uint64_t offset, std::uint64_t bytes);
  void enqueue_host_calls(std::size_t before_launch);
  std::string name_of(const CommandTrail::Command& command) const;
  void throw_if_a_command_failed() const;
  void execute_on_image(const HostCall& call);

  const measure::Device& device_;
  const Plan& plan_;
  std::string& place_;
  std::span<const std::byte> input_;
  std::vector<LargeBytes> own_contents_;  // must outlive the queue's writes
  std::vector<std::span<const std::byte>> contents_;
  std::vector<BuiltProgram> programs_;
  struct Objects;  // objects of the driver: queue, buffers, kernels, events
  std::unique_ptr<Objects> objects_;
};

}  // namespace lockstep::opencl
