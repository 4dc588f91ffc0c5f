// How much a finding about a program weighs.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep {

// After an error the result is wrong or undefined, and the exit status is 1. A warning concerns a
// result that may be right anyway; a note describes what devices do as expected although the
// language does not guarantee it.
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
