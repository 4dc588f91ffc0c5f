#include "sim/predicted_times/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/benchmark_data/tuning.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::sim {
namespace {

using Work = Result<LadderCount>;

// A run of this number of warp instructions takes a few seconds. The number for a run is estimated from a run
// for a smaller n.
constexpr double kMaxInstructions = 64e6;
constexpr std::uint64_t kTrialN = std::uint64_t{1} << 18;

// Each thread allocates the buffers of a plan: 128 MiB or more for 2²⁴ elements.
constexpr unsigned kMaxThreads = 4;

// Returns the model's product as a device. Its limits and tuning are used if no device is requested to which
// the model applies.
measure::Device product_of(const sim::DeviceModel& model) {
  measure::Device device;
  device.name = model.rates.product;
  device.kind = measure::Device::Kind::gpu;
  device.compute_units = static_cast<decltype(device.compute_units)>(model.rates.compute_units);
  device.max_group_size = model.max_group_size;
  device.local_bytes = model.local_bytes;
  device.global_bytes = device.max_buffer_bytes = UINT64_MAX;
  device.warp_width = model.warp_width;
  device.local_banks = sim::limits_of(model).local_banks;
  device.has_float64 = device.has_int64_atomics = true;
  device.device_atomics = "CL3.0";
  return device;
}

// Returns whether the model's rules can apply to a device.
bool is_of(const sim::DeviceModel& model, const measure::Device& device) {
  return device.kind == measure::Device::Kind::gpu && device.warp_width == model.warp_width;
}

PlanRequest request_for(const LadderRequest& asked, const Algorithm& algorithm, std::uint64_t n) {
  const bool own = asked.device && is_of(*asked.model, *asked.device);
  const measure::Device device = own ? *asked.device : product_of(*asked.model);
  PlanRequest request = asked.request;
  request.n = n;
  request.limits = device.limits();
  if (algorithm.is_tunable) {
    // The limits and tuning are those for the requested n, because the device runs the kernel with this n.
    PlanRequest whole = request;
    whole.n = asked.request.n;
    request.tuning = measure::tuning_for(device, algorithm, whole);
  }
  request.exclusive = request.exclusive && algorithm.has_exclusive_form;
  return request;
}

// Returns the n for which an algorithm is counted. It is smaller than the requested n if the algorithm's work
// grows faster than n and its work-groups all differ.
std::uint64_t counted_n(const LadderRequest& asked, const Algorithm& algorithm) {
  return std::min({asked.request.n, asked.counted_n, std::max<std::uint64_t>(algorithm.quick_n / 8, 1)});
}

// Returns the ratio of the work of a plan to the work of a plan for a smaller n. If the algorithm has a
// formula for its work and the plan is a single launch, the formula gives the ratio; otherwise it is the
// ratio of the two n, which applies to each launch.
double growth(const Algorithm& algorithm, const PlanRequest& small, const PlanRequest& large,
              const Plan& plan) {
  const auto cost = algorithm.complexity.of_plan;
  if (cost == nullptr || plan.launches.size() != 1 || small.n < 2)
    return static_cast<double>(large.n) / static_cast<double>(small.n);
  return static_cast<double>(cost(algorithm, large).useful.work) /
         static_cast<double>(cost(algorithm, small).useful.work);
}

// Counts the work of an algorithm by classes of work-groups. If data decide what is executed, all work-groups
// are run. If this would take too long, the work for a smaller n is counted and scaled.
Result<LadderCount> work_of(const LadderRequest& asked, const Algorithm& algorithm, sim::WorkCounter& counter,
                            const std::stop_token& stop) {
  const auto source = load_kernel(algorithm, asked.kernel_dir);
  if (!source) return tl::unexpected(source.error());
  const auto plan_for = [&](std::uint64_t n) {
    return make_plan(algorithm, request_for(asked, algorithm, n), *source);
  };
  const auto plan = plan_for(asked.request.n);
  if (!plan) return tl::unexpected(plan.error());
  const auto scaled = [&](std::uint64_t n, const Plan& small, std::vector<sim::LaunchWork> work,
                          const char* reason) {
    if (n == asked.request.n) return LadderCount{std::move(work), n, ""};
    const double times = growth(algorithm, request_for(asked, algorithm, n),
                                request_for(asked, algorithm, asked.request.n), *plan);
    return LadderCount{sim::scale_work(small, work, *plan, times), n, reason};
  };
  const std::uint64_t n = counted_n(asked, algorithm);
  const auto counted = plan_for(n);
  if (!counted) return tl::unexpected(counted.error());
  const char* reason = n < asked.counted_n ? "its work grows faster than n" : "";
  auto alike = counter.count_by_classes(*counted, *asked.model, stop);
  if (!alike) return tl::unexpected(alike.error());
  if (*alike) return scaled(n, *counted, std::move(**alike), reason);
  const std::uint64_t trial_n = std::min(n, kTrialN);
  const auto trial = plan_for(trial_n);
  if (!trial) return tl::unexpected(trial.error());
  auto work = counter.count_all(*trial, *asked.model, stop);
  if (!work) return tl::unexpected(work.error());
  if (trial_n == n) return scaled(n, *trial, std::move(*work), reason);
  const double times = static_cast<double>(n) / static_cast<double>(trial_n);
  if (static_cast<double>(counter.executed()) * times > kMaxInstructions)
    return scaled(trial_n, *trial, std::move(*work), "data decide what is executed");
  work = counter.count_all(*counted, *asked.model, stop);
  if (!work) return tl::unexpected(work.error());
  return scaled(n, *counted, std::move(*work), reason);
}

std::vector<const Algorithm*> algorithms_of(const LadderRequest& request) {
  std::vector<const Algorithm*> all;
  for (const auto& ladder : request.ladders)
    for (const Algorithm* algorithm : ladder)
      if (std::ranges::find(all, algorithm) == all.end()) all.push_back(algorithm);
  return all;
}

bool passed(const measure::BenchRow& row) {
  return row.status == measure::BenchRow::Status::passed && row.device_ns.median != 0 && row.launches != 0;
}

// Returns the launch cost; 0 if no small launch was measured.
double launch_ns(const measure::BenchReport& measured) {
  double least = 0;
  for (const measure::BenchRow& row : measured.rows) {
    if (row.n > kSmallestN || row.is_on_host() || !row.parts.empty() || !passed(row)) continue;
    const double ns = static_cast<double>(row.device_ns.median) / static_cast<double>(row.launches);
    if (least == 0 || ns < least) least = ns;
  }
  return least;
}

// Returns why the rates are not the rates of a measured device; empty if they are.
std::string no_device_note(const LadderRequest& request, const measure::BenchReport* measured) {
  const sim::DeviceModel& model = *request.model;
  if (!request.device || !measured)
    return fmt::format("Nothing was measured: the times are predictions for {}.", model.rates.product);
  if (is_of(model, *request.device)) return {};
  if (model.warp_width == 1)
    return fmt::format("The predicted times are those of {}, not of {}.", model.rates.product,
                       request.device->name);
  return fmt::format("{} has no warps of {} lanes: the predicted times are those of {}, not its own.",
                     request.device->name, model.warp_width, model.rates.product);
}

void set_rates(LadderReport& report, const measure::BenchReport* measured) {
  report.rates = report.request.model->rates;
  report.rates_of = report.rates.product;
  report.note = no_device_note(report.request, measured);
  report.is_own = report.note.empty();
  if (report.is_own) {
    const measure::Device& device = *report.request.device;
    report.rates_of = device.name;
    report.rates.compute_units = static_cast<double>(device.compute_units);
    if (device.clock_mhz != 0) report.rates.clock_ghz = static_cast<double>(device.clock_mhz) / 1000;
    if (measured->copy_gbps > 0) report.rates.copy_gbps = measured->copy_gbps;
    if (const double launch = launch_ns(*measured); launch > 0) report.rates.launch_ns = launch;
  }
  if (const std::string parts = left_out(report.rates); !parts.empty())
    report.note += fmt::format("{}Not included, because no source gives a value: {}.",
                               report.note.empty() ? "" : " ", parts);
}

// Returns whether the row is a measurement of the counted source on one device with the requested parameters.
bool is_rung(const measure::BenchRow& row, const Algorithm& algorithm, const PlanRequest& request) {
  return row.id == algorithm.id && row.n == request.n && row.op == request.op && row.type == request.type &&
         row.exclusive == (request.exclusive && algorithm.has_exclusive_form) && row.parts.empty() &&
         !row.edited;
}

const measure::BenchRow* row_of(const measure::BenchReport* measured, const Algorithm& algorithm,
                                const PlanRequest& request) {
  if (measured == nullptr) return nullptr;
  const auto found = std::ranges::find_if(
      measured->rows, [&](const measure::BenchRow& row) { return is_rung(row, algorithm, request); });
  return found == measured->rows.end() ? nullptr : &*found;
}

Rung make_rung(const LadderReport& report, const Algorithm& algorithm, const Work& work,
               const measure::BenchRow* row) {
  Rung rung;
  rung.algorithm = &algorithm;
  if (work) {
    rung.counted_n = work->counted_n;
    rung.scaled_because = work->scaled_because;
    rung.counted.work = work->work;
    rung.counted.time = sim::predict_time(
        work->work, report.rates,
        static_cast<double>(report.request.request.n * size_bytes(report.request.request.type)));
  } else {
    rung.no_count = work.error().message;
  }
  if (row) rung.row = *row;
  return rung;
}

// Explains the gain over the rung below. `own_counts`: whether the counts are for this kind of device; counts
// for a different kind of device explain only the predicted gain.
void compare(const Rung& below, Rung& rung, bool own_counts) {
  if (below.row && passed(*below.row) && rung.row && passed(*rung.row))
    rung.measured_gain =
        static_cast<double>(below.row->device_ns.median) / static_cast<double>(rung.row->device_ns.median);
  if (!below.counted.work.empty() && !rung.counted.work.empty())
    rung.step =
        sim::explain_rung(below.counted, rung.counted, own_counts ? rung.measured_gain : std::nullopt);
}

}  // namespace

