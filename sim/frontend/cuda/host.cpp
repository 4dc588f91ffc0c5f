#include "sim/frontend/cuda/host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/frontend/cuda/classes.hpp"
#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/cuda/templates.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/statements.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// Returns whether the word takes parentheses that do not enclose parameters of a function.
bool takes_parentheses(std::string_view word) {
  constexpr std::array<std::string_view, 8> kWords = {"__launch_bounds__", "__align__",     "alignas",
                                                      "decltype",          "__attribute__", "__declspec",
                                                      "noexcept",          "explicit"};
  return std::ranges::find(kWords, word) != kWords.end();
}

bool is_word_of_device(std::string_view word) {
  return word == "__global__" || word == "__device__" || word == "__constant__" || word == "__shared__" ||
         word == "__managed__" || word == "constexpr";
}

// Returns a complete operator name, such as "operator+", from the tokens before its parameters; "operator"
// for a conversion.
std::string_view whole_operator(const Parser& p, std::size_t at, std::size_t end) {
  constexpr std::array<std::string_view, 37> kNames = {
      "operator()",  "operator[]",  "operator->", "operator+",  "operator-",  "operator*",  "operator/",
      "operator%",   "operator^",   "operator&",  "operator|",  "operator~",  "operator!",  "operator=",
      "operator<",   "operator>",   "operator+=", "operator-=", "operator*=", "operator/=", "operator%=",
      "operator^=",  "operator&=",  "operator|=", "operator<<", "operator>>", "operator<=", "operator>=",
      "operator<<=", "operator>>=", "operator==", "operator!=", "operator&&", "operator||", "operator++",
      "operator--",  "operator,"};
  std::string text;
  for (; at < end; ++at) text += p.token_at(at).text;
  const auto found = std::ranges::find(kNames, text);
  return found == kNames.end() ? std::string_view("operator") : *found;
}

// Reads the name of an operator function: operator+, operator(), operator T
void operator_name(const Parser& p, std::size_t at, DeclarationHead& head) {
  head.name_at = at;
  std::size_t next = at + 1;
  if (p.token_at(next).is_identifier()) {
    head.is_conversion = true;
    while (next < p.end_position() && !p.token_at(next).is("(")) ++next;
  } else {
    if (p.token_at(next).is("(") || p.token_at(next).is("[")) ++next;
    ++next;
    while (next < p.end_position() && !p.token_at(next).is("(")) ++next;
  }
  head.name = whole_operator(p, at, next);
  head.parameter_list = next;
  head.is_function = true;
}

// Reads an identifier outside of parentheses. The identifier is a function's name if parameters follow it,
// possibly after template arguments. Returns the position of the last token of the name.
std::size_t name_part(const Parser& p, std::size_t at, DeclarationHead& head) {
  const Token& token = p.token_at(at);
  const std::size_t angles = p.token_at(at + 1).is("<") ? end_of_angles(p, at + 1) : 0;
  const std::size_t after = angles == 0 ? at + 1 : angles;
  if (p.token_at(after).is("(")) {
    head.is_function = true;
    head.parameter_list = after;
  }
  head.name = token.text;
  head.name_at = at;
  return after - 1;
}

// Defines a device function or declares its prototype.
void define_function(Parser& p, const DeclarationHead& head) {
  if (head.name_at > 0 && p.token_at(head.name_at - 1).is("::"))
    p.context.fail(p.token_at(head.name_at).range,
                   "a member function must be defined inside its class; move this definition into the class");
  Specifiers specified = parse_specifiers(p);
  const Declarator declared = parse_declarator(p, specified.type);
  require_function(p, declared);
  if (specified.is_kernel && !declared.type.type->element->is_void())
    p.context.diagnostics.error(declared.range, fmt::format("kernel '{}' must return void", declared.name));
  specified.attributes.overloadable = true;
  FunctionDecl* function = declare_function(p, specified, declared);
  if (function == nullptr || p.take_if(";")) return;
  if (function->body != nullptr)
    p.context.fail(declared.range, fmt::format("function '{}' is defined twice", declared.name));
  function->range = declared.range;
  function->is_constexpr = specified.is_constexpr;
  function->required_group_size[0] = specified.attributes.required_group_size[0];
  function->body = new_statement(p, StmtKind::block, declared.range);
  const PendingBody body{function, p.position(), declared, state_of(p).bindings};
  skip_body(p);
  read_body(p, body, specified.is_auto && !declared.has_result_type);
}

