// Measured times of one kernel on an H200 at different occupancies, for comparison with the timeline's
// predictions: assets/measured/h200_occupancy_times.csv.
#pragma once

#include <vector>

#include "sim/predicted_times/latency.hpp"

namespace lockstep::sim {

// Each work-item sums its share of an array of 4-byte elements, with some operations between two loads.
struct MeasuredOccupancy {
  unsigned operations = 0;  // between two loads: 0, 32 or 256
  KernelShape shape;
  LoadLoop loop;  // instructions per load, from the device's counters
  double ns = 0;  // measured
  unsigned resident_warps() const { return shape.resident_groups * shape.warps_of_group; }
  // Returns whether all groups are resident at the same time.
  bool is_one_wave() const;
};

// Returns the measurements, in the order of the file.
const std::vector<MeasuredOccupancy>& measured_occupancies();
// Returns the model of the measured device.
const DeviceModel& measured_device();

}  // namespace lockstep::sim
