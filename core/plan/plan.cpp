// A plan is always checked completely, so an executor can rely on a plan that validate() accepts.
#include "core/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/text/text.hpp"
#include "core/plan/build_options.hpp"
#include "core/plan/input.hpp"

namespace lockstep {
namespace {

// The machine stores buffer numbers in addresses (sim/bytecode/address.hpp).
constexpr std::size_t kMaxBuffers = std::size_t{1} << 18;

bool is_inside(const PlanBuffer& buffer, std::uint64_t offset, std::uint64_t bytes) {
  return offset <= buffer.bytes() && bytes <= buffer.bytes() - offset;
}

// Variables at program scope follow them (validate_buffers()); only kernels access these.
std::size_t host_buffers(const Plan& plan) {
  const auto first = std::ranges::partition_point(
      plan.buffers, [](const PlanBuffer& buffer) { return !buffer.variable_of; });
  return static_cast<std::size_t>(first - plan.buffers.begin());
}

tl::unexpected<Error> bad_launch(const Plan& plan, std::size_t launch, std::string_view what) {
  const PlanLaunch& it = plan.launches[launch];
  const std::string label = it.label.empty() ? "" : fmt::format(" ({})", it.label);
  return usage_error(fmt::format("Launch {}{} of kernel {}: {}", launch, label, it.kernel, what));
}

Result<void> validate_buffer(const PlanBuffer& buffer) {
  if (buffer.elements == 0)
    return usage_error(fmt::format("Buffer '{}' has no elements; give it at least one.", buffer.name));
  if (buffer.elements > UINT64_MAX / size_bytes(buffer.type))
    return usage_error(
        fmt::format("Buffer '{}' has {} elements, more than can be addressed; choose fewer elements.",
                    buffer.name, count_text(buffer.elements)));
  if (buffer.content.pattern == Content::Pattern::bytes &&
      (!buffer.content.bytes || buffer.content.bytes->size() > buffer.bytes()))
    return usage_error(fmt::format("Buffer '{}' is given more data than its {}; make it larger.", buffer.name,
                                   bytes_text(buffer.bytes())));
  if (!buffer.image) return {};
  if (auto checked = validate(*buffer.image, buffer.bytes()); !checked)
    return usage_error(fmt::format("Image '{}': {}.", buffer.name, checked.error().message));
  return {};
}

Result<void> validate_buffers(const Plan& plan) {
  bool is_behind_variable = false;
  for (const PlanBuffer& buffer : plan.buffers) {
    if (auto checked = validate_buffer(buffer); !checked) return checked;
    if (buffer.variable_of && *buffer.variable_of >= plan.programs.size())
      return usage_error(
          fmt::format("Buffer '{}' is a variable of a program that the plan does not have.", buffer.name));
    if (!buffer.variable_of && is_behind_variable)
      return usage_error(fmt::format("Buffer '{}' follows a variable of a program.", buffer.name));
    is_behind_variable = buffer.variable_of.has_value();
  }
  return {};
}

Result<void> validate_range(const Plan& plan, std::size_t launch) {
  const NdRange& range = plan.launches[launch].range;
  if (range.dimensions < 1 || range.dimensions > 3)
    return bad_launch(plan, launch, fmt::format("{} dimensions; OpenCL has 1 to 3.", range.dimensions));
  std::uint64_t items = 1;
  const bool takes_partial_groups =
      permits_partial_groups(plan.programs[plan.launches[launch].program].options);
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t global = range.global_size[d];
    const std::uint64_t local = range.local_size[d];
    if (global == 0 || local == 0)
      return bad_launch(plan, launch, "the global and the local size must be at least 1.");
    if (d >= range.dimensions && (global != 1 || local != 1))
      return bad_launch(plan, launch, "sizes beyond the range's dimensions must be 1.");
    if (local > global && !takes_partial_groups)
      return bad_launch(
          plan, launch,
          fmt::format("the local size {} is larger than the global size {}; choose a local size "
                      "that divides {}.",
                      local, global, global));
    if (global % local != 0 && !takes_partial_groups)
      return bad_launch(
          plan, launch,
          fmt::format("the global size {} is not a multiple of the local size {}; round it up to {}.", global,
                      local, (global / local + 1) * local));
    if (global > UINT64_MAX / items)
      return bad_launch(plan, launch,
                        "the launch has more work-items than can be counted; choose fewer work-items.");
    items *= global;
  }
  return {};
}

// Checks an argument that is inside its buffer.
Result<void> validate_image(const Plan& plan, const BufferArgument& argument) {
  if (!argument.image) return {};
  const PlanBuffer& buffer = plan.buffers[argument.buffer];
  if (buffer.image) return usage_error(fmt::format("'{}' is already an image", buffer.name));
  const std::uint64_t rest = buffer.bytes() - argument.offset_bytes;
  return validate(*argument.image, argument.bytes != 0 ? argument.bytes : rest);
}

Result<void> validate_arguments(const Plan& plan, std::size_t launch) {
  const auto& arguments = plan.launches[launch].arguments;
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    const auto* buffer = std::get_if<BufferArgument>(&arguments[a]);
    if (buffer && buffer->buffer >= host_buffers(plan))
      return bad_launch(plan, launch,
                        fmt::format("argument {} names a buffer that the plan does not have.", a));
    if (buffer && !is_inside(plan.buffers[buffer->buffer], buffer->offset_bytes, buffer->bytes))
      return bad_launch(plan, launch,
                        fmt::format("argument {} is a part of buffer '{}' but extends beyond its end.", a,
                                    plan.buffers[buffer->buffer].name));
    if (auto image = buffer ? validate_image(plan, *buffer) : Result<void>(); !image)
      return bad_launch(plan, launch, fmt::format("argument {}: {}.", a, image.error().message));
    const auto* local = std::get_if<LocalArgument>(&arguments[a]);
    if (local && local->bytes == 0)
      return bad_launch(plan, launch,
                        fmt::format("argument {} must have at least 1 byte of local memory.", a));
    const auto* scalar = std::get_if<ScalarArgument>(&arguments[a]);
    if (scalar && scalar->bytes.empty())
      return bad_launch(plan, launch,
                        fmt::format("argument {} is a scalar and must have at least 1 byte.", a));
  }
  return {};
}

