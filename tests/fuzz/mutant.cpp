#include "tests/fuzz/mutant.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/kernels.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::fuzz {
namespace {

// A run of the original and of the mutant.
struct Variant {
  std::uint64_t n = 200, group_size = 64;
  Operator op = Operator::sum;
  bool exclusive = false;
  std::uint64_t seed = 1;
  sim::Schedule schedule = {};
};

std::vector<Variant> more_variants() {
  using enum sim::LaneSchedule;
  using enum sim::ExecutionOrder::Kind;
  return {{.n = 1},
          {.n = 64},
          {.n = 63},
          {.n = 65, .seed = 2},
          {.n = 1000, .seed = 3},
          {.n = 4096, .group_size = 32},
          {.n = 3000, .group_size = 128},
          {.n = 5000, .group_size = 256, .seed = 7},
          {.n = 10'000, .group_size = 512},
          {.n = 20'000, .group_size = 1024},
          {.n = 200, .op = Operator::product},
          {.n = 200, .op = Operator::min, .seed = 4},
          {.n = 200, .op = Operator::max, .seed = 5},
          {.exclusive = true},
          {.n = 1000, .exclusive = true, .seed = 6},
          {.schedule = {independent, {fixed, 0}}},
          {.schedule = {lockstep, {adversarial, 0}}},
          {.schedule = {lockstep, {random, 1}}},
          {.n = 1000, .schedule = {independent, {random, 2}}}};
}

std::string words_of(const Variant& v) {
  return fmt::format("n = {}, L = {}, {}{}, input {}, {} lanes, order {}", v.n, v.group_size, name(v.op),
                     v.exclusive ? ", exclusive" : "", v.seed, to_string(v.schedule.lanes),
                     to_string(v.schedule.order));
}

Result<Plan> plan_of(const Algorithm& algorithm, const KernelSource& source, const Variant& variant,
                     const sim::DeviceModel& model) {
  PlanRequest request;
  request.n = variant.n;
  request.group_size = variant.group_size;
  request.op = variant.op;
  request.exclusive = variant.exclusive;
  request.input.seed = variant.seed;
  request.limits = sim::limits_of(model);
  return make_plan(algorithm, request, source);
}

class Mutant {
 public:
  Mutant(const Algorithm& algorithm, KernelSource original, Mutation mutation,
         std::chrono::milliseconds timeout)
      : algorithm_(algorithm), original_(std::move(original)), changed_(original_), timeout_(timeout) {
    changed_.text = mutated(original_.text, mutation);
    report_.algorithm = algorithm.id;
    report_.mutation = std::move(mutation);
  }

  bool compiles() const {
    const auto plan = plan_of(algorithm_, changed_, {}, model_);
    return plan && sim::compile_machine(*plan, model_);
  }

  MutantReport report() {
    using enum MutantReport::Outcome;
    if (const auto first = difference({})) {
      report_.outcome = *first;
      return report_;
    }
    for (const Variant& variant : more_variants()) {
      const auto other = difference(variant);
      if (!other) continue;
      report_.outcome = *other == unclear ? unclear : other_run;
      report_.sentence += fmt::format(" ({})", words_of(variant));
      return report_;
    }
    report_.outcome = no_effect;
    report_.sentence = fmt::format(
        "the mutation does not matter: {} runs without a finding have the results of the original",
        report_.runs);
    return report_;
  }

 private:
  // Empty where the results are those of the original, or the algorithm has no such variant.
  std::optional<MutantReport::Outcome> difference(const Variant& variant) {
    using enum MutantReport::Outcome;
    const auto plan = plan_of(algorithm_, changed_, variant, model_);
    const auto right = plan_of(algorithm_, original_, variant, model_);
    if (!plan || !right || !plan->expectation) return std::nullopt;
    const auto run = timed_run(*plan, variant);
    if (!run) return said(wrong_result, run.error().message);
    if (!run->findings.empty()) return said(finding, run->findings.front().message);
    if (run->early_end != sim::EarlyEnd::none) return said(unclear, "the run ended early without a finding");
    const CheckResult check = sim::check_run(*plan, *run);
    const std::size_t buffer = plan->expectation->result_buffer;
    if (!check.passed()) return said(wrong_result, check.message(plan->buffers[buffer].name));
    const auto expected =
        sim::run_counted(*right, model_, {.schedule = variant.schedule, .count_work = false});
    if (!expected || expected->buffers[buffer] != run->buffers[buffer])
      return said(unclear, "the check passed a result that the original does not have");
    return std::nullopt;
  }

  Result<sim::CountedRun> timed_run(const Plan& plan, const Variant& variant) {
    const auto begin = std::chrono::steady_clock::now();
    auto run = sim::run_counted(plan, model_,
                                {.timeout = timeout_, .schedule = variant.schedule, .count_work = false});
    const auto taken = std::chrono::steady_clock::now() - begin;
    report_.longest = std::max(report_.longest, std::chrono::duration_cast<std::chrono::milliseconds>(taken));
    ++report_.runs;
    return run;
  }

  std::optional<MutantReport::Outcome> said(MutantReport::Outcome outcome, std::string sentence) {
    report_.sentence = std::move(sentence);
    return outcome;
  }

  const sim::DeviceModel& model_ = **sim::find_device_model("cc9.0");
  const Algorithm& algorithm_;
  KernelSource original_, changed_;
  std::chrono::milliseconds timeout_;
  MutantReport report_;
};

}  // namespace

// Seeds go through the algorithms in turn; a mutation that does not compile is followed by the next one.
MutantReport run_mutant(std::uint64_t seed, std::chrono::milliseconds timeout) {
  const auto& algorithms = catalogue();
  for (std::uint64_t attempt = 0;; ++attempt) {
    const Algorithm& algorithm = algorithms[(seed + attempt / 100) % algorithms.size()];
    const auto source = load_kernel(algorithm, "");
    if (!source) continue;
    std::vector<Mutation> mutations = mutations_of(source->text);
    if (mutations.empty()) continue;
    const std::uint64_t choice = sim::mixed(seed, attempt, 7) % mutations.size();
    Mutant mutant(algorithm, *source, std::move(mutations[choice]), timeout);
    if (mutant.compiles()) return mutant.report();
  }
}

std::string outcome_name(MutantReport::Outcome outcome) {
  switch (outcome) {
    case MutantReport::Outcome::finding:
      return "finding";
    case MutantReport::Outcome::wrong_result:
      return "wrong result";
    case MutantReport::Outcome::other_run:
      return "found in another run";
    case MutantReport::Outcome::no_effect:
      return "no effect";
    case MutantReport::Outcome::unclear:
      break;
  }
  return "UNCLEAR";
}

}  // namespace lockstep::fuzz
