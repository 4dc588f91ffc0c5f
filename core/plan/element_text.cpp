// What a kernel is told about its type and operator. No blank may stand in a text: build options are
// separated by blanks. Every identity has exactly the type T, because OpenCL's min and max are overloaded and
// refuse mixed arguments.
#include <array>

#include "core/plan/element.hpp"

namespace lockstep {
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
