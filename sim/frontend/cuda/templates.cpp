#include "sim/frontend/cuda/templates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/host.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/statements.hpp"
#include "sim/frontend/types/constant.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// The limit for the number of instances of a template. A recursive template must end before this limit.
constexpr std::size_t kMaxInstances = 1000;

// Skips a template argument that is parsed later.
void skip_argument(Parser& p) {
  while (!p.next_is(",") && !p.next_is(">")) {
    if (p.peek().kind == TokenKind::end || p.next_is(";"))
      p.fail_here("'>' is missing after this template's parameters");
    std::size_t end = 0;
    if (p.next_is("(") || p.next_is("[") || p.next_is("{")) end = end_of_brackets(p, p.position());
    if (p.next_is("<")) end = end_of_angles(p, p.position());
    end == 0 ? static_cast<void>(p.take()) : p.go_to(end);
  }
}

TemplateParameter template_parameter(Parser& p) {
  TemplateParameter parameter;
  if (p.next_is("template")) p.fail_here("templates as arguments of templates are not supported");
  if (p.take_if("typename") || p.take_if("class")) {
    if (p.next_is("...")) p.fail_here("variadic templates are not supported");
    if (p.peek().is_identifier()) parameter.name = p.take().text;
  } else {
    parameter.is_type = false;
    parameter.type_at = p.position();
    while (p.peek().kind != TokenKind::end && !p.next_is(",") && !p.next_is(">") && !p.next_is("=")) {
      if (p.next_is("...")) p.fail_here("variadic templates are not supported");
      const std::size_t end = p.next_is("<") ? end_of_angles(p, p.position()) : 0;
      if (p.peek().is_identifier()) parameter.name = p.peek().text;
      end == 0 ? static_cast<void>(p.take()) : p.go_to(end);
    }
  }
  if (p.take_if("=")) {
    parameter.default_at = p.position();
    skip_argument(p);
  }
  return parameter;
}

std::vector<TemplateParameter> template_parameters(Parser& p) {
  p.expect("<", "after 'template'");
  std::vector<TemplateParameter> result;
  while (!p.next_is(">")) {
    result.push_back(template_parameter(p));
    if (!p.take_if(",")) break;
  }
  p.expect(">", "after this template's parameters");
  return result;
}

TemplateArgument template_argument(Parser& p) {
  const std::optional<bool> starts = p.dialect->starts_type(p, p.peek());
  const bool is_type = starts ? *starts : starts_type(p);
  if (is_type) return {.type = parse_type_name(p).type};
  Expr* value = parse_sum(p);
  const auto constant = integer_constant(value);
  if (!constant) p.context.fail(value->range, "a template's argument must be a type or an integer constant");
  return {.type = value->type, .is_value = true, .value = *constant};
}

Symbol symbol_of(Parser& p, const TemplateParameter& parameter, const TemplateArgument& argument) {
  Symbol symbol;
  symbol.kind = parameter.is_type ? Symbol::Kind::type : Symbol::Kind::enumerator;
  symbol.type.type = argument.type;
  if (parameter.is_type) return symbol;
  p.go_to(parameter.type_at);
  symbol.type = parse_type_name_before(p, parameter.name);
  symbol.value = wrap(argument.value, symbol.type.type);
  return symbol;
}

// Deduces template arguments from the tokens of a parameter, such as T, T*, const T& or Name<T>, without
// parsing them.
class Deduction {
 public:
  Deduction(Parser& p, const Template& pattern, TemplateArguments& arguments, std::vector<bool>& known)
      : p_(p), pattern_(pattern), arguments_(arguments), known_(known) {}

