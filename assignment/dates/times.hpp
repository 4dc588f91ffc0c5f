// Dates and times in the formats of authors, tables and course systems.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::assignment {

// Seconds since 1970 in UTC for "2026-12-01", "2026-12-01 23:59", "2026-11-20T14:03:09Z", "2026-11-20
// 15:03:09.5 +0100". A date alone means the end of its day, and a minute means its last second; a time
// without a zone is UTC. None if the text is not a time.
std::optional<std::int64_t> parse_time(std::string_view text);
// "2026-12-01 23:59 UTC"
std::string time_of(std::int64_t seconds);

// "2026-11-20T14:03:09Z" for a date with a time of day, so that these texts sort like times. If the text has
// no zone, the result has none.
std::optional<std::string> iso_time(std::string_view text);

}  // namespace lockstep::assignment
