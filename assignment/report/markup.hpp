// Texts of students in XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::assignment {

// As content or in an attribute. Characters that XML 1.0 does not have, and bytes that are not UTF-8, become
// U+FFFD.
std::string escaped(std::string_view text);

}  // namespace lockstep::assignment
