// The devices that a benchmark run uses, and the sizes that do not fit on them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// The key of each device in a scene: its name; the second device with the same name has the key "name (2)".
std::vector<std::string> device_keys(const std::vector<measure::Device>& devices);

// The device with this key, otherwise the first device; null if the list is empty.
const measure::Device* chosen_device(const std::vector<measure::Device>& devices, const std::string& key);

// The devices that share each array, in the order of the list; empty if a single device processes each array.
// Chosen devices that are not in the list are ignored.
std::vector<measure::Device> sharing_devices(const std::vector<measure::Device>& devices,
                                             const BenchmarkChoice& choice);

// Adds the device to the sharing devices, or removes it; the last device is not removed.
void toggle_sharing(BenchmarkChoice& choice, const std::string& key);

// A selected row that does not fit on the device or this machine if n is too large.
struct Misfit {
  std::uint64_t least = 0;  // the smallest of the given sizes that does not fit; 0: all sizes fit
  std::string id, why;
};

// One entry for each selected row. `sizes` must be ascending. If `device` is null, only host implementations
// are checked.
std::vector<Misfit> find_misfits(const AppState& state, const measure::Device* device,
                                 std::span<const std::uint64_t> sizes);

}  // namespace lockstep::gui
