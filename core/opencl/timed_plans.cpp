#include "core/opencl/timed_plans.hpp"

#include <chrono>
#include <utility>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/errors.hpp"
#include "core/opencl/limits.hpp"
#include "core/opencl/loaded_plan.hpp"
#include "core/opencl/open_device.hpp"

namespace lockstep::opencl {

struct TimedPlans::Entry {
  Entry(const measure::Device& device, Plan&& made) : plan(std::move(made)), loaded(device, plan, place) {}
  Plan plan;
  std::string place;
  LoadedPlan loaded;
  bool is_first = true;
};

TimedPlans::TimedPlans(measure::Device device) : device_(std::move(device)) {}
TimedPlans::~TimedPlans() = default;

Result<std::size_t> TimedPlans::add(Plan plan) {
  if (auto valid = validate(plan); !valid) return tl::unexpected(valid.error());
  if (auto fits = check_limits(device_, plan); !fits) return tl::unexpected(fits.error());
  auto one = std::make_unique<Entry>(device_, std::move(plan));
  try {
    if (!open_) open_ = std::make_unique<OpenDevice>(device_);
    if (auto loaded = one->loaded.load(*open_, ""); !loaded) return tl::unexpected(loaded.error());
  } catch (const cl::Error& error) {
    return opencl_failure(one->place, error.err());
  }
  plans_.push_back(std::move(one));
  return plans_.size() - 1;
}

Result<std::uint64_t> TimedPlans::run(std::size_t plan, const Contents& contents) {
  Entry& one = *plans_[plan];
  try {
    one.loaded.restore_buffers(std::exchange(one.is_first, false));
    for (std::size_t i = 0; i < one.plan.buffers.size(); ++i) {
      const auto given = contents.find(one.plan.buffers[i].name);
      if (given != contents.end() && given->second.size() == one.plan.buffers[i].bytes())
        one.loaded.write_later(i, given->second);
    }
    one.loaded.finish();
    one.loaded.forget_events();
    const auto start = std::chrono::steady_clock::now();
    one.loaded.enqueue_launches(0, one.loaded.launch_count());
    one.loaded.finish();
    const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
    return static_cast<std::uint64_t>(took.count());
  } catch (const cl::Error& error) {
    return opencl_failure(one.place, error.err());
  }
}

Result<std::vector<std::byte>> TimedPlans::result(std::size_t plan) {
  Entry& one = *plans_[plan];
  if (!one.plan.expectation) return std::vector<std::byte>();
  const std::size_t buffer = one.plan.expectation->result_buffer;
  std::vector<std::byte> bytes(one.plan.buffers[buffer].bytes());
  try {
    one.loaded.read(buffer, bytes);
    return bytes;
  } catch (const cl::Error& error) {
    return opencl_failure(one.place, error.err());
  }
}

}  // namespace lockstep::opencl
