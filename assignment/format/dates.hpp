// Times of the calendar, as a due date is written and as tables of submissions have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::assignment {

// Seconds since 1970 in UTC: of "2026-12-01", "2026-12-01 23:59", "2026-12-01T23:59:30Z",
// "2026-12-01 23:59 +0100". A date alone is the end of its day; without a zone it is UTC. None: it is no
// date.
std::optional<std::int64_t> parse_time(std::string_view text);
// "2026-12-01 23:59 UTC"
std::string time_of(std::int64_t seconds);

}  // namespace lockstep::assignment
