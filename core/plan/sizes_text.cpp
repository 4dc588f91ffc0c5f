#include "core/plan/sizes_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>

namespace lockstep {

std::string sizes_text(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions,
                       std::string_view separator) {
  return fmt::format("{}", fmt::join(std::span(sizes).first(dimensions), separator));
}

}  // namespace lockstep
