// Computes a short hash of a text, which is the same on every machine.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// Returns the 64-bit FNV-1a hash as 16 hexadecimal digits. http://www.isthe.com/chongo/tech/comp/fnv/
std::string text_hash(std::string_view text);

}  // namespace lockstep
