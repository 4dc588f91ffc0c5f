// A table with one row for each type and its properties.
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
