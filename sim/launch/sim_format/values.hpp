// The numbers of a launch description as bytes. Integers are decimal, or hexadecimal if the header contains
// `hex` (with or without 0x); an unsigned type accepts a negative number as in C, but a uchar does not.
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
  std::vector<std::byte> bytes;  // of `count` values, if the list has that many
  std::uint64_t found = 0;
};
// The error names the first word that is not a value.
tl::expected<SimList, SimError> sim_list(const SimData& data, std::uint64_t count, SimFormat format);

// `count` copies of fill=V.
Result<std::vector<std::byte>> sim_fill(std::string_view value, std::uint64_t count, SimFormat format);

// range=START:STEP:END, including END; an error unless it has `count` values.
Result<std::vector<std::byte>> sim_range(std::string_view range, std::uint64_t count, SimFormat format);

}  // namespace lockstep::sim
