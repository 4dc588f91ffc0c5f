// The element types and operators that a reduction or scan is made of, and one list of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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
};

// Names are OpenCL C's: char, uchar, short, ushort, int, uint, long, ulong, float, double.
std::string_view opencl_name(ElementType type);
std::optional<ElementType> parse_element_type(std::string_view name);
std::size_t size_bytes(ElementType type);
bool is_floating(ElementType type);

enum class Operator : std::uint8_t { sum, product, min, max };

std::string_view name(Operator op);  // "sum", "product", "min", "max"
std::optional<Operator> parse_operator(std::string_view name);
std::span<const Operator> all_operators();

// OpenCL C text for `-D OP(a,b)=…` and `-D IDENTITY=…`, so that a kernel file needs no variants.
std::string_view operator_macro(Operator op, ElementType type);    // e.g. "((a)+(b))", "max(a,b)"
std::string_view identity_literal(Operator op, ElementType type);  // e.g. "0", "INT_MAX", "-INFINITY"

// From an ElementType at run time to a C++ type at compile time, in one place.

// Calls visit.template operator()<T>() with the C++ type of `type`.
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
    case ElementType::float64:
      break;
  }
  return visit.template operator()<double>();
}

}  // namespace lockstep
