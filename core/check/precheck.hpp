// Checks an edited kernel in the simulator before a device runs it. The caller passes the simulator as a
// function, because core does not depend on it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/plan/plan.hpp"

namespace lockstep {

struct Precheck {
  enum class Verdict : std::uint8_t {
    clean,
    remark,   // wrong, but harmless to a device: a race, an uninitialised value, a wrong result
    danger,   // may hang a device or access memory out of bounds
    unknown,  // the simulator cannot run the kernel: `message` says why
  };
  Verdict verdict = Verdict::clean;
  std::string kind;     // the finding's name in JSON: "out_of_bounds"; "wrong_result"
  std::string message;  // one sentence
  std::string path;     // path of the kernel's source; empty if unknown
  std::uint32_t line = 0, column = 0;
  std::uint64_t n = 0;  // the size of this check
  bool operator==(const Precheck&) const = default;
};

std::string_view name(Precheck::Verdict verdict);
std::optional<Precheck::Verdict> parse_verdict(std::string_view name);

// Runs the check. The function must return within about a second. `warp_width` is the warp width of the
// device that will run the kernel; 0 if it is unknown.
using Prechecker = std::function<Precheck(const Plan& plan, unsigned warp_width)>;

// Returns a sentence: "In the simulator, with n = 70: mine.cl:12:5: …".
std::string precheck_text(const Precheck& look);

}  // namespace lockstep
