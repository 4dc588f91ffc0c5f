// Time to count the cost of one warp access: a simulation of a million work-items counts several hundred
// thousand of them.
#include <benchmark/benchmark.h>

#include <array>
#include <random>

#include "sim/memory_rules/access.hpp"

namespace {

using namespace lockstep::sim;

using Addresses = std::array<std::uint64_t, kMaxLanes>;

enum Shape : std::int64_t { kUnitStride, kStride32, kOneWord, kRandom };

Addresses addresses_of(std::int64_t shape) {
  std::mt19937_64 random(1);
  Addresses addresses{};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    if (shape == kUnitStride) addresses[lane] = 4 * lane;
    if (shape == kStride32) addresses[lane] = 128 * lane;
    if (shape == kRandom) addresses[lane] = 4 * (random() % 12000);
  }
  return addresses;
}

const DeviceModel& model_of(benchmark::State& state) {
  constexpr std::array kNames{"cc1.0", "cc1.2", "cc2.0", "cc9.0"};
  return **find_device_model(kNames[static_cast<std::size_t>(state.range(0))]);
}

template <class Count>
void count_access(benchmark::State& state, Count cost, AccessKind kind) {
  const DeviceModel& model = model_of(state);
  const Addresses addresses = addresses_of(state.range(1));
  const WarpAccess access{.kind = kind, .bytes = 4, .active = 0xFFFFFFFF, .addresses = addresses};
  for (auto _ : state) benchmark::DoNotOptimize(cost(model, access));
}

void every_model_and_shape(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"model", "shape"});
  benchmark->ArgsProduct({{0, 1, 2, 3}, {kUnitStride, kStride32, kOneWord, kRandom}});
}

BENCHMARK_CAPTURE(count_access, global_load, global_cost, AccessKind::load)->Apply(every_model_and_shape);
BENCHMARK_CAPTURE(count_access, global_atomic, global_cost, AccessKind::atomic)->Apply(every_model_and_shape);
BENCHMARK_CAPTURE(count_access, local_load, local_cost, AccessKind::load)->Apply(every_model_and_shape);
BENCHMARK_CAPTURE(count_access, local_atomic, local_cost, AccessKind::atomic)->Apply(every_model_and_shape);

}  // namespace
