#include "core/bench/multi_device/several_devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <latch>
#include <thread>

#include "core/base/large_bytes.hpp"
#include "core/base/machine_facts.hpp"
#include "core/base/text/text.hpp"
#include "core/check/check.hpp"
#include "core/host_implementations/run.hpp"
#include "core/opencl/driver/quirks.hpp"
#include "core/opencl/limits.hpp"
#include "core/plan/input.hpp"

namespace lockstep::bench {
namespace {

// The values of all parts' threads, or one error: an error with a message takes precedence over the errors of
// parts that it stopped.
template <class T>
Result<std::vector<T>> all_or_first_error(std::vector<Result<T>> results) {
  std::vector<T> values;
  const Error* error = nullptr;
  for (Result<T>& result : results) {
    if (result) values.push_back(std::move(*result));
    if (!result && (error == nullptr || is_of_another(*error))) error = &result.error();
  }
  if (error != nullptr) return tl::unexpected(*error);
  return values;
}

// Runs `work(i)`, which returns a Result<T>, for each part in a thread of its own. All threads have ended
// when the function returns.
template <class T, class Work>
Result<std::vector<T>> on_all(std::size_t parts, Work&& work) {
  std::vector<Result<T>> results(parts);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < parts; ++i) threads.emplace_back([&, i] { results[i] = work(i); });
  }
  return all_or_first_error(std::move(results));
}

template <class Work>
Result<void> do_on_all(std::size_t parts, Work&& work) {
  struct Done {};
  return on_all<Done>(parts, [&](std::size_t i) { return work(i).map([] { return Done{}; }); })
      .map([](const std::vector<Done>&) {});
}

// The numbers of each device's parts, in the order of the array.
std::vector<std::vector<std::size_t>> parts_of_devices(std::span<const PartPlan> parts) {
  std::vector<std::vector<std::size_t>> devices;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto has_it = [&](const std::vector<std::size_t>& device) {
      return parts[device.front()].device.index == parts[i].device.index;
    };
    const auto known = std::ranges::find_if(devices, has_it);
    (known != devices.end() ? *known : devices.emplace_back()).push_back(i);
  }
  return devices;
}

Result<void> check_memory(std::span<const PartPlan> parts, const Plan& whole) {
  std::uint64_t needed = host::needed_bytes(whole);
  for (const PartPlan& part : parts) {
    if (auto fits = opencl::check_limits(part.device, part.plan); !fits) return fits;
    if (part.device.kind != measure::Device::Kind::cpu) continue;
    for (const PlanBuffer& buffer : part.plan.buffers) needed += buffer.bytes();
  }
  if (needed <= available_memory_bytes()) return {};
  return usage_error(
      fmt::format("This run needs {} of the host's memory, but {} are free; choose a smaller n.",
                  bytes_text(needed), bytes_text(available_memory_bytes())));
}

class SeveralRun {
 public:
  SeveralRun(std::span<const PartPlan> parts, const Plan& whole, const measure::RunOptions& options)
      : parts_(parts), devices_(parts_of_devices(parts)), whole_(whole), options_(options) {}

  Result<SeveralReport> run(bool fall_back) {
    report_progress(0, "filling the input");
    input_ = LargeBytes(whole_.buffers[0].bytes());
    fill_input(whole_.buffers[0].content, whole_.buffers[0].type, input_);
    result_ = LargeBytes(whole_.expectation->result_elements * size_bytes(whole_.type));
    const std::size_t size = size_bytes(whole_.type);
    for (const PartPlan& part : parts_)
      running_.push_back(std::make_unique<PartRun>(
          part, std::span(input_).subspan(part.slice.first * size, part.slice.n * size)));
    report_progress(0, "building", true);
    return do_on_all(devices_.size(), [&](std::size_t device) { return set_up(device, fall_back); })
        .and_then([&] { return run_all(); });
  }

 private:
  // `is_building` is set because some drivers build a kernel when it is first launched.
  void report_progress(unsigned done, std::string what, bool is_building = false) const {
    if (options_.on_progress)
      options_.on_progress({done, measure::RunCount(options_).total(), std::move(what), is_building});
  }

  Result<void> set_up(std::size_t device, bool fall_back) {
    std::shared_ptr<opencl::OpenDevice> open;
    for (const std::size_t part : devices_[device]) {
      const std::string_view option = fall_back ? opencl::fallback_option(parts_[part].device.platform) : "";
      if (auto done = running_[part]->set_up(open, option); !done) return done;
    }
    return {};
  }

  // Runs the parts of a device one after another.
  Result<std::vector<PartTime>> run_device(std::size_t device, PartRun::Measured measured, std::latch& start,
                                           Totals& totals) {
    for (const std::size_t part : devices_[device]) running_[part]->prepare(measured);
    // The thread does not sleep while it waits, because waking it would take as long as a small part.
    start.count_down();
    while (!start.try_wait()) std::this_thread::yield();
    std::vector<PartTime> times;
    for (const std::size_t part : devices_[device]) {
      auto time = running_[part]->run(part, totals);
      if (!time) return tl::unexpected(time.error());
      times.push_back(std::move(*time));
    }
    for (std::size_t i = 0; i < times.size() && measured == PartRun::Measured::device; ++i) {
      auto launches = running_[devices_[device][i]]->launches();
      if (!launches) return tl::unexpected(launches.error());
      times[i].launches = std::move(*launches);
    }
    return times;
  }

