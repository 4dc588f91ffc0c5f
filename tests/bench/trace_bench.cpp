// Time of a traced run: without provenance, with provenance, and with a
// sentence for each line step. Then seeks in long traces: median and maximum of
// 200 random positions (`seek`), of 200 steps back from near the end (`back`),
// and the memory that the trace holds.
//
//   trace_bench --benchmark_filter=long
#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/catalogue_entry.hpp"
#include "sim/explain/narration/narration.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counter_observer.hpp"
#include "sim/observers/races/detector.hpp"
#include "sim/trace/recorder.hpp"
#include "sim/trace/replay.hpp"
#include "sim/trace/snapshots.hpp"
#include "sim/trace/trace.hpp"

namespace {

using namespace lockstep;

const sim::DeviceModel& model() { return **sim::find_device_model("cc9.0"); }

Plan plan_of(const Algorithm& algorithm) {
  PlanRequest request;
  request.n = 4096;
  request.group_size = 256;
  request.limits = sim::limits_of(model());
  return *make_plan(algorithm, request, *load_kernel(algorithm, ""));
}

// The same as Trace::record, but without provenance.
void plain(benchmark::State& bench, const Plan& plan) {
  for (auto _ : bench) {
    const sim::Machine machine = *sim::compile_machine(plan, model());
    sim::TraceState state;
    state.machine = machine.initial_state();
    sim::RunningTotal total(state);
    sim::CounterObserver counters(machine, nullptr, &state.counters);
    sim::Recorder recorder(machine.model(), state);
    sim::RaceDetector races(machine, recorder);
    sim::Observer* const observers[] = {&races, &total, &counters, &recorder};
    sim::Snapshots snapshots;
    snapshots.offer(state);
    machine.step_through(state.machine, observers, [&] {
      recorder.finish_step();
      ++state.position;
      snapshots.offer(state);
      return true;
    });
    benchmark::DoNotOptimize(recorder.size());
  }
}

void recorded(benchmark::State& bench, const Plan& plan) {
  for (auto _ : bench) benchmark::DoNotOptimize((*sim::Trace::record(plan, model()))->size());
}

void narrated(benchmark::State& bench, const Plan& plan) {
  for (auto _ : bench) {
    const auto trace = *sim::Trace::record(plan, model());
    sim::Narrator narrator(*trace);
    std::size_t length = 0;
    for (std::uint64_t at = 0; at < trace->size(); at = trace->next(at, sim::Trace::Step::line))
      length += narrator.line(at).size();
    benchmark::DoNotOptimize(length);
  }
}

// A work-group of 256 work-items that sums in a long loop: no boundary of a group or launch for long.
Plan long_loop() {
  Plan plan;
  PlanBuffer in, out;
  in.name = "in";
  in.elements = 1 << 16;
  in.role = PlanBuffer::Role::input;
  in.content.pattern = Content::Pattern::iota;
  out.name = "out";
  out.elements = 256;
  plan.buffers = {in, out};
  PlanProgram program;
  program.source.path = "loop.cl";
  program.source.text =
      "kernel void k(global int *out, global const int *in) {\n"
      "  int i = get_global_id(0), sum = 0;\n"
      "  for (int k = 0; k < 110000; ++k)\n"
      "    if ((k ^ i) & 3) sum += in[(k * 256 + i) & 65535];\n"
      "  out[i] = sum;\n"
      "}\n";
  plan.programs = {program};
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size = {256, 1, 1};
  launch.range.local_size = {256, 1, 1};
  launch.arguments = {BufferArgument{1}, BufferArgument{0}};
  plan.launches = {launch};
  return plan;
}

std::uint64_t resident_bytes() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  unsigned long long size = 0, resident = 0;
  if (file != nullptr) {
    if (std::fscanf(file, "%llu %llu", &size, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return resident * 4096;
}

// Of this thread: seeks compute and wait for nothing, and other programs do not count.
double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

void report(benchmark::State& bench, const std::string& name, std::vector<double> times) {
  std::ranges::sort(times);
  bench.counters[name + "_median_ms"] = times[times.size() / 2];
  bench.counters[name + "_max_ms"] = times.back();
}

void seeks(benchmark::State& bench, const Plan& plan) {
  constexpr int kSeeks = 200;
  const std::uint64_t before = resident_bytes();
  const auto recorded = sim::Trace::record(plan, model(), {.max_moments = 100'000'000});
  if (!recorded) return bench.SkipWithError(recorded.error().message.c_str());
  const sim::Trace& trace = **recorded;
  bench.counters["moments"] = static_cast<double>(trace.size());
  bench.counters["mb"] = static_cast<double>(resident_bytes() - before) / 1e6;
  std::vector<double> random_seeks, back;
  const auto timed = [&](std::vector<double>& times, std::uint64_t position) {
    const double begin = cpu_milliseconds();
    benchmark::DoNotOptimize(trace.seek(position)->position);
    times.push_back(cpu_milliseconds() - begin);
  };
  std::mt19937_64 random(1);
  for (auto _ : bench) {
    for (int i = 0; i < kSeeks; ++i) timed(random_seeks, random() % (trace.size() + 1));
    for (int i = 0; i < kSeeks; ++i) timed(back, trace.size() - 10 - static_cast<std::uint64_t>(i));
  }
  report(bench, "seek", random_seeks);
  report(bench, "back", back);
}

// Work-groups of 32, which make long runs.
Plan long_plan(const std::string& id, std::uint64_t n) {
  const Algorithm& algorithm = **find_algorithm(id);
  PlanRequest request;
  request.n = n;
  request.group_size = 32;
  request.limits = sim::limits_of(model());
  return *make_plan(algorithm, request, *load_kernel(algorithm, ""));
}

}  // namespace

int main(int argc, char** argv) {
  for (const Algorithm& algorithm : catalogue()) {
    const Plan plan = plan_of(algorithm);
    const auto add = [&](const std::string& what, void (*run)(benchmark::State&, const Plan&)) {
      benchmark::RegisterBenchmark((algorithm.id + " " + what).c_str(), [run, plan](benchmark::State& bench) {
        run(bench, plan);
      })->Unit(benchmark::kMillisecond);
    };
    add("plain", plain);
    add("recorded", recorded);
    add("narrated", narrated);
  }
  const auto add_long = [](const std::string& name, const std::function<Plan()>& make) {
    benchmark::RegisterBenchmark(("long " + name).c_str(),
                                 [make](benchmark::State& bench) { seeks(bench, make()); })
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  };
  add_long("loop", long_loop);
  for (const auto& [id, n] : {std::pair{"scan/blelloch", 700'000},
                              {"scan/look-back", 700'000},
                              {"scan/hillis-steele-local", 500'000},
                              {"reduce/sequential-local", 2'000'000}})
    add_long(std::string(id) + "/n:" + std::to_string(n),
             [id = std::string(id), n = n] { return long_plan(id, static_cast<std::uint64_t>(n)); });
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
