// Lists the element types and operators of reductions and scans.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

enum class ElementType : std::uint8_t {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
  uint16x4,  // four ushort as one element: the entries of a 2×2 matrix, row by row
};

// The name in OpenCL C: char, uchar, short, ushort, int, uint, long, ulong, float, double or ushort4.
std::string_view opencl_name(ElementType type);
std::optional<ElementType> parse_element_type(std::string_view name);
std::size_t size_bytes(ElementType type);
bool is_floating(ElementType type);

// All operators are associative; digits and matrix are not commutative (see operations.hpp).
enum class Operator : std::uint8_t { sum, product, min, max, digits, matrix };

std::string_view name(Operator op);  // "sum", "product", "min", "max", "digits", "matrix"
std::optional<Operator> parse_operator(std::string_view name);
std::span<const Operator> all_operators();
constexpr bool is_commutative(Operator op) { return op != Operator::digits && op != Operator::matrix; }
// Returns whether the operator combines elements of this type: digits combines int, uint, long and ulong;
// matrix combines ushort4; the other operators combine all types except ushort4.
bool takes(Operator op, ElementType type);

// An element as text: "-3", "0.1", "[1 2; 3 4]" for a ushort4. A floating-point number is the shortest text
// that converts back to the same value.
std::string element_text(const void* element, ElementType type);
// The entries of a ushort4.
std::array<std::uint16_t, 4> entries_of(std::uint64_t packed);
std::uint64_t packed(const std::array<std::uint16_t, 4>& entries);

// Maps an ElementType at run time to a C++ type at compile time.

// Calls visit.template operator()<T>() with the C++ type of `type`. A ushort4 is one std::uint64_t with its
// first entry in the lowest bits, so its bytes stay together; only operations.hpp and conversions to text
// access its entries.
template <class Visitor>
decltype(auto) with_type(ElementType type, Visitor&& visit) {
  switch (type) {
    case ElementType::int8:
      return visit.template operator()<std::int8_t>();
    case ElementType::uint8:
      return visit.template operator()<std::uint8_t>();
    case ElementType::int16:
      return visit.template operator()<std::int16_t>();
    case ElementType::uint16:
      return visit.template operator()<std::uint16_t>();
    case ElementType::int32:
      return visit.template operator()<std::int32_t>();
    case ElementType::uint32:
      return visit.template operator()<std::uint32_t>();
    case ElementType::int64:
      return visit.template operator()<std::int64_t>();
    case ElementType::uint64:
      return visit.template operator()<std::uint64_t>();
    case ElementType::float32:
      return visit.template operator()<float>();
    case ElementType::uint16x4:
      return visit.template operator()<std::uint64_t>();
    case ElementType::float64:
      break;
  }
  return visit.template operator()<double>();
}

}  // namespace lockstep
