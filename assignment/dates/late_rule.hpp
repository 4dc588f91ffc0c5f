// The deduction for late submissions.
#pragma once

#include <cstdint>

namespace lockstep::assignment {

struct LateRule {
  double percent_a_day = 0;
  unsigned days = 0;  // days after which submissions are refused; 0: no limit
};

// Days of delay, each begun day counting as one; both times are seconds since 1970 in UTC.
unsigned days_late(std::int64_t due, std::int64_t handed_in);

// The fraction of the points that remains, 0 to 1.
double left_after(const LateRule& rule, unsigned days);

}  // namespace lockstep::assignment
