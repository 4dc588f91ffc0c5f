#include "sim/frontend/cuda/qualified_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/frontend/cuda/dialect.hpp"
#include "sim/frontend/cuda/templates.hpp"

namespace lockstep::sim::language::cuda {
namespace {

constexpr std::array<std::string_view, 10> kTypeWordsOfCpp = {
    "unsigned", "signed", "char", "short", "int", "long", "float", "double", "bool", "void"};

bool is_type_word(const Token& token) {
  return token.is_identifier() && std::ranges::find(kTypeWordsOfCpp, token.text) != kTypeWordsOfCpp.end();
}

// Searches the enclosing classes, from the innermost to the outermost.
const QualifiedType* type_in_classes(const Parser& p, std::string_view name) {
  const State& state = state_of(p);
  for (const Bindings* at = state.bindings.get(); at != nullptr; at = at->outer.get()) {
    const auto found = state.of_type.find(at->record);
    if (at->record == nullptr || found == state.of_type.end()) continue;
    const auto type = found->second.types.find(name);
    if (type != found->second.types.end()) return &type->second;
  }
  return nullptr;
}

std::optional<QualifiedType> simple_type(const Parser& p, std::string_view name) {
  const Symbol* symbol = p.scopes.find(name);
  // A name in a class takes precedence over a name at program scope.
  constexpr std::size_t kProgramDepth = 2;
  if (symbol == nullptr || p.scopes.depth_of(name) <= kProgramDepth)
    if (const QualifiedType* type = type_in_classes(p, name)) return *type;
  if (symbol != nullptr && symbol->kind == Symbol::Kind::type) return symbol->type;
  return std::nullopt;
}

bool is_class_template(const Parser& p, const Token& token) {
  return token.is_identifier() && state_of(p).classes.contains(token.text);
}

std::size_t after_namespaces(const Parser& p, std::size_t position) {
  const State& state = state_of(p);
  if (p.token_at(position).is("::")) ++position;
  while (position + 1 < p.end_position() && p.token_at(position + 1).is("::") &&
         state.namespaces.contains(p.token_at(position).text))
    position += 2;
  return position;
}

}  // namespace

std::size_t end_of_brackets(const Parser& p, std::size_t position) {
  std::size_t depth = 0;
  for (std::size_t at = position; at < p.end_position(); ++at) {
    const Token& token = p.token_at(at);
    if (token.is("(") || token.is("[") || token.is("{")) ++depth;
    if ((token.is(")") || token.is("]") || token.is("}")) && --depth == 0) return at + 1;
  }
  return p.end_position();
}

std::size_t end_of_angles(const Parser& p, std::size_t position) {
  // A limit that no argument list reaches. If '<' is a comparison, the limit prevents a search to the end of
  // a large file.
  constexpr std::size_t kMostTokens = 1000;
  if (!p.token_at(position).is("<")) return 0;
  std::size_t angles = 0, brackets = 0;
  const std::size_t end = std::min(position + kMostTokens, p.end_position());
  for (std::size_t at = position; at < end; ++at) {
    const Token& token = p.token_at(at);
    if (token.is(";") || token.is("{") || token.is("}")) return 0;
    if (token.is("(") || token.is("[")) ++brackets;
    if (token.is(")") || token.is("]")) {
      if (brackets == 0) return 0;
      --brackets;
    }
    if (brackets > 0) continue;
    if (token.is("<")) ++angles;
    if (token.is(">") && --angles == 0) return at + 1;
  }
  return 0;
}

std::size_t end_of_type(const Parser& p, std::size_t position) {
  if (p.token_at(position).is("typename")) ++position;
  std::size_t at = position;
  while (is_type_word(p.token_at(at))) ++at;
  if (at > position) return at;
  at = after_namespaces(p, position);
  const Token& token = p.token_at(at);
  if (!token.is_identifier()) return 0;
  if (is_class_template(p, token)) {
    const std::size_t end = end_of_angles(p, at + 1);
    if (end == 0) return simple_type(p, token.text) ? at + 1 : 0;
    if (!p.token_at(end).is("::")) return end;
    // The type member of a class that depends on template parameters is preceded by `typename`; a type member
    // of another class need not be.
    const bool is_declared = p.token_at(end + 1).is_identifier() && p.token_at(end + 2).is_identifier();
    return is_declared || (position > 0 && p.token_at(position - 1).is("typename")) ? end + 2 : 0;
  }
  const auto type = simple_type(p, token.text);
  if (!type) return 0;
  if (!p.token_at(at + 1).is("::")) return at + 1;
  const auto owner = state_of(p).of_type.find(type->type);
  if (owner == state_of(p).of_type.end()) return 0;
  return owner->second.types.contains(p.token_at(at + 2).text) ? at + 3 : 0;
}

void skip_namespaces(Parser& p) { p.go_to(after_namespaces(p, p.position())); }

const Type* take_class_qualifier(Parser& p) {
  const std::size_t begin = p.position();
  skip_namespaces(p);
  const Token& token = p.peek();
  const Type* type = nullptr;
  if (is_class_template(p, token) && p.peek(1).is("<")) {
    const std::size_t end = end_of_angles(p, p.position() + 1);
    if (end != 0 && p.token_at(end).is("::")) {
      p.take();
      type = class_instance(p, token, parse_template_arguments(p));
    }
  } else if (token.is_identifier() && p.peek(1).is("::")) {
    if (const auto named = simple_type(p, token.text)) type = named->type;
    if (type != nullptr) p.take();
  }
  if (type == nullptr) {
    p.go_to(begin);
    return nullptr;
  }
  p.take();
  return type;
}

std::optional<QualifiedType> take_type_name(Parser& p) {
  const std::size_t begin = p.position();
  const bool is_said = p.take_if("typename");
  if (!is_said && end_of_type(p, begin) == 0) return std::nullopt;
  const Type* owner = nullptr;
  while (const Type* next = take_class_qualifier(p)) owner = next;
  skip_namespaces(p);
  const Token& token = p.peek();
  State& state = state_of(p);
  if (owner != nullptr) {
    const Class* about = state.class_of(owner);
    const auto found = about == nullptr ? std::map<std::string_view, QualifiedType>::const_iterator{}
                                        : about->types.find(token.text);
    if (about == nullptr || found == about->types.end())
      p.context.fail(token.range, fmt::format("{} has no type '{}'", to_string(*owner), token.text));
    p.take();
    return found->second;
  }
  if (is_class_template(p, token) && p.peek(1).is("<")) {
    p.take();
    return QualifiedType{.type = class_instance(p, token, parse_template_arguments(p)),
                         .space = std::nullopt};
  }
  if (auto type = simple_type(p, token.text)) {
    p.take();
    return type;
  }
  if (is_said && is_type_word(token)) return std::nullopt;
  p.go_to(begin);
  return std::nullopt;
}

std::string text_of(const Parser&, const Template& pattern, const TemplateArguments& arguments) {
  std::string text(pattern.name);
  text += '<';
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const TemplateArgument& argument = arguments[i];
    if (i > 0) text += ", ";
    if (!argument.is_value)
      text += to_string(*argument.type);
    else if (argument.type != nullptr && argument.type->is_bool())
      text += argument.value != 0 ? "true" : "false";
    else
      text += fmt::format("{}", static_cast<std::int64_t>(argument.value));
  }
  return text + '>';
}

std::optional<bool> CudaDialect::starts_type(const Parser& p, const Token& token) const {
  constexpr std::array<std::string_view, 14> kWords = {
      "typename",        "decltype",    "auto",         "constexpr",    "class",
      "__device__",      "__shared__",  "__constant__", "__restrict__", "__host__",
      "__forceinline__", "__managed__", "alignas",      "__align__"};
  if (std::ranges::find(kWords, token.text) != kWords.end()) return true;
  const std::size_t position = p.position_of(token);
  const std::size_t end = end_of_type(p, position);
  if (end == 0) {
    const bool is_other_word = !state_.classes.contains(token.text) && !p.scopes.find(token.text) &&
                               !state_.namespaces.contains(token.text);
    return is_other_word ? std::nullopt : std::optional(false);
  }
  // T(x) and T{x} are values, but T (*)[4] and T (&a)[4] are types.
  const Token& next = p.token_at(end);
  const bool is_declarator = p.token_at(end + 1).is("*") || p.token_at(end + 1).is("&");
  return !(next.is("{") || (next.is("(") && !is_declarator));
}

}  // namespace lockstep::sim::language::cuda
