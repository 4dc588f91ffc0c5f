// The same text as C++ and as OpenCL C: SAME(name, …) compiles functions with the host's compiler and, as a
// string, with this project's compiler. f(x) on the machine must equal f(x) on the host for 64 work-items,
// whose lanes diverge often.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "sim/compiler/compile.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/finding_log.hpp"

namespace lockstep::sim {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;

inline constexpr int kItems = 64;

template <class T>
std::vector<T> run_kernel(const std::string& text, ElementType type) {
  Plan plan;
  plan.programs.push_back({{"test.cl", text, ""}, ""});
  plan.buffers.push_back({"out", type, kItems, PlanBuffer::Role::output, {}});
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size = {kItems, 1, 1};
  launch.range.local_size = {kItems, 1, 1};
  launch.arguments = {BufferArgument{0}};
  plan.launches.push_back(launch);
  const auto machine = compile_machine(plan, **find_device_model("cc9.0"));
  EXPECT_TRUE(machine.has_value()) << machine.error().message;
  if (!machine) return std::vector<T>(kItems);
  MachineState state = machine->initial_state();
  FindingLog log;
  Observer* const observers[] = {&log};
  machine->run(state, observers);
  for (const Finding& finding : log.findings()) ADD_FAILURE() << finding.message;
  std::vector<T> out(kItems);
  std::memcpy(out.data(), state.buffers[0].data(), kItems * sizeof(T));
  return out;
}

// Inputs -8 … 55, one for each work-item.
template <class F>
void expect_same(F host, const std::string& text) {
  const auto out = run_kernel<int>(
      text + "\n__kernel void k(__global int* out) { int g = get_global_id(0); out[g] = f(g - 8); }",
      ElementType::int32);
  for (int g = 0; g < kItems; ++g)
    EXPECT_EQ(out[static_cast<std::size_t>(g)], host(g - 8)) << "f(" << g - 8 << ")";
}

// Defines the test and, in a separate namespace, the host version of the functions.
#define SAME(name, ...) \
  namespace name {      \
  __VA_ARGS__           \
  }                     \
  TEST(Execution, name) { expect_same(name::f, #__VA_ARGS__); }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wpedantic"

}  // namespace lockstep::sim
