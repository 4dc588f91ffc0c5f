// Texts of this program are UTF-8, those of Windows UTF-16. What cannot be converted becomes U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

}  // namespace lockstep
