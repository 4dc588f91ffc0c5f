// Compares the buffers that a device computed with the buffers of the simulator, cell by cell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"

namespace lockstep::gui {

// The contents of a plan's buffers after the last launch, and for each byte whether it was ever written (an
// empty vector means that all bytes were written). Both vectors are indexed like Plan::buffers.
struct FinalBuffers {
  std::vector<std::vector<std::byte>> bytes;
  std::vector<std::vector<std::uint8_t>> written;
};

struct ComparedBuffer {
  std::string name, type;
  std::uint64_t cells = 0;      // cells that were compared
  std::uint64_t rounded = 0;    // cells that differ only by rounding
  std::uint64_t different = 0;  // cells that differ by more
  // The first cell that differs by more than rounding: its index, and its values on the device and in
  // the simulator.
  std::uint64_t first = 0;
  std::string here, there;
  bool operator==(const ComparedBuffer&) const = default;
};

// Compares result buffers, and buffers that the launches changed in the simulator or on the device. Cells
// that the simulator did not write have no value and are not compared. `device` holds the final contents on
// the device.
std::vector<ComparedBuffer> compare_buffers(const Plan& plan, const FinalBuffers& simulator,
                                            const std::vector<std::vector<std::byte>>& device);

// Describes the comparison: "all 64 cells are as in the simulator", "3 of 64 cells differ, first [5]: 7 on
// the device, 9 in the simulator".
std::string comparison_text(const ComparedBuffer& buffer);

}  // namespace lockstep::gui
