// An edited kernel is checked in the simulator before a device runs it. The caller passes the simulator as a
// function, because nothing here knows it.
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
    remark,   // wrong, but no harm to a device: a race, an uninitialised value, a wrong result
    danger,   // may hang a device or reach into memory that is not its own
    unknown,  // the simulator cannot run it: `message` says why
  };
  Verdict verdict = Verdict::clean;
  std::string kind;     // of the finding, as JSON names it: "out_of_bounds"; "wrong_result"
  std::string message;  // one sentence
  std::string path;     // of the source; empty if there is none
  std::uint32_t line = 0, column = 0;
  std::uint64_t n = 0;  // the n of this check
  bool operator==(const Precheck&) const = default;
};

std::string_view name(Precheck::Verdict verdict);
std::optional<Precheck::Verdict> parse_verdict(std::string_view name);

// Must return within about a second. `warp_width`: of the device that is to run it, 0 if that is not
// known.
using Prechecker = std::function<Precheck(const Plan& plan, unsigned warp_width)>;

// "In the simulator, with n = 70: mine.cl:12:5: …"
std::string precheck_text(const Precheck& look);

}  // namespace lockstep
