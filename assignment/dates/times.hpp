// Times as authors, tables and course systems write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::assignment {

// Seconds since 1970 in UTC: of "2026-12-01", "2026-12-01 23:59", "2026-11-20T14:03:09Z", "2026-11-20
// 15:03:09.5 +0100". A date alone is the end of its day, and a minute its last second; without a zone it is
// UTC. None if the text is not a time.
std::optional<std::int64_t> parse_time(std::string_view text);
// "2026-12-01 23:59 UTC"
std::string time_of(std::int64_t seconds);

// "2026-11-20T14:03:09Z" of a date with a time of the day, so that such texts compare as times do. Without a
// zone in the text there is none in the result.
std::optional<std::string> iso_time(std::string_view text);

}  // namespace lockstep::assignment
