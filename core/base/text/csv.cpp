#include "core/base/text/csv.hpp"

namespace lockstep {

std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_field(std::string_view text) {
  return text.find_first_of(",\"\n\r") == text.npos ? std::string(text) : csv_quoted(text);
}

}  // namespace lockstep
