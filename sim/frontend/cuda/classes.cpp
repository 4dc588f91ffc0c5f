#include "sim/frontend/cuda/classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/host.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/cuda/references.hpp"
#include "sim/frontend/cuda/templates.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::cuda {
namespace {

struct InClass : Dialect::Inside {
  InClass(State& state, const Class& about) : state_(state), before_(state.bindings) {
    state_.bindings = about.bindings;
  }
  ~InClass() override { state_.bindings = std::move(before_); }
  InClass(const InClass&) = delete;
  InClass& operator=(const InClass&) = delete;

 private:
  State& state_;
  BindingsPointer before_;
};

Symbol type_symbol(const Type* type) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::type;
  symbol.type.type = type;
  return symbol;
}

void rebuild_type(Parser& p, Declarator& declared) {
  std::vector<const Type*> types;
  for (const ParameterDecl& parameter : declared.parameters) types.push_back(parameter.type.type);
  declared.type.type = p.context.types.function(declared.type.type->element, std::move(types));
}

// Returns the qualified name of a method for messages, such as "Pair::add".
std::string method_name(const Type& record, std::string_view name) {
  return fmt::format("{}::{}", record.name, name);
}

void constructor(Parser& p, Class& about, Type& record) {
  while (!p.next_is(about.name) && p.peek().kind != TokenKind::end) p.take();  // __device__, explicit
  Declarator declared = parse_declarator(p, {.type = p.context.types.void_type(), .space = std::nullopt});
  add_this(p, record, declared);
  about.constructors.push_back(declared_function(p, method_name(record, about.name), Specifiers{}, declared));
  skip_body(p);
}

// Parses a conversion function: operator T()
void conversion(Parser& p, Class& about, Type& record, const DeclarationHead& head) {
  p.go_to(head.name_at + 1);
  const Specifiers specified = parse_specifiers(p);
  QualifiedType type = specified.type;
  while (p.take_if("*"))
    type.type = p.context.types.pointer(type.type, p.context.default_pointee_space(), type.is_const);
  Declarator declared;
  declared.range = p.token_at(head.name_at).range;
  declared.name = "operator";
  declared.is_function = true;
  declared.type = type;
  p.expect("(", "after this conversion");
  p.expect(")", "after this conversion");
  p.dialect->after_parameters(p, declared);
  declared.type.type = p.context.types.function(declared.type.type, {});
  add_this(p, record, declared);
  about.conversions.push_back(
      declared_function(p, method_name(record, to_string(*type.type)), specified, declared));
  skip_body(p);
}

void method(Parser& p, Class& about, Type& record, const DeclarationHead& head) {
  const Specifiers specified = parse_specifiers(p);
  Declarator declared = parse_declarator(p, specified.type);
  if (!head.is_static) add_this(p, record, declared);
  FunctionDecl* function = declared_function(p, method_name(record, declared.name), specified, declared);
  about.methods.emplace(declared.name, Method{.function = function, .is_static = head.is_static});
  p.next_is("{") ? skip_body(p) : skip_declaration(p);
}

// Parses a static member such as static constexpr int kName = 4;
void static_member(Parser& p, Class& about) {
  const Specifiers specified = parse_specifiers(p);
  do {
    const Declarator declared = parse_declarator(p, specified.type);
    Symbol symbol;
    symbol.range = declared.range;
    if (!p.take_if("="))
      p.context.fail(declared.range, "a static member must have a constant value in its class");
    Expr* value = parse_assignment(p);
    const auto constant = integer_constant(value);
    const Type* type = specified.is_auto ? value->type : declared.type.type;
    if (constant && type->is_integer()) {
      symbol.kind = Symbol::Kind::enumerator;
      symbol.type.type = type;
      symbol.value = wrap(*constant, type);
    } else {
      QualifiedType constant_type{.type = type, .is_const = true, .space = AddressSpace::constant};
      VariableDecl* variable = new_variable(p.context, std::string(declared.name), constant_type,
                                            Storage::constant, declared.range);
      initialize(p.context, *variable, Initializer{.range = value->range, .expr = value, .items = {}});
      p.context.unit.constants.push_back(variable);
      symbol.variable = variable;
    }
    about.constants[declared.name] = symbol;
  } while (p.take_if(","));
  p.expect(";", "after this member");
}

