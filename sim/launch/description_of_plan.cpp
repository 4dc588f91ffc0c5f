#include "sim/launch/description_of_plan.hpp"

#include <fmt/format.h>

#include <cstring>

#include "core/plan/element.hpp"

namespace lockstep::sim {
namespace {

std::string list_text(const std::vector<std::byte>& bytes, ElementType type) {
  return with_type(type, [&]<class T>() {
    std::string text;
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, bytes.data() + at, sizeof value);
      text += text.empty() ? "" : ",";
      if constexpr (std::is_floating_point_v<T>)
        text += fmt::format("{}", value);
      else
        text += fmt::format("{}", +value);
    }
    return text;
  });
}

std::string fill_text(const PlanBuffer& buffer) {
  const Content& content = buffer.content;
  if (content.pattern == Content::Pattern::uninitialised) return {};
  if (content.pattern == Content::Pattern::iota) return "iota";
  if (content.pattern == Content::Pattern::random) return fmt::format("random:{}", content.seed);
  const std::vector<std::byte> bytes = materialise(buffer);
  const std::size_t size = size_bytes(buffer.type);
  bool is_constant = true;
  for (std::size_t at = size; at < bytes.size() && is_constant; at += size)
    is_constant = std::memcmp(bytes.data(), bytes.data() + at, size) == 0;
  if (!is_constant) return list_text(bytes, buffer.type);
  return list_text({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}, buffer.type);
}

DescribedArgument describe_argument(const Argument& argument, const Parameter& parameter, const Plan& plan) {
  DescribedArgument described;
  if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
    described.buffer = plan.buffers[buffer->buffer].name;
  } else if (const auto* local = std::get_if<LocalArgument>(&argument)) {
    described.kind = DescribedArgument::Kind::local;
    described.local_bytes = local->bytes;
  } else if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) {
    described.kind = DescribedArgument::Kind::scalar;
    const bool is_value = parameter.kind == Parameter::Kind::value;
    const ElementType type = is_value ? parameter.type : ElementType::uint8;
    described.type = std::string(opencl_name(type));
    if (is_value && parameter.count > 1) described.type += std::to_string(parameter.count);
    // A 3-vector has a fourth component in memory.
    std::vector<std::byte> bytes = scalar->bytes;
    if (is_value && parameter.count == 3) bytes.resize(3 * size_bytes(type));
    described.value = list_text(bytes, type);
  } else {
    described.kind = DescribedArgument::Kind::null;
  }
  return described;
}

}  // namespace

LaunchDescription describe(const PreparedRun& run, const Program& program) {
  const Plan& plan = run.plan;
  LaunchDescription description;
  description.file = plan.programs.front().source.path;
  description.options = plan.programs.front().options;
  for (const PlanBuffer& buffer : plan.buffers)
    description.buffers.push_back({buffer.name, std::string(opencl_name(buffer.type)), buffer.elements,
                                   fill_text(buffer), buffer.width, buffer.access});
  for (const PlanLaunch& launch : plan.launches) {
    const Kernel* kernel = program.find_kernel(launch.kernel);
    DescribedLaunch described;
    described.kernel = launch.kernel;
    described.range = launch.range;
    for (std::size_t a = 0; a < launch.arguments.size(); ++a)
      described.arguments.push_back(describe_argument(launch.arguments[a], kernel->parameters[a], plan));
    description.launches.push_back(std::move(described));
  }
  return description;
}

}  // namespace lockstep::sim