Result<void> validate_launch(const Plan& plan, std::size_t launch) {
  if (plan.launches[launch].program >= plan.programs.size())
    return bad_launch(plan, launch, "the launch names a program that the plan does not have.");
  if (plan.launches[launch].kernel.empty()) return bad_launch(plan, launch, "the launch must name a kernel.");
  return validate_range(plan, launch).and_then([&] { return validate_arguments(plan, launch); });
}

// Ensures that the reference reads only existing elements, and has as many results as are compared.
Result<void> validate_pattern(const Plan& plan) {
  using enum Expectation::Kind;
  const Expectation& expected = *plan.expectation;
  const PlanBuffer& input = plan.buffers[expected.input_buffer];
  const PlanBuffer& result = plan.buffers[expected.result_buffer];
  const bool counts = expected.kind == histogram || expected.kind == word_count;
  if (result.type != (counts ? ElementType::uint32 : input.type))
    return usage_error("The type of the plan's result differs from the type of its pattern.");
  const std::uint64_t elements = expected.kind == histogram    ? expected.parameter
                                 : expected.kind == word_count ? 1
                                                               : input.elements;
  if (elements == 0 || expected.result_elements != elements)
    return usage_error("The plan's result and its pattern differ in their number of elements.");
  if (expected.columns != 0 && input.elements % expected.columns != 0)
    return usage_error("The plan's matrix has a row that is not complete.");
  if ((expected.kind == split || expected.kind == partition) && expected.parameter >= 64)
    return usage_error("The plan splits by a bit that no element has.");
  if (expected.kind == segmented_scan &&
      (expected.heads_buffer >= plan.buffers.size() ||
       plan.buffers[expected.heads_buffer].type != ElementType::uint32 ||
       plan.buffers[expected.heads_buffer].elements < elements || !takes(expected.op, input.type)))
    return usage_error("The plan's segments have no head for each element, or an operator of another type.");
  if (expected.kind != convolution) return {};
  const std::uint64_t side = expected.mask_width;
  if (expected.mask_buffer >= plan.buffers.size() || side > 1024 ||
      plan.buffers[expected.mask_buffer].type != input.type ||
      plan.buffers[expected.mask_buffer].elements < (expected.columns == 0 ? side : side * side))
    return usage_error("The plan's mask is smaller than its width, or of another type than its input.");
  return {};
}

