// Sizes as people write and read them: "16Mi" is 16 · 2^20; 3221225472 bytes are "3 GiB".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

Result<std::uint64_t> parse_size(std::string_view text);
std::string bytes_text(std::uint64_t bytes);
// With a comma for every three digits, as the sentences of this program write counts.
std::string count_text(std::uint64_t count);
// "1 pass", "2 passes", "1,024 bytes".
std::string plural(std::uint64_t count, std::string_view noun);

}  // namespace lockstep
