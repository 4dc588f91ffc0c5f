// One device at work on its part of an array, again and again. Each call except the constructor's is made on
// the device's own thread; no OpenCL exception leaves it.
//
// A part's total goes through pinned memory and the host, as soon as it is known. On two H200s a value of one
// device is in a kernel's result of the other one 55 µs after both kernels were enqueued that way; 79 µs by a
// copy between the devices in one context, ordered by events; and 44 µs if events alone order a read and a
// write of the same pinned memory, which would need ⊕ as a kernel of its own. Nothing is faster by polling: a
// kernel that runs sees nothing that the host or another device writes, and the host sees nothing of a mapped
// buffer. Commands that are given before the start, behind an event of the host's, begin no sooner than those
// that are given at the start.
//
// A queue that notes the times of its commands takes 10 to 20 µs more for each that the host waits for. So a
// run is either for the host's clock or for the device's times.
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
  // Where one stretch ends and the next begins; the last one ends at `end`.
  std::vector<std::pair<measure::Stretch::What, HostTime>> ends;
};

// An error without a message: another part's error stopped this one.
inline bool is_of_another(const Error& error) { return error.message.empty(); }

class PartRun {
 public:
  // Both must outlive it; `input` is the part.
  PartRun(const PartPlan& part, std::span<const std::byte> input);
  ~PartRun();

  // Opens the device unless another part on the same one has done so.
  Result<void> set_up(std::shared_ptr<opencl::OpenDevice>& open, std::string_view extra_option);
  Result<void> restore_buffers(bool first_run);
  enum class Measured : std::uint8_t { host, device };
  // Just before a run.
  void prepare(Measured measured);
  // Runs part `number`; if it fails, the others give up. The launches' times are left out.
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
