// Names bytes and memory objects in messages.
#pragma once

#include <string>

#include "runtime/objects/memory.hpp"

namespace lockstep::runtime {

std::string bytes_words(const ByteSet::Stretch& bytes);  // "byte 5", "bytes 0 to 1023"
std::string words_for(const Storage& storage);           // "a"; "a buffer" if no kernel has named it

}  // namespace lockstep::runtime
