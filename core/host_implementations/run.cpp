#include "core/host_implementations/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <new>

#include "core/base/large_bytes.hpp"
#include "core/base/machine_facts.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/shapes.hpp"
#include "core/check/check.hpp"
#include "core/plan/input.hpp"

namespace lockstep::host {
namespace {

constexpr std::byte kPoison{0xA5};

Result<void> check_request(const Implementation& implementation, const PlanRequest& request) {
  if (!implementation.is_there()) return usage_error(implementation.missing);
  if (request.n == 0) return usage_error("n is 0: there is nothing to combine; choose an n of at least 1.");
  if (request.exclusive && implementation.family != Algorithm::Family::scan)
    return usage_error(
        fmt::format("{} is a reduction; only scans are inclusive or exclusive.", implementation.id));
  if (!is_commutative(request.op) && !implementation.any_order.empty())
    return usage_error(fmt::format("{}: {}, and {} is not commutative; choose sum, product, min or max.",
                                   implementation.id, implementation.any_order, name(request.op)));
  const std::vector<ElementType> types = host_types();
  if (std::ranges::find(types, request.type) != types.end()) return {};
  std::vector<std::string_view> names;
  for (const ElementType type : types) names.push_back(opencl_name(type));
  return usage_error(fmt::format("{} does not take the type {}; choose {}.", implementation.id,
                                 opencl_name(request.type), fmt::join(names, ", ")));
}

Result<void> check_memory(const Plan& plan) {
  const std::uint64_t available = available_memory_bytes();
  if (plan.n <= available / size_bytes(plan.type) && needed_bytes(plan) <= available) return {};
  return usage_error(
      fmt::format("{} needs {} of memory for {} elements, but only {} are free; choose a smaller n.", plan.id,
                  bytes_text(needed_bytes(plan)), count_text(plan.n), bytes_text(available)));
}

void report_progress(const measure::RunOptions& options, const measure::RunCount& runs, std::string what) {
  if (options.on_progress) options.on_progress({runs.done(), runs.total(), std::move(what)});
}

HostReport without_time(HostReport::Status status, std::string reason) {
  HostReport report;
  report.status = status;
  report.reason = std::move(reason);
  return report;
}

Result<HostReport> run_all(const Implementation& implementation, const Plan& plan, const PlanRequest& request,
                           unsigned threads, const measure::RunOptions& options) {
  using enum HostReport::Status;
  measure::RunCount runs(options);
  report_progress(options, runs, "filling the input");
  LargeBytes in(plan.buffers[0].bytes()), out(plan.buffers[1].bytes());
  fill_input(plan.buffers[0].content, plan.buffers[0].type, in);
  fill_bytes(out, kPoison);
  const auto session = implementation.open({request.type, request.op, request.exclusive, threads, in, out});
  if (!session) return tl::unexpected(session.error());
  RepeatedCheck check(plan, in);
  std::vector<std::uint64_t> times;
  while (runs.is_another_wanted()) {
    const auto cancelled_here = [&] {
      return without_time(cancelled,
                          fmt::format("Cancelled after {} of {} runs.", runs.done(), runs.total()));
    };
    report_progress(options, runs, fmt::format("run {} of {}", runs.done() + 1, runs.total()));
    if (options.stop.stop_requested()) return cancelled_here();
    fill_bytes(out, kPoison);  // a result of the previous run must not pass the check
    const bool timed = runs.begin();
    const auto time = (*session)->run(options.stop);
    if (!time && options.stop.stop_requested()) return cancelled_here();
    if (!time) return tl::unexpected(time.error());
    if (std::string wrong = check.check(out); !wrong.empty()) return without_time(failed, std::move(wrong));
    if (timed) times.push_back(*time);
    runs.end();
  }
  HostReport report{passed, "", check.verdict(), static_cast<unsigned>(times.size()),
                    measure::spread_of(times)};
  report_progress(options, runs, "done");
  return report;
}

}  // namespace

Result<Plan> make_host_plan(const Implementation& implementation, const PlanRequest& request,
                            unsigned threads) {
  if (auto allowed = check_request(implementation, request); !allowed) return tl::unexpected(allowed.error());
  const bool scan = implementation.family == Algorithm::Family::scan;
  Plan plan;
  plan.id = implementation.id;
  plan.n = request.n;
  plan.type = request.type;
  plan.buffers = {empty_buffer(request, "in", request.n, PlanBuffer::Role::input),
                  empty_buffer(request, "out", scan ? request.n : 1, PlanBuffer::Role::output)};
  plan.buffers[0].content = request.input;
  plan.buffers[0].content.op = request.op;
  Expectation expected;
  expected.kind = !scan               ? Expectation::Kind::reduction
                  : request.exclusive ? Expectation::Kind::exclusive_scan
                                      : Expectation::Kind::inclusive_scan;
  expected.op = request.op;
  expected.result_buffer = 1;
  expected.result_elements = plan.buffers[1].elements;
  // Returns the depth of a slice plus the number of slices; n for a single thread or a library with an
  // unknown order.
  if (implementation.in_slices) expected.depth = (request.n + threads - 1) / threads + threads;
  plan.expectation = expected;
  if (auto valid = validate(plan); !valid) return tl::unexpected(valid.error());
  return plan;
}

Result<void> check_fit(const Implementation& implementation, const PlanRequest& request, unsigned threads) {
  const auto plan = make_host_plan(implementation, request, threads == 0 ? usable_processors() : threads);
  if (!plan) return tl::unexpected(plan.error());
  return check_memory(*plan);
}

Result<HostReport> run_implementation(const Implementation& implementation, const PlanRequest& request,
                                      unsigned threads, const measure::RunOptions& options) {
  const unsigned used = threads == 0 ? usable_processors() : threads;
  const auto plan = make_host_plan(implementation, request, used);
  if (!plan) return tl::unexpected(plan.error());
  if (auto fits = check_memory(*plan); !fits) return tl::unexpected(fits.error());
  try {
    return run_all(implementation, *plan, request, used, options);
  } catch (const std::bad_alloc&) {
    return failure("This machine does not have enough memory for this run; choose a smaller n.");
  }
}

// Separate processes need the input and the result two more times: in shared memory, and as their own copies.
std::uint64_t needed_bytes(const Plan& plan) {
  return 3 * (plan.buffers[0].bytes() + plan.buffers[1].bytes());
}

}  // namespace lockstep::host
