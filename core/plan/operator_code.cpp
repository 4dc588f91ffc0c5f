// The texts that define a kernel's type and operator. They contain no spaces, because spaces separate build
// options. Every identity has exactly the type T, because OpenCL's min and max are overloaded and do not
// accept mixed arguments.
#include "core/plan/operator_code.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/plan/operations.hpp"

namespace lockstep {
namespace {

struct Identities {
  std::string_view zero, one, lowest, highest;  // identities of sum, product, max and min
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

// Functions evaluate each operand once, like the operators of the language; a macro would evaluate an operand
// each time it occurs in its text.
std::string operator_function(Operator op, ElementType type) {
  if (op == Operator::matrix)
    return "ushort4 multiply_matrices(ushort4 x, ushort4 y) { return x.xxzz * y.xyxy + x.yyww * y.zwzw; }";
  if (op != Operator::digits) return {};
  const std::uint64_t limit =
      size_bytes(type) > 4 ? digits_limit<std::uint64_t> : digits_limit<std::uint32_t>;
  return fmt::format(
      "{0} join_digits({0} x, {0} y) {{ {0} p = 1; while (p <= y && p < {1}) p *= 10; return x % ({1} / p) "
      "* p + y; }}",
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

}  // namespace lockstep