  // The times in the order of the parts.
  std::vector<PartTime> by_part(std::vector<std::vector<PartTime>> by_device) const {
    std::vector<PartTime> times(parts_.size());
    for (std::size_t device = 0; device < devices_.size(); ++device)
      for (std::size_t i = 0; i < devices_[device].size(); ++i)
        times[devices_[device][i]] = std::move(by_device[device][i]);
    return times;
  }

  // Writes the combined result to result_.
  Result<std::vector<PartTime>> run_once(bool first_run, PartRun::Measured measured) {
    const auto restored =
        do_on_all(parts_.size(), [&](std::size_t i) { return running_[i]->restore_buffers(first_run); });
    if (!restored) return tl::unexpected(restored.error());
    ThreadTotals totals(parts_.size(), whole_.type, whole_.expectation->op);
    std::latch start(static_cast<std::ptrdiff_t>(devices_.size()));
    auto by_device = on_all<std::vector<PartTime>>(
        devices_.size(), [&](std::size_t device) { return run_device(device, measured, start, totals); });
    if (!by_device) return tl::unexpected(by_device.error());
    std::vector<PartTime> times = by_part(std::move(*by_device));
    const HostTime ended = std::chrono::steady_clock::now();
    fill_bytes(result_, std::byte{0});
    if (!parts_.front().is_scan()) {
      copy_bytes(*totals.before(parts_.size()), result_);
      combining_ns_ = nanoseconds(ended, std::chrono::steady_clock::now());
      return times;
    }
    const auto read = do_on_all(parts_.size(), [&](std::size_t i) {
      const std::size_t size = size_bytes(whole_.type);
      const measure::Slice& slice = parts_[i].slice;
      return running_[i]->read_result(std::span(result_).subspan(slice.first * size, slice.n * size));
    });
    if (!read) return tl::unexpected(read.error());
    return times;
  }

  Result<SeveralReport> run_all() {
    SeveralReport report;
    RepeatedCheck check(whole_, input_);
    std::vector<std::vector<PartTime>> times;
    std::vector<std::uint64_t> combining;
    measure::RunCount runs(options_);
    while (runs.is_another_wanted()) {
      report_progress(runs.done(), fmt::format("run {} of {}", runs.done() + 1, runs.total()),
                      runs.done() == 0);
      if (options_.stop.stop_requested()) {
        report.reason = fmt::format("Cancelled after {} of {} runs.", runs.done(), runs.total());
        return report;
      }
      const bool timed = runs.begin();
      // The kernels' times are measured in a separate run: see part_run.hpp.
      std::vector<PartTime> launches;
      for (const PartRun::Measured measured : {PartRun::Measured::device, PartRun::Measured::host}) {
        const bool is_first = runs.done() == 0 && measured == PartRun::Measured::device;
        auto time = run_once(is_first, measured);
        if (!time) return tl::unexpected(time.error());
        report.reason = check.check(result_);
        report.check = check.verdict();
        if (!report.check.passed()) {
          report.status = opencl::RunReport::Status::failed;
          return report;
        }
        if (measured == PartRun::Measured::device) {
          launches = std::move(*time);
        } else if (timed) {
          for (std::size_t i = 0; i < launches.size(); ++i) (*time)[i].launches = launches[i].launches;
          times.push_back(std::move(*time));
          combining.push_back(combining_ns_);
        }
      }
      runs.end();
    }
    report.status = opencl::RunReport::Status::passed;
    report.timing = summarise(times, combining);
    report_progress(runs.total(), "done");
    return report;
  }

  std::span<const PartPlan> parts_;
  std::vector<std::vector<std::size_t>> devices_;  // the parts of each device
  const Plan& whole_;
  const measure::RunOptions& options_;
  LargeBytes input_, result_;
  std::uint64_t combining_ns_ = 0;
  std::vector<std::unique_ptr<PartRun>> running_;
};

}  // namespace

Result<SeveralReport> run_on_several(std::span<const PartPlan> parts, const Plan& whole,
                                     const measure::RunOptions& options) {
  if (auto valid = validate(whole); !valid) return tl::unexpected(valid.error());
  for (const PartPlan& part : parts)
    if (auto valid = validate(part.plan); !valid) return tl::unexpected(valid.error());
  if (auto fits = check_memory(parts, whole); !fits) return tl::unexpected(fits.error());
  try {
    auto report = SeveralRun(parts, whole, options).run(false);
    const bool can_fall_back = std::ranges::any_of(
        parts, [](const PartPlan& part) { return !opencl::fallback_option(part.device.platform).empty(); });
    if (!report || report->status != opencl::RunReport::Status::failed || !can_fall_back) return report;
    auto second = SeveralRun(parts, whole, options).run(true);
    if (!second || second->status != opencl::RunReport::Status::passed) return report;
    second->note =
        "A driver's optimiser gives a wrong result for this kernel; measured with the workaround, see "
        "`lockstep devices`.";
    return second;
  } catch (const std::bad_alloc&) {
    return failure("The host does not have enough memory for this run; choose a smaller n.");
  }
}

}  // namespace lockstep::bench
