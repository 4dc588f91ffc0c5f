// Converts between UTF-8, which this program uses, and UTF-16, which Windows uses. Invalid sequences
// become U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

}  // namespace lockstep
