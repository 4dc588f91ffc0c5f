// Which of the devices that there are a run takes.
#pragma once

#include <string>
#include <vector>

#include "core/opencl/devices.hpp"
#include "gui/state/state.hpp"

namespace lockstep::gui {

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
