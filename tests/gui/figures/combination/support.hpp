// Common parts of the tests of the combination figure.
#pragma once

#include <gtest/gtest.h>

#include "gui/figures/figures.hpp"
#include "tests/sim/figure_rows/inputs.hpp"

namespace lockstep::gui {

inline const sim::Combination& combination_of(FigureSet& figures) {
  const sim::Combination* combination = figures.combination();
  EXPECT_NE(combination, nullptr);
  return *combination;
}

}  // namespace lockstep::gui
