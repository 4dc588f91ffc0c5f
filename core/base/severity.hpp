// How much a finding about a program weighs.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep {

// Of an error the result is wrong or undefined, and the exit status is 1. A warning concerns a result that
// may be right anyway; a note, what devices do as expected though the language does not promise it.
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
