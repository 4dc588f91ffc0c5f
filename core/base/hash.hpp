// A short, stable name for a text: equal texts have equal names on every machine.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// FNV-1a of 64 bits, as 16 hexadecimal digits. http://www.isthe.com/chongo/tech/comp/fnv/
std::string text_hash(std::string_view text);

}  // namespace lockstep
