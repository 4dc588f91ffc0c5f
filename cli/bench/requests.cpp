#include "cli/bench/requests.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/bench/fit.hpp"
#include "core/measure/size_list.hpp"

namespace lockstep::cli {
namespace {

// The catalogue's algorithms and the other ways are chosen by id alike.
Result<opencl::BenchRequest> find_entry(const std::string& id) {
  opencl::BenchRequest entry;
  entry.way = host::find_host_way(id);
  if (entry.way) return entry;
  const Result<const Algorithm*> algorithm = find_algorithm(id);
  if (!algorithm)
    return usage_error(algorithm.error().message + " `lockstep list` also names the ways without OpenCL.");
  entry.algorithm = *algorithm;
  return entry;
}

std::vector<opencl::BenchRequest> all_entries() {
  std::vector<opencl::BenchRequest> entries;
  for (const Algorithm& algorithm : catalogue()) entries.emplace_back().algorithm = &algorithm;
  for (const host::Way& way : host::host_ways()) entries.emplace_back().way = &way;
  return entries;
}

Result<std::vector<SizeRange>> parse_sizes(const std::string& text) {
  auto ranges = parse_size_ranges(text);
  if (!ranges) return usage_error(fmt::format("--n: {}", ranges.error().message));
  return ranges;
}

}  // namespace

Result<std::vector<opencl::BenchRequest>> bench_entries(const BenchChoice& choice) {
  if (const auto sizes = parse_sizes(choice.request.n); !sizes) return tl::unexpected(sizes.error());
  RequestOptions options = choice.request;
  options.n = "1";
  const Result<Request> request = parse_request(options);
  if (!request) return tl::unexpected(request.error());
  std::vector<opencl::BenchRequest> entries;
  for (const std::string& id : choice.ids) {
    const Result<opencl::BenchRequest> entry = find_entry(id);
    if (!entry) return tl::unexpected(entry.error());
    entries.push_back(*entry);
  }
  if (choice.ids.empty()) entries = all_entries();
  for (opencl::BenchRequest& entry : entries) {
    entry.request = request->plan;
    entry.kernel_dir = request->kernel_dir;
    entry.by_name = !choice.ids.empty();
    entry.group_is_chosen = choice.group_is_chosen;
    entry.anyway = choice.anyway;
  }
  return entries;
}

Result<std::vector<opencl::BenchRequest>> at_all_sizes(const std::vector<opencl::BenchRequest>& entries,
                                                       const std::string& sizes,
                                                       const opencl::Device* device) {
  const auto ranges = parse_sizes(sizes);
  if (!ranges) return tl::unexpected(ranges.error());
  const auto fits = [&](std::uint64_t n) {
    return std::ranges::any_of(entries, [&](opencl::BenchRequest entry) {
      entry.request.n = n;
      return opencl::check_fit(device, entry).has_value();
    });
  };
  std::vector<opencl::BenchRequest> requests;
  for (const std::uint64_t n : sizes_in(*ranges, fits))
    for (opencl::BenchRequest entry : entries) {
      entry.request.n = n;
      requests.push_back(std::move(entry));
    }
  return requests;
}

}  // namespace lockstep::cli
