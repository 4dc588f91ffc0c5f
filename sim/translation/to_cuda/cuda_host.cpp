#include "sim/translation/to_cuda/cuda_host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/plan/sizes_text.hpp"
#include "sim/translation/to_cuda/cuda_form.hpp"

namespace lockstep::sim::translation {
namespace {

constexpr std::uint64_t kAlignment = 16;
constexpr std::uint64_t kMaxWithoutAsking = 48 * 1024;  // bytes of shared memory, CUDA C++ Programming Guide
constexpr std::size_t kMaxLaunches = 64;                // listed in the comment

std::string size_text(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions) {
  const std::string text = sizes_text(sizes, dimensions, ", ");
  return dimensions == 1 ? text : fmt::format("dim3({})", text);
}

template <class T>
T value_of(const ScalarArgument& scalar) {
  T value{};
  std::memcpy(&value, scalar.bytes.data(), std::min(sizeof value, scalar.bytes.size()));
  return value;
}

// Returns the value in the parameter's type; if the type is unknown, the size of the value determines
// the type.
std::string scalar_text(const ScalarArgument& scalar, const std::string& type) {
  if (type == "float") return fmt::format("{}f", value_of<float>(scalar));
  if (type == "double") return fmt::format("{}", value_of<double>(scalar));
  if (type == "int") return fmt::format("{}", value_of<std::int32_t>(scalar));
  if (type == "long") return fmt::format("{}L", value_of<std::int64_t>(scalar));
  if (scalar.bytes.size() == 8) return fmt::format("{}ul", value_of<std::uint64_t>(scalar));
  if (scalar.bytes.size() <= 4) return fmt::format("{}u", value_of<std::uint32_t>(scalar));
  return fmt::format("/* {} bytes */", scalar.bytes.size());
}

struct Writer {
  const Plan& plan;
  const std::string& type;  // type of the parameter; empty if unknown

  std::string operator()(const BufferArgument& argument) const {
    const std::string name = buffer_name(plan, argument.buffer);
    const std::string own = fmt::format("{}*", opencl_name(plan.buffers[argument.buffer].type));
    if (argument.offset_bytes != 0)
      return fmt::format("({})((char *){} + {})", type.empty() ? own : type, name, argument.offset_bytes);
    return type.empty() || type == own ? name : fmt::format("({}){}", type, name);
  }
  std::string operator()(const LocalArgument&) const { return {}; }
  std::string operator()(const ScalarArgument& argument) const { return scalar_text(argument, type); }
  std::string operator()(const NullArgument&) const { return "nullptr"; }
  std::string operator()(const SamplerArgument&) const { return {}; }
};

std::string content_text(const Content& content) {
  switch (content.pattern) {
    case Content::Pattern::uninitialised:
      return "uninitialised";
    case Content::Pattern::constant:
      return fmt::format("all {}", content.value);
    case Content::Pattern::bytes:
      return "given values";
    default:
      return std::string(pattern_name(content.pattern));
  }
}

}  // namespace

std::uint64_t SharedArrays::total() const {
  return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

bool SharedArrays::are_declared() const { return bytes.size() > 1 && total() <= kMaxWithoutAsking; }

SharedArrays shared_arrays(const Plan& plan, std::size_t program, std::string_view kernel) {
  std::vector<std::uint64_t> sizes;
  for (const PlanLaunch& launch : plan.launches) {
    if (launch.program != program || launch.kernel != kernel) continue;
    std::size_t at = 0;
    for (const Argument& argument : launch.arguments) {
      const auto* local = std::get_if<LocalArgument>(&argument);
      if (local == nullptr) continue;
      if (at == sizes.size()) sizes.push_back(0);
      sizes[at] = std::max(sizes[at], local->bytes);
      ++at;
    }
  }
  for (std::uint64_t& size : sizes) size = (size + kAlignment - 1) / kAlignment * kAlignment;
  return {std::move(sizes)};
}

std::uint64_t dynamic_bytes(const Plan& plan, const PlanLaunch& launch) {
  const SharedArrays arrays = shared_arrays(plan, launch.program, launch.kernel);
  if (arrays.are_declared()) return 0;
  if (arrays.bytes.size() > 1) return arrays.total();
  for (const Argument& argument : launch.arguments)
    if (const auto* local = std::get_if<LocalArgument>(&argument)) return local->bytes;
  return 0;
}

std::string buffer_name(const Plan& plan, std::size_t buffer) {
  std::string name = plan.buffers[buffer].name;
  for (char& c : name)
    if (!language::is_identifier_part(c)) c = '_';
  if (name.empty() || !language::is_identifier_start(name[0])) name = "buffer_" + name;
  // Makes the name unique, because a recording may contain several buffers with the same name.
  std::size_t before = 0;
  for (std::size_t i = 0; i < buffer; ++i) before += plan.buffers[i].name == plan.buffers[buffer].name;
  return before == 0 ? name : fmt::format("{}_{}", name, before + 1);
}

std::string launch_text(const Plan& plan, const PlanLaunch& launch,
                        const std::vector<KernelParameters>& kernels) {
  const auto kernel = std::ranges::find(kernels, launch.kernel, &KernelParameters::kernel);
  const std::uint64_t bytes = dynamic_bytes(plan, launch);
  std::array<std::uint64_t, 3> groups{};
  for (unsigned d = 0; d < 3; ++d) groups[d] = launch.range.num_groups(d);
  std::string arguments;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const std::string type =
        kernel != kernels.end() && i < kernel->types.size() ? kernel->types[i] : std::string();
    const std::string text = std::visit(Writer{plan, type}, launch.arguments[i]);
    if (!text.empty()) arguments += (arguments.empty() ? "" : ", ") + text;
  }
  return fmt::format("{}<<<{}, {}{}>>>({});", launch.kernel, size_text(groups, launch.range.dimensions),
                     size_text(launch.range.local_size, launch.range.dimensions),
                     bytes == 0 ? "" : fmt::format(", {}", bytes), arguments);
}

std::string host_comment(const Plan& plan, std::size_t program,
                         const std::vector<KernelParameters>& kernels) {
  if (plan.buffers.empty() && plan.launches.empty()) return {};  // only a text, without buffers and launches
  std::string text =
      fmt::format("\n// Host part for n = {}: <<<blocks, threads of a block, bytes of shared memory>>>\n",
                  count_text(plan.n));
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    const PlanBuffer& buffer = plan.buffers[i];
    const std::string name = buffer_name(plan, i);
    text +=
        fmt::format("//   {} *{};  cudaMalloc(&{}, {});  // {}, {}\n", opencl_name(buffer.type), name, name,
                    buffer.bytes(), plural(buffer.elements, "element"), content_text(buffer.content));
  }
  std::size_t count = 0;
  for (const PlanLaunch& launch : plan.launches) {
    if (launch.program != program) continue;
    if (++count > kMaxLaunches) continue;
    text += fmt::format("//   {}{}\n", launch_text(plan, launch, kernels),
                        launch.label.empty() ? "" : "  // " + launch.label);
  }
  if (count > kMaxLaunches) text += fmt::format("//   … {}\n", plural(count - kMaxLaunches, "more launch"));
  if (count == 0) text += "//   no launch: there is nothing to do\n";
  for (const KernelParameters& kernel : kernels)
    if (shared_arrays(plan, program, kernel.kernel).total() > kMaxWithoutAsking)
      text += fmt::format(
          "// More than 48 KiB: cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, …) "
          "comes first.\n",
          kernel.kernel);
  return text;
}

}  // namespace lockstep::sim::translation
