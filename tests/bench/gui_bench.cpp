// CPU time of one frame in the interface's thread: the whole window at 1600 by 900 with all panels open,
// built but not painted. Each benchmark plays one run. Its counters are the median and the maximum over 200
// moments spread evenly over the run: each shown once (`show`), drawn again without a change (`again`), and
// visited in random order (`seek`, wall-clock time).
//
// `open/…` is how long the window takes until it shows a run: processor time of all threads and wall-clock
// time, the least and the median of five. A long run shows its beginning first (`first`: wall-clock time
// until a frame shows moments), and is whole later (`wall`, `cpu`).
//
//   gui_bench --benchmark_filter='n:4096'
//   gui_bench --benchmark_filter='^open/'
#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gui/app/headless.hpp"

namespace {

using namespace lockstep;

constexpr std::uint64_t kMoments = 200;

double milliseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

struct Times {
  std::vector<double> all;

  template <class F>
  void add(clockid_t clock, F work) {
    const double begin = milliseconds(clock);
    work();
    all.push_back(milliseconds(clock) - begin);
  }
  void report(benchmark::State& bench, const std::string& name) {
    std::sort(all.begin(), all.end());
    bench.counters[name + "_median_ms"] = all[all.size() / 2];
    bench.counters[name + "_max_ms"] = all.back();
  }
};

struct Window : gui::Headless {
  explicit Window(gui::AppState state) : Headless(std::move(state), 1600, 900) {
    interface().settle(std::chrono::minutes(5));
    for (int i = 0; i < 3; ++i) frame();
  }
  std::uint64_t size() { return interface().session().size(); }
  void show(std::uint64_t position) {
    interface().go_to(position);
    frame();
  }
};

void play(benchmark::State& bench, const std::string& algorithm, std::uint64_t n, std::uint64_t group_size) {
  gui::AppState state;
  state.algorithm = algorithm;
  state.n = n;
  state.group_size = group_size;
  const double begin = milliseconds(CLOCK_MONOTONIC);
  Window window(state);
  bench.counters["open_ms"] = milliseconds(CLOCK_MONOTONIC) - begin;
  if (window.size() == 0) return bench.SkipWithError("nothing runs");
  Times show, again, seek;
  std::mt19937_64 random(1);
  for (auto _ : bench) {
    for (std::uint64_t i = 0; i <= kMoments; ++i) {
      show.add(CLOCK_THREAD_CPUTIME_ID, [&] { window.show(window.size() * i / kMoments); });
      again.add(CLOCK_THREAD_CPUTIME_ID, [&] { window.frame(); });
    }
    for (std::uint64_t i = 0; i < kMoments; ++i)
      seek.add(CLOCK_MONOTONIC, [&] { window.show(random() % (window.size() + 1)); });
  }
  bench.counters["moments"] = static_cast<double>(window.size());
  show.report(bench, "show");
  again.report(bench, "again");
  seek.report(bench, "seek");
}

// Frames as the window draws them while it waits: one when something is ready, or due.
double first_picture(gui::Headless& window) {
  using Clock = gui::Interface::Clock;
  const double begin = milliseconds(CLOCK_MONOTONIC);
  double last = begin;
  gui::Session& session = window.interface().session();
  session.show_beginnings();
  while (true) {
    const double now = milliseconds(CLOCK_MONOTONIC);
    window.frame({}, (now - std::exchange(last, now)) * 1e-3);
    if (session.run() != nullptr || session.failure()) return milliseconds(CLOCK_MONOTONIC) - begin;
    const auto due = window.interface().due();
    const bool is_soon = due && *due <= Clock::now() + std::chrono::milliseconds(2);
    if (!is_soon) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// From the request to the first frame that shows the run.
void open_run(benchmark::State& bench, const std::string& algorithm, std::uint64_t n) {
  constexpr int kTimes = 5;
  gui::AppState state;
  state.algorithm = algorithm;
  state.n = n;
  state.group_size = 256;
  Times first, wall, cpu;
  std::uint64_t moments = 0;
  std::string refused = "nothing runs";
  for (int i = 0; i < kTimes; ++i) {
    const double begin = milliseconds(CLOCK_MONOTONIC);
    gui::Headless window(state, 1600, 900);
    first_picture(window);
    first.all.push_back(milliseconds(CLOCK_MONOTONIC) - begin);
    moments = window.interface().session().size();
    window.interface().session().close();
  }
  for (auto _ : bench)
    for (int i = 0; i < kTimes; ++i)
      wall.add(CLOCK_MONOTONIC, [&] {
        cpu.add(CLOCK_PROCESS_CPUTIME_ID, [&] {
          Window window(state);
          moments = window.size();
          if (const auto& failure = window.interface().session().failure()) refused = failure->message;
        });
      });
  if (moments == 0) return bench.SkipWithError(refused.c_str());
  bench.counters["moments"] = static_cast<double>(moments);
  first.report(bench, "first");
  wall.report(bench, "wall");
  cpu.report(bench, "cpu");
  bench.counters["wall_min_ms"] = wall.all.front();
  bench.counters["cpu_min_ms"] = cpu.all.front();
}

// Two runs stepped together on the Compare tab, one step per frame.
void step_pair(benchmark::State& bench, std::uint64_t n) {
  gui::AppState state;
  state.tab = "compare";
  state.n = n;
  state.group_size = 256;
  state.compare.pair = {"reduce/sequential-local", "scan/blelloch"};
  state.compare.stepping = true;
  state.compare.step = 0;
  Window window(state);
  Times show, again, ends;
  for (auto _ : bench) {
    for (std::uint64_t i = 0; i <= kMoments; ++i) {
      show.add(CLOCK_THREAD_CPUTIME_ID, [&] { window.frame({{{gui::Key::right}}, {}}); });
      again.add(CLOCK_THREAD_CPUTIME_ID, [&] { window.frame(); });
    }
    for (int i = 0; i < 10; ++i)
      for (const gui::Key key : {gui::Key::end, gui::Key::home})
        ends.add(CLOCK_MONOTONIC, [&] { window.frame({{{key}}, {}}); });
  }
  show.report(bench, "show");
  again.report(bench, "again");
  ends.report(bench, "ends");
}

// The Run on GPU page while a benchmark runs in its own process: CPU time of the interface's thread, and
// wall-clock time of a frame when the device is the processor that draws. LOCKSTEP_PROGRAM is the path of the
// program.
void beside_a_run(benchmark::State& bench, const char* program) {
  gui::AppState state;
  state.tab = "gpu";
  state.benchmark.algorithms = {"reduce/interleaved-global", "reduce/sequential-local"};
  state.benchmark.sizes = {1 << 24};
  state.benchmark.group_size = 16;
  state.benchmark.repetitions = 1000;
  gui::InterfaceOptions options;
  options.worker.program = {program, "bench-worker"};
  gui::Headless window(state, 1600, 900, 1, std::move(options));
  gui::BenchmarkRunner& runner = window.interface().benchmark();
  runner.discover();
  runner.run(state);
  while (runner.snapshot().discovering) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  Times cpu, wall;
  for (auto _ : bench)
    for (const double begin = milliseconds(CLOCK_MONOTONIC);
         milliseconds(CLOCK_MONOTONIC) - begin < 10'000;) {
      wall.add(CLOCK_MONOTONIC, [&] { cpu.add(CLOCK_THREAD_CPUTIME_ID, [&] { window.frame(); }); });
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  if (!runner.snapshot().running) return bench.SkipWithError("nothing runs");
  cpu.report(bench, "cpu");
  wall.report(bench, "wall");
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::uint64_t n : {std::uint64_t{1024}, std::uint64_t{4096}})
    benchmark::RegisterBenchmark(("two runs together/n:" + std::to_string(n)).c_str(),
                                 [n](benchmark::State& bench) { step_pair(bench, n); })
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  for (const auto* list : {&catalogue(), &techniques(), &patterns()})
    for (const Algorithm& algorithm : *list)
      benchmark::RegisterBenchmark(
          ("open/" + algorithm.id).c_str(),
          [id = algorithm.id](benchmark::State& bench) { open_run(bench, id, 1 << 16); })
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
  for (const Algorithm& algorithm : catalogue()) {
    // Small work-groups make long runs: some 30 moments for each element.
    for (const auto& [n, group] : {std::pair{1024, 256}, {4096, 256}, {100'000, 256}, {100'000, 8}}) {
      std::string name = algorithm.id + "/n:" + std::to_string(n);
      if (group != 256) name += "/group:" + std::to_string(group);
      benchmark::RegisterBenchmark(name.c_str(),
                                   [id = algorithm.id, n = n, group = group](benchmark::State& bench) {
                                     play(bench, id, static_cast<std::uint64_t>(n),
                                          static_cast<std::uint64_t>(group));
                                   })
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    }
  }
  if (const char* program = std::getenv("LOCKSTEP_PROGRAM"))
    benchmark::RegisterBenchmark("beside a run",
                                 [program](benchmark::State& bench) { beside_a_run(bench, program); })
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
