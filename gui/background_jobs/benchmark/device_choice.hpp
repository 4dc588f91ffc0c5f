// Which devices a benchmark run uses, and which sizes do not fit them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/benchmark_data/benchmark.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

// The name of each device in a scene: its own name; the second device of a name is "name (2)".
std::vector<std::string> device_keys(const std::vector<measure::Device>& devices);

// The device with this key, otherwise the first device; null if the list is empty.
const measure::Device* chosen_device(const std::vector<measure::Device>& devices, const std::string& key);

// The devices that share each array, in the order of the list; empty if one device has each array alone.
// Chosen devices that are missing from the list are ignored.
std::vector<measure::Device> sharing_devices(const std::vector<measure::Device>& devices,
                                             const BenchmarkChoice& choice);

// Adds the device to those that share, or removes it; the last one stays.
void toggle_sharing(BenchmarkChoice& choice, const std::string& key);

// A ticked row that does not fit the device or this machine from some n on.
struct Misfit {
  std::uint64_t least = 0;  // the smallest of the given sizes that does not fit; 0: all sizes fit
  std::string id, why;
};

// One entry for each ticked row. `sizes`: ascending. `device` null: only host implementations are checked.
std::vector<Misfit> find_misfits(const AppState& state, const measure::Device* device,
                                 std::span<const std::uint64_t> sizes);

}  // namespace lockstep::gui
