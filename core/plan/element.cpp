// One row a type; everything about a type is read from here.
#include "core/plan/element.hpp"

#include <algorithm>
#include <array>

namespace lockstep {
namespace {

struct TypeRow {
  ElementType type;
  std::string_view name;
  std::size_t bytes;
  bool floating;
};

constexpr std::array<TypeRow, 10> types{{
    {ElementType::int8, "char", 1, false},
    {ElementType::uint8, "uchar", 1, false},
    {ElementType::int16, "short", 2, false},
    {ElementType::uint16, "ushort", 2, false},
    {ElementType::int32, "int", 4, false},
    {ElementType::uint32, "uint", 4, false},
    {ElementType::int64, "long", 8, false},
    {ElementType::uint64, "ulong", 8, false},
    {ElementType::float32, "float", 4, true},
    {ElementType::float64, "double", 8, true},
}};

const TypeRow& row(ElementType type) { return types[static_cast<std::size_t>(type)]; }

constexpr std::array operators{Operator::sum, Operator::product, Operator::min, Operator::max};
constexpr std::array<std::string_view, 4> operator_names{"sum", "product", "min", "max"};

}  // namespace

std::string_view opencl_name(ElementType type) { return row(type).name; }

std::optional<ElementType> parse_element_type(std::string_view name) {
  const auto found =
      std::find_if(types.begin(), types.end(), [&](const TypeRow& entry) { return entry.name == name; });
  return found == types.end() ? std::nullopt : std::optional(found->type);
}

std::size_t size_bytes(ElementType type) { return row(type).bytes; }

bool is_floating(ElementType type) { return row(type).floating; }

std::string_view name(Operator op) { return operator_names[static_cast<std::size_t>(op)]; }

std::optional<Operator> parse_operator(std::string_view text) {
  const auto found = std::find(operator_names.begin(), operator_names.end(), text);
  if (found == operator_names.end()) return std::nullopt;
  return operators[static_cast<std::size_t>(found - operator_names.begin())];
}

std::span<const Operator> all_operators() { return operators; }

// What a kernel is told about its type and operator. No blank may stand in a text: build options are
// separated by blanks. Every identity has exactly the type T, because OpenCL's min and max are overloaded and
// refuse mixed arguments.

namespace {

struct Identities {
  std::string_view zero, one, lowest, highest;  // of sum, product, max, min
};

constexpr std::array<Identities, 10> identities{{
    {"((char)0)", "((char)1)", "((char)CHAR_MIN)", "((char)CHAR_MAX)"},
    {"((uchar)0)", "((uchar)1)", "((uchar)0)", "((uchar)UCHAR_MAX)"},
    {"((short)0)", "((short)1)", "((short)SHRT_MIN)", "((short)SHRT_MAX)"},
    {"((ushort)0)", "((ushort)1)", "((ushort)0)", "((ushort)USHRT_MAX)"},
    {"0", "1", "INT_MIN", "INT_MAX"},
    {"0u", "1u", "0u", "UINT_MAX"},
    {"0L", "1L", "LONG_MIN", "LONG_MAX"},
    {"0UL", "1UL", "0UL", "ULONG_MAX"},
    {"0.0f", "1.0f", "(-INFINITY)", "INFINITY"},
    {"0.0", "1.0", "((double)-INFINITY)", "((double)INFINITY)"},
}};

}  // namespace

std::string_view operator_macro(Operator op, ElementType) {
  switch (op) {
    case Operator::sum:
      return "((a)+(b))";
    case Operator::product:
      return "((a)*(b))";
    case Operator::min:
      return "min(a,b)";
    case Operator::max:
      return "max(a,b)";
  }
  return {};
}

std::string_view identity_literal(Operator op, ElementType type) {
  const Identities& row = identities[static_cast<std::size_t>(type)];
  switch (op) {
    case Operator::sum:
      return row.zero;
    case Operator::product:
      return row.one;
    case Operator::min:
      return row.highest;
    case Operator::max:
      return row.lowest;
  }
  return {};
}

}  // namespace lockstep
