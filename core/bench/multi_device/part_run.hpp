// Runs one device repeatedly on its part of an array. All functions except the constructor are called on the
// device's own thread; no OpenCL exception leaves them.
//
// A part's total is passed through pinned memory and the host as soon as it is known. On two H200s, a value
// of one device reaches a kernel's result on the other device 55 µs after both kernels were enqueued. A copy
// between the devices in one context, ordered by events, takes 79 µs. A write and a read of the same pinned
// memory, ordered only by events, take 44 µs, but ⊕ would then have to be a separate kernel. Polling is not
// possible: a running kernel does not see what the host or another device writes, and the host does not see a
// kernel's writes to a mapped buffer. Commands that are enqueued before the start and wait for a user event
// begin no earlier than commands that are enqueued at the start.
//
// A queue with profiling takes 10 to 20 µs longer for each command that the host waits for. Therefore a run
// measures either the host's time or the device's times.
#pragma once

#include <chrono>
#include <memory>

#include "core/bench/multi_device/part_plan.hpp"
#include "core/bench/multi_device/totals.hpp"
#include "core/benchmark_data/parts.hpp"
#include "core/opencl/loaded_plan.hpp"
#include "core/opencl/pinned_bytes.hpp"

namespace cl {
class CommandQueue;
}

namespace lockstep::bench {

using HostTime = std::chrono::steady_clock::time_point;

inline std::uint64_t nanoseconds(HostTime from, HostTime to) {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(to - from).count());
}

struct PartTime {
  std::vector<opencl::KernelTime> launches;  // on the device's clock
  HostTime start, end;
  // The time at which each stretch ends and the next begins; the last stretch ends at `end`.
  std::vector<std::pair<measure::Stretch::What, HostTime>> ends;
};

// Returns whether the error has no message, which means that another part's error stopped this part.
inline bool is_of_another(const Error& error) { return error.message.empty(); }

class PartRun {
 public:
  // Both arguments must outlive this object. `input` is the part of the array.
  PartRun(const PartPlan& part, std::span<const std::byte> input);
  ~PartRun();

  // Opens the device unless another part on the same device has opened it.
  Result<void> set_up(std::shared_ptr<opencl::OpenDevice>& open, std::string_view extra_option);
  Result<void> restore_buffers(bool first_run);
  enum class Measured : std::uint8_t { host, device };
  // To be called just before a run.
  void prepare(Measured measured);
  // Runs part `number`. If the run fails, the other parts stop waiting for its total. The times of the
  // launches are not included.
  Result<PartTime> run(std::size_t number, Totals& totals);
  Result<std::vector<opencl::KernelTime>> launches();  // of the last run, for the device's times
  Result<void> read_result(std::span<std::byte> to);
  std::size_t launch_count() const { return loaded_.launch_count(); }

 private:
  template <class Work>
  auto guarded(Work&& work) -> decltype(work());
  template <class Work>
  auto at_launches(Work&& work) -> decltype(work());
  PartTime reduce(std::size_t number, Totals& totals);
  Result<PartTime> scan(std::size_t number, Totals& totals);
  void enqueue_first(std::size_t number);
  void enqueue_total();
  Element total();
  void put_before(const Element& before);
  std::size_t element_bytes() const { return size_bytes(part_.plan.type); }

  const PartPlan& part_;
  std::span<const std::byte> input_;
  std::string place_;
  std::shared_ptr<opencl::OpenDevice> open_;
  std::unique_ptr<opencl::PinnedBytes> total_;  // one element
  bool has_before_ = false;
  opencl::LoadedPlan loaded_;
  std::unique_ptr<cl::CommandQueue> plain_;
};

}  // namespace lockstep::bench
