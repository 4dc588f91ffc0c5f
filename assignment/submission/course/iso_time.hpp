// Times as tables and course systems write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::assignment {

// "2026-11-20T14:03:09Z" of "2026-11-20 14:03:09.123 Z", "2026-11-20 15:03:09 +0100" and the like, so that
// such texts compare as times do. Without a zone in the text there is none in the result. None: it is not a
// time of this kind.
std::optional<std::string> iso_time(std::string_view text);

}  // namespace lockstep::assignment
