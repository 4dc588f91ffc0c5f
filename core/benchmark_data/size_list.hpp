// Parses several sizes as users write them: "1Ki,16Mi"; "1Ki..256Mi", by factors of four with the end
// included; "1Ki..256Mi:2", by factors of two; "1Ki..", up to the largest size that fits.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::measure {

struct SizeRange {
  std::uint64_t first = 0;
  std::optional<std::uint64_t> last;  // none: up to the largest size that fits
  std::uint64_t factor = 4;
  bool operator==(const SizeRange&) const = default;
};

// Sizes must be at least 1; the Error is about `--n`. Returns at least one range. A single size is a range
// whose end is its beginning.
Result<std::vector<SizeRange>> parse_size_ranges(std::string_view text);

// Returns all sizes in ascending order, each once. An open range continues while `fits` returns true; its
// first size is always included.
std::vector<std::uint64_t> sizes_in(const std::vector<SizeRange>& ranges,
                                    const std::function<bool(std::uint64_t)>& fits);

}  // namespace lockstep::measure
