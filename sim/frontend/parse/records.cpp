// Parses struct, union and enum.
#include <fmt/format.h>

#include <set>

#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/dialect.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/parse/specifiers.hpp"
#include "sim/frontend/types/constant.hpp"

namespace lockstep::sim::language {
namespace {

// member = ";" | static-assertion | specifiers [ declarator { "," declarator } ] ";"
void member_declaration(Parser& p, Type& record, std::vector<Member>& members) {
  if (p.take_if(";") || parse_static_assertion(p)) return;
  if (p.dialect != nullptr && p.dialect->member(p, record, members)) return;
  const Specifiers specified = parse_specifiers(p);
  if (specified.is_typedef || specified.is_static || specified.is_extern || specified.is_kernel)
    p.context.fail(specified.range, "a member cannot have a storage class");
  if (p.next_is(";") && specified.type.type->is_record()) {
    members.push_back({.type = specified.type.type});
    p.take();
    return;
  }
  while (!p.next_is(";")) {
    if (p.next_is(":")) p.fail_here("bit-fields are not supported");
    const Declarator declared = parse_declarator(p, specified.type);
    if (p.next_is(":")) p.fail_here("bit-fields are not supported");
    const Type* type = declared.type.type;
    if (declared.name.empty()) p.context.fail(declared.range, "the member's name is missing");
    // In int a[], the array consists of the elements in the buffer after the struct.
    if (type->is_array() && !type->complete) type = p.context.types.array(type->element, 0);
    const Type* element = type;
    while (element->is_array()) element = element->element;
    if (element->is_image() || element->is_sampler())
      p.context.fail(declared.range, fmt::format("a member cannot be {}", to_string(*type)));
    const bool has_size = type->size != 0 || (type->is_array() && type->element->size != 0);
    if (declared.is_function || !type->complete || !has_size)
      p.context.fail(declared.range, fmt::format("a member cannot be {}", to_string(*type)));
    if (declared.type.space && *declared.type.space != AddressSpace::private_)
      p.context.fail(declared.range, "a member cannot have an address space; a variable of the struct can");
    Member member{.name = std::string(declared.name), .type = type};
    member.alignment = std::max(declared.attributes.aligned, specified.attributes.aligned);
    if (specified.attributes.packed || declared.attributes.packed) member.alignment = 1;
    member.is_const = declared.type.is_const;
    member.is_volatile = declared.type.is_volatile;
    if (p.dialect != nullptr) p.dialect->member_value(p, record, member);
    members.push_back(std::move(member));
    if (!p.take_if(",")) break;
  }
  p.expect(";", "after this member");
}

void record_body(Parser& p, Type& record, Attributes asked) {
  const NestingLevel guard = p.enter_nesting();
  const SourceRange open = p.take().range;
  const auto inside = p.dialect != nullptr ? p.dialect->enter_record(p, record) : nullptr;
  std::vector<Member> members;
  while (!p.next_is("}")) {
    if (p.peek().kind == TokenKind::end) p.context.fail(open, "'}' is missing for this '{'");
    member_declaration(p, record, members);
  }
  p.take();
  parse_attributes(p, asked);
  std::set<std::string_view> names;
  for (const Member& member : members)
    if (!member.name.empty() && !names.insert(member.name).second)
      p.context.fail(open, fmt::format("member '{}' is declared twice", member.name));
  p.context.types.lay_out(record, std::move(members), asked.packed, asked.aligned);
  check_depth(p, record, open);
  if (p.dialect != nullptr) p.dialect->end_record(p, record);
  if (record.size > kLargestObject)
    p.context.fail(open, fmt::format("{} is larger than 4 GiB", to_string(record)));
}

// enumerators = name ["=" constant] { "," name ["=" constant] } [","]
void enumerator_list(Parser& p) {
  p.take();
  std::uint64_t value = 0;
  while (!p.next_is("}")) {
    if (!p.peek().is_identifier()) p.fail_here("the name of an enumerator is missing here");
    const Token& name = p.take();
    if (p.take_if("=")) value = constant_integer(p, parse_conditional(p), "the value of an enumerator");
    Symbol symbol;
    symbol.kind = Symbol::Kind::enumerator;
    symbol.range = name.range;
    const auto signed_value = static_cast<std::int64_t>(value);
    const bool fits_int = signed_value >= INT32_MIN && signed_value <= INT32_MAX;
    symbol.type.type = fits_int              ? p.context.types.int_type()
                       : value <= UINT32_MAX ? p.context.types.uint_type()
                                             : p.context.types.long_type();
    symbol.value = value;
    p.scopes.declare(name.text, std::move(symbol));
    ++value;
    if (!p.take_if(",")) break;
  }
  p.expect("}", "after the enumerators");
}

}  // namespace

// record = ("struct" | "union") attributes [tag] [ "{" members "}" attributes ]
const Type* parse_record(Parser& p) {
  const bool is_union = p.take().is("union");
  Attributes asked;
  parse_attributes(p, asked);
  if (p.dialect != nullptr) p.dialect->before_tag(p, asked);
  const Token* tag = p.peek().is_identifier() ? &p.take() : nullptr;
  parse_attributes(p, asked);
  if (p.dialect != nullptr) p.dialect->after_tag(p);
  if (!tag && !p.next_is("{")) p.fail_here("a name or '{' is missing here");
  const bool defines = p.next_is("{");
  Type* record = nullptr;
  const bool is_instance = p.dialect != nullptr && p.dialect->begins_instance();
  if (tag && !is_instance)
    record =
        defines || p.next_is(";") ? p.scopes.find_record_here(tag->text) : p.scopes.find_record(tag->text);
  if (record && record->is_union != is_union)
    p.context.fail(tag->range, fmt::format("'{}' is declared as {}", tag->text, to_string(*record)));
  if (defines && record && record->complete)
    p.context.fail(tag->range, fmt::format("{} is defined twice", to_string(*record)));
  if (!record) {
    const std::string name =
        tag ? fmt::format("{} {}", is_union ? "union" : "struct", tag->text) : std::string();
    record = p.context.types.new_record(name, is_union);
    if (tag) p.scopes.declare_record(tag->text, record);
    if (p.dialect != nullptr) p.dialect->begin_record(p, tag, *record);
  }
  if (defines) record_body(p, *record, asked);
  return record;
}

// enum = "enum" attributes [tag] [ "{" enumerators "}" ]
const Type* parse_enum(Parser& p) {
  p.take();
  if (p.dialect != nullptr) p.dialect->begin_enum(p);
  Attributes ignored;
  parse_attributes(p, ignored);
  const bool has_tag = p.peek().is_identifier();
  if (has_tag) p.take();
  if (p.next_is("{"))
    enumerator_list(p);
  else if (!has_tag)
    p.fail_here("a name or '{' is missing here");
  parse_attributes(p, ignored);
  return p.context.types.int_type();
}

}  // namespace lockstep::sim::language
