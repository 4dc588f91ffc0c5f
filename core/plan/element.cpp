// One row a type; everything about a type is read from here.
#include "core/plan/element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/plan/operations.hpp"

namespace lockstep {
namespace {

struct TypeRow {
  ElementType type;
  std::string_view name;
  std::size_t bytes;
  bool floating;
};

constexpr std::array<TypeRow, 11> types{{
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
    {ElementType::uint16x4, "ushort4", 8, false},
}};

const TypeRow& row(ElementType type) { return types[static_cast<std::size_t>(type)]; }

constexpr std::array operators{Operator::sum, Operator::product, Operator::min,
                               Operator::max, Operator::digits,  Operator::matrix};
constexpr std::array<std::string_view, 6> operator_names{"sum", "product", "min", "max", "digits", "matrix"};

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

bool takes(Operator op, ElementType type) {
  using enum ElementType;
  if (op == Operator::matrix || type == uint16x4) return op == Operator::matrix && type == uint16x4;
  return op != Operator::digits || type == int32 || type == uint32 || type == int64 || type == uint64;
}

// What a kernel is told about its type and operator. No blank may stand in a text: build options are
// separated by blanks. Every identity has exactly the type T, because OpenCL's min and max are overloaded and
// refuse mixed arguments.

namespace {

struct Identities {
  std::string_view zero, one, lowest, highest;  // of sum, product, max, min
};

constexpr std::array<Identities, 11> identities{{
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
    {"((ushort4)(0))", "((ushort4)(1))", "((ushort4)(0))", "((ushort4)(USHRT_MAX))"},
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
    case Operator::digits:
      return "join_digits(a,b)";
    case Operator::matrix:
      return "multiply_matrices(a,b)";
  }
  return {};
}

std::string_view operator_function_name(Operator op) {
  if (is_commutative(op)) return {};
  const std::string_view macro = operator_macro(op, ElementType::int32);
  return macro.substr(0, macro.find('('));
}

// Functions read each operand once, as the operators of the language do; a macro would load it again wherever
// its text repeats the operand.
std::string operator_function(Operator op, ElementType type) {
  if (op == Operator::matrix)
    return "ushort4 multiply_matrices(ushort4 x, ushort4 y) { return x.xxzz * y.xyxy + x.yyww * y.zwzw; }";
  if (op != Operator::digits) return {};
  const std::uint64_t limit =
      size_bytes(type) > 4 ? digits_limit<std::uint64_t> : digits_limit<std::uint32_t>;
  return fmt::format(
      "{0} join_digits({0} x, {0} y) {{ {0} p = 1; while (p <= y && p < {1}) p *= 10; return x % ({1} / p) * "
      "p "
      "+ y; }}",
      opencl_name(type), limit);
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
    case Operator::digits:
      return row.zero;
    case Operator::matrix:
      return "((ushort4)(1,0,0,1))";
  }
  return {};
}

std::array<std::uint16_t, 4> entries_of(std::uint64_t packed) {
  std::array<std::uint16_t, 4> entries;
  for (unsigned i = 0; i < 4; ++i) entries[i] = static_cast<std::uint16_t>(packed >> (16 * i));
  return entries;
}

std::uint64_t packed(const std::array<std::uint16_t, 4>& entries) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 4; ++i) bits |= std::uint64_t{entries[i]} << (16 * i);
  return bits;
}

std::string element_text(const void* element, ElementType type) {
  return with_type(type, [&]<class T>() -> std::string {
    T value;
    std::memcpy(&value, element, sizeof value);
    if (type == ElementType::uint16x4) {
      const auto [a, b, c, d] = entries_of(static_cast<std::uint64_t>(value));
      return fmt::format("[{} {}; {} {}]", a, b, c, d);
    }
    if constexpr (sizeof(T) == 1) return fmt::format("{}", static_cast<int>(value));
    return fmt::format("{}", value);
  });
}

}  // namespace lockstep
