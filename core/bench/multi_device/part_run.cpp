#include "core/bench/multi_device/part_run.hpp"

#include <fmt/format.h>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/errors.hpp"
#include "core/opencl/prepared_launches.hpp"

namespace lockstep::bench {

PartRun::PartRun(const PartPlan& part, std::span<const std::byte> input)
    : part_(part), input_(input), loaded_(part.device, part.plan, place_, input) {}
PartRun::~PartRun() = default;

template <class Work>
auto PartRun::guarded(Work&& work) -> decltype(work()) {
  const auto named = [&](const std::string& message) {
    return fmt::format("Device {} ({}): {}", part_.device.index, part_.device.name, message);
  };
  try {
    auto result = work();
    if (result || is_of_another(result.error())) return result;
    return tl::unexpected(Error{result.error().kind, named(result.error().message)});
  } catch (const cl::Error& error) {
    const auto first = loaded_.first_failed_command();
    return failure(
        named(opencl::opencl_failure(first ? first->doing : place_, error.err(),
                                     first && !first->is_kernel ? opencl::advice_on_commands() : "")
                  .value()
                  .message));
  } catch (const std::bad_alloc&) {
    return failure("The host does not have enough memory for this run; choose a smaller n.");
  }
}

Result<void> PartRun::set_up(std::shared_ptr<opencl::OpenDevice>& open, std::string_view extra_option) {
  return guarded([&] {
    place_ = "opening the device";
    if (!open) open = std::make_shared<opencl::OpenDevice>(part_.device);
    open_ = open;
    plain_ = std::make_unique<cl::CommandQueue>(open_->make_plain_queue());
    total_ = std::make_unique<opencl::PinnedBytes>(*open_, element_bytes());
    return loaded_.load(*open_, extra_option);
  });
}

// The last run combined the total of the preceding parts with the first element of this part.
Result<void> PartRun::restore_buffers(bool first_run) {
  return guarded([&]() -> Result<void> {
    loaded_.use_queue(open_->queue());
    loaded_.restore_buffers(first_run);
    if (first_run || !has_before_) return {};
    loaded_.put(part_.plan.expectation->input_buffer, input_.first(element_bytes()));
    loaded_.finish();
    return {};
  });
}

// Names the launches in the message of an exception.
template <class Work>
auto PartRun::at_launches(Work&& work) -> decltype(work()) {
  return guarded([&] {
    try {
      return work();
    } catch (const cl::Error&) {
      const auto next = loaded_.next_launch();
      place_ = next ? fmt::format("running {}", opencl::launch_name(part_.plan.launches[*next]))
                    : opencl::running_all(part_.plan);
      throw;
    }
  });
}

void PartRun::prepare(Measured measured) {
  loaded_.use_queue(measured == Measured::device ? open_->queue() : *plain_);
  loaded_.forget_events();
}

// Enqueues the launches that do not need the total of another part.
void PartRun::enqueue_first(std::size_t number) {
  const bool is_middle = part_.turn == measure::Turn::middle;
  if (part_.turn == measure::Turn::last && number != 0) return;
  loaded_.enqueue_launches(0, is_middle ? part_.totals_launches : loaded_.launch_count());
  loaded_.flush();
  if (part_.turn != measure::Turn::last) enqueue_total();
  if (is_middle && number == 0) loaded_.enqueue_launches(part_.totals_launches, loaded_.launch_count());
  loaded_.flush();
}

Result<PartTime> PartRun::run(std::size_t number, Totals& totals) {
  const HostTime begun = std::chrono::steady_clock::now();
  auto time = at_launches([&]() -> Result<PartTime> {
    enqueue_first(number);
    return part_.is_scan() ? scan(number, totals) : reduce(number, totals);
  });
  if (!time) totals.abandon();
  if (time) time->start = begun;
  return time;
}

Result<std::vector<opencl::KernelTime>> PartRun::launches() {
  return guarded([&]() -> Result<std::vector<opencl::KernelTime>> { return loaded_.kernel_times(); });
}

PartTime PartRun::reduce(std::size_t number, Totals& totals) {
  PartTime time;
  totals.post(number, total());
  time.end = std::chrono::steady_clock::now();
  time.ends = {{measure::Stretch::What::result, time.end}};
  return time;
}

// For the first part of a scan, the total is the last element of its result; in an exclusive scan, that
// element does not include the last input.
void PartRun::enqueue_total() {
  if (part_.turn == measure::Turn::first)
    loaded_.read_later(part_.plan.expectation->result_buffer, total_->bytes(),
                       (part_.slice.n - 1) * element_bytes());
  else
    loaded_.read_later(part_.total_buffer, total_->bytes());
}

Element PartRun::total() {
  loaded_.wait_for_read();
  Element read(total_->bytes().begin(), total_->bytes().end());
  if (part_.turn != measure::Turn::first || !part_.is_exclusive()) return read;
  return combine(part_.plan.type, part_.plan.expectation->op, read,
                 input_.subspan((part_.slice.n - 1) * element_bytes(), element_bytes()));
}

// The first result of an exclusive scan is the total of the preceding parts; it contains no element
// of this part.
void PartRun::put_before(const Element& before) {
  const Expectation& expected = *part_.plan.expectation;
  has_before_ = true;
  loaded_.put(expected.input_buffer,
              combine(part_.plan.type, expected.op, before, input_.first(element_bytes())));
  loaded_.enqueue_launches(part_.totals_launches, loaded_.launch_count());
  if (part_.is_exclusive()) loaded_.put(expected.result_buffer, before);
}

Result<PartTime> PartRun::scan(std::size_t number, Totals& totals) {
  PartTime time;
  const auto ends = [&](measure::Stretch::What what) {
    time.end = std::chrono::steady_clock::now();
    time.ends.emplace_back(what, time.end);
  };
  if (part_.turn == measure::Turn::first) {
    totals.post(number, total());
    ends(measure::Stretch::What::result);
    return time;
  }
  if (part_.turn == measure::Turn::middle) {
    totals.post(number, total());
    ends(measure::Stretch::What::total);
  }
  if (number != 0) {
    const std::optional<Element> before = totals.before(number);
    if (!before) return failure("");
    ends(measure::Stretch::What::waiting);
    put_before(*before);
  }
  loaded_.finish();
  ends(measure::Stretch::What::result);
  return time;
}

Result<void> PartRun::read_result(std::span<std::byte> to) {
  return guarded([&]() -> Result<void> {
    loaded_.read(part_.plan.expectation->result_buffer, to);
    return {};
  });
}

}  // namespace lockstep::bench
