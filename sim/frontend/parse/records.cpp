// struct, union and enum.
#include <fmt/format.h>

#include <set>

#include "sim/frontend/parse/parser.hpp"
#include "sim/frontend/types/constant.hpp"

namespace lockstep::sim::language {

// record = ("struct" | "union") attributes [tag] [ "{" members "}" attributes ]
const Type* Parser::record_specifier() {
  const bool is_union = take().is("union");
  Attributes asked;
  attributes(asked);
  const Token* tag = peek().is_identifier() ? &take() : nullptr;
  attributes(asked);
  if (!tag && !next_is("{")) fail_here("a name or '{' is missing here");
  const bool defines = next_is("{");
  Type* record = nullptr;
  if (tag)
    record = defines || next_is(";") ? scopes_.find_record_here(tag->text) : scopes_.find_record(tag->text);
  if (record && record->is_union != is_union)
    context_.fail(tag->range, fmt::format("'{}' is declared as {}", tag->text, to_string(*record)));
  if (defines && record && record->complete)
    context_.fail(tag->range, fmt::format("{} is defined twice", to_string(*record)));
  if (!record) {
    const std::string name =
        tag ? fmt::format("{} {}", is_union ? "union" : "struct", tag->text) : std::string();
    record = context_.types.new_record(name, is_union);
    if (tag) scopes_.declare_record(tag->text, record);
  }
  if (defines) record_body(*record, asked);
  return record;
}

void Parser::record_body(Type& record, Attributes asked) {
  const DepthGuard guard = enter_nesting();
  const SourceRange open = take().range;
  std::vector<Member> members;
  while (!next_is("}")) {
    if (peek().kind == TokenKind::end) context_.fail(open, "'}' is missing for this '{'");
    member_declaration(members);
  }
  take();
  attributes(asked);
  std::set<std::string_view> names;
  for (const Member& member : members)
    if (!member.name.empty() && !names.insert(member.name).second)
      context_.fail(open, fmt::format("member '{}' is declared twice", member.name));
  context_.types.lay_out(record, std::move(members), asked.packed, asked.aligned);
}

// member = ";" | static-assertion | specifiers [ declarator { "," declarator } ] ";"
void Parser::member_declaration(std::vector<Member>& members) {
  if (take_if(";") || static_assertion()) return;
  const Specifiers specified = specifiers();
  if (specified.is_typedef || specified.is_static || specified.is_extern || specified.is_kernel)
    context_.fail(specified.range, "a member has no storage class");
  if (next_is(";") && specified.type.type->is_record()) {
    members.push_back({.type = specified.type.type});
    take();
    return;
  }
  while (!next_is(";")) {
    if (next_is(":")) fail_here("bit-fields are not supported");
    const Declarator declared = declarator(specified.type);
    if (next_is(":")) fail_here("bit-fields are not supported");
    const Type* type = declared.type.type;
    if (declared.name.empty()) context_.fail(declared.range, "the member's name is missing");
    // int a[]: what a buffer holds behind the struct.
    if (type->is_array() && !type->complete) type = context_.types.array(type->element, 0);
    const bool has_size = type->size != 0 || (type->is_array() && type->element->size != 0);
    if (declared.is_function || !type->complete || !has_size)
      context_.fail(declared.range, fmt::format("a member cannot be {}", to_string(*type)));
    if (declared.type.space && *declared.type.space != AddressSpace::private_)
      context_.fail(declared.range, "a member has no address space; its struct's variable has");
    Member member{.name = std::string(declared.name), .type = type};
    member.alignment = std::max(declared.attributes.aligned, specified.attributes.aligned);
    if (specified.attributes.packed || declared.attributes.packed) member.alignment = 1;
    member.is_const = declared.type.is_const;
    member.is_volatile = declared.type.is_volatile;
    members.push_back(std::move(member));
    if (!take_if(",")) break;
  }
  expect(";", "after this member");
}

// static-assertion = "_Static_assert" "(" constant [ "," string ] ")" ";"
bool Parser::static_assertion() {
  if (!next_is("_Static_assert")) return false;
  const SourceRange range = take().range;
  expect("(", "after _Static_assert");
  const bool holds = constant_integer(conditional(), "what _Static_assert checks") != 0;
  std::string message;
  if (take_if(",")) message = string()->text;
  expect(")", "after _Static_assert");
  expect(";", "after _Static_assert");
  if (!holds) context_.diagnostics.error(range, fmt::format("this assertion does not hold: {}", message));
  return true;
}

// enum = "enum" attributes [tag] [ "{" enumerators "}" ]
const Type* Parser::enum_specifier() {
  take();
  Attributes ignored;
  attributes(ignored);
  const bool has_tag = peek().is_identifier();
  if (has_tag) take();
  if (next_is("{"))
    enumerator_list();
  else if (!has_tag)
    fail_here("a name or '{' is missing here");
  attributes(ignored);
  return context_.types.int_type();
}

// enumerators = name ["=" constant] { "," name ["=" constant] } [","]
void Parser::enumerator_list() {
  take();
  std::uint64_t value = 0;
  while (!next_is("}")) {
    if (!peek().is_identifier()) fail_here("the name of an enumerator is missing here");
    const Token& name = take();
    if (take_if("=")) value = constant_integer(conditional(), "the value of an enumerator");
    Symbol symbol;
    symbol.kind = Symbol::Kind::enumerator;
    symbol.range = name.range;
    const auto signed_value = static_cast<std::int64_t>(value);
    const bool fits_int = signed_value >= INT32_MIN && signed_value <= INT32_MAX;
    symbol.type.type = fits_int              ? context_.types.int_type()
                       : value <= UINT32_MAX ? context_.types.uint_type()
                                             : context_.types.long_type();
    symbol.value = value;
    scopes_.declare(name.text, std::move(symbol));
    ++value;
    if (!take_if(",")) break;
  }
  expect("}", "after the enumerators");
}

}  // namespace lockstep::sim::language
