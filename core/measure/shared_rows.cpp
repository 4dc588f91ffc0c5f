#include "core/measure/shared_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace lockstep::opencl {
namespace {

bool same_problem(const BenchRow& a, const BenchRow& b) {
  const auto problem = [](const BenchRow& row) {
    return std::tie(row.id, row.type, row.op, row.n, row.exclusive, row.kernel_hash);
  };
  return problem(a) == problem(b);
}

bool shares_device(const BenchRow& row, std::size_t index) {
  return std::ranges::find(row.parts, index, &BenchPart::device_index) != row.parts.end();
}

}  // namespace

std::vector<BenchRequest> shared_requests(std::span<const BenchRequest> requests,
                                          std::span<const Device> devices, Split split, bool alone) {
  std::vector<BenchRequest> all;
  for (BenchRequest request : requests) {
    if (!request.way) {
      request.split = split;
      for (const Device& device : devices)
        if (alone && devices.size() > 1) all.emplace_back(request).devices = {device};
      request.devices.assign(devices.begin(), devices.end());
    }
    all.push_back(std::move(request));
  }
  return all;
}

std::optional<SpeedUp> speed_up_by_sharing(const BenchRow& row, std::span<const BenchRow> rows) {
  const auto has_time = [](const BenchRow& one) {
    return one.status == BenchRow::Status::passed && one.host_ns.median > 0;
  };
  if (row.parts.size() < 2 || !has_time(row)) return std::nullopt;
  const BenchRow* fastest = nullptr;
  for (const BenchRow& one : rows) {
    if (one.parts.size() != 1 || !has_time(one) || !same_problem(one, row)) continue;
    if (!shares_device(row, one.parts.front().device_index)) continue;
    if (fastest == nullptr || one.host_ns.median < fastest->host_ns.median) fastest = &one;
  }
  if (fastest == nullptr) return std::nullopt;
  return SpeedUp{static_cast<double>(fastest->host_ns.median) / static_cast<double>(row.host_ns.median),
                 fastest->parts.front().device_index};
}

std::string speed_up_text(const BenchRow& row, std::span<const BenchRow> rows) {
  const auto speed_up = speed_up_by_sharing(row, rows);
  return speed_up ? fmt::format("{:.2f} times as fast as device {} alone.", speed_up->factor,
                                speed_up->device_index)
                  : "";
}

}  // namespace lockstep::opencl
