#include "sim/predicted_times/cost_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep::sim {
namespace {

// Machine instructions per bytecode operation, measured for the catalogue's kernels as nvcc 13.0 compiles
// them for cc9.0 (ncu: smsp__inst_executed). Used for all models.
constexpr double kMachineInstructions = 0.85;

double machine_instructions(double operations, double divisions, double multiplications,
                            const DeviceRates& rates) {
  return kMachineInstructions * operations + rates.division_instructions * divisions +
         rates.multiplication_instructions * multiplications;
}

// Returns the bytes of memory per cycle and compute unit, rounded to whole bytes (at least one), because the
// estimate is not more precise.
double bytes_per_cycle(const DeviceRates& rates) {
  return std::max(1.0, std::round(rates.peak_gbps / (rates.compute_units * rates.clock_ghz)));
}

// Returns the number of issue slots of a compute unit during one pass of its constant memory.
double conflict_slots(const DeviceRates& rates) {
  return rates.instructions_per_cycle / rates.constant_passes_per_cycle;
}

PredictedTime predict(const LaunchWork& work, const DeviceRates& rates, double memory_ns) {
  PredictedTime time;
  const auto set = [&](TimePart part, double ns) { time.parts[static_cast<std::size_t>(part)] = ns; };
  set(TimePart::launches, rates.launch_ns.value_or(0));
  if (work.work_groups == 0) return time;
  const double units = std::min(rates.compute_units, work.work_groups);
  const double warps_of_group = work.warps / work.work_groups;
  double resident = std::min(rates.resident_warps, work.warps / units);
  if (rates.resident_groups)
    resident = std::min(resident, *rates.resident_groups * work.warps / work.work_groups);
  const double chain_ns =
      machine_instructions(work.chain, work.chain_divisions, work.chain_multiplications, rates) *
      rates.dependent_cycles.value_or(0) / rates.clock_ghz;
  const double cache_bandwidth = rates.cache ? rates.cache->bandwidth : 1;
  set(TimePart::instructions,
      issued_instructions(work, rates) / (rates.instructions_per_cycle * units * rates.clock_ghz));
  set(TimePart::local,
      (work.local_passes + work.idle_accesses) / (rates.passes_per_cycle * units * rates.clock_ghz));
  set(TimePart::bytes,
      std::max(work.touched_bytes, (work.bytes - work.cached_bytes) / cache_bandwidth) / rates.copy_gbps);
  set(TimePart::waiting,
      (work.memory_waits * memory_ns + work.cached_waits * rates.first_level_ns.value_or(0) +
       (chain_ns + work.barriers * rates.barrier_ns.value_or(0)) * warps_of_group) /
          (units * std::max(resident, 1.0)));
  return time;
}

}  // namespace

double issued_instructions(const LaunchWork& work, const DeviceRates& rates) {
  return machine_instructions(work.instructions, work.divisions, work.multiplications, rates) +
         rates.conflict_instructions * work.local_conflicts + work.constant_conflicts * conflict_slots(rates);
}

LineCycles cycles_of(const Counters& c, const DeviceRates& rates) {
  const std::uint64_t passes = c.local_load_wavefronts + c.local_store_wavefronts + c.local_atomic_wavefronts;
  return {static_cast<double>(c.instructions) / rates.instructions_per_cycle,
          static_cast<double>(passes) / rates.passes_per_cycle,
          static_cast<double>(c.bytes_moved) / bytes_per_cycle(rates),
          static_cast<double>(c.constant_load_passes) / rates.constant_passes_per_cycle};
}

std::string_view name(TimePart part) {
  constexpr std::string_view names[kTimeParts] = {"launches", "instructions", "local memory", "global memory",
                                                  "waiting"};
  return names[static_cast<std::size_t>(part)];
}

double PredictedTime::total() const {
  double cubes = 0;
  for (std::size_t part = 1; part < kTimeParts; ++part) cubes += std::pow(parts[part], 3);
  return parts[0] + std::cbrt(cubes);
}

PredictedTime PredictedTime::with(TimePart part, double value) const {
  PredictedTime other = *this;
  other.parts[static_cast<std::size_t>(part)] = value;
  return other;
}

PredictedTime predict_time(const std::vector<LaunchWork>& launches, const DeviceRates& rates,
                           double array_bytes) {
  PredictedTime sum;
  const bool is_cached = rates.cache && array_bytes <= rates.cache->bytes;
  const double memory_ns = is_cached ? rates.cache->ns : rates.memory_ns.value_or(0);
  for (const LaunchWork& launch : launches) {
    const PredictedTime time = predict(launch, rates, memory_ns);
    for (std::size_t part = 0; part < kTimeParts; ++part) sum.parts[part] += time.parts[part];
  }
  return sum;
}

std::string rates_text(const DeviceRates& rates) {
  const std::string text = fmt::format("{:.0f} compute units at {:.3g} GHz, {:.0f} GB/s", rates.compute_units,
                                       rates.clock_ghz, rates.copy_gbps);
  return rates.launch_ns ? text + fmt::format(", {:.1f} µs per launch", *rates.launch_ns / 1e3) : text;
}

std::string left_out(const DeviceRates& rates) {
  std::vector<std::string> parts;
  if (!rates.launch_ns) parts.emplace_back("launch cost");
  if (!rates.memory_ns) parts.emplace_back("memory latency");
  if (!rates.barrier_ns && !rates.dependent_cycles) parts.emplace_back("barriers");
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

}  // namespace lockstep::sim
