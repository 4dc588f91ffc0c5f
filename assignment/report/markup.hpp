// Text from students in XML, HTML and tables.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::assignment {

// As content or in an attribute. Characters that XML 1.0 does not permit, and bytes that are not UTF-8,
// become U+FFFD.
std::string escaped(std::string_view text);
// As a cell of a table in CSV that no spreadsheet interprets as a formula.
std::string csv_cell(const std::string& text);

}  // namespace lockstep::assignment