// namespace = "namespace" [name { "::" name }] "{"
bool enter_namespace(Parser& p, State& state) {
  if (p.next_is("inline") && p.peek(1).is("namespace")) p.take();
  if (!p.take_if("namespace")) return false;
  while (p.peek().is_identifier() || p.next_is("::")) {
    if (p.peek().is_identifier()) state.namespaces.insert(p.peek().text);
    p.take();
  }
  if (p.take_if("{"))
    ++state.open_namespaces;
  else
    skip_declaration(p);
  return true;
}

// using = "using" ("namespace" name | name "=" type-name | name) ";"
bool using_declaration(Parser& p) {
  if (!p.next_is("using")) return false;
  if (p.peek(2).is("=") && p.peek(1).is_identifier())
    try_to_read(p, [&] { parse_using(p); });
  else
    skip_declaration(p);
  return true;
}

// Skips `extern "C"` before a declaration or a block of declarations.
void skip_linkage(Parser& p, State& state) {
  if (!p.next_is("extern") || p.peek(1).kind != TokenKind::string) return;
  p.take();
  p.take();
  if (p.take_if("{")) ++state.open_namespaces;
}

bool has_token(const Parser& p, std::string_view text, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at)
    if (p.token_at(at).is(text)) return true;
  return false;
}

// Reads a class, and skips host variables that are declared in the same declaration.
void read_class(Parser& p) {
  parse_specifiers(p);
  if (!p.take_if(";")) skip_declaration(p);
}

bool type_declaration(Parser& p) {
  if (p.next_is("typedef")) {
    try_to_read(p, [&] {
      const Specifiers specified = parse_specifiers(p);
      do declare_typedef(p, parse_declarator(p, specified.type));
      while (p.take_if(","));
      p.expect(";", "after this declaration");
    });
    return true;
  }
  const bool begins = p.next_is("struct") || p.next_is("class") || p.next_is("union") || p.next_is("enum");
  if (!begins) return false;
  std::size_t at = p.position() + 1;
  while (!p.token_at(at).is("{") && !p.token_at(at).is(";") && !p.token_at(at).is("(") &&
         at < p.end_position()) {
    const bool has_arguments = takes_parentheses(p.token_at(at).text) && p.token_at(at + 1).is("(");
    at = has_arguments ? end_of_brackets(p, at + 1) : at + 1;
  }
  if (p.token_at(at).is("(")) return false;  // a function that returns a class
  const std::size_t end = p.token_at(at).is("{") ? end_of_brackets(p, at) : at;
  // A class with a base class may be a function object for a host library. Kernels that do not use the class
  // do not need it, so an error in such a class is not reported.
  const bool has_base = has_token(p, ":", p.position(), at);
  if (!has_base && has_token(p, "__device__", p.position(), end))
    read_class(p);
  else
    try_to_read(p, [&] { read_class(p); });
  return true;
}

}  // namespace

DeclarationHead declaration_head(const Parser& p) {
  DeclarationHead head;
  for (std::size_t at = p.position(); at < p.end_position() && !head.is_function; ++at) {
    const Token& token = p.token_at(at);
    if (token.is(";") || token.is("{") || token.is("=") || token.is("}")) break;
    if (token.is("(") || token.is("[")) {
      at = end_of_brackets(p, at) - 1;
      continue;
    }
    if (!token.is_identifier()) continue;
    head.is_kernel = head.is_kernel || token.text == "__global__";
    head.is_static = head.is_static || token.text == "static";
    head.is_constant = head.is_constant || token.text == "const" || token.text == "constexpr";
    head.is_for_device = head.is_for_device || is_word_of_device(token.text);
    if (token.is("operator"))
      operator_name(p, at, head);
    else if (takes_parentheses(token.text) && p.token_at(at + 1).is("("))
      at = end_of_brackets(p, at + 1) - 1;
    else
      at = name_part(p, at, head);
  }
  return head;
}

void skip_body(Parser& p) {
  if (p.take_if(":"))
    while (!p.next_is("{") && p.peek().kind != TokenKind::end) {
      while (p.peek().is_identifier() || p.next_is("::")) p.take();
      if (p.next_is("<"))
        if (const std::size_t end = end_of_angles(p, p.position())) p.go_to(end);
      if (p.next_is("(") || p.next_is("{")) p.go_to(end_of_brackets(p, p.position()));
      if (!p.take_if(",")) break;
    }
  if (p.next_is("{")) p.go_to(end_of_brackets(p, p.position()));
}

