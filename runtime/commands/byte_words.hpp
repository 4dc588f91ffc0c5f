// How messages name bytes and memory objects.
#pragma once

#include <fmt/format.h>

#include <string>

#include "runtime/objects/memory.hpp"

namespace lockstep::runtime {

// "byte 5", "bytes 0 to 1023"
inline std::string bytes_words(const ByteSet::Stretch& bytes) {
  return bytes.second - bytes.first == 1 ? fmt::format("byte {}", bytes.first)
                                         : fmt::format("bytes {} to {}", bytes.first, bytes.second - 1);
}

// "a"; "a buffer" if no kernel has named it.
inline std::string words_for(const Storage& storage) {
  return storage.name.empty() ? "a buffer" : storage.name;
}

}  // namespace lockstep::runtime
