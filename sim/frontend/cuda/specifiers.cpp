// Parses specifiers that OpenCL C does not have.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/host.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/cuda/references.hpp"
#include "sim/frontend/cuda/refusals.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// Specifiers that have no effect in the simulator.
constexpr std::array<std::string_view, 11> kIgnored = {
    "__device__", "__host__",          "__forceinline__", "__noinline__", "explicit", "mutable",
    "typename",   "__grid_constant__", "__inline__",      "inline",       "friend"};

// Parses __launch_bounds__(threads [, blocks]), which is a hint for the compiler.
void skip_launch_bounds(Parser& p) {
  p.take();
  if (p.next_is("(")) p.skip_parentheses();
}

// Parses __align__(n) and alignas(n | type).
std::uint64_t alignment(Parser& p) {
  p.take();
  p.expect("(", "after __align__");
  const std::uint64_t bytes = language::starts_type(p)
                                  ? parse_type_name(p).type->alignment
                                  : constant_integer(p, parse_conditional(p), "an alignment");
  p.expect(")", "after the alignment");
  if (bytes > UINT32_MAX || (bytes & (bytes - 1)) != 0) p.fail_here("an alignment must be a power of two");
  return bytes;
}

bool is_alignment(const Token& token) { return token.is("__align__") || token.is("alignas"); }

bool storage(Parser& p, Specifiers& specified, const Token& token) {
  if (token.is("__global__")) {
    specified.is_kernel = true;
    state_of(p).is_kernel_ahead = true;
  } else if (token.is("__shared__")) {
    specified.type.space = AddressSpace::local;
  } else if (token.is("__constant__")) {
    specified.type.space = AddressSpace::constant;
  } else if (token.is("__managed__")) {
    specified.type.space = AddressSpace::global;
  } else if (token.is("constexpr") || token.is("consteval")) {
    specified.is_constexpr = true;
    specified.type.is_const = true;
  } else if (std::ranges::find(kIgnored, token.text) == kIgnored.end()) {
    return false;
  }
  p.take();
  return true;
}

// Parses decltype(expression).
void type_of_expression(Parser& p, Specifiers& specified) {
  p.take();
  p.expect("(", "after decltype");
  specified.type.type = value_of(p.context, parse_expression(p))->type;
  p.expect(")", "after decltype");
}

// Returns whether the name is that of a complete type. A class that could not be parsed is declared but
// not complete.
bool is_known_type(const Parser& p, std::string_view name) {
  const Symbol* symbol = p.scopes.find(name);
  return symbol != nullptr && (symbol->kind != Symbol::Kind::type || symbol->type.type->complete);
}

void refuse_name(Parser& p, const Token& token) {
  const std::string_view reason = p.scopes.find(token.text) ? std::string_view() : refused_name(token.text);
  if (!reason.empty()) p.context.fail(token.range, fmt::format("{}: {}", reason, token.text));
}

}  // namespace

bool CudaDialect::specifier(Parser& p, Specifiers& specified, bool has_type) {
  const Token& token = p.peek();
  if (token.is("[") && p.peek(1).is("[")) {  // an attribute: [[nodiscard]]
    p.go_to(end_of_brackets(p, p.position()));
    return true;
  }
  if (!token.is_identifier()) return false;
  if (token.is("virtual")) p.fail_here("virtual functions are not supported");
  if (token.is("thread_local")) p.fail_here("thread-local variables are not supported");
  if (token.is("typename") && !has_type && end_of_type(p, p.position()) == 0) {
    if (const auto type = take_type_name(p)) {
      specified.type.type = type->type;
      return true;
    }
  }
  if (token.is("__launch_bounds__")) {
    skip_launch_bounds(p);
    return true;
  }
  if (is_alignment(token)) {
    specified.attributes.aligned = std::max(specified.attributes.aligned, alignment(p));
    return true;
  }
  if (token.is("bool") && !has_type) {
    p.take();
    specified.type.type = p.context.types.bool_type();
    return true;
  }
  if (storage(p, specified, token)) return true;
  if (has_type) return false;
  if (token.is("auto")) {
    p.take();
    if (p.next_is("[") || (p.next_is("&") && p.peek(1).is("[")))
      p.fail_here("structured bindings are not supported; name the members");
    specified.is_auto = true;
    specified.type.type = p.context.types.int_type();
    return true;
  }
  if (token.is("decltype")) {
    type_of_expression(p, specified);
    return true;
  }
  if (token.is("class")) {
    specified.type.type = parse_record(p);
    return true;
  }
  if (const auto host = state_.of_host.find(token.text);
      host != state_.of_host.end() && !is_known_type(p, token.text) && !state_.classes.contains(token.text))
    p.context.fail(token.range, host->second);
  const auto type = take_type_name(p);
  if (!type) {
    refuse_name(p, token);
    return false;
  }
  specified.type.type = type->type;
  specified.type.is_const = specified.type.is_const || type->is_const;
  specified.type.is_volatile = specified.type.is_volatile || type->is_volatile;
  return true;
}

