// Segmented scans. A second input defines the segments: flags at their first elements, or keys that are equal
// within a segment.
#include <fmt/format.h>

#include <cstring>

#include "core/base/text/text.hpp"
#include "core/catalogue/shapes/look_back.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kHeads = 1;

// A head occurs about every `segment` elements; the first element is a head. The key of an element is the
// number of heads so far.
PlanBuffer heads_buffer(const PlanRequest& request) {
  const bool by_keys = request.pattern.by_keys != 0;
  PlanBuffer buffer = empty_buffer(request, by_keys ? "keys" : "heads", request.n, PlanBuffer::Role::input);
  buffer.type = ElementType::uint32;
  auto bytes = std::make_shared<std::vector<std::byte>>(buffer.bytes());
  std::uint64_t state = request.input.seed * 0x9E3779B97F4A7C15u + 1;
  std::uint32_t heads = 0;
  for (std::uint64_t i = 0; i < request.n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const bool is_head = i == 0 || (state >> 33) % request.pattern.segment == 0;
    heads += is_head ? 1 : 0;
    const std::uint32_t value = by_keys ? heads : std::uint32_t{is_head};
    std::memcpy(bytes->data() + i * sizeof value, &value, sizeof value);
  }
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::move(bytes);
  return buffer;
}

Result<Plan> start_segmented(const Algorithm& algorithm, const PlanRequest& request,
                             const KernelSource& source) {
  if (request.pattern.segment == 0)
    return usage_error("A segment must have at least one element; choose 1 or more instead of 0.");
  if (request.pattern.by_keys > 1)
    return usage_error(
        fmt::format("Segments are given by keys (1) or by flags (0); choose 1 or 0 instead of {}.",
                    request.pattern.by_keys));
  Plan plan = start_plan(algorithm, request, source, "in");
  plan.buffers.push_back(heads_buffer(request));
  Expectation expected{.kind = Expectation::Kind::segmented_scan,
                       .op = request.op,
                       .result_elements = request.n,
                       .depth = request.n};
  expected.heads_buffer = kHeads;
  expected.by_keys = request.pattern.by_keys != 0;
  expected.is_exclusive = request.exclusive;
  plan.expectation = expected;
  return plan;
}

// Launches between two pairs of buffers, each for elements and heads.
class Steps {
 public:
  Steps(Plan& plan, const Algorithm& algorithm, const PlanRequest& request)
      : plan_(plan), algorithm_(algorithm), request_(request) {}

  std::size_t make() {
    if (request_.pattern.by_keys != 0) find_heads();
    if (request_.exclusive) shift();
    for (std::uint64_t s = 1; s < request_.n; s *= 2) step(s);
    return elements_;
  }

 private:
  std::size_t uints(std::string name) {
    PlanBuffer buffer = empty_buffer(request_, std::move(name), request_.n, PlanBuffer::Role::scratch);
    buffer.type = ElementType::uint32;
    return append_buffer(plan_, std::move(buffer));
  }
  std::size_t elements(std::string name) {
    return append_buffer(plan_,
                         empty_buffer(request_, std::move(name), request_.n, PlanBuffer::Role::scratch));
  }
  void launch(const char* suffix, std::vector<Argument> arguments, std::string label) {
    arguments.push_back(uint_argument(request_.n));
    PlanLaunch launch =
        make_launch(algorithm_, range_for(request_, request_.n), std::move(arguments), std::move(label));
    launch.kernel += suffix;
    plan_.launches.push_back(std::move(launch));
  }
  void find_heads() {
    const std::size_t found = uints("heads");
    launch("_heads", {BufferArgument{found}, BufferArgument{heads_}}, "heads");
    heads_ = found;
  }
  void shift() {
    const std::size_t shifted = elements("shifted");
    launch("_shift", {BufferArgument{shifted}, BufferArgument{elements_}, BufferArgument{heads_}},
           "shift by one");
    elements_ = shifted;
  }
  // The inputs are not overwritten: the first two steps create the buffers.
  void step(std::uint64_t s) {
    const std::size_t turn = taken_++ % 2;
    if (to_[turn] == 0) {
      to_[turn] = elements(turn == 0 ? "a" : "b");
      to_heads_[turn] = uints(turn == 0 ? "a heads" : "b heads");
    }
    launch("",
           {BufferArgument{to_[turn]}, BufferArgument{to_heads_[turn]}, BufferArgument{elements_},
            BufferArgument{heads_}, uint_argument(s)},
           fmt::format("s = {}", s));
    elements_ = to_[turn];
    heads_ = to_heads_[turn];
  }

  Plan& plan_;
  const Algorithm& algorithm_;
  const PlanRequest& request_;
  std::size_t elements_ = 0, heads_ = kHeads, taken_ = 0;
  std::size_t to_[2] = {0, 0}, to_heads_[2] = {0, 0};
};

}  // namespace

Result<Plan> make_segmented_steps_plan(const Algorithm& algorithm, const PlanRequest& request,
                                       const KernelSource& source) {
  auto plan = start_segmented(algorithm, request, source);
  if (!plan) return plan;
  const std::size_t result = Steps(*plan, algorithm, request).make();
  if (result != 0) plan->buffers[result].role = PlanBuffer::Role::output;
  plan->expectation->result_buffer = result;
  plan->expectation->depth = plan->launches.size();
  return plan;
}

// The type of a matrix is already a vector type.
Result<Plan> make_segmented_look_back_plan(const Algorithm& algorithm, const PlanRequest& wanted,
                                           const KernelSource& source) {
  PlanRequest request = wanted;
  if (request.type == ElementType::uint16x4) request.vector_width = 1;
  if (auto has = check_device_atomics(algorithm, request); !has) return tl::unexpected(has.error());
  auto plan = start_segmented(algorithm, request, source);
  if (!plan) return plan;
  if (request.pattern.by_keys != 0) plan->programs.front().options += " -D BY_KEYS=1";
  const LookBackTiles tiles(request, request.n);
  const std::size_t out =
      append_buffer(*plan, empty_buffer(request, "out", request.n, PlanBuffer::Role::output));
  const std::size_t state = append_buffer(*plan, tiles.state("state", size_bytes(request.type) / 4));
  plan->launches.push_back(make_launch(
      algorithm, tiles.range(),
      {BufferArgument{out}, BufferArgument{0}, BufferArgument{kHeads},
       LocalArgument{(request.group_size + 1) * size_bytes(request.type)}, tiles.counts_in_local_memory(),
       BufferArgument{state}, uint_argument(request.n), uint_argument(request.exclusive ? 1 : 0)},
      fmt::format("scan {} in tiles of {}", count_text(request.n), count_text(tiles.size()))));
  plan->expectation->result_buffer = out;
  return plan;
}

}  // namespace lockstep
