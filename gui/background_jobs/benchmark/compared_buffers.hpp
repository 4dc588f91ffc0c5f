// The buffers that a device computed beside those of the simulator, cell by cell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"

namespace lockstep::gui {

// What a plan's buffers hold after its last launch, and for each byte whether it was ever written (empty: all
// were). By Plan::buffers index.
struct FinalBuffers {
  std::vector<std::vector<std::byte>> bytes;
  std::vector<std::vector<std::uint8_t>> written;
};

struct ComparedBuffer {
  std::string name, type;
  std::uint64_t cells = 0;      // that hold a value
  std::uint64_t rounded = 0;    // that differ no more than rounding explains
  std::uint64_t different = 0;  // that differ more
  // The first cell that differs more: its index, and both values.
  std::uint64_t first = 0;
  std::string here, there;
  bool operator==(const ComparedBuffer&) const = default;
};

// For the buffers that the launches changed in the simulator or on the device, and for results. Cells that
// the simulator did not write have no value and are not compared. `device`: the contents that the device
// left.
std::vector<ComparedBuffer> compare_buffers(const Plan& plan, const FinalBuffers& simulator,
                                            const std::vector<std::vector<std::byte>>& device);

// "all 64 cells as in the simulator", "3 of 64 cells differ, first [5]: 7 here, 9 in the simulator".
std::string comparison_text(const ComparedBuffer& buffer);

}  // namespace lockstep::gui
