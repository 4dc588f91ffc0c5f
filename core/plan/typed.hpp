// From an ElementType at run time to a C++ type at compile time, in one place.
#pragma once

#include <cstdint>

#include "core/plan/element.hpp"

namespace lockstep {

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
