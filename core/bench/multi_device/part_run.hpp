// One device at work on its part of an array, again and again. Each call except the constructor's is made on
// the device's own thread; no OpenCL exception leaves it.
#pragma once

#include <chrono>
#include <memory>

#include "core/bench/multi_device/part_plan.hpp"
#include "core/bench/multi_device/totals.hpp"
#include "core/measure/parts.hpp"
#include "core/opencl/loaded_plan.hpp"

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
  PartRun(const PartPlan& part, std::span<const std::byte> input)
      : part_(part), input_(input), loaded_(part.device, part.plan, place_, input) {}

  // Opens the device unless another part on the same one has done so.
  Result<void> set_up(std::shared_ptr<opencl::OpenDevice>& open, std::string_view extra_option);
  Result<void> restore_buffers(bool first_run);
  // Just before a run.
  void forget_events() { loaded_.forget_events(); }
  // Runs part `number`; if it fails, the others give up. The launches' times are left out.
  Result<PartTime> run(std::size_t number, Totals& totals);
  Result<std::vector<opencl::KernelTime>> launches();  // of the last run
  Result<void> read_result(std::span<std::byte> to);
  std::size_t launch_count() const { return loaded_.launch_count(); }

 private:
  template <class Work>
  auto guarded(Work&& work) -> decltype(work());
  PartTime reduce(std::size_t number, Totals& totals);
  Result<PartTime> scan(std::size_t number, Totals& totals);
  Element find_total();
  Element last_result_as_total();
  void put_before(const Element& before);
  std::size_t element_bytes() const { return size_bytes(part_.plan.type); }

  const PartPlan& part_;
  std::span<const std::byte> input_;
  std::string place_;
  std::shared_ptr<opencl::OpenDevice> open_;
  opencl::LoadedPlan loaded_;
  Element before_, first_;  // until the queue has finished with them
};

}  // namespace lockstep::bench
