// Plans for tests: plans of the catalogue, and of a kernel that the test defines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "core/plan/plan.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

struct Choice {
  std::uint64_t n = 16;
  std::uint64_t group_size = 8;
  Operator op = Operator::sum;
  ElementType type = ElementType::int32;
  bool exclusive = false;
  DeviceLimits limits{};
};

const DeviceModel& model_named(std::string_view name);
Plan catalogue_plan(const std::string& id, const Choice& choice = {});
inline const std::vector<std::string> kAlgorithms{"reduce/divergent", "reduce/sequential-local",
                                                  "reduce/interleaved-global"};

// One launch of `kernel k(global int *out, global const int *in)` with iota as its input.
Plan kernel_plan(const std::string& text, std::uint64_t global_size, std::uint64_t local_size,
                 std::uint64_t local_bytes = 0);

}  // namespace lockstep::sim
