// One access of one warp and what it costs. Global: the lanes joined to the aligned segments that serve them.
// Local: the banks as columns, the words as rows, the passes played one after another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/figures/link.hpp"
#include "sim/dataflow/memory_object.hpp"

namespace lockstep::gui {

struct AccessLane {
  unsigned lane = 0;
  std::uint64_t offset = 0;  // bytes from the start of the buffer, or of the group's local memory
  std::string name;          // "scratch[32]"
  std::string index;         // the source's index with its values, "4 + 28"; empty where it is not known
  unsigned pass = 0;         // local: in which it is served
};

struct AccessSegment {
  std::uint64_t offset = 0;  // bytes from the start of the buffer
  std::uint32_t bytes = 0;
  std::uint64_t lanes = 0;
  std::uint32_t used_bytes = 0;
  std::uint32_t object = 0;
};

// The words of one bank that the access asks for.
struct AccessBank {
  unsigned bank = 0;
  std::vector<std::uint64_t> words;
};

struct MemoryAccess {
  bool present = false;
  std::uint64_t position = 0;  // of the moment that makes it
  bool upcoming = false;       // it is the next moment's; else it is the last that was made
  sim::AccessDetail detail;
  std::uint32_t warp = 0, line = 0;
  std::uint32_t group = 0;
  unsigned warp_width = 32;
  std::string object;             // "scratch", "in"
  std::string index;              // as the source has it, "t + s"; empty where it is not known
  std::vector<AccessLane> lanes;  // that take part, ascending
  // Global.
  std::vector<AccessSegment> segments;
  std::uint64_t asked_bytes = 0, moved_bytes = 0;
  std::uint32_t fewest_transactions = 0;  // that could hold the bytes asked for
  // Local.
  unsigned banks = 32, bank_bytes = 4;
  std::vector<AccessBank> asked_banks;  // ascending
  unsigned passes = 0;
  bool approximate = false;  // the model has no exact public rule
  // For people.
  std::string heading;   // "Local memory · 32 banks · load from scratch"
  std::string verdict;   // "pass 2 of 2", "4 sectors of 32 bytes": beside the heading
  std::string sentence;  // why it costs what it costs
  bool costs = false;    // more than the access would need at best
};

// The access of the moment at `position`, or of the last moment before it that made one. Of several
// accesses of one moment, number `which`.
MemoryAccess prepare_memory_access(const sim::Trace& trace, std::uint64_t position, std::size_t which = 0);

// "lane 4: scratch[t + s] = [4 + 28] = [32], byte 128 / 4 = word 32, bank 32 mod 32 = 0"; empty when the lane
// does not take part.
std::string lane_arithmetic(const MemoryAccess& access, unsigned lane);

// "Pass 2 of 4 serves lanes 2 and 3 from banks 15 and 31; 30 banks are idle."
std::string pass_sentence(const MemoryAccess& access, unsigned pass);
// Heading, verdict and sentence; the last thing that prepare_memory_access does.
void put_into_words(MemoryAccess& access);

struct MemoryAccessView {
  int pass = -1;            // which one is being played; −1: all have been
  float scroll = 0;         // px, when the rows of words do not fit
  float heading_right = 0;  // px at the right of the heading that the caller uses

  Rect drawn_picture;  // where the last draw put the banks or the segments
};

FigureOutput draw_memory_access(Canvas& canvas, const Rect& area, const MemoryAccess& access,
                                MemoryAccessView& view, const FigureInput& input = {});

float memory_access_height(const MemoryAccess& access, float width);

}  // namespace lockstep::gui