void member_type(Parser& p, Class& about) {
  if (p.take_if("typedef")) {
    const Specifiers specified = parse_specifiers(p);
    const Declarator declared = parse_declarator(p, specified.type);
    about.types[declared.name] = declared.type;
  } else {
    p.take();
    const std::string_view name = p.take().text;
    if (!p.take_if("=")) return skip_declaration(p);
    about.types[name] = parse_type_name(p);
  }
  p.expect(";", "after this type");
}

bool is_constructor(const Class& about, const DeclarationHead& head) {
  return head.is_function && head.name == about.name && !about.name.empty();
}

}  // namespace

void add_this(Parser& p, const Type& record, Declarator& declared) {
  require_function(p, declared);
  ParameterDecl self;
  self.name = "this";
  self.range = declared.range;
  self.type.type = p.context.types.pointer(&record, p.context.default_pointee_space(), declared.is_const);
  declared.parameters.insert(declared.parameters.begin(), self);
  rebuild_type(p, declared);
}

void read_body(Parser& p, const PendingBody& body, bool infers) {
  const Elsewhere there(p, body.begin, body.bindings);
  State& state = state_of(p);
  if (infers) state.inferred = body.function;
  const bool constructs = state.record() != nullptr && [&] {
    const Class* about = state.class_of(state.record());
    return about != nullptr &&
           std::ranges::find(about->constructors, body.function) != about->constructors.end();
  }();
  const auto before = [&]() { return constructs ? member_values(p, *body.function) : std::vector<Stmt*>(); };
  try {
    parse_function_body(p, *body.function, body.declared, before);
  } catch (const Abandoned&) {
    if (p.context.diagnostics.too_many()) throw;
  }
  // A function without a `return` statement returns void.
  if (infers && state.inferred == body.function)
    body.function->type =
        p.context.types.function(p.context.types.void_type(), body.function->type->parameters);
}

Expr* CudaDialect::result(Parser& p, Expr* value) {
  FunctionDecl& function = *p.context.function;
  if (function.returns_reference) return bound_reference(p.context, value, function.result());
  if (state_.inferred != &function) return value;
  state_.inferred = nullptr;
  value = value_of(p.context, value);
  function.type = p.context.types.function(value->type, function.type->parameters);
  return value;
}

void CudaDialect::after_tag(Parser& p) {
  if (p.next_is("<"))
    if (const std::size_t end = end_of_angles(p, p.position())) p.go_to(end);
  p.take_if("final");
  if (p.next_is(":")) p.fail_here("base classes are not supported; make the base a member");
}

void CudaDialect::begin_record(Parser& p, const Token* tag, Type& record) {
  Class* outer = state_.record() != nullptr ? state_.class_of(state_.record()) : nullptr;
  Class& about = state_.of_type[&record];
  if (tag != nullptr) {
    about.name = tag->text;
    record.name = tag->text;
  }
  if (const Template* pattern = std::exchange(state_.open_pattern, nullptr)) {
    about.pattern = pattern;
    about.arguments = std::move(state_.open_arguments);
    record.name = text_of(p, *pattern, about.arguments);
    const_cast<Template*>(pattern)->records[about.arguments] = &record;
    outer = nullptr;
  }
  auto bindings = std::make_shared<Bindings>();
  bindings->outer = state_.bindings;
  bindings->record = &record;
  if (tag != nullptr) {
    bindings->names.emplace_back(tag->text, type_symbol(&record));
    if (outer != nullptr && !outer->is_complete)
      outer->types[tag->text] = {.type = &record, .space = std::nullopt};
    else
      p.scopes.declare(tag->text, type_symbol(&record));
  }
  about.bindings = std::move(bindings);
}

