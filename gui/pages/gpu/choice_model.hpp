// The sizes that the Run on GPU tab offers, and which of them fit, prepared without drawing.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "core/opencl/devices.hpp"
#include "gui/jobs/benchmark_runner.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

struct SizeOffer {
  enum class Fit : std::uint8_t { all, some, none };  // of what is ticked
  std::uint64_t n = 0;
  bool ticked = false;
  Fit fit = Fit::all;
  std::string tooltip;
};

// Powers of four from 2^10 to 2^30, and what else is ticked.
class SizeChoice {
 public:
  // Looks again only when what decides about it has changed. `device` null: nothing is known to be too large.
  const std::vector<SizeOffer>& offers(const AppState& state, const opencl::Device* device);

 private:
  struct Misfit {
    std::uint64_t least = 0;  // n from which on it does not fit; 0: all of them do
    std::string id, why;
  };
  void look(const AppState& state, const opencl::Device* device);
  SizeOffer offer(std::uint64_t n, const AppState& state) const;

  using Key = std::tuple<std::string, std::vector<std::string>, std::vector<std::uint64_t>, std::uint64_t,
                         Operator, ElementType, bool>;
  Key key_;
  std::vector<Misfit> misfits_;  // one for each that is ticked
  std::vector<SizeOffer> offers_;
};

// Ticked sizes after `n` was pressed: alone it is switched; with Shift all offered ones from the nearest
// ticked one to it are ticked.
std::vector<std::uint64_t> toggle_size(const std::vector<SizeOffer>& offers, std::uint64_t n,
                                       bool whole_range);
// All that fit; where they are ticked already, only the smallest of them.
std::vector<std::uint64_t> all_that_fit(const std::vector<SizeOffer>& offers);
bool are_all_ticked(const std::vector<SizeOffer>& offers);

// Which of the devices that there are a run takes.

// What a scene calls each device: its name, and "name (2)" for the second one of a name.
std::vector<std::string> device_keys(const std::vector<opencl::Device>& devices);

// The one of this key, or the first one; null where there is none.
const opencl::Device* chosen_device(const std::vector<opencl::Device>& devices, const std::string& key);

// Those that share each array, in the order of the list; empty where one has it alone. Devices that are no
// longer there are passed over.
std::vector<opencl::Device> sharing_devices(const std::vector<opencl::Device>& devices,
                                            const BenchmarkChoice& choice);

// Ticked or not: at least one stays.
void toggle_sharing(BenchmarkChoice& choice, const std::string& key);

}  // namespace lockstep::gui
