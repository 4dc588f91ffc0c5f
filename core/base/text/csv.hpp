// Fields of a CSV file (RFC 4180): https://www.rfc-editor.org/rfc/rfc4180
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// The text in quotes, with each quote in it doubled.
std::string csv_quoted(std::string_view text);
// The text, in quotes only where a comma, a quote or a line end requires them.
std::string csv_field(std::string_view text);

}  // namespace lockstep
