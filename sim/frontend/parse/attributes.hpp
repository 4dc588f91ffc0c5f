// What __attribute__((…)) said, as far as it matters here; other attributes are accepted and ignored.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep::sim::language {

struct Attributes {
  bool packed = false;
  bool overloadable = false;
  std::uint64_t aligned = 0;
  std::uint32_t vector_components = 0;  // ext_vector_type(n)
  std::uint32_t vector_bytes = 0;       // vector_size(bytes)
  std::array<std::uint32_t, 3> required_group_size{};
};

}  // namespace lockstep::sim::language
