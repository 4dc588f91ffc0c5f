// Compaction and split: a flag for each element, the exclusive scan of the flags, and a launch that moves
// each element to its place, which the scan has computed.
#include <fmt/format.h>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/look_back.hpp"

namespace lockstep {
namespace {

PlanRequest of_flags(const PlanRequest& request) {
  PlanRequest flags = request;
  flags.type = ElementType::uint32;
  flags.op = Operator::sum;
  flags.exclusive = true;
  return flags;
}

// Adds the launch that writes the flags and the launches that scan them. `more`: further arguments of the
// launch that writes the flags, before n. Returns the buffers of the flags and the places.
struct Places {
  std::size_t flags = 0, places = 0;
};
Result<Places> append_places(Plan& plan, const Algorithm& algorithm, const PlanRequest& request,
                             std::vector<Argument> more) {
  const PlanRequest scanned = of_flags(request);
  Places result;
  result.flags = append_buffer(plan, empty_buffer(scanned, "flags", request.n, PlanBuffer::Role::scratch));
  std::vector<Argument> arguments{BufferArgument{result.flags}, BufferArgument{0}};
  for (Argument& argument : more) arguments.push_back(std::move(argument));
  arguments.push_back(uint_argument(request.n));
  PlanLaunch flags = make_launch(algorithm, range_for(request, request.n), std::move(arguments), "flags");
  flags.kernel += "_flags";
  plan.launches.push_back(std::move(flags));
  Result<Plan> scan = algorithm.also_launches(scanned);
  if (!scan) return tl::unexpected(scan.error());
  result.places = append_plan(plan, std::move(*scan), result.flags, "places");
  return result;
}

}  // namespace

Result<Plan> make_compaction_plan(const Algorithm& algorithm, const PlanRequest& request,
                                  const KernelSource& source) {
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.programs[0].options += fmt::format(" -D KEEP(x)=((x)>{})", request.pattern.keep_above);
  // The elements after the last kept element remain 0.
  PlanBuffer out = empty_buffer(request, "out", request.n, PlanBuffer::Role::output);
  out.content.pattern = Content::Pattern::constant;
  const std::size_t result = append_buffer(plan, std::move(out));
  const std::size_t count =
      append_buffer(plan, empty_buffer(of_flags(request), "count", 1, PlanBuffer::Role::output));
  const auto made = append_places(plan, algorithm, request, {});
  if (!made) return tl::unexpected(made.error());
  plan.launches.push_back(
      make_launch(algorithm, range_for(request, request.n),
                  {BufferArgument{result}, BufferArgument{count}, BufferArgument{0},
                   BufferArgument{made->flags}, BufferArgument{made->places}, uint_argument(request.n)},
                  "scatter"));
  Expectation expected{
      .kind = Expectation::Kind::compaction, .result_buffer = result, .result_elements = request.n};
  expected.parameter = request.pattern.keep_above;
  plan.expectation = expected;
  return plan;
}

Result<Plan> make_split_plan(const Algorithm& algorithm, const PlanRequest& request,
                             const KernelSource& source) {
  const std::uint64_t bits = 8 * size_bytes(request.type);
  if (request.pattern.bit >= bits)
    return usage_error(fmt::format("{} has bits 0 to {}; choose one of these bits instead of {}.",
                                   opencl_name(request.type), bits - 1, request.pattern.bit));
  Plan plan = start_plan(algorithm, request, source, "in");
  const std::size_t result =
      append_buffer(plan, empty_buffer(request, "out", request.n, PlanBuffer::Role::output));
  const auto made = append_places(plan, algorithm, request, {uint_argument(request.pattern.bit)});
  if (!made) return tl::unexpected(made.error());
  plan.launches.push_back(make_launch(algorithm, range_for(request, request.n),
                                      {BufferArgument{result}, BufferArgument{0}, BufferArgument{made->flags},
                                       BufferArgument{made->places}, uint_argument(request.n)},
                                      "scatter"));
  Expectation expected{
      .kind = Expectation::Kind::split, .result_buffer = result, .result_elements = request.n};
  expected.parameter = request.pattern.bit;
  plan.expectation = expected;
  return plan;
}

}  // namespace lockstep