Result<void> validate_expectation(const Plan& plan) {
  const Expectation& expected = *plan.expectation;
  if (expected.input_buffer >= host_buffers(plan) || expected.result_buffer >= host_buffers(plan))
    return usage_error("The plan's expectation names a buffer that the plan does not have.");
  if (expected.kind == Expectation::Kind::values &&
      (!expected.values ||
       expected.values->size() !=
           expected.result_elements * size_bytes(plan.buffers[expected.result_buffer].type)))
    return usage_error("The plan's expected values and its result differ in number.");
  if (expected.kind != Expectation::Kind::values && plan.buffers[expected.input_buffer].elements < plan.n)
    return usage_error(fmt::format("The plan's input holds {} elements, fewer than n = {}.",
                                   plan.buffers[expected.input_buffer].elements, plan.n));
  if (plan.buffers[expected.result_buffer].elements < expected.result_elements)
    return usage_error("The plan's result buffer is smaller than its result.");
  if (expected.is_pattern()) return validate_pattern(plan);
  if (plan.buffers[expected.result_buffer].type != plan.buffers[expected.input_buffer].type)
    return usage_error("The plan's input and its result have different types.");
  const ElementType type = plan.buffers[expected.input_buffer].type;
  if (expected.kind != Expectation::Kind::values && !takes(expected.op, type))
    return usage_error(
        fmt::format("The operator {} does not take the type {}.", name(expected.op), opencl_name(type)));
  return {};
}

tl::unexpected<Error> bad_call(const Plan& plan, std::size_t call, std::string_view what) {
  return usage_error(fmt::format("Host call {}, {}: {}", call, plan.host_calls[call].text, what));
}

Result<void> validate_data(const Plan& plan, std::size_t index) {
  const HostCall& call = plan.host_calls[index];
  const std::size_t given = call.data ? call.data->size() : 0;
  const bool is_fill = call.kind == HostCall::Kind::fill;
  if (call.kind == HostCall::Kind::write || (call.kind == HostCall::Kind::unmap && call.data)) {
    if (!call.data || given != call.bytes)
      return bad_call(plan, index, fmt::format("the call writes {} bytes but has {}.", call.bytes, given));
  }
  if (is_fill && (given == 0 || call.bytes % given != 0))
    return bad_call(plan, index,
                    fmt::format("a pattern of {} bytes does not fill {} bytes.", given, call.bytes));
  return {};
}

Result<void> validate_copy(const Plan& plan, std::size_t index) {
  const HostCall& call = plan.host_calls[index];
  if (call.source >= host_buffers(plan) ||
      !is_inside(plan.buffers[call.source], call.source_offset, call.bytes))
    return bad_call(plan, index, "the call copies from outside a buffer.");
  if (call.source == call.buffer && call.source_offset < call.offset + call.bytes &&
      call.offset < call.source_offset + call.bytes)
    return bad_call(plan, index, "the source and the destination overlap.");
  return {};
}

