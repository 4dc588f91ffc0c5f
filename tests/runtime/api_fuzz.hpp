// Random sequences of OpenCL calls on the library itself, with handles that are valid, released, NULL, of
// another kind, or no handles at all. A small model knows which calls must fail and which must succeed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::runtime {

struct ApiFuzz {
  std::uint64_t calls = 0, refused = 0;
  std::vector<std::string> mistakes;  // a success where an error is demanded, or the reverse
};

// One sequence of so many calls; at its end everything is released.
ApiFuzz fuzz_api(std::uint64_t seed, unsigned calls);

}  // namespace lockstep::runtime
