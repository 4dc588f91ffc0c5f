#include "sim/launch/argument_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/base/text.hpp"
#include "sim/launch/kernel_uses.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {
namespace {

// Gives each parameter from `next` on an argument that nobody has yet; the first in order that fits goes
// first.
bool assign(const Kernel& kernel, const std::vector<ParsedArgument>& arguments, std::size_t next,
            std::vector<std::size_t>& taken) {
  if (next == kernel.parameters.size()) return true;
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    if (std::ranges::find(taken, a) != taken.end() || !fits(kernel.parameters[next], arguments[a])) continue;
    taken.push_back(a);
    if (assign(kernel, arguments, next + 1, taken)) return true;
    taken.pop_back();
  }
  return false;
}

constexpr std::size_t kMostReordered = 12;  // the search tries orders

std::string in_words(const Parameter& parameter) {
  return fmt::format("{} {}", parameter.type_name, parameter.name);
}

bool is_pointer_to_memory(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::global_buffer ||
         parameter.kind == Parameter::Kind::constant_buffer;
}

}  // namespace

std::vector<std::size_t> order_that_fits(const Kernel& kernel, const std::vector<ParsedArgument>& arguments) {
  if (arguments.size() != kernel.parameters.size() || arguments.size() > kMostReordered) return {};
  bool all = true;
  for (std::size_t a = 0; a < arguments.size(); ++a) all = all && fits(kernel.parameters[a], arguments[a]);
  std::vector<std::size_t> taken;
  return all || !assign(kernel, arguments, 0, taken) ? std::vector<std::size_t>{} : taken;
}

std::string order_mistake(const Kernel& kernel, const std::vector<ParsedArgument>& arguments,
                          const std::vector<std::string>& texts) {
  const std::vector<std::size_t> order = order_that_fits(kernel, arguments);
  if (order.empty()) return {};
  std::string list;
  for (const std::size_t argument : order) list += (list.empty() ? "" : ", ") + texts[argument];
  return fmt::format("are in another order than the parameters of kernel {} ({}); give them as: {}",
                     kernel.name, parameter_list(kernel), list);
}

std::uint64_t one_element_each(const Parameter& parameter, const NdRange& range) {
  const std::uint64_t element =
      parameter.is_record ? 1 : size_bytes(parameter.type) * std::max(parameter.count, 1u);
  return range.group_items() * element;
}

std::string mistake_of(const Parameter& parameter, const ParsedArgument& argument, const std::string& text,
                       const NdRange& range) {
  std::string wanted;
  if (is_pointer_to_memory(parameter)) {
    wanted = "give a buffer";
  } else if (parameter.kind == Parameter::Kind::local_buffer) {
    wanted = fmt::format("give local memory; one element for each work-item of a group is {}",
                         plural(one_element_each(parameter, range), "byte"));
  } else if (parameter.kind == Parameter::Kind::structure) {
    wanted = fmt::format("give its {} as values of one type", plural(parameter.bytes, "byte"));
  } else {
    wanted = fmt::format("give a value of type {}", parameter.type_name);
    const auto* scalar = std::get_if<ScalarArgument>(&argument.argument);
    if (scalar != nullptr && scalar->bytes.size() != parameter.bytes)
      wanted += fmt::format(", which has {}, not {}", plural(parameter.bytes, "byte"), scalar->bytes.size());
  }
  return fmt::format("is {}, but the parameter is {}: {}", text, in_words(parameter), wanted);
}

std::vector<std::string> exchanged_buffers(const Plan& plan,
                                           const std::function<const Program&(std::size_t)>& program) {
  std::vector<std::string> sentences;
  std::set<std::size_t> written;  // by earlier launches: what is in them by now is no longer the host's
  std::set<std::string> said;
  std::map<const Kernel*, KernelUses> uses_of_kernels;
  for (const PlanLaunch& launch : plan.launches) {
    const Kernel* kernel = program(launch.program).find_kernel(launch.kernel);
    if (kernel == nullptr || kernel->parameters.size() != launch.arguments.size()) return sentences;
    const auto known = uses_of_kernels.try_emplace(kernel);
    if (known.second) known.first->second = uses_of(program(launch.program), *kernel);
    const KernelUses& uses = known.first->second;
    const auto buffer_of = [&](std::size_t a) -> const PlanBuffer* {
      const auto* argument = std::get_if<BufferArgument>(&launch.arguments[a]);
      return argument == nullptr || written.contains(argument->buffer) ? nullptr
                                                                       : &plan.buffers[argument->buffer];
    };
    std::optional<std::size_t> into, from;
    for (std::size_t a = 0; a < launch.arguments.size(); ++a) {
      const PlanBuffer* buffer = buffer_of(a);
      if (buffer == nullptr) continue;
      const bool has_input = buffer->role == PlanBuffer::Role::input;
      if (has_input && uses.parameters[a].is_only_written() && !into) into = a;
      if (!has_input && uses.parameters[a].is_only_read() && !from) from = a;
    }
    if (into && from && said.insert(launch.kernel).second)
      sentences.push_back(fmt::format(
          "the buffers may be in the wrong order: kernel {} writes its parameter {} ({}), but the buffer "
          "given for it "
          "holds the input; it only reads parameter {} ({}), whose buffer holds none; exchange them",
          kernel->name, *into + 1, in_words(kernel->parameters[*into]), *from + 1,
          in_words(kernel->parameters[*from])));
    for (std::size_t a = 0; a < launch.arguments.size(); ++a)
      if (const auto* argument = std::get_if<BufferArgument>(&launch.arguments[a]);
          argument != nullptr && uses.parameters[a].is_written())
        written.insert(argument->buffer);
  }
  return sentences;
}

std::vector<std::string> exchanged_buffers(const Plan& plan, const Program& program) {
  return exchanged_buffers(plan, [&](std::size_t) -> const Program& { return program; });
}

}  // namespace lockstep::sim
