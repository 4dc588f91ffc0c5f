// The severity of a finding about a program.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep {

// After an error the result is wrong or undefined, and the exit status is 1. After a warning the result may
// still be right; a note describes expected behaviour of devices that the language does not guarantee.
enum class Severity : std::uint8_t { error, warning, note };

constexpr std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      break;
  }
  return "note";
}

}  // namespace lockstep
