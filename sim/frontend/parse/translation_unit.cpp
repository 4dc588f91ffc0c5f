#include <fmt/format.h>

#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/dialect.hpp"
#include "sim/frontend/parse/parser.hpp"

namespace lockstep::sim::language {
namespace {

// Returns the storage of a variable at program scope. From OpenCL C 2.0 on, a variable without an address
// space is in global memory.
Storage program_storage(Parser& p, const Declarator& declared) {
  const bool is_sampler = declared.type.type->is_sampler();
  if (declared.type.space == AddressSpace::constant || (is_sampler && !declared.type.space))
    return Storage::constant;
  const bool may_be_global = !declared.type.space || declared.type.space == AddressSpace::global;
  if (!may_be_global || p.context.options.version < 200)
    p.context.fail(declared.range,
                   may_be_global
                       ? "a variable outside of functions must be __constant; with -cl-std=CL3.0 it "
                         "can be in global memory, too"
                       : "a variable outside of functions must be __constant or __global");
  return Storage::global;
}

// Returns whether the declarations agree; one of two declarations of an array may omit the length.
bool declares_again(const VariableDecl& variable, const Type& type) {
  const bool are_arrays = variable.type->is_array() && type.is_array();
  return variable.type == &type || (are_arrays && variable.type->element == type.element &&
                                    (!variable.type->complete || !type.complete));
}

// Returns the variable of an earlier declaration, or a new variable.
VariableDecl* declared_variable(Parser& p, const Specifiers& specified, const Declarator& declared,
                                Storage storage) {
  if (const Symbol* other = p.scopes.find_here(declared.name)) {
    VariableDecl* variable = other->variable;
    const bool is_same =
        variable != nullptr && variable->storage == storage && declares_again(*variable, *declared.type.type);
    if (!is_same || (variable->is_defined && !specified.is_extern))
      p.context.fail(declared.range, fmt::format("'{}' is declared twice", declared.name));
    if (!variable->type->complete) variable->type = declared.type.type;
    return variable;
  }
  VariableDecl* variable =
      new_variable(p.context, std::string(declared.name), declared.type, storage, declared.range);
  variable->is_defined = false;
  declare_variable(p, *variable);
  (storage == Storage::global ? p.context.unit.globals : p.context.unit.constants).push_back(variable);
  return variable;
}

// Declares a variable at program scope. A variable in global memory without an initial value is zero.
void program_variable(Parser& p, const Specifiers& specified, const Declarator& declared) {
  if (specified.is_kernel) p.context.fail(declared.range, "only a function can be a kernel");
  if (p.dialect != nullptr && p.dialect->program_variable(p, specified, declared)) return;
  if (specified.is_auto)
    p.context.fail(declared.range, "__auto_type is only possible for variables inside functions");
  const Storage storage = program_storage(p, declared);
  const bool may_be_incomplete = specified.is_extern && declared.type.type->is_record();
  if (!may_be_incomplete) check_variable_type(p, declared);
  VariableDecl* variable = declared_variable(p, specified, declared, storage);
  variable->alignment =
      std::max({variable->alignment, specified.attributes.aligned, declared.attributes.aligned});
  const bool has_value = p.next_is("=");
  if (!has_value && specified.is_extern) return;
  variable->is_defined = true;
  if (has_value)
    parse_initializer(p, *variable);
  else if (storage == Storage::constant)
    p.context.fail(declared.range, "a __constant variable needs an initial value");
  else if (!variable->type->complete)
    p.context.fail(declared.range, "the length of this array is not known");
}

// declarators = declarator ["=" initializer] { "," declarator ["=" initializer] }
void program_declarators(Parser& p, const Specifiers& specified) {
  for (bool first = true;; first = false) {
    const Declarator declared = parse_declarator(p, specified.type);
    if (declared.name.empty()) p.fail_here("a name is missing here");
    if (declared.is_function && !specified.is_typedef) {
      if (first && p.next_is("{")) return parse_function_definition(p, specified, declared);
      declare_function(p, specified, declared);
    } else if (specified.is_typedef) {
      declare_typedef(p, declared);
    } else {
      program_variable(p, specified, declared);
    }
    if (!p.take_if(",")) break;
  }
  p.expect(";", "after this declaration");
}

// external-declaration = ";" | static-assertion | specifiers ";" | specifiers declarator function-body
//                      | specifiers declarators ";"
void external_declaration(Parser& p) {
  if (p.dialect != nullptr && p.dialect->external_declaration(p)) return;
  if (p.take_if(";") || parse_static_assertion(p)) return;
  if (p.next_is("__asm__") || p.next_is("asm") || p.next_is("__asm"))
    p.fail_here("inline assembly is not supported");
  const Specifiers specified = parse_specifiers(p);
  if (p.take_if(";")) return;
  program_declarators(p, specified);
}

// Spoils the names that a declaration with an error declares. They come before the parameters, the members or
// the initial value.
void spoil_declared_names(Parser& p, std::size_t begin) {
  std::size_t end = begin;
  while (end < p.position() && !p.token_at(end).is("{") && !p.token_at(end).is("(")) ++end;
  p.spoil_names(begin, end);
}

}  // namespace

NestingLevel Parser::enter_nesting() {
  if (nesting >= kDeepestNesting) context.fail(peek().range, nested_too_deeply("this"));
  return NestingLevel(nesting);
}

void Parser::spoil_names(std::size_t begin, std::size_t end) {
  std::set<std::string_view>& names = context.function ? open.reported_names : spoiled_names;
  for (std::size_t at = begin; at < end; ++at)
    if (token_at(at).is_identifier()) names.insert(token_at(at).text);
}

// translation-unit = { external-declaration }
void parse_translation_unit(Parser& p) {
  while (p.peek().kind != TokenKind::end && !p.context.diagnostics.too_many()) {
    const std::size_t begin = p.position();
    try {
      external_declaration(p);
    } catch (const Abandoned&) {
      p.skip_statement();
      spoil_declared_names(p, begin);
      // A '}' without a matching '{' is skipped.
      if (p.next_is("}") || p.position() == begin) p.take();
    }
  }
}

}  // namespace lockstep::sim::language
