// sweep simulator|device: runs every algorithm of the catalogue with every operator and type that it
// supports, scans in both forms, at the given sizes, and checks each result against the sequential reference.
// The exit status is 1 if any result is wrong. For example:
//   sweep simulator --n 1 2 31 32 33 255 256 257 511 512 513 1000 4096 65537
//   sweep device --from 1 --to 600 --random 50 --type int float
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <random>

#include "core/check/check.hpp"
#include "core/opencl/executor.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"

namespace {

using namespace lockstep;

struct Choice {
  std::string where;
  std::vector<std::uint64_t> sizes;
  std::uint64_t from = 1, to = 0, random = 0;
  std::vector<std::string> types, ids;
  std::string model = "cc9.0";
  std::uint64_t group_size = 64;
  bool findings = false;
};

struct Tally {
  std::uint64_t runs = 0, wrong = 0;
};

// Describes the error of a run; empty if there is none.
using Run = std::function<std::string(const Plan&)>;

Run on_simulator(const sim::DeviceModel& model, bool findings) {
  return [&model, findings](const Plan& plan) -> std::string {
    const auto run = sim::run_counted(plan, model, {.detect_findings = findings, .count_work = false});
    if (!run) return run.error().message;
    if (!run->findings.empty()) return run->findings.front().message;
    const Expectation& expected = *plan.expectation;
    return check_result(plan, materialise(plan.buffers[expected.input_buffer]),
                        run->buffers[expected.result_buffer])
        .message("result");
  };
}

Run on_device(opencl::PlanRunner& runner) {
  return [&runner](const Plan& plan) -> std::string {
    const auto report = runner.run(plan, {.repetitions = 1, .warm_ups = 0});
    if (!report) return report.error().message;
    return report->status == opencl::RunReport::Status::passed ? "" : report->reason + " (not passed)";
  };
}

bool wanted(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::ranges::count(names, name) != 0;
}

void run_algorithm(const Algorithm& algorithm, PlanRequest request, const Run& run, Tally& tally) {
  const bool scan = algorithm.family == Algorithm::Family::scan;
  for (const bool exclusive : {false, true}) {
    if (exclusive && !scan) continue;
    request.exclusive = exclusive;
    ++tally.runs;
    const auto plan = load_kernel(algorithm, "").and_then([&](const KernelSource& source) {
      return make_plan(algorithm, request, source);
    });
    const std::string wrong = plan ? run(*plan) : plan.error().message;
    if (wrong.empty()) continue;
    ++tally.wrong;
    fmt::print("{}{} n = {} {} {}: {}\n", algorithm.id, exclusive ? " exclusive" : "", request.n,
               name(request.op), opencl_name(request.type), wrong);
  }
}

void run_size(const Choice& choice, const DeviceLimits& limits, std::uint64_t n, const Run& run,
              Tally& tally) {
  PlanRequest request;
  request.n = n;
  request.group_size = choice.group_size;
  request.limits = limits;
  for (const Algorithm& algorithm : catalogue()) {
    if (!wanted(choice.ids, algorithm.id) || n > algorithm.max_n) continue;
    for (const ElementType type : algorithm.types) {
      if (!wanted(choice.types, opencl_name(type)) || (type == ElementType::float64 && !limits.has_float64))
        continue;
      for (const Operator op : algorithm.operators) {
        if (!takes(op, type) || (algorithm.commutative_only && !is_commutative(op))) continue;
        request.type = type;
        request.op = op;
        run_algorithm(algorithm, request, run, tally);
      }
    }
  }
}

std::vector<std::uint64_t> sizes_of(const Choice& choice) {
  std::vector<std::uint64_t> sizes = choice.sizes;
  for (std::uint64_t n = choice.from; n <= choice.to; ++n) sizes.push_back(n);
  std::mt19937_64 random(1);
  for (std::uint64_t i = 0; i < choice.random; ++i)
    sizes.push_back(601 + random() % (std::uint64_t{1} << 20));
  return sizes;
}

int sweep(const Choice& choice, const DeviceLimits& limits, const Run& run) {
  Tally tally;
  for (const std::uint64_t n : sizes_of(choice)) run_size(choice, limits, n, run, tally);
  fmt::print("{} runs, {} wrong\n", tally.runs, tally.wrong);
  return tally.wrong == 0 ? 0 : 1;
}

int sweep_simulator(const Choice& choice) {
  const auto model = sim::find_device_model(choice.model);
  if (!model) {
    fmt::print(stderr, "{}\n", model.error().message);
    return 2;
  }
  return sweep(choice, sim::limits_of(**model), on_simulator(**model, choice.findings));
}

int sweep_device(const Choice& choice) {
  const auto device = opencl::find_device(0);
  if (!device) {
    fmt::print(stderr, "{}\n", device.error().message);
    return 1;
  }
  opencl::PlanRunner runner(*device);
  return sweep(choice, device->limits(), on_device(runner));
}

}  // namespace

int main(int argument_count, char** arguments) {
  CLI::App app("Every algorithm at many sizes, against the reference");
  Choice choice;
  app.add_option("where", choice.where)->required()->check(CLI::IsMember({"simulator", "device"}));
  app.add_option("--n", choice.sizes, "sizes");
  app.add_option("--from", choice.from, "the first of a range of sizes");
  app.add_option("--to", choice.to, "the last of it");
  app.add_option("--random", choice.random, "how many random sizes above 600");
  app.add_option("--type", choice.types, "element types; all");
  app.add_option("--id", choice.ids, "algorithms; all");
  app.add_option("--group", choice.group_size, "work-group size");
  app.add_option("--model", choice.model, "device model of the simulator");
  app.add_flag("--findings", choice.findings, "the simulator looks for mistakes, too");
  CLI11_PARSE(app, argument_count, arguments);
  return choice.where == "device" ? sweep_device(choice) : sweep_simulator(choice);
}