void skip_declaration(Parser& p) {
  bool is_value = false;
  while (p.peek().kind != TokenKind::end) {
    if (p.take_if(";")) return;
    if (p.next_is("}")) return;
    if (p.next_is("=")) is_value = true;
    if (p.next_is("(") || p.next_is("[")) {
      p.go_to(end_of_brackets(p, p.position()));
      if (p.next_is(":") && !is_value) {
        skip_body(p);
        return;
      }
      continue;
    }
    if (p.next_is("{")) {
      p.go_to(end_of_brackets(p, p.position()));
      if (is_value) continue;
      p.take_if(";");
      return;
    }
    p.take();
  }
}

void note_host_name(Parser& p, const DeclarationHead& head) {
  if (head.name.empty()) return;
  state_of(p).of_host.try_emplace(
      head.name,
      head.is_function
          ? fmt::format("'{0}' is a function of the host; write __device__ before it", head.name)
          : fmt::format("'{0}' is a variable of the host; pass its value to the kernel, or make it "
                        "__device__, __constant__ or constexpr",
                        head.name));
}

void try_to_read(Parser& p, const std::function<void()>& read) {
  const std::size_t begin = p.position();
  const Diagnostics::Mark mark = p.context.diagnostics.mark();
  const std::size_t depth = p.scopes.depth();
  const DeclarationHead head = declaration_head(p);
  try {
    read();
    if (p.context.diagnostics.mark().errors == mark.errors) return;
  } catch (const Abandoned&) {
    while (p.scopes.depth() > depth) p.scopes.leave();
  }
  std::string reason = p.context.diagnostics.roll_back(mark);
  std::string_view name = head.name;
  for (std::size_t at = begin; at < begin + 4 && p.token_at(begin).is_identifier(); ++at)
    if ((p.token_at(at).is("struct") || p.token_at(at).is("class") || p.token_at(at).is("using")) &&
        p.token_at(at + 1).is_identifier())
      name = p.token_at(at + 1).text;
  reason = reason.substr(0, reason.find('\n'));
  const std::size_t message = reason.find("error: ");
  reason = message == std::string::npos ? "it uses host code" : reason.substr(message + 7);
  state_of(p).of_host.try_emplace(name, fmt::format("'{}' cannot be used in a kernel: {}", name, reason));
  p.go_to(begin);
  skip_declaration(p);
}

bool CudaDialect::external_declaration(Parser& p) {
  if (p.context.function == nullptr) read_pending(p);
  if (state_.open_namespaces > 0 && p.take_if("}")) {
    --state_.open_namespaces;
    return true;
  }
  if (p.take_if(";")) return true;
  skip_linkage(p, state_);
  if (enter_namespace(p, state_) || using_declaration(p) || template_declaration(p)) return true;
  if (p.next_is("static_assert")) {
    try_to_read(p, [&] { parse_static_assertion(p); });
    return true;
  }
  if (type_declaration(p)) return true;
  const DeclarationHead head = declaration_head(p);
  if (head.is_function && head.is_for_device) {
    const bool is_device = head.is_kernel || has_token(p, "__device__", p.position(), head.parameter_list);
    if (is_device)
      define_function(p, head);
    else
      try_to_read(p, [&] { define_function(p, head); });
    return true;
  }
  if (!head.is_function && head.is_for_device && !p.next_is("constexpr")) return false;  // __device__ int x;
  if (!head.is_function && head.is_constant && !head.name.empty()) {
    try_to_read(p, [&] {
      const Specifiers specified = parse_specifiers(p);
      do constant_of_program(p, specified, parse_declarator(p, specified.type));
      while (p.take_if(","));
      p.expect(";", "after this declaration");
    });
    return true;
  }
  note_host_name(p, head);
  const std::size_t begin = p.position();
  skip_declaration(p);
  if (p.position() == begin) p.take();
  return true;
}

void parse_cuda(Parser& p) {
  CudaDialect dialect(p);
  p.dialect = &dialect;
  p.context.conversions = &dialect;
  parse_translation_unit(p);
  read_pending(p);
  read_launches(p);
  read_constants(p);
  read_pending(p);
  p.context.unit.possible_instances = possible_instances(p);
  const auto place = [](const FunctionDecl* function) {
    return std::tuple(function->range.file, function->range.line, function->range.column);
  };
  std::ranges::stable_sort(p.context.unit.functions, {}, place);
  p.context.conversions = nullptr;
  p.dialect = nullptr;
}

}  // namespace lockstep::sim::language::cuda
