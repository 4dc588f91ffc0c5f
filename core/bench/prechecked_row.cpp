#include "core/bench/prechecked_row.hpp"

#include <algorithm>
#include <string>

#include "core/bench/row/request_plan.hpp"
#include "core/bench/row/rows.hpp"
#include "core/bench/run_benchmark.hpp"

namespace lockstep::bench {
namespace {

constexpr std::uint64_t kMaxOfLevel = 4096;
constexpr std::uint64_t kVector = 4;  // elements that a tunable kernel processes at once
constexpr std::uint64_t kManyGroups = 4, kFewGroups = 2;
constexpr std::uint64_t kLargeGroup = 512;  // from this size on few groups, because some kernels do n² work

int rank(const Precheck& look) {
  using enum Precheck::Verdict;
  return look.verdict == danger ? 3 : look.verdict == remark ? 2 : look.verdict == unknown ? 1 : 0;
}

// Returns a size of several work-groups. The last one is partly filled if that is so for the request's n.
std::uint64_t small_n(std::uint64_t n, const RequestPlan& made) {
  std::uint64_t block = std::max<std::uint64_t>(made.plan.group_size, 1);
  if (made.tuning) block *= kVector * std::max<std::uint64_t>(made.tuning->rounds, 1);
  const std::uint64_t groups = made.plan.group_size < kLargeGroup ? kManyGroups : kFewGroups;
  return std::min(n, groups * block + n % block);
}

// For launches that each read the results of the previous launch, returns the number of elements of the
// first launch that is small enough to be checked; otherwise 0. This number may not fill a work-group even
// if n does.
std::uint64_t later_level(std::uint64_t n, const Plan& plan, const Algorithm& algorithm) {
  const auto items = [](const PlanLaunch& launch) { return launch.range.global_size[0]; };
  if (plan.launches.size() < 2 || items(plan.launches.back()) >= items(plan.launches.front())) return 0;
  const std::uint64_t block = algorithm.block_elements(plan.group_size);
  while (block > 1 && n > kMaxOfLevel) n = (n + block - 1) / block;
  return n <= kMaxOfLevel ? n : 0;
}

// Returns none if there is no plan to check; the run itself then reports the error.
std::optional<Precheck> precheck_with(const measure::Device& device, measure::BenchRequest request,
                                      const Prechecker& prechecker) {
  const auto made = make_request_plan(device, request);
  if (!made) return std::nullopt;
  Precheck look = prechecker(made->plan, device.limits().warp_width);
  look.n = request.request.n;
  return look;
}

std::optional<Precheck> worst_precheck(const measure::Device& device, const measure::BenchRequest& request,
                                       const Prechecker& prechecker) {
  measure::BenchRequest small = request;
  small.devices.clear();
  const auto made = make_request_plan(device, small);
  if (!made) return std::nullopt;
  small.tuning = made->tuning;
  small.group_is_chosen = false;
  measure::Device few_units = device;  // so that kernels with a grid stride iterate more than once
  few_units.compute_units = 2;
  std::optional<Precheck> worst;
  for (const std::uint64_t n :
       {small_n(request.request.n, *made), later_level(request.request.n, made->plan, *request.algorithm)}) {
    if (n == 0) continue;
    small.request.n = n;
    auto look = precheck_with(few_units, small, prechecker);
    if (look && (!worst || rank(*look) > rank(*worst))) worst = std::move(look);
    if (worst && worst->verdict == Precheck::Verdict::danger) break;
  }
  return worst;
}

void add_sentence(std::string& text, const std::string& sentence) {
  text += (text.empty() ? "" : " ") + sentence;
}

}  // namespace

measure::BenchRow run_prechecked(const measure::Device& device, const measure::BenchRequest& request,
                                 const measure::RunOptions& options, const Prechecker& prechecker) {
  std::optional<Precheck> look;
  if (prechecker && request.is_own_kernel()) {
    // The driver is idle during the check.
    if (options.on_progress) options.on_progress({0, 0, "checking the kernel in the simulator", true});
    look = worst_precheck(request.devices.empty() ? device : request.devices.front(), request, prechecker);
  }
  if (!look || look->verdict == Precheck::Verdict::clean) return run_benchmark_row(device, request, options);
  const bool is_danger = look->verdict == Precheck::Verdict::danger;
  if (is_danger && !request.force) {
    measure::BenchRow row =
        without_value(empty_row(request), measure::BenchRow::Status::error,
                      precheck_text(*look) +
                          " It was not run on the device, because it may hang or crash the device. "
                          "Repair it, or run it anyway.");
    row.precheck = std::move(look);
    return row;
  }
  measure::BenchRow row = run_benchmark_row(device, request, options);
  add_sentence(row.status == measure::BenchRow::Status::passed ? row.note : row.reason, precheck_text(*look));
  row.precheck = std::move(look);
  return row;
}

}  // namespace lockstep::bench
