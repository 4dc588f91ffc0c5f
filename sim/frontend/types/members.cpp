// Checks member accesses: members of structs and unions, and components of vectors.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "sim/frontend/text/spelling.hpp"
#include "sim/frontend/types/conversion.hpp"
#include "sim/frontend/types/operators.hpp"

namespace lockstep::sim::language {
namespace {

using Components = std::vector<std::uint8_t>;

// Returns the components "lo", "hi", "even" or "odd". A 3-vector counts as a 4-vector whose last component is
// undefined, so any component may be used in its place.
std::optional<Components> half_of(std::string_view name, unsigned count) {
  const unsigned whole = count == 3 ? 4 : count;
  unsigned first = 0;
  unsigned step = 1;
  if (name == "hi")
    first = whole / 2;
  else if (name == "even" || name == "odd")
    step = 2;
  else if (name != "lo")
    return std::nullopt;
  if (name == "odd") first = 1;
  Components components;
  for (unsigned i = 0; i < whole / 2; ++i)
    components.push_back(static_cast<std::uint8_t>(std::min(first + i * step, count - 1)));
  return components;
}

std::optional<std::uint8_t> hexadecimal(char c) {
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  const std::size_t at = kDigits.find(c);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint8_t>(at < 16 ? at : at - 6);
}

std::optional<Components> components_of(std::string_view name, unsigned count) {
  if (auto half = half_of(name, count)) return half;
  Components components;
  const bool numbered = name.size() > 1 && (name[0] == 's' || name[0] == 'S');
  for (const char c : numbered ? name.substr(1) : name) {
    std::optional<std::uint8_t> index;
    constexpr std::string_view kLetters = "xyzwrgba";
    const std::size_t at = kLetters.find(c);
    if (numbered)
      index = hexadecimal(c);
    else if (at != std::string_view::npos)
      index = static_cast<std::uint8_t>(at % 4);
    if (!index) return std::nullopt;
    components.push_back(*index);
  }
  const std::size_t length = components.size();
  if (length != 1 && length != 2 && length != 3 && length != 4 && length != 8 && length != 16)
    return std::nullopt;
  return components;
}

void inherit_place(Expr* part, const Expr* whole) {
  part->is_lvalue = whole->is_lvalue;
  part->space = whole->space;
  part->is_const = whole->is_const;
  part->is_volatile = whole->is_volatile;
}

Expr* swizzle(Context& context, Expr* base, const Token& name) {
  const auto components = components_of(name.text, base->type->count);
  const auto exists = [&](std::uint8_t index) { return index < base->type->count; };
  if (!components || !std::ranges::all_of(*components, exists))
    context.fail(name.range, fmt::format("{} has no component '{}'", to_string(*base->type), name.text));
  Components selected = *components;
  Expr* whole = base;
  if (base->kind == ExprKind::swizzle) {
    for (std::uint8_t& index : selected) index = base->components[index];
    whole = base->operands[0];
  }
  const Type* type = context.types.vector(base->type->element, static_cast<unsigned>(selected.size()));
  Expr* expr = new_expr(context, ExprKind::swizzle, type, join(base->range, name.range), {whole});
  expr->components = std::move(selected);
  expr->operator_range = name.range;
  inherit_place(expr, whole);
  return expr;
}

Expr* member_node(Context& context, Expr* base, const Member& member, const Token& name) {
  Expr* expr = new_expr(context, ExprKind::member, member.type, join(base->range, name.range), {base});
  expr->member = &member;
  expr->operator_range = name.range;
  inherit_place(expr, base);
  expr->is_const = expr->is_const || member.is_const;
  expr->is_volatile = expr->is_volatile || member.is_volatile;
  return member.is_reference ? referred(context, expr) : expr;
}

// Returns whether the record or one of its unnamed members has the member. `without` collects records that do
// not have the member.
bool has_member(const Type& record, std::string_view name, std::set<const Type*>& without) {
  if (record.find_member(name) != nullptr) return true;
  if (!without.insert(&record).second) return false;
  return std::ranges::any_of(record.members, [&](const Member& member) {
    return member.name.empty() && member.type->is_record() && has_member(*member.type, name, without);
  });
}

// Finds a member, also in unnamed members; returns null if there is no such member.
Expr* find_member(Context& context, Expr* base, const Token& name) {
  if (const Member* member = base->type->find_member(name.text))
    return member_node(context, base, *member, name);
  std::set<const Type*> without;
  for (const Member& member : base->type->members) {
    if (!member.name.empty() || !member.type->is_record()) continue;
    if (has_member(*member.type, name.text, without))
      return find_member(context, member_node(context, base, member, name), name);
  }
  return nullptr;
}

}  // namespace

Expr* make_member(Context& context, Expr* base, const Token& name, bool through_pointer) {
  if (through_pointer) {
    const SourceRange range = base->range;
    base = value_of(context, base);
    if (!base->type->is_pointer())
      context.fail(name.range, fmt::format("'->' needs a pointer, not {}; use '.'", to_string(*base->type)));
    base = make_deref(context, base, range);
  }
  if (base->type->is_vector()) return swizzle(context, base, name);
  if (base->type->is_pointer() && base->type->element->is_record())
    context.fail(name.range, fmt::format("this is {}; use '->' instead of '.'", to_string(*base->type)));
  if (!base->type->is_record())
    context.fail(name.range, fmt::format("{} has no members", to_string(*base->type)));
  if (!base->type->complete)
    context.fail(name.range, fmt::format("{} is declared but not defined", to_string(*base->type)));
  if (Expr* found = find_member(context, base, name)) return found;
  Spelling spelling(name.text);
  for (const Member& member : base->type->members) spelling.consider(member.name);
  context.fail(name.range,
               fmt::format("{} has no member '{}'{}", to_string(*base->type), name.text, spelling.hint()));
}

}  // namespace lockstep::sim::language