  // Examines the tokens of one parameter.
  void read(std::size_t begin, std::size_t end, const Type* type) {
    for (std::size_t at = begin; at < end; ++at) {
      const Token& token = p_.token_at(at);
      if (token.is("=")) return;
      if (!token.is_identifier() || (at > begin && p_.token_at(at - 1).is("::"))) continue;
      if (p_.token_at(at + 1).is("<")) return of_class(at + 1, end_of_angles(p_, at + 1), type);
      const auto number = number_of(token.text);
      if (!number || known_[*number]) continue;
      if (!pattern_.parameters[*number].is_type) continue;
      unsigned stars = 0;
      for (std::size_t next = at + 1; next < end && !p_.token_at(next).is("="); ++next)
        stars += p_.token_at(next).is("*") || p_.token_at(next).is("[") ? 1 : 0;
      for (; stars > 0 && type->is_pointer(); --stars) type = type->element;
      if (stars == 0) learn(*number, {.type = type});
      return;
    }
  }

 private:
  std::optional<std::size_t> number_of(std::string_view name) const {
    for (std::size_t i = 0; i < pattern_.parameters.size(); ++i)
      if (pattern_.parameters[i].name == name) return i;
    return std::nullopt;
  }

  void learn(std::size_t number, const TemplateArgument& argument) {
    arguments_[number] = argument;
    known_[number] = true;
  }

  // Deduces the arguments of a parameter such as Name<T, 4> from an argument that is an instance of Name.
  void of_class(std::size_t open, std::size_t end, const Type* type) {
    while (type->is_pointer()) type = type->element;
    const Class* about = state_of(p_).class_of(type);
    if (about == nullptr || end == 0) return;
    std::size_t which = 0;
    for (std::size_t at = open + 1; at + 1 < end && which < about->arguments.size(); ++at) {
      if (p_.token_at(at).is(",")) ++which;
      const auto number = p_.token_at(at).is_identifier() ? number_of(p_.token_at(at).text) : std::nullopt;
      if (number && !known_[*number] && which < about->arguments.size())
        learn(*number, about->arguments[which]);
    }
  }

  Parser& p_;
  const Template& pattern_;
  TemplateArguments& arguments_;
  std::vector<bool>& known_;
};

void deduce_from(Parser& p, const Template& pattern, const std::vector<Expr*>& values,
                 TemplateArguments& arguments, std::vector<bool>& known) {
  Deduction deduction(p, pattern, arguments, known);
  const std::size_t close = end_of_brackets(p, pattern.parameter_list) - 1;
  std::size_t at = pattern.parameter_list + 1;
  for (const Expr* value : values) {
    const std::size_t begin = at;
    for (; at < close && !p.token_at(at).is(","); ++at) {
      if (p.token_at(at).is("(") || p.token_at(at).is("[")) at = end_of_brackets(p, at) - 1;
      if (p.token_at(at).is("<"))
        if (const std::size_t end = end_of_angles(p, at)) at = end - 1;
    }
    if (begin >= close) return;
    deduction.read(begin, at, value->type);
    ++at;
  }
}

// Converts values to the type of the parameter, because 1, 1u and true must be the same argument.
TemplateArguments normal(const Template& pattern, TemplateArguments arguments) {
  for (std::size_t i = 0; i < arguments.size() && i < pattern.parameters.size(); ++i)
    if (!pattern.parameters[i].is_type) arguments[i].type = pattern.parameters[i].value_type;
  return arguments;
}

// Finds the types of those value parameters that do not depend on preceding parameters.
void find_value_types(Parser& p, Template& pattern) {
  for (TemplateParameter& parameter : pattern.parameters) {
    if (parameter.is_type) continue;
    const bool depends = std::ranges::any_of(pattern.parameters, [&](const TemplateParameter& other) {
      return other.is_type && p.token_at(parameter.type_at).is(other.name);
    });
    if (depends) continue;
    const std::size_t here = p.position();
    p.go_to(parameter.type_at);
    parameter.value_type = parse_type_name_before(p, parameter.name).type;
    p.go_to(here);
  }
}

Template& keep_template(Parser& p, Template pattern) {
  return state_of(p).pool.emplace_back(std::move(pattern));
}

