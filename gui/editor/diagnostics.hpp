// Parses a compiler's report, so that the source panel can show each message below the line it refers to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::gui {

struct Diagnostic {
  enum class Kind : std::uint8_t { error, warning, note };
  std::uint32_t line = 0, column = 0;  // 1-based
  Kind kind = Kind::error;
  std::string message;
  std::string file = {};  // the name of the file in the report
  bool operator==(const Diagnostic&) const = default;
};

// Returns the message with its place: "33:12: use of undeclared identifier".
std::string diagnostic_text(const Diagnostic& message);

// Parses lines of the form `path:line:column: error: message` (also `fatal error`, `warning` and `note`);
// ignores other lines, such as the quoted source line and its caret.
std::vector<Diagnostic> parse_diagnostics(std::string_view report);

}  // namespace lockstep::gui