std::unique_ptr<Dialect::Inside> CudaDialect::enter_record(Parser&, Type& record) {
  return std::make_unique<InClass>(state_, state_.of_type[&record]);
}

bool CudaDialect::member(Parser& p, Type& record, std::vector<Member>&) {
  Class& about = state_.of_type[&record];
  const Token& token = p.peek();
  if ((token.is("public") || token.is("private") || token.is("protected")) && p.peek(1).is(":")) {
    p.take();
    p.take();
    return true;
  }
  if (token.is("using") || token.is("typedef")) {
    member_type(p, about);
    return true;
  }
  if (token.is("friend")) {
    skip_declaration(p);
    return true;
  }
  if (token.is("virtual")) p.fail_here("virtual functions are not supported");
  if (template_declaration(p)) return true;
  const bool is_type = token.is("struct") || token.is("class") || token.is("union") || token.is("enum");
  if (is_type) {
    std::size_t at = p.position();
    while (at < p.end_position() && !p.token_at(at).is("{") && !p.token_at(at).is(";") &&
           !p.token_at(at).is("("))
      ++at;
    const bool is_definition = p.token_at(at).is("{") && p.token_at(end_of_brackets(p, at)).is(";");
    if (!is_definition || !p.peek(1).is_identifier()) return false;
    token.is("enum") ? static_cast<void>(parse_enum(p)) : static_cast<void>(parse_record(p));
    p.expect(";", "after this type");
    return true;
  }
  const DeclarationHead head = declaration_head(p);
  if (!head.is_function && (head.is_static || (head.is_for_device && head.is_constant))) {
    static_member(p, about);
    return true;
  }
  if (!head.is_function) return false;
  if (p.token_at(head.name_at > 0 ? head.name_at - 1 : 0).is("~") ||
      p.token_at(end_of_brackets(p, head.parameter_list)).is("=")) {  // destructors, = default
    skip_declaration(p);
  } else if (!head.is_for_device) {
    note_host_name(p, head);
    skip_declaration(p);
  } else if (is_constructor(about, head)) {
    constructor(p, about, record);
  } else if (head.is_conversion) {
    conversion(p, about, record, head);
  } else {
    method(p, about, record, head);
  }
  return true;
}

void CudaDialect::member_value(Parser& p, Type& record, const Member& member) {
  if (p.take_if("=")) {
  } else if (!p.next_is("{")) {
    return;
  }
  state_.of_type[&record].defaults.emplace_back(member.name, p.position());
  while (!p.next_is(",") && !p.next_is(";") && p.peek().kind != TokenKind::end)
    p.next_is("(") || p.next_is("{") || p.next_is("[") ? p.go_to(end_of_brackets(p, p.position()))
                                                       : static_cast<void>(p.take());
}

void CudaDialect::end_record(Parser&, Type& record) { state_.of_type[&record].is_complete = true; }

// Parses enum class Name : type
void CudaDialect::begin_enum(Parser& p) {
  p.take_if("class") || p.take_if("struct");
  if (p.peek().is_identifier() && !p.peek().is("__attribute__")) {
    Class* about = state_.record() != nullptr ? state_.class_of(state_.record()) : nullptr;
    const std::string_view name = p.peek().text;
    if (about != nullptr && !about->is_complete)
      about->types[name] = {.type = p.context.types.int_type(), .space = std::nullopt};
    else
      p.scopes.declare(name, type_symbol(p.context.types.int_type()));
    state_.namespaces.insert(name);  // Name::enumerator
    if (p.peek(1).is(":")) {
      p.take();
      p.take();
      parse_specifiers(p);
      return;
    }
  }
  if (p.take_if(":")) parse_specifiers(p);
}

}  // namespace lockstep::sim::language::cuda
