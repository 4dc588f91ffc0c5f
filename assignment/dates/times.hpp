// Reads and writes dates and times in the formats of authors, tables and course systems.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::assignment {

// Returns the seconds since 1970 in UTC for "2026-12-01", "2026-12-01 23:59", "2026-11-20T14:03:09Z" or
// "2026-11-20 15:03:09.5 +0100". A date alone means the end of this day, and a minute means the last second
// of this minute. A time without a zone is in UTC. Returns none if the text is not a time.
std::optional<std::int64_t> parse_time(std::string_view text);
// Returns the time in the form "2026-12-01 23:59 UTC".
std::string time_of(std::int64_t seconds);

// Converts a date with a time of day to the form "2026-11-20T14:03:09Z", so that the texts sort like the
// times. If the text has no zone, the result has no zone.
std::optional<std::string> iso_time(std::string_view text);

}  // namespace lockstep::assignment
