#include "tests/sim/host_programs.hpp"

#include <cstring>

#include "core/recording/buffer_roles.hpp"

namespace lockstep::sim {
namespace {

using Kind = HostCall::Kind;

constexpr const char* kHillisSteele =
    "kernel void step(global int *out, global const int *in, int d) {\n"
    "  int i = get_global_id(0);\n"
    "  int v = in[i];\n"
    "  if (i >= d) v += in[i - d];\n"
    "  out[i] = v;\n"
    "}\n";

constexpr const char* kBlockSums =
    "kernel void scan_blocks(global int *out, global int *sums, global const int *in, local int *s) {\n"
    "  int t = get_local_id(0), i = get_global_id(0), n = get_local_size(0);\n"
    "  s[t] = in[i];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int d = 1; d < n; d *= 2) {\n"
    "    int v = t >= d ? s[t - d] : 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    s[t] += v;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  }\n"
    "  out[i] = s[t];\n"
    "  if (t == n - 1) sums[get_group_id(0)] = s[t];\n"
    "}\n"
    "kernel void scan_sums(global int *scanned, global const int *sums, int n) {\n"
    "  int sum = 0;\n"
    "  for (int i = 0; i < n; ++i) {\n"
    "    sum += sums[i];\n"
    "    scanned[i] = sum;\n"
    "  }\n"
    "}\n"
    "kernel void add_sums(global int *out, global const int *sums) {\n"
    "  int g = get_group_id(0);\n"
    "  if (g > 0) out[get_global_id(0)] += sums[g - 1];\n"
    "}\n";

PlanBuffer ints(const std::string& name, std::uint64_t elements) {
  PlanBuffer buffer;
  buffer.name = name;
  buffer.elements = elements;
  return buffer;
}

std::shared_ptr<const std::vector<std::byte>> input_of(std::uint64_t n) {
  std::vector<std::byte> bytes(n * 4);
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto value = static_cast<std::int32_t>(i % 9 + 1);
    std::memcpy(bytes.data() + 4 * i, &value, 4);
  }
  return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

HostCall write_input(std::size_t buffer, const std::string& name, std::uint64_t n) {
  return {Kind::write, 0,      "clEnqueueWriteBuffer(" + name + ", 0, " + std::to_string(4 * n) + " bytes)",
          "host.c:30", buffer, 0,
          4 * n,       0,      0,
          input_of(n)};
}

HostCall read_result(std::size_t launches, std::size_t buffer, const std::string& name, std::uint64_t n) {
  return {Kind::read,  launches, "clEnqueueReadBuffer(" + name + ", 0, " + std::to_string(4 * n) + " bytes)",
          "host.c:50", buffer,   0,
          4 * n};
}

PlanLaunch launch_of(const std::string& kernel, std::uint64_t global, std::uint64_t local,
                     const std::string& place, std::vector<Argument> arguments) {
  PlanLaunch launch;
  launch.kernel = kernel;
  launch.range.global_size[0] = global;
  launch.range.local_size[0] = local;
  launch.place = place;
  launch.arguments = std::move(arguments);
  return launch;
}

}  // namespace

Plan hillis_steele_program(std::uint64_t n, const HillisSteeleMistakes& mistakes) {
  Plan plan;
  plan.id = "scan";
  plan.n = n;
  plan.group_size = n < 64 ? n : 64;
  plan.programs.push_back({{"scan.cl", kHillisSteele}, ""});
  plan.buffers = {ints("a", n), ints("b", n)};
  plan.host_calls.push_back(write_input(0, "a", n));
  std::size_t in = 0, out = 1;
  for (std::uint64_t d = 1; d < n; d *= 2) {
    plan.launches.push_back(
        launch_of("step", n, plan.group_size, "host.c:42",
                  {BufferArgument{out}, BufferArgument{in}, scalar_argument(static_cast<int>(d))}));
    if (mistakes.swaps) std::swap(in, out);
  }
  const std::size_t result = mistakes.swaps ? in : out;
  const std::size_t read = mistakes.reads_other ? 1 - result : result;
  plan.host_calls.push_back(read_result(plan.launches.size(), read, read == 0 ? "a" : "b", n));
  give_roles(plan);
  return plan;
}

Plan block_sums_program(std::uint64_t n, std::uint64_t group, const BlockSumsMistakes& mistakes) {
  Plan plan;
  plan.id = "blocks";
  plan.n = n;
  plan.group_size = group;
  const std::uint64_t blocks = n / group;
  plan.programs.push_back({{"blocks.cl", kBlockSums}, ""});
  plan.buffers = {ints("in", n), ints("out", n), ints("sums", blocks), ints("scanned", blocks)};
  plan.host_calls = {write_input(0, "in", n), read_result(3, 1, "out", n)};
  plan.launches = {
      launch_of("scan_blocks", n, group, "host.c:45",
                {BufferArgument{1}, BufferArgument{2}, BufferArgument{0}, LocalArgument{4 * group}}),
      launch_of("scan_sums", 1, 1, "host.c:46",
                {BufferArgument{3}, BufferArgument{2}, scalar_argument(static_cast<int>(blocks))}),
      launch_of("add_sums", n, group, "host.c:47",
                {BufferArgument{1}, BufferArgument{mistakes.adds_unscanned ? 2u : 3u}})};
  give_roles(plan);
  return plan;
}

}  // namespace lockstep::sim
