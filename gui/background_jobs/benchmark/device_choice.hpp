// Determines the devices that a benchmark run uses, and the sizes that do not fit on these devices.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// Returns the key of each device in a scene. The key is the device's name; a second device with the same name
// has the key "name (2)".
std::vector<std::string> device_keys(const std::vector<measure::Device>& devices);

// Returns the device with this key, or the first device if no device has this key; null if the list is empty.
const measure::Device* chosen_device(const std::vector<measure::Device>& devices, const std::string& key);

// Returns the devices that share each array, in the order of the list; the result is empty if a single device
// processes each array. Chosen devices that are not in the list are ignored.
std::vector<measure::Device> sharing_devices(const std::vector<measure::Device>& devices,
                                             const BenchmarkChoice& choice);

// Adds the device with this key to the sharing devices, or removes it. The last sharing device is
// not removed.
void toggle_sharing(BenchmarkChoice& choice, const std::string& key);

// A selected row, and the smallest size at which it does not fit on the device or on this machine.
struct Misfit {
  std::uint64_t least = 0;  // the smallest of the given sizes that does not fit; 0: all sizes fit
  std::string id, why;
};

// Returns one entry for each selected row. `sizes` must be ascending. If `device` is null, only host
// implementations are checked.
std::vector<Misfit> find_misfits(const AppState& state, const measure::Device* device,
                                 std::span<const std::uint64_t> sizes);

}  // namespace lockstep::gui