std::vector<measure::BenchRequest> ladder_measurements(const LadderRequest& request) {
  std::vector<measure::BenchRequest> all;
  const std::vector<const Algorithm*> algorithms = algorithms_of(request);
  if (algorithms.empty()) return all;
  const auto add = [&](const Algorithm& algorithm, std::uint64_t n) {
    measure::BenchRequest& one = all.emplace_back();
    one.algorithm = &algorithm;
    one.request = request.request;
    one.request.n = n;
    one.request.exclusive = one.request.exclusive && algorithm.has_exclusive_form;
    one.kernel_dir = request.kernel_dir;
    one.by_name = false;
  };
  add(*algorithms.front(), 2);
  for (const Algorithm* algorithm : algorithms) add(*algorithm, request.request.n);
  return all;
}

LadderCounts count_ladders(const LadderRequest& request, std::stop_token stop,
                           const std::function<void(std::size_t, std::size_t)>& show_progress) {
  const std::vector<const Algorithm*> algorithms = algorithms_of(request);
  std::vector<Work> works(algorithms.size(), failure("Not counted: the run was cancelled."));
  std::atomic<std::size_t> next = 0;
  std::mutex showing;
  std::size_t done = 0;
  const auto count = [&] {
    sim::WorkCounter counter;
    // The top rungs are counted first, because they need their data and take the longest time.
    for (std::size_t k = next++; k < works.size() && !stop.stop_requested(); k = next++) {
      const std::size_t i = works.size() - 1 - k;
      works[i] = work_of(request, *algorithms[i], counter, stop);
      const std::lock_guard lock(showing);
      if (show_progress) show_progress(++done, works.size());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::min(kMaxThreads, std::thread::hardware_concurrency()); ++i)
      threads.emplace_back(count);
    count();
  }
  LadderCounts counts;
  for (std::size_t i = 0; i < works.size(); ++i) counts.emplace(algorithms[i], std::move(works[i]));
  return counts;
}

LadderReport make_ladder_report(const LadderRequest& request, const LadderCounts& counts,
                                const measure::BenchReport* measured) {
  LadderReport report;
  report.request = request;
  if (measured) report.copy_gbps = measured->copy_gbps;
  set_rates(report, measured);
  for (const auto& algorithms : request.ladders) {
    std::vector<Rung>& rungs = report.ladders.emplace_back();
    for (const Algorithm* algorithm : algorithms) {
      rungs.push_back(
          make_rung(report, *algorithm, counts.at(algorithm), row_of(measured, *algorithm, request.request)));
      if (rungs.size() > 1) compare(rungs[rungs.size() - 2], rungs.back(), report.is_own);
    }
  }
  return report;
}

const PublishedLadder* document_of(const LadderRequest& request, std::size_t ladder) {
  return ladder < request.documents.size() ? request.documents[ladder] : nullptr;
}

}  // namespace lockstep::sim
