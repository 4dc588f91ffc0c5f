// Translates values: literals and initialisers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/translation/to_opencl/writer.hpp"

namespace lockstep::sim::translation::opencl {
namespace {

using language::ExprKind;
using language::TypeKind;

bool is_number(std::string_view text) {
  if (text.empty() || ((text[0] < '0' || text[0] > '9') && text[0] != '.')) return false;
  return std::ranges::all_of(text, [](char c) { return language::is_identifier_part(c) || c == '.'; });
}

// Returns the designator of the scalar, vector, pointer or record at this offset in the type, such as
// ".x[2]"; empty if nothing with the type `value` is there.
std::string path_to(const Type& type, std::uint64_t offset, const Type& value) {
  if (offset == 0 && &type == &value) return {};
  if (type.is_array() && type.element->size > 0) {
    const std::uint64_t place = offset / type.element->size;
    return fmt::format("[{}]", place) + path_to(*type.element, offset - place * type.element->size, value);
  }
  if (type.is_record())
    for (const Member& member : type.members)
      if (offset >= member.offset && offset < member.offset + member.type->size)
        return (member.name.empty() ? "" : "." + Names::of_variable(member.name)) +
               path_to(*member.type, offset - member.offset, value);
  return {};
}

// Returns the number of scalars, vectors and pointers before this offset in a type.
std::optional<std::size_t> scalar_index(const Type& type, std::uint64_t offset, std::size_t before = 0) {
  if (!type.is_array() && !type.is_record()) return offset == 0 ? std::optional(before) : std::nullopt;
  std::size_t here = before;
  const auto count = [](const Type& one, const auto& self) -> std::size_t {
    if (one.is_array()) return one.length * self(*one.element, self);
    if (!one.is_record()) return 1;
    std::size_t sum = 0;
    for (const Member& member : one.members) sum += self(*member.type, self);
    return sum;
  };
  if (type.is_array()) {
    const std::uint64_t place = type.element->size == 0 ? 0 : offset / type.element->size;
    here += place * count(*type.element, count);
    return scalar_index(*type.element, offset - place * type.element->size, here);
  }
  if (type.is_union) return std::nullopt;
  for (const Member& member : type.members) {
    if (offset < member.offset + member.type->size)
      return scalar_index(*member.type, offset - member.offset, here);
    here += count(*member.type, count);
  }
  return std::nullopt;
}

}  // namespace

Written Writer::number(std::uint64_t value, const Type& type) {
  const auto number = static_cast<std::int64_t>(value);
  switch (type.kind) {
    case TypeKind::bool_:
      return {value != 0 ? "true" : "false"};
    case TypeKind::int_:
      if (number == INT32_MIN) return {"(-2147483647 - 1)"};
      return {fmt::format("{}", number), number < 0 ? Level::unary : Level::primary};
    case TypeKind::uint:
      return {(value > 0xFFFF ? fmt::format("{:#x}u", value & 0xFFFFFFFF) : fmt::format("{}u", value))};
    case TypeKind::long_:
      if (number == INT64_MIN) return {"(-9223372036854775807L - 1)"};
      return {fmt::format("{}L", number), number < 0 ? Level::unary : Level::primary};
    case TypeKind::ulong:
      return {(value > 0xFFFF ? fmt::format("{:#x}UL", value) : fmt::format("{}UL", value))};
    case TypeKind::pointer:
      return {
          value == 0 ? "0" : fmt::format("({}){}UL", declaration_type(type, AddressSpace::generic), value),
          value == 0 ? Level::primary : Level::unary};
    default:
      return {fmt::format("({}){}", to_string(type),
                          type.is_unsigned() ? fmt::format("{}", value) : fmt::format("{}", number)),
              Level::unary};
  }
}

Written Writer::floating(double value, const Type& type) {
  const bool is_double = type.kind == TypeKind::double_;
  if (std::isnan(value)) return {is_double ? "as_double(0x7ff8000000000000UL)" : "NAN", Level::postfix};
  if (std::isinf(value)) {
    const std::string text = is_double ? "(double)INFINITY" : "INFINITY";
    return {value < 0 ? "-" + text : text, Level::unary};
  }
  std::string text = is_double ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  if (type.kind == TypeKind::half) return {fmt::format("(half){}f", text), Level::unary};
  if (!is_double) text += "f";
  return {text, value < 0 || std::signbit(value) ? Level::unary : Level::primary};
}

Written Writer::literal(const Expr& expr) {
  const Extent extent = layout_.extent(expr.range);
  const std::string_view source = extent.begin < extent.end ? layout_.text(extent) : std::string_view();
  if (source.starts_with("clock") && source.ends_with(")"))
    refuse(expr.range, "an OpenCL C kernel cannot read a clock; remove this call");
  if (layout_.expanded(extent) == source) {  // not from a macro
    const bool is_plain = is_number(source) && source.find("LL") == std::string_view::npos &&
                          source.find("ll") == std::string_view::npos && !source.starts_with("0b") &&
                          !source.starts_with("0B");
    if (is_plain || source == "true" || source == "false" || source.starts_with('\''))
      return {std::string(source)};
  }
  // Keeps a macro that expands to a single number.
  const std::size_t first = layout_.first_token(extent.file, extent.begin);
  const bool is_macro = expr.range.file == 0 && !source.empty() && first < layout_.tokens().size() &&
                        layout_.tokens()[first].extent.begin == extent.begin &&
                        layout_.tokens()[first].extent.end == extent.end &&
                        layout_.tokens()[first].token.text == layout_.expanded(extent) &&
                        layout_.tokens()[first].token.text != source && !source.ends_with(')') &&
                        layout_.is_of_c(extent);
  if (is_macro && is_number(layout_.tokens()[first].token.text)) return {std::string(source)};
  return expr.kind == ExprKind::integer_literal ? number(expr.integer, *expr.type)
                                                : floating(expr.floating, *expr.type);
}

std::string Writer::initial_value(const Type& type, const Expr& value) {
  if (value.kind == ExprKind::initializer_list) return initializer_list(type, value);
  return operand(value, Level::assignment, width_for(type));
}

std::string Writer::initializer_list(const Type& type, const Expr& list) {
  std::size_t next = 0;
  const bool in_order = std::ranges::all_of(list.elements, [&](const language::InitElement& element) {
    return !element.value->type->is_record() && scalar_index(type, element.offset) == next++;
  });
  std::string text;
  for (const language::InitElement& element : list.elements) {
    if (is_empty(*element.value->type)) continue;
    if (!text.empty()) text += ", ";
    if (!in_order) text += path_to(type, element.offset, *element.value->type) + " = ";
    text += operand(*element.value, Level::assignment, width_for(*element.value->type));
  }
  return "{" + (text.empty() ? "0" : text) + "}";
}

Written Writer::compound_literal(const Expr& expr) {
  const VariableDecl& variable = *expr.variable;
  if (variable.init == nullptr) return {temporary(variable)};
  if (variable.init->kind != ExprKind::initializer_list) {
    // swap() uses its copy a second time, so the copy needs a name.
    const std::string name = temporary(variable);
    return {fmt::format("({} = {})", name, operand(*variable.init, Level::assignment))};
  }
  return {fmt::format("({}){}", type_name(*expr.type), initializer_list(*variable.type, *variable.init)),
          Level::postfix};
}

std::string Writer::bytes_as_initializer(const Type& type, const std::vector<std::byte>& bytes,
                                         std::uint64_t at) {
  if (type.is_array() || type.is_vector()) {
    std::string text;
    const std::uint64_t count = type.is_array() ? type.length : type.count;
    for (std::uint64_t i = 0; i < count; ++i)
      text += (i == 0 ? "" : ", ") + bytes_as_initializer(*type.element, bytes, at + i * type.element->size);
    return type.is_array() ? "{" + text + "}" : fmt::format("({})({})", to_string(type), text);
  }
  if (type.is_record()) {
    std::string text;
    for (const Member& member : type.members)
      text += (text.empty() ? "" : ", ") + bytes_as_initializer(*member.type, bytes, at + member.offset);
    return "{" + text + "}";
  }
  std::uint64_t bits = 0;
  if (at + type.size <= bytes.size()) std::memcpy(&bits, bytes.data() + at, type.size);
  if (type.kind == TypeKind::float_) {
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return floating(value, type).text;
  }
  if (type.kind == TypeKind::double_) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return floating(value, type).text;
  }
  if (type.is_signed() && type.size < 8) {
    const unsigned shift = 64 - 8 * static_cast<unsigned>(type.size);
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift);
  }
  if (type.size < 4) return fmt::format("{}", static_cast<std::int64_t>(bits));
  return number(bits, type).text;
}

}  // namespace lockstep::sim::translation::opencl
