#include "core/benchmark_data/benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"

namespace lockstep::measure {

bool BenchReport::all_passed() const {
  return std::all_of(rows.begin(), rows.end(),
                     [](const BenchRow& row) { return row.status == BenchRow::Status::passed; });
}

std::string_view name(BenchRow::Status status) {
  switch (status) {
    case BenchRow::Status::passed:
      return "passed";
    case BenchRow::Status::failed:
      return "failed";
    case BenchRow::Status::skipped:
      return "skipped";
    case BenchRow::Status::error:
      break;
  }
  return "error";
}

std::vector<Device> devices_of(std::span<const BenchRequest> requests) {
  std::vector<Device> devices;
  for (const BenchRequest& request : requests)
    for (const Device& device : request.devices)
      if (std::ranges::find(devices, device.index, &Device::index) == devices.end())
        devices.push_back(device);
  return devices;
}

std::vector<BenchRequest> shared_requests(std::span<const BenchRequest> requests,
                                          std::span<const Device> devices, Split split, bool alone) {
  std::vector<BenchRequest> all;
  for (BenchRequest request : requests) {
    if (!request.implementation) {
      request.split = split;
      for (const Device& device : devices)
        if (alone && devices.size() > 1) all.emplace_back(request).devices = {device};
      request.devices.assign(devices.begin(), devices.end());
    }
    all.push_back(std::move(request));
  }
  return all;
}

std::string devices_label(std::span<const Device> devices) {
  std::string label;
  for (const Device& device : devices) label += fmt::format("{}{}", label.empty() ? "" : " + ", device.index);
  return label;
}

std::vector<const BenchPart*> parts_by_device(const BenchRow& row) {
  std::vector<const BenchPart*> devices;
  for (const BenchPart& part : row.parts)
    if (std::ranges::none_of(devices, [&](const BenchPart* one) { return one->same_device(part); }))
      devices.push_back(&part);
  return devices;
}

std::string devices_label(const BenchRow& row) {
  const std::vector<const BenchPart*> devices = parts_by_device(row);
  if (!devices.empty() && devices.front()->rank) return plural(devices.size(), "MPI rank");
  std::string label;
  for (const BenchPart* part : devices)
    label += fmt::format("{}{}", label.empty() ? "" : " + ", part->device_index);
  return label;
}

}  // namespace lockstep::measure
