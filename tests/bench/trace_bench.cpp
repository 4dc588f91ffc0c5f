// Time of a traced run: without provenance, with provenance, and with a sentence for each line step.
#include <benchmark/benchmark.h>

#include <string>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/catalogue_entry.hpp"
#include "sim/explain/narration/narration.hpp"
#include "sim/machine/limits.hpp"
#include "sim/observers/counter_observer.hpp"
#include "sim/observers/races/detector.hpp"
#include "sim/trace/recorder.hpp"
#include "sim/trace/replay.hpp"
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
    const sim::Machine machine = *sim::Machine::create(plan, model());
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
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