void CudaDialect::before_tag(Parser& p, Attributes& asked) {
  while (is_alignment(p.peek())) asked.aligned = std::max(asked.aligned, alignment(p));
}

bool CudaDialect::reference(Parser& p) {
  if (!p.take_if("&") && !p.take_if("&&")) return false;
  while (p.take_if("__restrict__") || p.take_if("const")) {
  }
  return true;
}

bool CudaDialect::declarator_name(Parser& p, Declarator& declared) {
  if (!p.next_is("operator")) {
    if (!p.peek().is_identifier()) return false;
    // Parses Class::name in a definition outside of its class.
    if (p.peek(1).is("::"))
      p.fail_here("a member function must be defined inside its class; move this definition into the class");
    // In a specialisation, the arguments follow the name.
    const std::size_t end = p.peek(1).is("<") ? end_of_angles(p, p.position() + 1) : 0;
    if (end == 0 || !p.token_at(end).is("(")) return false;
    declared.range = p.peek().range;
    declared.name = p.peek().text;
    p.go_to(end);
    return true;
  }
  declared.range = p.take().range;
  if (p.peek().is_identifier()) p.fail_here("this operator is not supported");
  std::string name = "operator";
  do name += p.take().text;
  while (!p.next_is("(") && p.peek().kind == TokenKind::punctuator);
  declared.name = state_.keep(std::move(name));
  return true;
}

bool CudaDialect::begins_values(const Parser& p) const {
  const bool in_class = state_.record() != nullptr && !state_.record()->complete;
  if (p.context.function == nullptr || in_class) return false;
  return !p.peek(1).is(")") && !language::starts_type(p, p.peek(1));
}

void CudaDialect::parameter(Parser& p, ParameterDecl& parameter) {
  if (parameter.is_reference) parameter.type = reference_type(p.context, parameter.type);
  if (!p.take_if("=")) return;
  parameter.default_value = p.position();
  while (!p.next_is(",") && !p.next_is(")")) {
    if (p.peek().kind == TokenKind::end) p.fail_here("')' is missing after the parameters");
    if (p.next_is("(") || p.next_is("[") || p.next_is("{"))
      p.go_to(end_of_brackets(p, p.position()));
    else
      p.take();
  }
}

void CudaDialect::after_parameters(Parser& p, Declarator& declared) {
  if (declared.is_reference) {
    declared.type = reference_type(p.context, declared.type);
    declared.is_reference = false;
    declared.returns_reference = true;
  }
  for (;;) {
    if (p.take_if("const")) {
      declared.is_const = true;
    } else if (p.next_is("noexcept")) {
      p.take();
      if (p.next_is("(")) p.skip_parentheses();
    } else if (p.take_if("->")) {
      declared.type = parse_type_name(p);
      declared.has_result_type = true;
    } else if (!p.take_if("override") && !p.take_if("final") && !p.take_if("volatile")) {
      break;
    }
  }
  if (!std::exchange(state_.is_kernel_ahead, false)) return;
  for (ParameterDecl& parameter : declared.parameters) {
    if (parameter.is_reference)
      p.context.fail(parameter.range, "a kernel cannot take a reference; pass a value or a pointer");
    const Type* type = parameter.type.type;
    if (type->is_pointer() && type->space == AddressSpace::generic)
      parameter.type.type = p.context.types.pointer(type->element, AddressSpace::global, type->pointee_const,
                                                    type->pointee_volatile);
  }
}

void CudaDialect::function_declared(Parser&, FunctionDecl& function, const Declarator& declared) {
  function.returns_reference = declared.returns_reference;
  std::vector<std::size_t> defaults;
  for (const ParameterDecl& parameter : declared.parameters) {
    function.takes_reference.push_back(parameter.is_reference);
    defaults.push_back(parameter.default_value);
  }
  state_.default_values.try_emplace(&function, std::move(defaults));
}

}  // namespace lockstep::sim::language::cuda
