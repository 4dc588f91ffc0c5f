// Creates the rows of a benchmark run and estimates the duration of the run.
#include <algorithm>

#include "core/base/machine_facts.hpp"
#include "core/host_implementations/implementations.hpp"
#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/background_jobs/benchmark/device_choice.hpp"
#include "gui/session/original_source.hpp"
#include "gui/session/run_request.hpp"

namespace lockstep::gui {
namespace {

// Returns the user's own kernel file: its edited text if the user has edited it, otherwise its text on disk.
KernelSource own_kernel(const AppState& state) {
  const std::string* edited = state.edited_text();
  return {state.kernel_file, edited ? *edited : read_own_kernel(state.kernel_file).value_or(""), {}};
}

measure::BenchRequest host_request(const AppState& state, const HostImplementation& entry) {
  measure::BenchRequest request;
  request.implementation = &entry;
  request.request.exclusive = state.exclusive && entry.family == Algorithm::Family::scan;
  return request;
}

measure::BenchRequest kernel_request(const AppState& state, const Algorithm& algorithm,
                                     const std::string& kernel_dir) {
  measure::BenchRequest request;
  request.algorithm = &algorithm;
  request.kernel_dir = kernel_dir;
  request.request.exclusive = state.exclusive && algorithm.has_exclusive_form;
  if (auto text = replacing_text(state, algorithm.id))
    request.source = KernelSource{algorithm.kernel_file, std::move(*text), {}};
  if (state.has_own_kernel() && !state.launch && state.algorithm == algorithm.id)
    request.source = own_kernel(state);
  return request;
}

}  // namespace

std::vector<measure::BenchRequest> benchmark_requests(const AppState& state, const std::string& kernel_dir) {
  const std::vector<std::string> ticked = benchmark_choice(state);
  const auto is_ticked = [&](const std::string& id) { return std::ranges::find(ticked, id) != ticked.end(); };
  std::vector<measure::BenchRequest> requests;
  const auto add = [&](measure::BenchRequest request, std::uint64_t n) {
    request.by_name = !state.benchmark.algorithms.empty();
    request.request.n = n;
    request.request.group_size = state.benchmark.group_size;
    request.request.op = state.op;
    request.request.type = state.type;
    request.request.pattern = state.pattern_options;
    request.request.input = Content{measured_pattern(state), state.constant, state.seed, nullptr};
    requests.push_back(std::move(request));
  };
  for (const std::uint64_t n : state.benchmark.sizes) {
    for (const auto* list : all_lists())
      for (const Algorithm& algorithm : *list)
        if (is_ticked(algorithm.id)) add(kernel_request(state, algorithm, kernel_dir), n);
    for (const HostImplementation& entry : host_implementations())
      if (is_ticked(entry.id)) add(host_request(state, entry), n);
  }
  return requests;
}

std::vector<BenchmarkEntry> benchmark_entries() {
  std::vector<BenchmarkEntry> entries;
  for (const Algorithm& algorithm : catalogue())
    entries.push_back({algorithm.id, algorithm.summary, algorithm.family, false, {}});
  for (const host::Implementation& entry : host::implementations())
    entries.push_back({entry.id, entry.summary, entry.family, true, entry.missing});
  return entries;
}

std::vector<std::string> benchmark_ids() {
  std::vector<std::string> ids;
  for (BenchmarkEntry& entry : benchmark_entries()) ids.push_back(std::move(entry.id));
  return ids;
}

std::vector<std::string> benchmark_choice(const AppState& state) {
  std::vector<std::string> ids = state.benchmark.algorithms;
  if (ids.empty()) return benchmark_ids();
  const bool named = std::ranges::find(ids, state.algorithm) != ids.end();
  for (std::string& id : ids)
    if (id == kShownAlgorithm) id = state.algorithm;
  if (named && ids != state.benchmark.algorithms) ids.erase(std::ranges::find(ids, state.algorithm));
  return ids;
}

RunEstimate estimate_run(const AppState& state, const BenchmarkSnapshot& seen) {
  const measure::Device* chosen =
      seen.devices ? chosen_device(*seen.devices, state.benchmark.device) : nullptr;
  const std::string processor = processor_name();
  const std::vector<measure::KnownTime> now = measure::known_times(seen.rows, seen.device.name);
  const std::span<const measure::KnownTime> before =
      seen.known ? *seen.known : std::span<const measure::KnownTime>{};
  const unsigned runs = state.benchmark.repetitions + state.benchmark.warm_ups;
  RunEstimate estimate;
  for (const std::string& id : benchmark_choice(state)) {
    const bool is_kernel = find_algorithm(id).has_value();
    if (is_kernel && chosen == nullptr) continue;
    const bool on_processor = !is_kernel || chosen->kind == measure::Device::Kind::cpu;
    for (const std::uint64_t n : state.benchmark.sizes) {
      const measure::AskedRow row{id, n, is_kernel, on_processor, is_kernel ? chosen->name : processor};
      ++estimate.rows;
      estimate.seconds += measure::estimate_row(row, runs, {now, before});
    }
  }
  return estimate;
}

}  // namespace lockstep::gui
