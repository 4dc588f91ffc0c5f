#include "sim/launch/argument_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "sim/launch/argument_fit.hpp"
#include "sim/launch/arguments.hpp"
#include "sim/launch/kernel_uses.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::sim {
namespace {

// For each parameter and each argument: whether the argument fits the parameter.
using Fits = std::vector<std::vector<bool>>;

Fits all_fits(const Kernel& kernel, const std::vector<DescribedArgument>& arguments,
              const LaunchDescription& description) {
  Fits result;
  for (const Parameter& parameter : kernel.parameters) {
    result.emplace_back();
    for (const DescribedArgument& argument : arguments)
      result.back().push_back(fits(parameter, argument, description));
  }
  return result;
}

// Assigns an unused argument to each parameter from `next` on, trying the fitting arguments in order. Returns
// false if this is not possible.
bool assign(const Fits& fits, std::size_t next, std::vector<std::size_t>& taken) {
  if (next == fits.size()) return true;
  for (std::size_t a = 0; a < fits[next].size(); ++a) {
    if (std::ranges::find(taken, a) != taken.end() || !fits[next][a]) continue;
    taken.push_back(a);
    if (assign(fits, next + 1, taken)) return true;
    taken.pop_back();
  }
  return false;
}

constexpr std::size_t kMaxReordered = 12;  // the search tries all orders

// Returns the argument for each parameter if the arguments fit in a different order; empty if they fit in the
// given order, or in no order.
std::vector<std::size_t> order_that_fits(const Fits& fits) {
  bool all = true;
  for (std::size_t a = 0; a < fits.size(); ++a) all = all && fits[a][a];
  std::vector<std::size_t> taken;
  return all || !assign(fits, 0, taken) ? std::vector<std::size_t>{} : taken;
}

}  // namespace

std::string order_mistake(const Kernel& kernel, const std::vector<DescribedArgument>& arguments,
                          const std::vector<std::string>& texts, const LaunchDescription& description) {
  if (arguments.size() != kernel.parameters.size() || arguments.size() > kMaxReordered) return {};
  std::string list;
  for (const std::size_t argument : order_that_fits(all_fits(kernel, arguments, description)))
    list += (list.empty() ? "" : ", ") + texts[argument];
  if (list.empty()) return {};
  return fmt::format(
      "are in a different order from the parameters of kernel {} ({}); give them in this order: {}",
      kernel.name, parameter_list(kernel), list);
}

std::string missing_arguments(const Kernel& kernel, const DescribedLaunch& launch,
                              const LaunchDescription& description) {
  std::string missing;
  std::size_t next = 0;
  for (const Parameter& parameter : kernel.parameters) {
    if (next < launch.arguments.size() && fits(parameter, launch.arguments[next], description)) {
      ++next;
      continue;
    }
    missing += fmt::format("{}{} for {}", missing.empty() ? "" : ", ",
                           wanted_argument(parameter, launch.range), declaration_of(parameter));
  }
  return next == launch.arguments.size() ? missing : std::string();
}

std::vector<std::string> exchanged_buffers(const Plan& plan,
                                           const std::function<const Program&(std::size_t)>& program) {
  std::vector<std::string> sentences;
  std::set<std::size_t> written;  // buffers that earlier launches have written; these no longer have the
                                  // contents given by the host
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
          "given for this parameter contains the input, and it only reads parameter {} ({}), but the buffer "
          "given for this parameter contains no input; exchange the two buffers",
          kernel->name, *into + 1, declaration_of(kernel->parameters[*into]), *from + 1,
          declaration_of(kernel->parameters[*from])));
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
