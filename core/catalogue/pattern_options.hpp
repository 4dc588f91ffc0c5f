// The list of all pattern options, for settings, scenes and other code that is independent of the patterns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/algorithm.hpp"

namespace lockstep {

struct PatternOption {
  std::string_view key;    // in JSON and scenes: "mask_width"
  std::string_view title;  // "Mask width"
  std::string_view label;  // one word, for a narrow place: "mask"
  std::string_view help;   // one sentence
  std::uint64_t PatternOptions::*value = nullptr;
  std::uint64_t least = 0, most = UINT64_MAX;  // for every pattern; make_plan() checks further limits
  std::vector<std::uint64_t> offered{};        // values in a list of choices
};

// All options, in the order in which they are shown.
std::span<const PatternOption> pattern_options();
// Whether make_plan() of this algorithm reads the option.
bool reads_option(const Algorithm& algorithm, std::uint64_t PatternOptions::*value);
// The options that make_plan() of this algorithm reads; empty if the algorithm is not a pattern.
std::vector<const PatternOption*> pattern_options_of(const Algorithm& algorithm);

// Returns the value that the plan uses: the given value or, if 0 leaves the choice to the plan, the plan's
// choice. If no plan can be made for the request, this is the given value.
std::uint64_t used_value(const PatternOption& option, const Algorithm& algorithm, const PlanRequest& request);
// Returns the used values of all options that the algorithm reads: "columns 8192, tile 64". Empty if the
// algorithm is not a pattern.
std::string used_options(const Algorithm& algorithm, const PlanRequest& request);

}  // namespace lockstep
