// Elements of memory as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/plan/element.hpp"

namespace lockstep::cli {

std::string element_text(std::span<const std::byte> bytes, ElementType type, std::uint64_t index);

// In the format of C++ streams: floating point with 6 significant digits; hexadecimal integers with
// all digits.
std::string stream_text(std::span<const std::byte> bytes, ElementType type, std::uint64_t index, bool hex);

// All elements in aligned rows, each with the index of its first element; `first` is the index of the
// first element.
std::string elements_text(std::span<const std::byte> bytes, ElementType type, std::uint64_t first = 0);

}  // namespace lockstep::cli
