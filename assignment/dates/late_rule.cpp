#include "assignment/dates/late_rule.hpp"

#include <algorithm>

namespace lockstep::assignment {

unsigned days_late(std::int64_t due, std::int64_t handed_in) {
  constexpr std::int64_t kDay = 86'400;
  return handed_in <= due ? 0 : static_cast<unsigned>((handed_in - due + kDay - 1) / kDay);
}

double left_after(const LateRule& rule, unsigned days) {
  if (days == 0) return 1;
  if (rule.days != 0 && days > rule.days) return 0;
  constexpr double kAll = 100;
  return std::max(0.0, 1 - rule.percent_a_day * days / kAll);
}

}  // namespace lockstep::assignment
