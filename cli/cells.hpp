// Formats elements of memory as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/plan/element.hpp"

namespace lockstep::cli {

std::string element_text(std::span<const std::byte> bytes, ElementType type, std::uint64_t index);

// Formats an element in the format of C++ streams: floating-point numbers have 6 significant digits, and
// hexadecimal integers have all digits.
std::string stream_text(std::span<const std::byte> bytes, ElementType type, std::uint64_t index, bool hex);

// Formats all elements in aligned rows. Each row begins with the index of its first element; `first` is the
// index of the first of all elements.
std::string elements_text(std::span<const std::byte> bytes, ElementType type, std::uint64_t first = 0);

}  // namespace lockstep::cli
