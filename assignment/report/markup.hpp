// Escapes text from students for XML, HTML and tables.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::assignment {

// Escapes text for the content of an element or for an attribute. Characters that XML 1.0 does not permit,
// and bytes that are not UTF-8, become U+FFFD.
std::string escaped(std::string_view text);
// Returns the text as a cell of a CSV table, in a form that no spreadsheet interprets as a formula.
std::string csv_cell(const std::string& text);

}  // namespace lockstep::assignment
