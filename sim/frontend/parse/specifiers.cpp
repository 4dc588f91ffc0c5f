// Parses specifiers, the part of a declaration before the declarator: types, qualifiers, address spaces,
// storage classes, attributes.
#include "sim/frontend/parse/specifiers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/dialect.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/words.hpp"
#include "sim/frontend/types/constant.hpp"

namespace lockstep::sim::language {
namespace {

// Keywords of features that are not supported.
constexpr std::pair<std::string_view, std::string_view> kRefusedWords[] = {
    {"_Complex", "complex numbers are not supported: _Complex"},
    {"_Thread_local", "thread-local variables are not supported: _Thread_local"},
};

std::optional<ImageAccess> access_word(std::string_view word) {
  if (word.starts_with("__")) word.remove_prefix(2);
  if (word == "read_only") return ImageAccess::read_only;
  if (word == "write_only") return ImageAccess::write_only;
  return word == "read_write" ? std::optional(ImageAccess::read_write) : std::nullopt;
}

std::optional<AddressSpace> space_word(std::string_view word) {
  constexpr std::pair<std::string_view, AddressSpace> kSpaces[] = {{"global", AddressSpace::global},
                                                                   {"local", AddressSpace::local},
                                                                   {"constant", AddressSpace::constant},
                                                                   {"private", AddressSpace::private_},
                                                                   {"generic", AddressSpace::generic}};
  if (word.starts_with("__")) word.remove_prefix(2);
  for (const auto& [name, space] : kSpaces)
    if (word == name) return space;
  return std::nullopt;
}

// Maps sorted words to the type that they name together.
const std::map<std::string_view, TypeKind>& word_combinations() {
  static const std::map<std::string_view, TypeKind> kinds = {
      {"void", TypeKind::void_},
      {"char", TypeKind::char_},
      {"char signed", TypeKind::char_},
      {"char unsigned", TypeKind::uchar},
      {"short", TypeKind::short_},
      {"short signed", TypeKind::short_},
      {"int short", TypeKind::short_},
      {"int short signed", TypeKind::short_},
      {"short unsigned", TypeKind::ushort},
      {"int short unsigned", TypeKind::ushort},
      {"int", TypeKind::int_},
      {"signed", TypeKind::int_},
      {"int signed", TypeKind::int_},
      {"unsigned", TypeKind::uint},
      {"int unsigned", TypeKind::uint},
      {"long", TypeKind::long_},
      {"long signed", TypeKind::long_},
      {"int long", TypeKind::long_},
      {"int long signed", TypeKind::long_},
      {"long unsigned", TypeKind::ulong},
      {"int long unsigned", TypeKind::ulong},
      {"long long", TypeKind::long_},
      {"long long signed", TypeKind::long_},
      {"int long long", TypeKind::long_},
      {"int long long signed", TypeKind::long_},
      {"long long unsigned", TypeKind::ulong},
      {"int long long unsigned", TypeKind::ulong},
      {"float", TypeKind::float_},
      {"double", TypeKind::double_},
  };
  return kinds;
}

bool is_word_of_opencl(std::string_view word) {
  return space_word(word) || access_word(word) || word == "kernel" || word == "__kernel";
}

bool is_record_word(std::string_view word) { return word == "struct" || word == "union" || word == "enum"; }

std::string_view refusal(std::string_view opaque_type) {
  if (opaque_type.find("msaa") != std::string_view::npos)
    return "images with several samples are not supported";
  if (opaque_type.starts_with("image")) return "depth images are not supported";
  return opaque_type == "reserve_id_t" ? "pipes are not supported" : "device-side enqueue is not supported";
}

// alignment = "_Alignas" "(" (type-name | constant) ")"
bool alignment(Parser& p, Attributes& result) {
  if (!p.next_is("_Alignas")) return false;
  const NestingLevel level = p.enter_nesting();
  p.take();
  p.expect("(", "after _Alignas");
  const SourceRange range = p.peek().range;
  const std::uint64_t bytes = starts_type(p) ? parse_type_name(p).type->alignment
                                             : constant_integer(p, parse_conditional(p), "an alignment");
  if (bytes > UINT32_MAX || (bytes & (bytes - 1)) != 0)
    p.context.fail(range, "an alignment must be a power of two");
  result.aligned = std::max(result.aligned, bytes);
  p.expect(")", "after _Alignas");
  return true;
}

bool storage_or_qualifier(Parser& p, Specifiers& result) {
  const Token& token = p.peek();
  if (!token.is_identifier()) return false;
  for (const auto& [word, message] : kRefusedWords)
    if (token.text == word && !p.scopes.find(word)) p.context.fail(token.range, message);
  if (parse_qualifier(p, result.type) || parse_attributes(p, result.attributes) ||
      alignment(p, result.attributes))
    return true;
  const std::string_view word = token.text;
  if (const auto access = access_word(word); access && p.dialect == nullptr && !p.scopes.find(word)) {
    result.access = access;
    result.access_range = p.take().range;
    return true;
  }
  if (word == "typedef")
    result.is_typedef = true;
  else if (word == "static")
    result.is_static = true;
  else if (word == "extern")
    result.is_extern = true;
  else if ((word == "__kernel" || word == "kernel") && p.dialect == nullptr)
    result.is_kernel = true;
  else if (word != "inline" && word != "__inline" && word != "__inline__" && word != "register" &&
           word != "auto")
    return false;
  p.take();
  return true;
}

const Type* named_type(Parser& p, const Symbol& symbol, const Token& name) {
  const Type* type = symbol.type.type;
  if (type->is_opaque()) p.context.fail(name.range, fmt::format("{}: {}", refusal(type->name), type->name));
  return type;
}

// typeof "(" (type-name | expression) ")"
QualifiedType typeof_specifier(Parser& p) {
  const NestingLevel level = p.enter_nesting();
  p.take();
  p.expect("(", "after typeof");
  QualifiedType type;
  if (starts_type(p))
    type = parse_type_name(p);
  else
    type.type = parse_expression(p)->type;
  p.expect(")", "after typeof");
  return type;
}

void apply_access(Parser& p, Specifiers& specified) {
  if (!specified.access) return;
  const Type* type = specified.type.type;
  if (!type->is_image())
    p.context.fail(specified.access_range,
                   fmt::format("only images have this access, not {}", to_string(*type)));
  if (*specified.access == ImageAccess::read_write && p.context.options.version < 200)
    p.context.fail(specified.access_range, "read_write images need OpenCL C 2.0 (-cl-std=CL3.0)");
  specified.type.type = p.context.types.image(type->image, *specified.access);
}

bool is_of_kernel(std::string_view name) {
  return name == "vec_type_hint" || name == "work_group_size_hint" || name == "reqd_work_group_size";
}

// Returns the tokens up to the end of the parentheses, with blanks only between names.
std::string text_in_parentheses(Parser& p) {
  const std::size_t first = p.position();
  p.skip_parentheses();
  const std::size_t end = p.position();
  std::string text;
  for (std::size_t i = first; i < end; ++i) {
    const bool follows_name = i > first && p.token_at(i - 1).is_identifier() && p.token_at(i).is_identifier();
    text += (follows_name ? " " : "") + std::string(p.token_at(i).text);
  }
  p.go_to(first);
  return text;
}

}  // namespace

bool starts_type(const Parser& p, const Token& token) {
  if (!token.is_identifier()) return false;
  if (p.dialect != nullptr)
    if (const auto own = p.dialect->starts_type(p, token)) return *own;
  if (const Symbol* symbol = p.scopes.find(token.text)) return symbol->kind == Symbol::Kind::type;
  if (p.dialect != nullptr && is_word_of_opencl(token.text)) return false;
  const auto refused = [&](const auto& word) { return word.first == token.text; };
  return std::ranges::find(kTypeWords, token.text) != kTypeWords.end() ||
         std::ranges::find(kSpecifierWords, token.text) != kSpecifierWords.end() ||
         access_word(token.text).has_value() || std::ranges::any_of(kRefusedWords, refused);
}

// specifiers = { storage-class | qualifier | type-words | record | enum | typedef-name | attribute }
Specifiers parse_specifiers(Parser& p) {
  Specifiers result;
  result.range = p.peek().range;
  std::vector<std::string_view> words;
  for (;;) {
    const Token& token = p.peek();
    const bool has_type = result.type.type != nullptr || !words.empty();
    if (p.dialect != nullptr && p.dialect->specifier(p, result, has_type)) continue;
    if (storage_or_qualifier(p, result)) continue;
    if (!token.is_identifier()) break;
    if (is_record_word(token.text) && !has_type) {
      result.type.type = token.is("enum") ? parse_enum(p) : parse_record(p);
    } else if (std::ranges::find(kTypeWords, token.text) != kTypeWords.end() && !result.type.type) {
      words.push_back(p.take().text);
    } else if (token.is("__auto_type") && !has_type) {
      p.take();
      result.is_auto = true;
      result.type.type = p.context.types.int_type();
    } else if (token.is("_Bool") && !has_type) {
      p.take();
      result.type.type = p.context.types.bool_type();
    } else if ((token.is("typeof") || token.is("__typeof__")) && !has_type) {
      const QualifiedType named = typeof_specifier(p);
      result.type.type = named.type;
    } else if (const Symbol* symbol = p.scopes.find(token.text);
               symbol && symbol->kind == Symbol::Kind::type && !has_type) {
      result.type.type = named_type(p, *symbol, p.take());
      result.type.is_const = result.type.is_const || symbol->type.is_const;
      result.type.is_volatile = result.type.is_volatile || symbol->type.is_volatile;
      if (!result.type.space) result.type.space = symbol->type.space;
    } else {
      break;
    }
  }
  if (!words.empty()) {
    std::ranges::sort(words);
    std::string key(words[0]);
    for (std::size_t i = 1; i < words.size(); ++i) key += fmt::format(" {}", words[i]);
    const auto found = word_combinations().find(key);
    if (found == word_combinations().end())
      p.context.fail(result.range, "these words together do not name a type");
    result.type.type = p.context.types.basic(found->second);
  }
  if (!result.type.type) {
    const Token& token = p.peek();
    if (!token.is_identifier()) p.fail_here("a declaration is expected here");
    unknown_type(p, token);
  }
  result.range = join(result.range, p.last_range());
  apply_access(p, result);
  apply_vector_attribute(p, result.type, result.attributes, result.range);
  return result;
}

std::string hint_of_unknown(Parser& p, const Token& name, const Spelling& spelling, bool is_type) {
  std::string hint = spelling.hint();
  if (!hint.empty() || !is_macro_name(name.text)) return hint;
  p.context.undefined_macros.push_back({std::string(name.text), is_type});
  return fmt::format(": if the host program defines it, build with -D {}=…", name.text);
}

void unknown_type(Parser& p, const Token& name) {
  if (p.spoiled_names.contains(name.text)) throw Abandoned{};
  // `pipe` is an ordinary name before OpenCL C 2.0.
  if (name.is("pipe")) p.context.fail(name.range, "pipes are not supported: pipe");
  Spelling spelling(name.text);
  for (const std::string_view word : kTypeWords) spelling.consider(word);
  for (const std::string_view word : kSpecifierWords) spelling.consider(word);
  p.scopes.suggest(spelling);
  p.context.fail(name.range,
                 fmt::format("unknown type '{}'{}", name.text, hint_of_unknown(p, name, spelling, true)));
}

// qualifier = "const" | "volatile" | "restrict" | address-space, each with and without "__"
bool parse_qualifier(Parser& p, QualifiedType& type) {
  const Token& token = p.peek();
  if (!token.is_identifier()) return false;
  const std::string_view word = token.text;
  if (const auto space = p.dialect != nullptr ? std::nullopt : space_word(word)) {
    // A kernel may use names such as `global` for its own variables.
    if (!word.starts_with("__") && p.scopes.find(word)) return false;
    if (type.space && *type.space != *space) p.context.fail(token.range, "this type has two address spaces");
    type.space = *space;
  } else if (word == "const" || word == "__const" || word == "__const__") {
    type.is_const = true;
  } else if (word == "volatile" || word == "__volatile" || word == "__volatile__") {
    type.is_volatile = true;
  } else if (word == "restrict" || word == "__restrict" || word == "__restrict__") {
    type.is_restrict = true;
  } else if (word != "_Atomic") {
    return false;
  }
  p.take();
  return true;
}

// attributes = { "__attribute__" "(" "(" [attribute { "," attribute }] ")" ")" }
// attribute  = name [ "(" arguments ")" ]
bool parse_attributes(Parser& p, Attributes& result) {
  bool any = false;
  while (p.next_is("__attribute__") || p.next_is("__attribute")) {
    any = true;
    p.take();
    p.expect("(", "after __attribute__");
    p.expect("(", "after __attribute__");
    while (!p.next_is(")")) {
      if (p.take_if(",")) continue;
      const Token& token = p.take();
      if (token.kind == TokenKind::end) p.fail_here("'))' is missing after the attribute");
      std::string_view name = token.text;
      if (name.size() > 4 && name.starts_with("__") && name.ends_with("__"))
        name = name.substr(2, name.size() - 4);
      if (is_of_kernel(name) && p.next_is("("))
        result.of_kernel +=
            fmt::format("{}{}{}", result.of_kernel.empty() ? "" : " ", name, text_in_parentheses(p));
      std::vector<std::uint64_t> values;
      const bool counts = name == "aligned" || name == "ext_vector_type" || name == "vector_size" ||
                          name == "reqd_work_group_size";
      if (p.next_is("(") && counts) {
        p.take();
        while (!p.next_is(")")) {
          values.push_back(constant_integer(p, parse_conditional(p), "an attribute's value"));
          if (!p.take_if(",")) break;
        }
        p.expect(")", "after the attribute's value");
      } else if (p.next_is("(")) {
        p.skip_parentheses();
      }
      const std::uint64_t first = values.empty() ? 0 : values[0];
      if (first > UINT32_MAX) p.context.fail(token.range, "this attribute's value is too large");
      if (name == "packed") result.packed = true;
      if (name == "overloadable") result.overloadable = true;
      if (name == "unused" || name == "maybe_unused") result.unused = true;
      if (name == "aligned") result.aligned = values.empty() ? 16 : first;
      if (name == "ext_vector_type") result.vector_components = static_cast<std::uint32_t>(first);
      if (name == "vector_size") result.vector_bytes = static_cast<std::uint32_t>(first);
      if ((result.aligned & (result.aligned - 1)) != 0)
        p.context.fail(token.range, "an alignment must be a power of two");
      if (name == "reqd_work_group_size") {
        for (const std::uint64_t value : values)
          if (values.size() != 3 || value == 0 || value > UINT32_MAX)
            p.context.fail(token.range, "reqd_work_group_size takes three positive numbers");
        for (std::size_t i = 0; i < values.size(); ++i)
          result.required_group_size[i] = static_cast<std::uint32_t>(values[i]);
      }
    }
    p.expect(")", "after the attribute");
    p.expect(")", "after the attribute");
  }
  return any;
}

void apply_vector_attribute(Parser& p, QualifiedType& type, const Attributes& attributes,
                            const SourceRange& range) {
  unsigned count = attributes.vector_components;
  if (attributes.vector_bytes != 0 && type.type->size != 0)
    count = attributes.vector_bytes / static_cast<unsigned>(type.type->size);
  if (count == 0) return;
  const bool possible = count == 2 || count == 3 || count == 4 || count == 8 || count == 16;
  if (!possible || !type.type->is_arithmetic())
    p.context.fail(
        range, fmt::format("there is no vector type with {} components of {}", count, to_string(*type.type)));
  type.type = p.context.types.vector(type.type, count);
}

}  // namespace lockstep::sim::language
