#include "runtime/scheduling/host_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/plan/sizes_text.hpp"
#include "runtime/journal/journal.hpp"

namespace lockstep::runtime {
namespace {

using Findings = std::vector<sim::Finding>;
using sim::Parameter;

CallPlace launch_call(const Launch& launch) {
  return {launch.call, Journal::of_process().place_of_command()};
}

void report_error(const std::string& message, const CallPlace& first, const CallPlace& second) {
  Journal::of_process().finding({"layout", message, first, second});
}

// The type of the data that a pointer points to.
struct PointedTo {
  std::string name;
  std::uint64_t bytes = 0;
  bool has_vector_of_3 = false;
};

bool has_vector_of_3(const sim::Program& program, const sim::TypeShape& shape) {
  if (shape.kind == sim::TypeShape::Kind::vector) return shape.count == 3;
  if (shape.kind == sim::TypeShape::Kind::array)
    return has_vector_of_3(program, program.shapes[shape.element]);
  return std::ranges::any_of(shape.members, [&](const sim::TypeShape::Member& member) {
    return has_vector_of_3(program, program.shapes[member.shape]);
  });
}

PointedTo pointed_to(const sim::Program& program, const Parameter& parameter) {
  if (parameter.shape == 0) return {std::string(opencl_name(parameter.type)), size_bytes(parameter.type)};
  const sim::TypeShape& shape = program.shapes[parameter.shape];
  return {shape.name, shape.bytes, has_vector_of_3(program, shape)};
}

// Whether a finding reports an access outside the object. Such findings name the object and its size: "past
// the end of s (16 floats of local memory)".
bool leaves(const Findings& findings, const std::string& name) {
  return std::ranges::any_of(findings, [&](const sim::Finding& finding) {
    return finding.kind == sim::Finding::Kind::out_of_bounds &&
           finding.message.find(fmt::format(" of {} (", name)) != std::string::npos;
  });
}

void report_local(const Launch& launch, const Parameter& parameter, std::size_t index, std::uint64_t bytes) {
  const PointedTo element = pointed_to(*launch.code, parameter);
  const std::uint64_t items = launch.range.group_items();
  if (bytes >= items * element.bytes) return;
  report_error(
      fmt::format("{{first}} gives {} {} bytes of local memory, {} elements of {}, and the work-groups of "
                  "{{second}} have {} work-items; the size must be given in bytes: {} * sizeof({}) = {}",
                  parameter.name, bytes, bytes / element.bytes, element.name, items, items, element.name,
                  items * element.bytes),
      {"clSetKernelArg", launch.argument_places[index]}, launch_call(launch));
}

// Returns the number of elements that the program seems to intend: one for each work-item, or a number that
// is given as an argument.
std::vector<std::uint64_t> element_counts(const Launch& launch) {
  std::vector<std::uint64_t> counts{launch.range.global_size[0] * launch.range.global_size[1] *
                                    launch.range.global_size[2]};
  for (const ArgumentValue& value : launch.arguments)
    if (const auto* scalar = std::get_if<ScalarArgument>(&value); scalar && scalar->bytes.size() == 4) {
      std::uint32_t number = 0;
      std::memcpy(&number, scalar->bytes.data(), sizeof number);
      counts.push_back(number);
    }
  return counts;
}

// Whether the sizes suggest a structure, a vector of three that is packed on the host, or 4 bytes in place
// of 8.
bool is_other_layout(const PointedTo& element, const Parameter& parameter, std::uint64_t bytes) {
  if (bytes >= element.bytes) return false;
  if (parameter.is_record) return bytes >= element.bytes / 2;
  return element.has_vector_of_3 ? bytes == element.bytes / 4 * 3 : element.bytes == 8 && bytes == 4;
}

void report_global(const Launch& launch, const Parameter& parameter, const _cl_mem& memory) {
  const PointedTo element = pointed_to(*launch.code, parameter);
  for (const std::uint64_t count : element_counts(launch)) {
    if (count == 0 || memory.size % count != 0 || !is_other_layout(element, parameter, memory.size / count))
      continue;
    report_error(
        fmt::format(
            "{{first}} creates {} with {} bytes, {} for each of {} elements, and an element takes {} bytes "
            "in the kernel of {{second}} ({}){}",
            parameter.name, memory.size, memory.size / count, count, element.bytes, element.name,
            element.has_vector_of_3 ? ": a vector of 3 takes the space of 4; use vectors of 4, or single "
                                      "numbers, on both sides"
                                    : "; use types of the same size on both sides"),
        memory.storage->creation, launch_call(launch));
    return;
  }
}

bool concerns_group(const sim::Finding& finding) {
  return finding.severity == Severity::error &&
         (finding.space == sim::Space::local || finding.kind == sim::Finding::Kind::barrier_divergence);
}

// The sizes of the local arrays of the kernel show the intended work-group size.
void report_chosen_size(const Launch& launch, const Findings& findings) {
  if (!launch.has_chosen_size || std::ranges::none_of(findings, concerns_group)) return;
  const auto kernel =
      static_cast<std::uint32_t>(launch.code->find_kernel(launch.kernel) - launch.code->kernels.data());
  const sim::LocalVariable* widest = nullptr;
  for (const sim::LocalVariable& variable : launch.code->local_variables)
    if (variable.is_of(kernel) && (!widest || variable.bytes > widest->bytes)) widest = &variable;
  if (!widest) return;
  const std::uint64_t elements = widest->bytes / size_bytes(widest->type);
  report_error(
      fmt::format("{{first}} leaves the work-group size to the device, which chose {}, but local array {} "
                  "of kernel {} has {} elements; pass local_work_size, for example {}, and round the global "
                  "size up to a multiple of it",
                  sizes_text(launch.range.local_size, launch.range.dimensions, "x"), widest->name,
                  launch.kernel, elements, elements),
      launch_call(launch), {});
}

}  // namespace

void report_layout(const Launch& launch, const Findings& findings) {
  if (findings.empty()) return;
  const sim::Kernel& kernel = *launch.code->find_kernel(launch.kernel);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    if (!leaves(findings, parameter.name)) continue;
    if (const auto* local = std::get_if<LocalArgument>(&launch.arguments[i]))
      report_local(launch, parameter, i, local->bytes);
    const auto* memory = std::get_if<MemoryValue>(&launch.arguments[i]);
    if (memory && memory->memory && !memory->memory->image) report_global(launch, parameter, *memory->memory);
  }
  report_chosen_size(launch, findings);
}

}  // namespace lockstep::runtime