Result<void> validate_host_call(const Plan& plan, std::size_t index) {
  const HostCall& call = plan.host_calls[index];
  if (call.before_launch > plan.launches.size() ||
      (index > 0 && call.before_launch < plan.host_calls[index - 1].before_launch))
    return bad_call(plan, index, "the call must be in the order of the launches.");
  if (!call.names_buffer()) return {};
  if (call.buffer >= host_buffers(plan))
    return bad_call(plan, index, "the call names a buffer that the plan does not have.");
  if (!is_inside(plan.buffers[call.buffer], call.offset, call.bytes))
    return bad_call(plan, index,
                    fmt::format("the call exceeds buffer '{}'.", plan.buffers[call.buffer].name));
  if (auto checked = validate_data(plan, index); !checked) return checked;
  return call.kind == HostCall::Kind::copy ? validate_copy(plan, index) : Result<void>{};
}

}  // namespace

bool HostCall::operator==(const HostCall& other) const {
  const bool same_data = data == other.data || (data && other.data && *data == *other.data);
  return kind == other.kind && before_launch == other.before_launch && text == other.text &&
         place == other.place && buffer == other.buffer && offset == other.offset && bytes == other.bytes &&
         source == other.source && source_offset == other.source_offset && same_data;
}

std::string words_of(const HostCall& call) {
  return call.place.empty() ? call.text : fmt::format("{} at {}", call.text, call.place);
}

std::span<const HostCall> host_calls_before(const Plan& plan, std::size_t launch) {
  const auto [begin, end] = std::ranges::equal_range(plan.host_calls, launch, {}, &HostCall::before_launch);
  return {begin, end};
}

std::array<std::uint64_t, 3> NdRange::size_of_group(std::uint64_t group) const {
  std::array<std::uint64_t, 3> size{};
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t groups = num_groups(d);
    size[d] = std::min(local_size[d], global_size[d] - group % groups * local_size[d]);
    group /= groups;
  }
  return size;
}

bool Content::operator==(const Content& other) const {
  const bool same_bytes = bytes == other.bytes || (bytes && other.bytes && *bytes == *other.bytes);
  return pattern == other.pattern && value == other.value && seed == other.seed && op == other.op &&
         same_bytes;
}

bool Expectation::operator==(const Expectation& other) const {
  const bool same_values = values == other.values || (values && other.values && *values == *other.values);
  return kind == other.kind && op == other.op && input_buffer == other.input_buffer &&
         result_buffer == other.result_buffer && result_elements == other.result_elements &&
         depth == other.depth && tolerance == other.tolerance && mask_buffer == other.mask_buffer &&
         mask_width == other.mask_width && columns == other.columns && parameter == other.parameter &&
         same_values;
}

Result<void> validate(const Plan& plan) {
  if (plan.buffers.size() > kMaxBuffers)
    return usage_error(
        fmt::format("The plan has {} buffers; at most {} are possible.", plan.buffers.size(), kMaxBuffers));
  if (auto checked = validate_buffers(plan); !checked) return checked;
  for (std::size_t launch = 0; launch < plan.launches.size(); ++launch)
    if (auto checked = validate_launch(plan, launch); !checked) return checked;
  for (std::size_t call = 0; call < plan.host_calls.size(); ++call)
    if (auto checked = validate_host_call(plan, call); !checked) return checked;
  return plan.expectation ? validate_expectation(plan) : Result<void>{};
}

bool repeats_one_value(std::span<const std::byte> bytes, std::size_t element_bytes) {
  if (bytes.size() <= element_bytes) return true;
  return std::memcmp(bytes.data(), bytes.data() + element_bytes, bytes.size() - element_bytes) == 0;
}

std::vector<std::byte> materialise(const PlanBuffer& buffer) {
  std::vector<std::byte> bytes(buffer.bytes());
  fill_input(buffer.content, buffer.type, bytes);
  return bytes;
}

}  // namespace lockstep
