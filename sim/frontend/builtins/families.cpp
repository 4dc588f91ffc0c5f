// Handles functions whose names contain a type or length: convert_T, as_T, vloadn, vstoren and their
// half forms.
#include <fmt/format.h>

#include <optional>

#include "core/base/text/text.hpp"
#include "sim/frontend/builtins/table.hpp"
#include "sim/frontend/types/conversion.hpp"

namespace lockstep::sim::language {
namespace {

// Removes a prefix; returns whether the text starts with the prefix.
bool cut(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Removes a vector length at the start of the text. Returns 1 if there is no number, and 0 if the number is
// not the length of a vector.
unsigned cut_length(std::string_view& text) {
  for (const unsigned length : {16U, 2U, 3U, 4U, 8U})
    if (cut(text, fmt::format("{}", length))) return length;
  return text.empty() || text[0] < '0' || text[0] > '9' ? 1 : 0;
}

constexpr std::pair<std::string_view, TypeKind> kTypeNames[] = {
    {"char", TypeKind::char_},     {"uchar", TypeKind::uchar}, {"short", TypeKind::short_},
    {"ushort", TypeKind::ushort},  {"int", TypeKind::int_},    {"uint", TypeKind::uint},
    {"long", TypeKind::long_},     {"ulong", TypeKind::ulong}, {"float", TypeKind::float_},
    {"double", TypeKind::double_}, {"half", TypeKind::half}};

struct NamedType {
  TypeKind kind;
  unsigned count;
};

std::optional<NamedType> cut_type(std::string_view& text) {
  for (const auto& [name, kind] : kTypeNames) {
    std::string_view rest = text;
    if (!cut(rest, name)) continue;
    const unsigned count = cut_length(rest);
    if (count == 0) return std::nullopt;
    text = rest;
    return NamedType{kind, count};
  }
  return std::nullopt;
}

enum class Rounding : std::uint8_t { none, rte, rtz, rtp, rtn };

Rounding cut_rounding(std::string_view& text) {
  if (cut(text, "_rte")) return Rounding::rte;
  if (cut(text, "_rtz")) return Rounding::rtz;
  if (cut(text, "_rtp")) return Rounding::rtp;
  if (cut(text, "_rtn")) return Rounding::rtn;
  return Rounding::none;
}

ConvertMode mode_of(bool saturates, Rounding rounding) {
  constexpr ConvertMode kPlain[] = {ConvertMode::c, ConvertMode::rte, ConvertMode::rtz, ConvertMode::rtp,
                                    ConvertMode::rtn};
  constexpr ConvertMode kSaturating[] = {ConvertMode::saturate, ConvertMode::saturate_rte,
                                         ConvertMode::saturate_rtz, ConvertMode::saturate_rtp,
                                         ConvertMode::saturate_rtn};
  const auto index = static_cast<std::size_t>(rounding);
  return saturates ? kSaturating[index] : kPlain[index];
}

struct Family {
  enum class Kind : std::uint8_t { convert, as, vload, vstore, vload_half, vstore_half };
  Kind kind = Kind::convert;
  NamedType type{TypeKind::int_, 1};  // type of convert_T and as_T
  unsigned count = 1;                 // vector length of the other functions
  bool half_aligned = false;
  ConvertMode mode = ConvertMode::c;
};

std::optional<Family> memory_family(std::string_view name) {
  Family family;
  const bool loads = cut(name, "vload");
  if (!loads && !cut(name, "vstore")) return std::nullopt;
  family.half_aligned = cut(name, "a_half");
  const bool half = family.half_aligned || cut(name, "_half");
  family.kind = half ? (loads ? Family::Kind::vload_half : Family::Kind::vstore_half)
                     : (loads ? Family::Kind::vload : Family::Kind::vstore);
  family.count = cut_length(name);
  if (half && !loads) family.mode = mode_of(false, cut_rounding(name));
  const bool has_length = family.count > 1 || half;
  if (!name.empty() || family.count == 0 || !has_length) return std::nullopt;
  return family;
}

std::optional<Family> parse(std::string_view name) {
  if (name.starts_with("vload") || name.starts_with("vstore")) return memory_family(name);
  Family family;
  const bool reinterprets = cut(name, "as_");
  if (!reinterprets && !cut(name, "convert_")) return std::nullopt;
  family.kind = reinterprets ? Family::Kind::as : Family::Kind::convert;
  const auto type = cut_type(name);
  if (!type) return std::nullopt;
  family.type = *type;
  if (!reinterprets) {
    const bool saturates = cut(name, "_sat");
    family.mode = mode_of(saturates, cut_rounding(name));
  }
  if (!name.empty()) return std::nullopt;
  return family;
}

Expr* convert_components(const BuiltinCall& call, const Type* type, ConvertMode mode) {
  call.expect_count(1, 1);
  const Type* from = call.type(0);
  if ((!from->is_arithmetic() && !from->is_vector()) || from->count != type->count)
    call.fail_argument(0, "of " + plural(type->count, "component"));
  if (from == type || mode == ConvertMode::c) {
    // If the conversion changes nothing, a cast node is added, so that the location of the expression is that
    // of the call.
    Expr* plain = convert_arithmetic(call.context, call.arguments[0], type);
    if (plain == call.arguments[0]) plain = cast_node(call.context, CastKind::none, type, plain);
    plain->range = call.range;
    if (plain->kind == ExprKind::cast) plain->is_implicit = false;
    return plain;
  }
  Expr* expr = call.node(ExprKind::cast, type, {call.arguments[0]});
  expr->cast_kind = CastKind::numeric;
  expr->convert_mode = mode;
  return expr;
}

Expr* load(const BuiltinCall& call, const Family& family) {
  call.expect_count(2, 2);
  const bool half = family.kind == Family::Kind::vload_half;
  const Type* element = call.pointee(1);
  if (half ? element->kind != TypeKind::half : !element->is_arithmetic())
    call.fail_argument(1, half ? "a pointer to half" : "a pointer to numbers");
  Expr* offset = call.argument_as(0, call.types().ulong_type());
  const Type* scalar = half ? call.types().float_type() : element;
  Expr* expr = call.special(half ? Special::vload_half : Special::vload,
                            call.types().vector(scalar, family.count), {offset, call.arguments[1]});
  expr->half_aligned = family.half_aligned;
  return expr;
}

Expr* store(const BuiltinCall& call, const Family& family) {
  call.expect_count(3, 3);
  const bool half = family.kind == Family::Kind::vstore_half;
  const Type* element = call.pointee(2);
  if (half ? element->kind != TypeKind::half : !element->is_arithmetic())
    call.fail_argument(2, half ? "a pointer to half" : "a pointer to numbers");
  call.check_writable(2);
  const Type* data = call.type(0);
  const Type* scalar = half ? data->scalar() : element;
  if (half && !scalar->is_floating()) scalar = call.types().float_type();
  const Type* wanted = call.types().vector(scalar, family.count);
  if (data->count != family.count && !data->is_arithmetic())
    call.fail_argument(0, fmt::format("{}", to_string(*wanted)));
  Expr* value = call.argument_as(0, wanted);
  Expr* offset = call.argument_as(1, call.types().ulong_type());
  Expr* expr = call.special(half ? Special::vstore_half : Special::vstore, call.types().void_type(),
                            {value, offset, call.arguments[2]});
  expr->half_aligned = family.half_aligned;
  expr->convert_mode = family.mode;
  return expr;
}

}  // namespace

bool is_in_family(std::string_view name) { return parse(name).has_value(); }

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const char* length : {"", "2", "3", "4", "8", "16"}) {
    for (const char* access : {"vload_half", "vstore_half"})
      names.push_back(fmt::format("{}{}", access, length));
    for (const char* access : {"vload", "vstore"})
      if (*length) names.push_back(fmt::format("{}{}", access, length));  // these exist only for vectors
    for (const auto& [name, kind] : kTypeNames) {
      names.push_back(fmt::format("convert_{}{}", name, length));
      names.push_back(fmt::format("as_{}{}", name, length));
    }
  }
  return names;
}

