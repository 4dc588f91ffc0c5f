// Converts the numbers of a launch description to bytes. Integers are decimal, or hexadecimal (with or
// without 0x) if the header contains `hex`. As in C, a negative number can be given for an unsigned type,
// except for uchar.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/element.hpp"
#include "sim/launch/sim_format/file.hpp"

namespace lockstep::sim {

struct SimFormat {
  ElementType type = ElementType::int32;
  bool hex = false;
};

// The values of a list, one for each word.
struct SimList {
  std::vector<std::byte> bytes;  // the bytes of `count` values, if the list has this number of values
  std::uint64_t found = 0;
};
// Reads a list of values. The error names the first word that is not a value.
tl::expected<SimList, SimError> sim_list(const SimData& data, std::uint64_t count, SimFormat format);

// Returns `count` copies of the value of fill=V.
Result<std::vector<std::byte>> sim_fill(std::string_view value, std::uint64_t count, SimFormat format);

// Returns the values of range=START:STEP:END, including END. Returns an error unless these are
// `count` values.
Result<std::vector<std::byte>> sim_range(std::string_view range, std::uint64_t count, SimFormat format);

}  // namespace lockstep::sim
