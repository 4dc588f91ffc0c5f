#include "core/bench/multi_device/part_run.hpp"

#include <fmt/format.h>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/errors.hpp"
#include "core/opencl/prepared_launches.hpp"

namespace lockstep::bench {

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
    return failure("The host has not enough memory for this run; choose a smaller n.");
  }
}

Result<void> PartRun::set_up(std::shared_ptr<opencl::OpenDevice>& open, std::string_view extra_option) {
  return guarded([&] {
    place_ = "opening the device";
    if (!open) open = std::make_shared<opencl::OpenDevice>(part_.device);
    open_ = open;
    return loaded_.load(*open_, extra_option);
  });
}

// The total before the part was combined into its first element.
Result<void> PartRun::restore_buffers(bool first_run) {
  return guarded([&]() -> Result<void> {
    loaded_.restore_buffers(first_run);
    if (first_run || first_.empty()) return {};
    loaded_.write_later(part_.plan.expectation->input_buffer, input_.first(element_bytes()));
    loaded_.finish();
    return {};
  });
}

Result<PartTime> PartRun::run(std::size_t number, Totals& totals) {
  const HostTime begun = std::chrono::steady_clock::now();
  auto time = guarded([&]() -> Result<PartTime> {
    try {
      return part_.is_scan() ? scan(number, totals) : reduce(number, totals);
    } catch (const cl::Error&) {
      const auto next = loaded_.next_launch();
      place_ = next ? fmt::format("running {}", opencl::launch_name(part_.plan.launches[*next]))
                    : opencl::running_all(part_.plan);
      throw;
    }
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
  loaded_.enqueue_launches(0, loaded_.launch_count());
  Element total(element_bytes());
  loaded_.read(part_.total_buffer, total);
  totals.post(number, std::move(total));
  time.end = std::chrono::steady_clock::now();
  time.ends = {{measure::Stretch::What::result, time.end}};
  return time;
}

Element PartRun::find_total() {
  loaded_.enqueue_launches(0, part_.totals_launches);
  Element total(element_bytes());
  loaded_.read(part_.total_buffer, total);
  return total;
}

// After a scan. The last result of an exclusive one leaves out the last element.
Element PartRun::last_result_as_total() {
  const Expectation& expected = *part_.plan.expectation;
  const std::uint64_t at = (part_.slice.n - 1) * element_bytes();
  Element last(element_bytes());
  loaded_.read(expected.result_buffer, last, at);
  if (!part_.is_exclusive()) return last;
  return combine(part_.plan.type, expected.op, last, input_.subspan(at, element_bytes()));
}

// The first result of an exclusive scan is the total before the part; none of its elements is in it.
void PartRun::put_before(const Element& before) {
  const Expectation& expected = *part_.plan.expectation;
  before_ = before;
  first_ = combine(part_.plan.type, expected.op, before, input_.first(element_bytes()));
  loaded_.write_later(expected.input_buffer, first_);
  loaded_.enqueue_launches(part_.totals_launches, loaded_.launch_count());
  if (part_.is_exclusive()) loaded_.write_later(expected.result_buffer, before_);
}

Result<PartTime> PartRun::scan(std::size_t number, Totals& totals) {
  PartTime time;
  const auto ends = [&](measure::Stretch::What what) {
    time.end = std::chrono::steady_clock::now();
    time.ends.emplace_back(what, time.end);
  };
  if (part_.turn == measure::Turn::first) {
    loaded_.enqueue_launches(0, loaded_.launch_count());
    totals.post(number, last_result_as_total());
    ends(measure::Stretch::What::result);
    return time;
  }
  if (part_.turn == measure::Turn::middle) {
    totals.post(number, find_total());
    ends(measure::Stretch::What::total);
  }
  if (number == 0) {
    loaded_.enqueue_launches(part_.totals_launches, loaded_.launch_count());
  } else {
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
