#include "sim/explain/precheck.hpp"

#include <algorithm>

#include "sim/explain/wrong_result/wrong_result.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {

namespace {

// Each limit takes about one second, far more than any kernel of the catalogue needs for an array of
// this size.
constexpr std::uint64_t kMaxWarpSteps = 3'000'000, kMaxLaneSteps = 45'000'000;

bool is_danger(const Finding& finding) {
  using enum Finding::Kind;
  switch (finding.kind) {
    case out_of_bounds:
    case misaligned:
    case null_pointer:
    case barrier_divergence:
    case lane_mask:
    case step_budget:
    case endless_loop:
      return true;
    case data_race:
    case uninitialised_read:
    case division_by_zero:
    case asynchronous_copy:
    case write_only_read:
    case unread_result:
    case overflow:
    case narrowing:
    case shift_width:
      break;
  }
  return false;
}

// Returns a model without limits on sizes: the limits of the device are checked when the device runs
// the plan.
DeviceModel model_for(unsigned warp_width) {
  const bool is_warp = warp_width > 1 && warp_width <= 64;
  DeviceModel model = **find_device_model(is_warp ? "cc7.0" : "cpu");
  if (is_warp) model.warp_width = warp_width;
  model.max_group_size = UINT32_MAX;
  model.local_bytes = UINT32_MAX;
  return model;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Precheck look_without_place(Precheck::Verdict verdict, std::string kind, std::string message) {
  Precheck look;
  look.verdict = verdict;
  look.kind = std::move(kind);
  look.message = std::move(message);
  return look;
}

Precheck look_of(const Finding& finding, const Plan& plan) {
  Precheck look;
  look.verdict = is_danger(finding) ? Precheck::Verdict::danger : Precheck::Verdict::remark;
  look.kind = kind_name(finding.kind);
  look.message = finding.message;
  look.line = finding.first.range.line;
  look.column = finding.first.range.column;
  const KernelSource& source = plan.programs[finding.program].source;
  look.path = source.path;
  return look;
}

}  // namespace

Precheck precheck(const Plan& plan, unsigned warp_width) {
  const DeviceModel model = model_for(warp_width);
  RunOptions options{.count_work = false};
  options.step_budget = model.warp_width > 1 ? kMaxWarpSteps : kMaxLaneSteps;
  const auto run = run_counted(plan, model, options);
  if (!run)
    return look_without_place(Precheck::Verdict::unknown, "not_simulated", first_line(run.error().message));
  const auto danger = std::ranges::find_if(run->findings, is_danger);
  if (danger != run->findings.end()) return look_of(*danger, plan);
  const auto error = std::ranges::find(run->findings, Severity::error, &Finding::severity);
  if (error != run->findings.end()) return look_of(*error, plan);
  if (const CheckResult check = check_run(plan, *run); !check.passed())
    return look_without_place(Precheck::Verdict::remark, "wrong_result",
                              check.message(plan.buffers[plan.expectation->result_buffer].name));
  return {};
}

}  // namespace lockstep::sim