std::string family_signature(std::string_view name) {
  const auto family = parse(name);
  if (!family) return {};
  const std::string count = family->count > 1 ? std::to_string(family->count) : "";
  switch (family->kind) {
    case Family::Kind::convert:
    case Family::Kind::as: {
      const std::string_view type = name.substr(name.find('_') + 1);
      return fmt::format("{} {}(gentype value)", type.substr(0, type.find('_')), name);
    }
    case Family::Kind::vload:
      return fmt::format("gentype{} {}(size_t offset, const gentype *p)", count, name);
    case Family::Kind::vload_half:
      return fmt::format("float{} {}(size_t offset, const half *p)", count, name);
    case Family::Kind::vstore:
      return fmt::format("void {}(gentype{} data, size_t offset, gentype *p)", name, count);
    case Family::Kind::vstore_half:
      return fmt::format("void {}(float{} data, size_t offset, half *p)", name, count);
  }
  return {};
}

Expr* call_family(BuiltinCall& call) {
  const Family family = *parse(call.name.text);
  switch (family.kind) {
    case Family::Kind::vload:
    case Family::Kind::vload_half:
      return load(call, family);
    case Family::Kind::vstore:
    case Family::Kind::vstore_half:
      return store(call, family);
    default:
      break;
  }
  const Type* type = call.types().vector(call.types().basic(family.type.kind), family.type.count);
  if (family.kind == Family::Kind::convert) return convert_components(call, type, family.mode);
  call.expect_count(1, 1);
  return reinterpret(call.context, type, call.arguments[0], call.range);
}

}  // namespace lockstep::sim::language
