#include "runtime/scheduling/byte_words.hpp"

#include <fmt/format.h>

namespace lockstep::runtime {

std::string bytes_words(const ByteSet::Stretch& bytes) {
  return bytes.second - bytes.first == 1 ? fmt::format("byte {}", bytes.first)
                                         : fmt::format("bytes {} to {}", bytes.first, bytes.second - 1);
}

std::string words_for(const Storage& storage) { return storage.name.empty() ? "a buffer" : storage.name; }

}  // namespace lockstep::runtime
