// The rule that deducts points from late submissions.
#pragma once

#include <cstdint>

namespace lockstep::assignment {

struct LateRule {
  double percent_a_day = 0;
  unsigned days = 0;  // days after which submissions are refused; 0: no limit
};

// Returns the days of delay, where each day that has begun counts as one. Both times are seconds since 1970
// in UTC.
unsigned days_late(std::int64_t due, std::int64_t handed_in);

// Returns the fraction of the points that remains, from 0 to 1.
double left_after(const LateRule& rule, unsigned days);

}  // namespace lockstep::assignment
