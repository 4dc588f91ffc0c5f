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

}  // namespace lockstep
