// Time of one question at n = 256: the mean of twenty questions of all kinds, the slowest question of each
// run, and the time to prepare a run for questions.
//
//   quiz_bench --benchmark_filter='question'
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "core/catalogue/algorithm.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/quiz/quiz.hpp"
#include "sim/trace/trace.hpp"

namespace {

using namespace lockstep;

std::shared_ptr<const sim::Trace> trace_of(const Algorithm& algorithm) {
  const sim::DeviceModel& model = **sim::find_device_model("cc9.0");
  PlanRequest request;
  request.n = 256;
  request.group_size = 64;
  request.limits = sim::limits_of(model);
  const auto plan = make_plan(algorithm, request, *load_kernel(algorithm, ""));
  if (!plan) return nullptr;
  const auto trace = sim::Trace::record(*plan, model);
  return trace ? *trace : nullptr;
}

void question(benchmark::State& bench, const std::shared_ptr<const sim::Trace>& trace) {
  const quiz::Quiz quiz(trace);
  double most = 0;
  quiz::QuestionKind slowest = quiz::QuestionKind::active_lanes;
  std::uint64_t seed = 0, made = 0;
  for (auto _ : bench) {
    ++seed;
    for (const quiz::QuestionKind kind : quiz::all_kinds()) {
      const auto begin = std::chrono::steady_clock::now();
      made += quiz.generate({seed, 3, 1, {kind}}).size();
      const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
      if (taken.count() > most) slowest = kind;
      most = std::max(most, taken.count());
    }
  }
  bench.counters["slowest_ms"] = most;
  bench.SetLabel(std::string(quiz::name(slowest)));
  bench.counters["questions"] = static_cast<double>(made);
  bench.SetItemsProcessed(static_cast<std::int64_t>(made));
}

void prepared(benchmark::State& bench, const std::shared_ptr<const sim::Trace>& trace) {
  for (auto _ : bench)
    benchmark::DoNotOptimize(quiz::Quiz(trace).generate({1, 3, 1, {quiz::QuestionKind::active_lanes}}));
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list) {
      const auto trace = trace_of(algorithm);
      if (!trace) continue;
      benchmark::RegisterBenchmark(("question " + algorithm.id).c_str(), [trace](benchmark::State& bench) {
        question(bench, trace);
      })->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("prepared " + algorithm.id).c_str(), [trace](benchmark::State& bench) {
        prepared(bench, trace);
      })->Unit(benchmark::kMillisecond);
    }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