void class_template(Parser& p, std::vector<TemplateParameter> parameters, std::size_t begin) {
  std::size_t name = begin + 1;
  while (name < p.end_position() && (!p.token_at(name).is_identifier() || p.token_at(name + 1).is("(")))
    name = p.token_at(name + 1).is("(") ? end_of_brackets(p, name + 1) : name + 1;
  const Token& token = p.token_at(name);
  if (parameters.empty() || p.token_at(name + 1).is("<")) {
    // Reads the arguments that follow the name in a specialisation.
    const auto found = state_of(p).classes.find(token.text);
    if (found == state_of(p).classes.end())
      p.context.fail(token.range, fmt::format("there is no template '{}' to specialise", token.text));
    if (!parameters.empty()) p.context.fail(token.range, "partial specialisations are not supported");
    p.go_to(name + 1);
    Template& pattern = *found->second.front();
    const auto arguments = deduced(p, pattern, parse_template_arguments(p), {});
    if (!arguments) p.context.fail(token.range, "this specialisation has too few arguments");
    state_of(p).open_pattern = &pattern;
    state_of(p).open_arguments = *arguments;
    p.go_to(begin);
    parse_record(p);
    p.expect(";", "after this class");
    return;
  }
  Template pattern;
  pattern.name = token.text;
  pattern.range = token.range;
  pattern.parameters = std::move(parameters);
  pattern.begin = begin;
  pattern.bindings = state_of(p).bindings;
  find_value_types(p, pattern);
  skip_declaration(p);
  if (p.token_at(p.position() - 2).is("}") || p.token_at(p.position() - 1).is("}"))
    state_of(p).classes[token.text] = {&keep_template(p, std::move(pattern))};
  else
    state_of(p).classes.try_emplace(token.text, std::vector{&keep_template(p, std::move(pattern))});
}

// Returns the complete name under which calls find a function, such as "operator()".
std::string_view whole_name(Parser& p, const DeclarationHead& head) {
  if (head.name != "operator") return head.name;
  std::string name;
  for (std::size_t at = head.name_at; at < head.parameter_list; ++at) name += p.token_at(at).text;
  return state_of(p).keep(std::move(name));
}

void function_template(Parser& p, std::vector<TemplateParameter> parameters, const DeclarationHead& head,
                       std::size_t begin) {
  State& state = state_of(p);
  Template pattern;
  pattern.name = whole_name(p, head);
  pattern.range = p.token_at(head.name_at).range;
  pattern.parameters = std::move(parameters);
  pattern.begin = begin;
  pattern.bindings = state.bindings;
  pattern.is_kernel = head.is_kernel;
  pattern.is_static = head.is_static;
  pattern.parameter_list = head.parameter_list;
  find_value_types(p, pattern);
  skip_declaration(p);
  const bool is_defined = p.token_at(p.position() - 1).is("}");
  Template* kept = &keep_template(p, std::move(pattern));
  if (Class* about = state.record() != nullptr ? state.class_of(state.record()) : nullptr;
      about != nullptr && !about->is_complete) {
    about->methods.emplace(kept->name, Method{.pattern = kept, .is_static = head.is_static});
    return;
  }
  std::vector<Template*>& all = state.functions[kept->name];
  // Returns whether `other` is an earlier declaration of the same function template.
  const auto is_same = [&](const Template* other) {
    return other->parameters.size() == kept->parameters.size() &&
           p.token_at(end_of_brackets(p, other->parameter_list)).is(";");
  };
  if (is_defined) std::erase_if(all, is_same);
  all.push_back(kept);
}

// Declares a specialisation: template <> __device__ float f<float>(float x) { … }. It takes precedence over
// the instance of the template.
void function_specialisation(Parser& p, const DeclarationHead& head) {
  State& state = state_of(p);
  const auto found = state.functions.find(head.name);
  if (found == state.functions.end())
    p.context.fail(p.token_at(head.name_at).range,
                   fmt::format("there is no template '{}' to specialise", head.name));
  const Specifiers specified = parse_specifiers(p);
  const Declarator declared = parse_declarator(p, specified.type);
  Template& pattern = *found->second.front();
  TemplateArguments written;
  if (p.token_at(head.name_at + 1).is("<")) {
    const std::size_t here = p.position();
    p.go_to(head.name_at + 1);
    written = parse_template_arguments(p);
    p.go_to(here);
  }
  std::vector<Expr*> values;
  for (const ParameterDecl& parameter : declared.parameters)
    values.push_back(integer_literal(
        p.context, 0, parameter.is_reference ? parameter.type.type->element : parameter.type.type,
        parameter.range));
  const auto arguments = deduced(p, pattern, written, values);
  if (!arguments) p.context.fail(declared.range, "the arguments of this specialisation cannot be deduced");
  pattern.functions[*arguments] = declared_function(p, text_of(p, pattern, *arguments), specified, declared);
}

