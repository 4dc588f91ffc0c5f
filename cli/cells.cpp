#include "cli/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/plan/element.hpp"

namespace lockstep::cli {

namespace {

constexpr std::size_t kRowWidth = 96;

}  // namespace

std::string element_text(std::span<const std::byte> bytes, ElementType type, std::uint64_t index) {
  return lockstep::element_text(bytes.data() + index * size_bytes(type), type);
}

std::string stream_text(std::span<const std::byte> bytes, ElementType type, std::uint64_t index, bool hex) {
  return with_type(type, [&]<class T>() -> std::string {
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    constexpr int kDigits = static_cast<int>(2 * sizeof(T));
    if constexpr (std::is_floating_point_v<T>) {
      const std::string text = fmt::format("{:.6g}", value);
      return hex ? fmt::format("0x{:0>{}}", text, kDigits) : text;
    } else if constexpr (sizeof(T) == 1) {
      // C++ streams cannot print single bytes in hexadecimal, so bytes are converted to int.
      return hex ? fmt::format("0x{:02x}", static_cast<unsigned>(static_cast<int>(value)))
                 : fmt::format("{}", static_cast<int>(value));
    } else {
      return hex ? fmt::format("0x{:0{}x}", static_cast<std::make_unsigned_t<T>>(value), kDigits)
                 : fmt::format("{}", value);
    }
  });
}

std::string elements_text(std::span<const std::byte> bytes, ElementType type, std::uint64_t begin) {
  std::vector<std::string> values;
  std::size_t widest = 1;
  for (std::uint64_t index = 0; index < bytes.size() / size_bytes(type); ++index) {
    values.push_back(element_text(bytes, type, index));
    widest = std::max(widest, values.back().size());
  }
  // The row length is a power of two, so that indices are easy to find.
  std::size_t per_row = 1;
  while (per_row < 16 && 2 * per_row * (widest + 1) <= kRowWidth) per_row *= 2;
  const std::size_t index_width = std::to_string(begin + values.size()).size();
  std::string text;
  for (std::size_t first = 0; first < values.size(); first += per_row) {
    text += fmt::format("  {:>{}}:", begin + first, index_width);
    for (std::size_t i = first; i < std::min(first + per_row, values.size()); ++i)
      text += fmt::format(" {:>{}}", values[i], widest);
    text += '\n';
  }
  return text;
}

}  // namespace lockstep::cli
