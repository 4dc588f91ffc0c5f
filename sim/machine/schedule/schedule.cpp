#include "sim/machine/schedule/schedule.hpp"

#include <fmt/format.h>

#include <charconv>
#include <numeric>

namespace lockstep::sim {

Result<LaneSchedule> parse_lane_schedule(std::string_view text) {
  if (text == "lockstep") return LaneSchedule::lockstep;
  if (text == "independent") return LaneSchedule::independent;
  return usage_error(fmt::format("--schedule {}: choose lockstep or independent", text));
}

Result<ExecutionOrder> parse_execution_order(std::string_view text) {
  if (text == "fixed") return ExecutionOrder{};
  if (text == "adversarial") return ExecutionOrder{ExecutionOrder::Kind::adversarial, 0};
  constexpr std::string_view kRandom = "random:";
  if (text.starts_with(kRandom)) {
    const std::string_view number = text.substr(kRandom.size());
    ExecutionOrder order{ExecutionOrder::Kind::random, 0};
    const char* const end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, order.seed);
    if (error == std::errc{} && stop == end) return order;
  }
  return usage_error(fmt::format(
      "--order {}: choose fixed, adversarial or random:SEED, where SEED is a whole number", text));
}

std::string to_string(LaneSchedule lanes) {
  return lanes == LaneSchedule::lockstep ? "lockstep" : "independent";
}

std::string to_string(const ExecutionOrder& order) {
  switch (order.kind) {
    case ExecutionOrder::Kind::random:
      return fmt::format("random:{}", order.seed);
    case ExecutionOrder::Kind::adversarial:
      return "adversarial";
    case ExecutionOrder::Kind::fixed:
      break;
  }
  return "fixed";
}

// Returns a pseudorandom number that is made by two rounds of the finaliser of SplitMix64 (Steele, Lea,
// Flood: Fast splittable pseudorandom number generators, 2014).
std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  const auto mix = [](std::uint64_t x) {
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  };
  return mix(mix(mix(seed) ^ a) ^ b);
}

std::uint32_t group_of_turn(const ExecutionOrder& order, std::uint32_t launch, std::uint32_t count,
                            std::uint32_t turn) {
  if (order.kind == ExecutionOrder::Kind::fixed) return turn;
  if (order.kind == ExecutionOrder::Kind::adversarial) return adversarial_index(order, turn, count);
  // If the step is coprime to the count, every group is reached exactly once.
  std::uint64_t step = mixed(order.seed, launch, 1) % count;
  while (std::gcd(step, std::uint64_t{count}) != 1) ++step;
  const std::uint64_t first = mixed(order.seed, launch, 2) % count;
  return static_cast<std::uint32_t>((first + step * turn) % count);
}

}  // namespace lockstep::sim