// Parses an explicit instantiation: template __global__ void k<int>(…);
void explicit_instance(Parser& p) {
  const DeclarationHead head = declaration_head(p);
  const auto found = state_of(p).functions.find(head.name);
  if (found != state_of(p).functions.end() && p.token_at(head.name_at + 1).is("<")) {
    const std::size_t here = p.position();
    p.go_to(head.name_at + 1);
    const TemplateArguments written = parse_template_arguments(p);
    Template& pattern = *found->second.front();
    if (const auto arguments = deduced(p, pattern, written, {})) function_instance(p, pattern, *arguments);
    p.go_to(here);
  }
  skip_declaration(p);
}

}  // namespace

QualifiedType parse_type_name_before(Parser& p, std::string_view name) {
  const Specifiers specified = parse_specifiers(p);
  QualifiedType type = specified.type;
  while (p.take_if("*")) type.type = p.context.types.pointer(type.type, p.context.default_pointee_space());
  if (!name.empty() && p.next_is(name)) p.take();
  return type;
}

TemplateArguments parse_template_arguments(Parser& p) {
  const NestingLevel guard = p.enter_nesting();
  p.expect("<", "before the arguments of this template");
  TemplateArguments result;
  while (!p.next_is(">")) {
    result.push_back(template_argument(p));
    if (!p.take_if(",")) break;
  }
  p.expect(">", "after the arguments of this template");
  return result;
}

BindingsPointer bound(Parser& p, const Template& pattern, const TemplateArguments& arguments) {
  auto bindings = std::make_shared<Bindings>();
  bindings->outer = pattern.bindings;
  bindings->record = pattern.bindings ? pattern.bindings->record : nullptr;
  for (std::size_t i = 0; i < pattern.parameters.size() && i < arguments.size(); ++i) {
    const TemplateParameter& parameter = pattern.parameters[i];
    if (parameter.name.empty()) continue;
    const Elsewhere there(p, pattern.begin, std::make_shared<Bindings>(*bindings));
    bindings->names.emplace_back(parameter.name, symbol_of(p, parameter, arguments[i]));
  }
  return bindings;
}

std::optional<TemplateArguments> deduced(Parser& p, const Template& pattern, const TemplateArguments& written,
                                         const std::vector<Expr*>& values) {
  if (written.size() > pattern.parameters.size()) return std::nullopt;
  TemplateArguments arguments(pattern.parameters.size());
  std::vector<bool> known(pattern.parameters.size(), false);
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i].is_value == pattern.parameters[i].is_type) return std::nullopt;
    arguments[i] = written[i];
    known[i] = true;
  }
  if (pattern.parameter_list != 0) deduce_from(p, pattern, values, arguments, known);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (known[i]) continue;
    if (pattern.parameters[i].default_at == 0) return std::nullopt;
    const TemplateArguments before(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(i));
    const Elsewhere there(p, pattern.parameters[i].default_at, bound(p, pattern, before));
    arguments[i] = template_argument(p);
  }
  return normal(pattern, std::move(arguments));
}

