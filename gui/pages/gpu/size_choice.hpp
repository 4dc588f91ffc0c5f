// Determines the sizes that the Run on GPU page offers, and which of these sizes fit on the
// device. Does not draw.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "gui/background_jobs/benchmark/device_choice.hpp"

namespace lockstep::gui {

struct SizeOffer {
  enum class Fit : std::uint8_t { all, some, none };  // how many of the ticked rows fit
  std::uint64_t n = 0;
  bool ticked = false;
  Fit fit = Fit::all;
  std::string tooltip;
};

// The offered sizes: the powers of four from 2^10 to 2^30, and all ticked sizes.
class SizeChoice {
 public:
  // Returns the offered sizes. Checks which sizes fit only if a relevant choice has changed. If `device` is
  // null, only host implementations are checked.
  const std::vector<SizeOffer>& offers(const AppState& state, const measure::Device* device);

 private:
  SizeOffer offer(std::uint64_t n, const AppState& state) const;

  using Key = std::tuple<std::string, std::vector<std::string>, std::vector<std::uint64_t>, std::uint64_t,
                         Operator, ElementType, bool, PatternOptions>;
  Key key_;
  std::vector<Misfit> misfits_;  // one for each ticked row
  std::vector<SizeOffer> offers_;
};

// Returns the ticked sizes after a press on `n`. Without Shift, `n` is toggled. With Shift, all offered sizes
// from the nearest ticked size to `n` are ticked.
std::vector<std::uint64_t> toggle_size(const std::vector<SizeOffer>& offers, std::uint64_t n,
                                       bool whole_range);
// Returns all sizes that fit. If these sizes are already ticked, returns only the smallest of them.
std::vector<std::uint64_t> all_that_fit(const std::vector<SizeOffer>& offers);
bool are_all_ticked(const std::vector<SizeOffer>& offers);

}  // namespace lockstep::gui
