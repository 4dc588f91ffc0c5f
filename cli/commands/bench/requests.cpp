#include "cli/commands/bench/requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/base/text/text.hpp"
#include "core/bench/row/request_plan.hpp"
#include "core/benchmark_data/size_list.hpp"
#include "core/plan/typed_values.hpp"

namespace lockstep::cli {
namespace {

// Both algorithms and host implementations are selected by id.
Result<measure::BenchRequest> find_entry(const std::string& id) {
  measure::BenchRequest entry;
  entry.implementation = find_host_implementation(id);
  if (entry.implementation) return entry;
  const Result<const Algorithm*> algorithm = find_algorithm(id);
  if (!algorithm)
    return usage_error(algorithm.error().message + " `lockstep list` also names the host implementations.");
  entry.algorithm = *algorithm;
  return entry;
}

std::vector<measure::BenchRequest> all_entries() {
  std::vector<measure::BenchRequest> entries;
  for (const Algorithm& algorithm : catalogue()) entries.emplace_back().algorithm = &algorithm;
  for (const HostImplementation& entry : host_implementations())
    entries.emplace_back().implementation = &entry;
  return entries;
}

Result<std::vector<measure::SizeRange>> parse_sizes(const std::string& text) {
  auto ranges = measure::parse_size_ranges(text);
  if (!ranges) return tl::unexpected(ranges.error());
  return ranges;
}

}  // namespace

Result<std::vector<measure::BenchRequest>> bench_entries(const BenchChoice& choice) {
  if (const auto sizes = parse_sizes(choice.request.n); !sizes) return tl::unexpected(sizes.error());
  RequestOptions options = choice.request;
  if (looks_typed(options.input) && options.is_n_given)
    return usage_error("--n: --input has its own number of values; leave out --n");
  options.n = "1";
  const Result<Request> request = parse_request(options);
  if (!request) return tl::unexpected(request.error());
  std::vector<measure::BenchRequest> entries;
  for (const std::string& id : choice.ids) {
    const Result<measure::BenchRequest> entry = find_entry(id);
    if (!entry) return tl::unexpected(entry.error());
    entries.push_back(*entry);
  }
  if (choice.ids.empty()) entries = all_entries();
  for (measure::BenchRequest& entry : entries) {
    entry.request = request->plan;
    entry.kernel_dir = request->kernel_dir;
    entry.by_name = !choice.ids.empty();
    entry.group_is_chosen = choice.group_is_chosen;
    entry.force = choice.force;
  }
  return entries;
}

Result<std::vector<measure::BenchRequest>> at_all_sizes(const std::vector<measure::BenchRequest>& entries,
                                                        const std::string& sizes,
                                                        const measure::Device* device) {
  const auto ranges = parse_sizes(sizes);
  if (!ranges) return tl::unexpected(ranges.error());
  const auto fits = [&](std::uint64_t n) {
    return std::ranges::any_of(entries, [&](measure::BenchRequest entry) {
      entry.request.n = n;
      return bench::check_fit(device, entry).has_value();
    });
  };
  std::vector<measure::BenchRequest> requests;
  for (const std::uint64_t n : measure::sizes_in(*ranges, fits))
    for (measure::BenchRequest entry : entries) {
      entry.request.n = n;
      requests.push_back(std::move(entry));
    }
  return requests;
}

Result<DeviceNumbers> parse_device_numbers(const std::string& text) {
  DeviceNumbers devices;
  devices.all = text == "all";
  if (devices.all) return devices;
  std::istringstream list(text + ",");  // so that an empty last item is detected
  for (std::string word; std::getline(list, word, ',');) {
    const Result<std::uint64_t> number =
        read_whole("--device", word,
                   {0, kMaxDevices, "as `lockstep devices` lists them, several with commas (0,1), or all"});
    if (!number) return tl::unexpected(number.error());
    if (std::ranges::find(devices.numbers, *number) != devices.numbers.end())
      return usage_error(
          fmt::format("--device {}: device {} is listed twice; list each device only once.", text, *number));
    devices.numbers.push_back(*number);
  }
  return devices;
}

Result<std::vector<measure::Device>> find_devices(const DeviceNumbers& numbers,
                                                  const Result<std::vector<measure::Device>>& all) {
  if (!all || numbers.all) return all;
  std::vector<measure::Device> devices;
  for (const std::size_t number : numbers.numbers) {
    auto device = measure::device_of(*all, number);
    if (!device) return tl::unexpected(device.error());
    devices.push_back(std::move(*device));
  }
  return devices;
}

}  // namespace lockstep::cli
