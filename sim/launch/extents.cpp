#include "sim/launch/extents.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/launch/value_types.hpp"

namespace lockstep::sim {
namespace {

Result<Extents> parse_numbers(const std::string& option, const std::string& text, std::uint64_t least) {
  Extents extents;
  unsigned dimension = 0;
  for (std::size_t at = 0; at <= text.size(); ++dimension) {
    if (dimension == 3)
      return usage_error(fmt::format("{} {}: there are at most three dimensions", option, text));
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const Result<std::uint64_t> size = parse_whole_size(text.substr(at, comma - at));
    if (!size && text.find_first_of("xX*×") != std::string::npos)
      return usage_error(
          fmt::format("{} {}: separate the dimensions by commas, such as {} 64,4", option, text, option));
    if (!size) return usage_error(fmt::format("{} {}: {}", option, text, size.error().message));
    if (*size < least)
      return usage_error(fmt::format("{} {}: every dimension must be at least 1", option, text));
    extents.size[dimension] = *size;
    at = comma + 1;
  }
  extents.dimensions = dimension;
  return extents;
}

}  // namespace

Result<Extents> parse_extents(const std::string& option, const std::string& text) {
  return parse_numbers(option, text, 1);
}

Result<Extents> parse_offset(const std::string& option, const std::string& text) {
  return parse_numbers(option, text, 0);
}

}  // namespace lockstep::sim
