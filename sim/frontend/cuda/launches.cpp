// The host's part names the instances of kernel templates that it launches: kernel<int, 256><<<grid,
// block>>>(…).
#include <algorithm>
#include <functional>

#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/host.hpp"
#include "sim/frontend/cuda/names.hpp"
#include "sim/frontend/cuda/templates.hpp"

namespace lockstep::sim::language::cuda {
namespace {

bool is_launch(const Parser& p, std::size_t position) {
  return p.token_at(position).is("<<") && p.token_at(position + 1).is("<");
}

Template* kernel_template(Parser& p, const Token& name) {
  const auto found =
      name.is_identifier() ? state_of(p).functions.find(name.text) : state_of(p).functions.end();
  if (found == state_of(p).functions.end()) return nullptr;
  const auto kernel = std::ranges::find_if(found->second, &Template::is_kernel);
  return kernel == found->second.end() ? nullptr : *kernel;
}

// An instance with the arguments that are written; those that name something of the host are left out.
void instantiate(Parser& p, Template& pattern, std::size_t arguments_at) {
  const Diagnostics::Mark mark = p.context.diagnostics.mark();
  const Elsewhere there(p, arguments_at, nullptr);
  std::optional<TemplateArguments> arguments;
  try {
    const TemplateArguments written = p.next_is("<") ? parse_template_arguments(p) : TemplateArguments{};
    arguments = deduced(p, pattern, written, {});
  } catch (const Abandoned&) {
    static_cast<void>(p.context.diagnostics.roll_back(mark));
    return;
  }
  try {
    if (arguments) function_instance(p, pattern, *arguments);
  } catch (const Abandoned&) {
    if (p.context.diagnostics.too_many()) throw;
  }
}

}  // namespace

void instantiate_launched(Parser& p) {
  for (std::size_t at = 0; at + 2 < p.end_position(); ++at) {
    Template* pattern = kernel_template(p, p.token_at(at));
    if (pattern == nullptr) continue;
    std::size_t end = at + 1;
    if (p.token_at(end).is("<")) end = end_of_angles(p, end);
    if (end != 0 && is_launch(p, end)) instantiate(p, *pattern, at + 1);
  }
}

}  // namespace lockstep::sim::language::cuda
