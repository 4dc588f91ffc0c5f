// Reads the launches kernel<int, 256><<<grid, block, shared>>>(…) in the host code. A launch determines an
// instance of a kernel template, and the sizes and arguments of a simulated launch.
#include <algorithm>
#include <functional>

#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/host.hpp"
#include "sim/frontend/cuda/host_values.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/cuda/templates.hpp"

namespace lockstep::sim::language::cuda {
namespace {

bool is_launch(const Parser& p, std::size_t position) {
  return p.token_at(position).is("<<") && p.token_at(position + 1).is("<");
}

// Returns the position of the first '>' of the ">>>" that closes the "<<<".
std::size_t end_of_configuration(const Parser& p, std::size_t at) {
  constexpr std::size_t kMostTokens = 1000;
  std::size_t brackets = 0;
  for (const std::size_t end = std::min(at + kMostTokens, p.end_position()); at < end; ++at) {
    const Token& token = p.token_at(at);
    if (token.is(";")) return 0;
    if (token.is("(") || token.is("[") || token.is("{")) ++brackets;
    if ((token.is(")") || token.is("]") || token.is("}")) && brackets-- == 0) return 0;
    const bool closes = token.is(">") && p.token_at(at + 1).is(">") && p.token_at(at + 2).is(">");
    if (closes && brackets == 0) return at;
  }
  return 0;
}

Template* kernel_template(Parser& p, const Token& name) {
  const auto found = state_of(p).functions.find(name.text);
  if (found == state_of(p).functions.end()) return nullptr;
  const auto kernel = std::ranges::find_if(found->second, &Template::is_kernel);
  return kernel == found->second.end() ? nullptr : *kernel;
}

// Returns the instance with the written arguments; null if the arguments contain a name of the host code.
const FunctionDecl* instance(Parser& p, Template& pattern, std::size_t arguments_at) {
  const Diagnostics::Mark mark = p.context.diagnostics.mark();
  const Elsewhere there(p, arguments_at, nullptr);
  std::optional<TemplateArguments> arguments;
  try {
    const TemplateArguments written = p.next_is("<") ? parse_template_arguments(p) : TemplateArguments{};
    arguments = deduced(p, pattern, written, {});
  } catch (const Abandoned&) {
    static_cast<void>(p.context.diagnostics.roll_back(mark));
    return nullptr;
  }
  try {
    if (arguments) return function_instance(p, pattern, *arguments);
  } catch (const Abandoned&) {
    if (p.context.diagnostics.too_many()) throw;
  }
  return nullptr;
}

const FunctionDecl* plain_kernel(const Parser& p, const Token& name) {
  const Symbol* symbol = p.scopes.find(name.text);
  if (symbol == nullptr || symbol->kind != Symbol::Kind::function) return nullptr;
  const auto kernel = std::ranges::find_if(symbol->functions, &FunctionDecl::is_kernel);
  return kernel == symbol->functions.end() ? nullptr : *kernel;
}

void note_launch(Parser& p, const FunctionDecl& kernel, std::size_t name, std::size_t configuration) {
  const std::size_t end = end_of_configuration(p, configuration + 2);
  if (end == 0 || !p.token_at(end + 3).is("(") || !may_search(p)) return;
  state_of(p).searched += end_of_brackets(p, end + 3) - end;
  HostLaunch launch;
  launch.kernel = kernel.name;
  launch.range = p.token_at(name).range;
  const std::vector<TokenRange> sizes = parts_of(p, {configuration + 2, end});
  if (sizes.size() > 0) launch.grid = host_extents(p, sizes[0], name);
  if (sizes.size() > 1) launch.block = host_extents(p, sizes[1], name);
  if (sizes.size() > 2)
    if (const auto bytes = host_integer(p, sizes[2], name); bytes && *bytes >= 0)
      launch.shared_bytes = static_cast<std::uint64_t>(*bytes);
  for (const TokenRange& argument : parts_in_brackets(p, end + 3))
    launch.arguments.push_back(host_argument(p, argument, name));
  p.context.unit.host_launches.push_back(std::move(launch));
}

}  // namespace

void read_launches(Parser& p) {
  for (std::size_t at = 0; at + 2 < p.end_position(); ++at) {
    const Token& name = p.token_at(at);
    if (!name.is_identifier()) continue;
    std::size_t end = at + 1;
    if (p.token_at(end).is("<")) end = end_of_angles(p, end);
    if (end == 0 || !is_launch(p, end)) continue;
    Template* pattern = kernel_template(p, name);
    const FunctionDecl* kernel = pattern != nullptr ? instance(p, *pattern, at + 1) : plain_kernel(p, name);
    if (kernel != nullptr) note_launch(p, *kernel, at, end);
  }
}

}  // namespace lockstep::sim::language::cuda