const Type* class_instance(Parser& p, const Token& name, TemplateArguments written) {
  Template& pattern = *state_of(p).classes.at(name.text).front();
  const auto arguments = deduced(p, pattern, written, {});
  if (!arguments)
    p.context.fail(name.range,
                   fmt::format("the template '{}' takes {} arguments", name.text, pattern.parameters.size()));
  if (const auto found = pattern.records.find(*arguments); found != pattern.records.end())
    return found->second;
  if (pattern.records.size() >= kMaxInstances)
    p.context.fail(name.range, fmt::format("'{}' has more than {} instances", name.text, kMaxInstances));
  const NestingLevel guard = p.enter_nesting();
  const Elsewhere there(p, pattern.begin, bound(p, pattern, *arguments));
  state_of(p).open_pattern = &pattern;
  state_of(p).open_arguments = *arguments;
  const Type* record = parse_record(p);
  return record;
}

FunctionDecl* function_instance(Parser& p, Template& pattern, const TemplateArguments& arguments) {
  if (const auto found = pattern.functions.find(arguments); found != pattern.functions.end())
    return found->second;
  if (pattern.functions.size() >= kMaxInstances)
    p.context.fail(pattern.range,
                   fmt::format("'{}' has more than {} instances", pattern.name, kMaxInstances));
  const NestingLevel guard = p.enter_nesting();
  const Elsewhere there(p, pattern.begin, bound(p, pattern, arguments));
  const Specifiers specified = parse_specifiers(p);
  Declarator declared = parse_declarator(p, specified.type);
  const Type* record = state_of(p).record();
  if (record != nullptr && !pattern.is_static) add_this(p, *record, declared);
  FunctionDecl* function = declared_function(p, text_of(p, pattern, arguments), specified, declared);
  pattern.functions[arguments] = function;
  return function;
}

void require_function(Parser& p, const Declarator& declared) {
  if (!declared.type.type->is_function())
    p.context.fail(declared.range, "the parameters of this function are missing");
}

FunctionDecl* declared_function(Parser& p, std::string name, const Specifiers& specified,
                                const Declarator& declared) {
  require_function(p, declared);
  FunctionDecl& function = p.context.unit.function_pool.emplace_back();
  function.name = std::move(name);
  function.type = declared.type.type;
  function.range = declared.range;
  function.is_kernel = specified.is_kernel;
  function.is_constexpr = specified.is_constexpr;
  for (std::size_t i = 0; i < 3; ++i)
    function.required_group_size[i] = specified.attributes.required_group_size[i];
  p.dialect->function_declared(p, function, declared);
  if (!p.next_is("{") && !p.next_is(":")) return &function;
  // The body is set before it is parsed. Otherwise, recursive calls would refer to an undefined function.
  function.body = new_statement(p, StmtKind::block, declared.range);
  State& state = state_of(p);
  PendingBody body{&function, p.position(), declared, state.bindings};
  if (specified.is_auto && !declared.has_result_type)
    read_body(p, body, true);
  else
    state.pending.push_back(std::move(body));
  return &function;
}

void read_pending(Parser& p) {
  State& state = state_of(p);
  if (std::exchange(state.reads_pending, true)) return;
  while (!state.pending.empty() && !p.context.diagnostics.too_many()) {
    const PendingBody body = std::move(state.pending.front());
    state.pending.pop_front();
    read_body(p, body, false);
  }
  state.pending.clear();
  state.reads_pending = false;
}

bool template_declaration(Parser& p) {
  if (!p.next_is("template")) return false;
  p.take();
  if (!p.next_is("<")) {
    explicit_instance(p);
    return true;
  }
  std::vector<TemplateParameter> parameters = template_parameters(p);
  const std::size_t begin = p.position();
  if (p.next_is("struct") || p.next_is("class") || p.next_is("union")) {
    class_template(p, std::move(parameters), begin);
    return true;
  }
  if (p.next_is("template") || p.next_is("using") || p.next_is("friend")) {
    skip_declaration(p);
    return true;
  }
  const DeclarationHead head = declaration_head(p);
  if (!head.is_function || !head.is_for_device) {
    note_host_name(p, head);
    skip_declaration(p);
  } else if (parameters.empty()) {
    function_specialisation(p, head);
  } else {
    function_template(p, std::move(parameters), head, begin);
  }
  return true;
}

}  // namespace lockstep::sim::language::cuda
