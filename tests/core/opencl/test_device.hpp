// The first CPU device (PoCL), otherwise the first device; tests are skipped if there is no device.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "core/opencl/executor.hpp"

namespace lockstep::opencl {

inline const measure::Device* test_device() {
  static const std::vector<measure::Device> devices = list_devices().value_or(std::vector<measure::Device>{});
  for (const measure::Device& device : devices)
    if (device.kind == measure::Device::Kind::cpu) return &device;
  return devices.empty() ? nullptr : &devices.front();
}

inline Plan plan_for(std::string_view id, PlanRequest request) {
  const Algorithm& algorithm = **find_algorithm(id);
  return make_plan(algorithm, request, *load_kernel(algorithm, "")).value();
}

// A plan with one launch of a kernel that the test defines.
inline Plan plan_of(std::string source, std::string kernel = "k") {
  Plan plan;
  plan.id = "test.cl";
  plan.programs.push_back({{"test.cl", std::move(source), ""}, ""});
  PlanBuffer buffer;
  buffer.name = "a";
  buffer.elements = 64;
  plan.buffers.push_back(buffer);
  PlanLaunch launch;
  launch.kernel = std::move(kernel);
  launch.range.global_size[0] = 64;
  launch.range.local_size[0] = 16;
  launch.arguments = {BufferArgument{0}};
  plan.launches.push_back(launch);
  return plan;
}

}  // namespace lockstep::opencl
