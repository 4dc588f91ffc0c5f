// Splits the array and reports each part.
#include "core/bench/multi_device/row.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/bench/multi_device/measured_speed.hpp"
#include "core/bench/multi_device/several_devices.hpp"
#include "core/bench/row/rows.hpp"

namespace lockstep::bench {
namespace {

Result<measure::Speeds> speeds_of(const measure::BenchRequest& request, const measure::RunOptions& options) {
  measure::Speeds speeds{std::vector<double>(request.devices.size(), 1.0)};
  if (request.split != measure::Split::measured || request.devices.size() == 1) return speeds;
  const auto slices = measure::cut(request.request.n, speeds.of_devices);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const measure::Device& device = request.devices[i];
    if (options.on_progress)
      options.on_progress({0, 0, fmt::format("measuring the speed of device {}", device.index), true});
    const auto measured = measure_speed(device, request, slices[i].n, i == 0, options.stop);
    if (!measured)
      return tl::unexpected(
          Error{measured.error().kind, fmt::format("Device {} ({}), while its speed was measured: {}",
                                                   device.index, device.name, measured.error().message)});
    speeds.of_devices[i] = measured->elements_per_ns;
    if (i == 0) speeds.scan_per_read = measured->scan_per_read;
  }
  return speeds;
}

// Returns a note if the devices cannot give a speed-up.
std::string same_processor_note(std::span<const measure::Device> devices) {
  const auto is_cpu = [](const measure::Device& device) { return device.kind == measure::Device::Kind::cpu; };
  return std::ranges::count_if(devices, is_cpu) < 2
             ? ""
             : "The CPU devices are one processor listed several times: they share its cores and memory, so "
               "sharing gives no speed-up.";
}

std::string joined(std::initializer_list<std::string> sentences) {
  std::string text;
  for (const std::string& sentence : sentences)
    if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

void describe_parts(measure::BenchRow& row, std::span<const PartPlan> parts) {
  row.parts.clear();
  for (const PartPlan& part : parts) {
    row.parts.push_back({part.device.name, part.device.index, part.slice, part.plan.group_size, part.tuning,
                         measure::PartTiming{}});
    row.launches += part.plan.launches.size();
  }
  row.group_size = parts.front().plan.group_size;
  row.tuning = parts.front().tuning;
  row.kernel_hash = parts.front().kernel_hash;
}

measure::BenchRow with_timing(measure::BenchRow row, const measure::BenchRequest& request,
                              const SeveralReport& report, unsigned wanted) {
  row.status = measure::BenchRow::Status::passed;
  row.note =
      joined({report.note, fewer_runs(report.timing->runs, wanted), same_processor_note(request.devices)});
  row.device_ns = report.timing->device_ns;
  row.span_ns = report.timing->span_ns;
  row.gap_ns = report.timing->gap_ns;
  row.host_ns = report.timing->host_ns;
  for (std::size_t i = 0; i < row.parts.size(); ++i) row.parts[i].timing = report.timing->parts[i];
  row.error = report.check.error;
  set_rates(row, moved_bytes(row, request.algorithm->family == Algorithm::Family::scan));
  return row;
}

}  // namespace

measure::BenchRow run_row_on_several(const measure::BenchRequest& request,
                                     const measure::RunOptions& options) {
  measure::BenchRow row = empty_row(request);
  for (const measure::Device& device : request.devices)
    row.parts.push_back(
        {device.name, device.index, measure::Slice{}, 0, std::nullopt, measure::PartTiming{}});
  if (row.n == 0)
    return from_error(
        std::move(row),
        Error{Error::Kind::usage, "n is 0: there is nothing to combine; choose an n of at least 1."});
  const auto speeds = speeds_of(request, options);
  if (!speeds) return from_error(std::move(row), speeds.error());
  const auto placed = place_parts(request.request.n, *speeds,
                                  request.algorithm->family == Algorithm::Family::scan, request.split);
  const auto parts = make_part_plans(request.devices, request, placed);
  if (!parts) return from_error(std::move(row), parts.error());
  describe_parts(row, *parts);
  if (request.devices.size() > 1) row.at_most = max_speed_up_by_sharing(placed, *speeds);
  const auto report = run_on_several(*parts, whole_plan(request, *parts), options);
  if (!report) return from_error(std::move(row), report.error());
  switch (report->status) {
    case opencl::RunReport::Status::passed:
      return with_timing(std::move(row), request, *report, std::max(options.repetitions, 1u));
    case opencl::RunReport::Status::failed:
      return without_value(std::move(row), measure::BenchRow::Status::failed, report->reason);
    case opencl::RunReport::Status::cancelled:
    case opencl::RunReport::Status::unchecked:
      break;
  }
  return without_value(std::move(row), measure::BenchRow::Status::skipped, report->reason);
}

}  // namespace lockstep::bench
