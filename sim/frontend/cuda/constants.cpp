// Determines the contents of __constant__ variables. The build options set them. Copies by the host code are
// only recorded, so that these options can be suggested.
#include <fmt/format.h>

#include <algorithm>

#include "core/plan/input.hpp"
#include "core/plan/typed_values.hpp"
#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/host_values.hpp"

namespace lockstep::sim::language::cuda {
namespace {

VariableDecl* constant_called(Parser& p, std::string_view name) {
  const auto& all = p.context.unit.constants;
  const auto found = std::ranges::find(all, name, &VariableDecl::name);
  return found == all.end() ? nullptr : *found;
}

const Type& innermost(const Type& type) {
  const Type* element = &type;
  while (element->is_array() || element->is_vector()) element = element->element;
  return *element;
}

Result<Content> content_of(const std::string& fill, ElementType type) {
  constexpr std::string_view kRandom = "random";
  if (fill.starts_with(kRandom)) return Content{Content::Pattern::random, 0, 1, nullptr};
  if (const auto pattern = parse_input(fill)) return *pattern;
  return parse_typed_values(fill, type).map([](const TypedValues& values) { return values.content; });
}

// Copies the list to the variable. A single number initialises all elements; a shorter list is followed by
// zeros, as in C.
void put_list(std::vector<std::byte>& bytes, const std::vector<std::byte>& list, std::size_t element) {
  if (list.size() == element)
    for (std::size_t at = 0; at < bytes.size(); ++at) bytes[at] = list[at % element];
  else
    std::ranges::copy(list, bytes.begin());
}

void fill_constant(Parser& p, const std::string& name, const std::string& fill) {
  const auto fail = [&](const SourceRange& range, std::string_view why) {
    p.context.diagnostics.error(range, fmt::format("build option -constant={}={}: {}", name, fill, why));
  };
  VariableDecl* variable = constant_called(p, name);
  if (variable == nullptr)
    return fail(SourceRange{}, fmt::format("there is no __constant__ variable '{}'", name));
  const Type& element = innermost(*variable->type);
  if (!element.is_scalar() || element.is_pointer() || element.kind == TypeKind::half)
    return fail(variable->range,
                "its elements are not numbers; give the variable an initial value in the text");
  const ElementType type = element.memory_lane_type();
  const auto content = content_of(fill, type);
  if (!content) return fail(variable->range, content.error().message);
  std::vector<std::byte>& bytes = variable->initial_bytes;
  bytes.assign(variable->type->size, std::byte{0});
  if (content->pattern != Content::Pattern::bytes) return fill_input(*content, type, bytes);
  if (content->bytes->size() > bytes.size())
    return fail(variable->range,
                fmt::format("the variable has only {} elements", bytes.size() / element.size));
  put_list(bytes, *content->bytes, element.size);
}

// Records cudaMemcpyToSymbol(name, memory, bytes).
void note_copy(Parser& p, std::size_t at) {
  const std::vector<TokenRange> parts = parts_in_brackets(p, at + 1);
  if (parts.size() < 2 || parts[0].first == parts[0].second || parts[1].first == parts[1].second) return;
  const Token& symbol = p.token_at(parts[0].second - 1);
  const Token& memory = p.token_at(parts[1].second - 1);
  if (!symbol.is_identifier() || !memory.is_identifier()) return;
  if (constant_called(p, symbol.text) == nullptr) return;
  std::string fill = host_fill(p, memory.text, at);
  if (fill.empty()) return;
  std::vector<HostConstant>& all = p.context.unit.host_constants;
  const auto known = std::ranges::find(all, symbol.text, &HostConstant::name);
  if (known != all.end())
    known->fill = std::move(fill);
  else
    all.push_back({std::string(symbol.text), std::move(fill)});
}

}  // namespace

void read_constants(Parser& p) {
  for (const auto& [name, fill] : p.context.options.constants) fill_constant(p, name, fill);
  for (std::size_t at = 0; at + 1 < p.end_position() && may_search(p); ++at)
    if (p.token_at(at).is("cudaMemcpyToSymbol") && p.token_at(at + 1).is("(")) note_copy(p, at);
}

}  // namespace lockstep::sim::language::cuda
