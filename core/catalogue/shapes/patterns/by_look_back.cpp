// Compaction, split and partition by tiles with look-back. Flags and places stay in registers; the teaching
// forms store them in buffers.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/look_back.hpp"

namespace lockstep {
namespace {

std::string tiles_text(const PlanRequest& request, const LookBackTiles& tiles) {
  return fmt::format("{} in tiles of {}", count_text(request.n), count_text(tiles.size()));
}

PlanBuffer uint_buffer(const PlanRequest& request, std::string name, PlanBuffer::Role role) {
  PlanBuffer buffer = empty_buffer(request, std::move(name), 1, role);
  buffer.type = ElementType::uint32;
  return buffer;
}

Result<void> check_bit(const PlanRequest& request) {
  const std::uint64_t bits = 8 * size_bytes(request.type);
  if (request.pattern.bit < bits) return {};
  return usage_error(fmt::format("{} has bits 0 to {}; choose one of these bits instead of {}.",
                                 opencl_name(request.type), bits - 1, request.pattern.bit));
}

// The launch that counts all zeros. It has as many work-groups as the device runs at once.
std::size_t append_zeros(Plan& plan, const Algorithm& algorithm, const PlanRequest& request,
                         const LookBackTiles& tiles) {
  const std::size_t zeros = append_buffer(plan, uint_buffer(request, "zeros", PlanBuffer::Role::scratch));
  const std::size_t sum = append_buffer(plan, counter_buffer(request, "sum"));
  const std::size_t finished = append_buffer(plan, counter_buffer(request, "finished"));
  const std::uint64_t resident = std::max<std::uint64_t>(request.limits.compute_units, 1) *
                                 std::max<std::uint64_t>(request.tuning.groups_per_unit, 1);
  PlanLaunch launch = make_launch(
      algorithm, linear_range(std::min(tiles.count(), resident) * request.group_size, request.group_size),
      {BufferArgument{zeros}, BufferArgument{0}, tiles.counts_in_local_memory(), BufferArgument{sum},
       BufferArgument{finished}, uint_argument(request.pattern.bit), uint_argument(request.n)},
      "count the zeros");
  launch.kernel = "patterns_split_look_back_zeros";
  plan.launches.push_back(std::move(launch));
  return zeros;
}

Result<Plan> make_bit_plan(const Algorithm& algorithm, const PlanRequest& request, const KernelSource& source,
                           bool is_backwards) {
  if (auto has = check_device_atomics(algorithm, request); !has) return tl::unexpected(has.error());
  if (auto right = check_bit(request); !right) return tl::unexpected(right.error());
  const LookBackTiles tiles(request, request.n);
  Plan plan = start_plan(algorithm, request, source, "in");
  if (is_backwards) plan.programs[0].options += " -D BACKWARDS=1";
  const std::size_t out =
      append_buffer(plan, empty_buffer(request, "out", request.n, PlanBuffer::Role::output));
  const std::size_t state = append_buffer(plan, tiles.state("state"));
  std::vector<Argument> arguments{BufferArgument{out}, BufferArgument{0}, tiles.tile_in_local_memory(),
                                  tiles.counts_in_local_memory(), BufferArgument{state}};
  if (!is_backwards) arguments.emplace_back(BufferArgument{append_zeros(plan, algorithm, request, tiles)});
  arguments.push_back(uint_argument(request.pattern.bit));
  arguments.push_back(uint_argument(request.n));
  PlanLaunch launch = make_launch(algorithm, tiles.range(), std::move(arguments),
                                  (is_backwards ? "partition " : "split ") + tiles_text(request, tiles));
  launch.kernel = "patterns_split_look_back";
  plan.launches.push_back(std::move(launch));
  Expectation expected{.kind = is_backwards ? Expectation::Kind::partition : Expectation::Kind::split,
                       .result_buffer = out,
                       .result_elements = request.n};
  expected.parameter = request.pattern.bit;
  plan.expectation = expected;
  return plan;
}

}  // namespace

Result<Plan> make_look_back_compaction_plan(const Algorithm& algorithm, const PlanRequest& request,
                                            const KernelSource& source) {
  if (auto has = check_device_atomics(algorithm, request); !has) return tl::unexpected(has.error());
  const LookBackTiles tiles(request, request.n);
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.programs[0].options += fmt::format(" -D KEEP(x)=((x)>{})", request.pattern.keep_above);
  PlanBuffer out = empty_buffer(request, "out", request.n, PlanBuffer::Role::output);
  out.content.pattern = Content::Pattern::constant;
  const std::size_t result = append_buffer(plan, std::move(out));
  const std::size_t count = append_buffer(plan, uint_buffer(request, "count", PlanBuffer::Role::output));
  const std::size_t state = append_buffer(plan, tiles.state("state"));
  plan.launches.push_back(make_launch(
      algorithm, tiles.range(),
      {BufferArgument{result}, BufferArgument{count}, BufferArgument{0}, tiles.tile_in_local_memory(),
       tiles.counts_in_local_memory(), BufferArgument{state}, uint_argument(request.n)},
      "compact " + tiles_text(request, tiles)));
  Expectation expected{
      .kind = Expectation::Kind::compaction, .result_buffer = result, .result_elements = request.n};
  expected.parameter = request.pattern.keep_above;
  plan.expectation = expected;
  return plan;
}

Result<Plan> make_look_back_split_plan(const Algorithm& algorithm, const PlanRequest& request,
                                       const KernelSource& source) {
  return make_bit_plan(algorithm, request, source, false);
}

Result<Plan> make_look_back_partition_plan(const Algorithm& algorithm, const PlanRequest& request,
                                           const KernelSource& source) {
  return make_bit_plan(algorithm, request, source, true);
}

}  // namespace lockstep
