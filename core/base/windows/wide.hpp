// Text in this program is UTF-8, text in Windows is UTF-16. Invalid sequences become U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

}  // namespace lockstep
