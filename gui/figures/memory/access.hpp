// The figure of one access of a warp and its cost. For global memory, lines lead from the lanes to the
// aligned segments that serve the lanes. For local memory, banks are columns, words are in rows, and passes
// are shown one after another. For constant memory, lines lead from the lanes to the distinct addresses,
// which are also served in passes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/figures/tools/link.hpp"
#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::gui {

struct AccessLane {
  unsigned lane = 0;
  std::int64_t offset = 0;  // bytes from the start of the buffer, or of the group's local memory; out of
                            // bounds it may be negative
  std::string name;         // "scratch[32]"
  std::string index;        // the index with its values, "4 + 28"; empty if unknown
  unsigned pass = 0;        // local, constant: the first pass that serves the lane
};

struct AccessSegment {
  std::int64_t offset = 0;  // bytes from the start of the buffer
  std::uint32_t bytes = 0;
  std::uint64_t lanes = 0;
  std::uint32_t used_bytes = 0;
  std::uint32_t object = 0;
};

// An address in constant memory.
struct AccessAddress {
  std::int64_t offset = 0;  // bytes from the start of the buffer
  std::string name;         // "mask[3]"
  std::uint64_t lanes = 0;  // lanes that request the address
};

// The words of one bank that the access requests.
struct AccessBank {
  unsigned bank = 0;
  std::vector<std::uint64_t> words;
};

struct MemoryAccess {
  bool present = false;
  std::uint64_t position = 0;  // the moment of the access
  bool upcoming = false;       // true: the next moment makes the access; false: the access is in the past
  sim::AccessDetail detail;
  std::uint32_t warp = 0, line = 0;  // line 0: the access is not in the source
  std::uint32_t group = 0;
  unsigned warp_width = 32;
  std::string object;             // "scratch", "in"
  std::string index;              // the index as in the source, "t + s"; empty if unknown
  std::vector<AccessLane> lanes;  // active lanes, ascending
  // Global memory.
  std::vector<AccessSegment> segments;
  std::uint64_t asked_bytes = 0, moved_bytes = 0;
  std::string unit = "transaction";       // the model's term for a segment: "sector" from cc5.0 on
  std::uint32_t fewest_transactions = 0;  // for the requested bytes if they were contiguous
  // Local memory.
  unsigned banks = 32, bank_bytes = 4;
  std::vector<AccessBank> asked_banks;  // ascending
  // Constant memory: the distinct addresses, in the order in which they are served.
  std::vector<AccessAddress> addresses;
  unsigned passes = 0;       // local, constant
  bool approximate = false;  // no exact rule has been published for the model
  // Descriptions.
  std::string heading;   // "Local memory · 32 banks · load from scratch"
  std::string verdict;   // "pass 2 of 2", "4 sectors of 32 bytes": next to the heading
  std::string sentence;  // describes the cost
  bool costs = false;    // the cost is more than the minimum
};

// Returns the number of the word of local memory that contains the byte at `offset`. The bank is computed
// from this number. Before the beginning of the memory, words are counted down from 2^64.
std::uint64_t word_at(const MemoryAccess& access, std::int64_t offset);

// Describes the access of the moment at `position`, or of the last earlier moment with an access. If the
// moment makes several accesses, `which` is the number of the access.
MemoryAccess prepare_memory_access(const sim::Trace& trace, std::uint64_t position, std::size_t which = 0);
// Describes an access without a run, to an array `object` whose addresses begin at offset 0.
MemoryAccess describe_access(sim::AccessDetail detail, const sim::DeviceModel& model,
                             const std::string& object);

// Returns the address arithmetic of a lane: "lane 4: scratch[t + s] = [4 + 28] = [32], byte 128 / 4 = word
// 32, bank 32 mod 32 = 0"; empty for an inactive lane.
std::string lane_arithmetic(const MemoryAccess& access, unsigned lane);

// Describes a pass: "Pass 2 of 4 serves lanes 2 and 3 from banks 15 and 31; 30 banks are idle."
std::string pass_sentence(const MemoryAccess& access, unsigned pass);
// Sets the heading, the verdict and the sentence of an access whose other fields are complete.
void put_into_words(MemoryAccess& access);

struct MemoryAccessView {
  int pass = -1;            // the shown pass; −1: all passes
  float scroll = 0;         // px, used if the rows of words do not fit
  float heading_right = 0;  // px used by the caller at the right of the heading

  Rect drawn_picture;  // the area of banks or segments in the last draw
};

FigureOutput draw_memory_access(Canvas& canvas, const Rect& area, const MemoryAccess& access,
                                MemoryAccessView& view, const FigureInput& input = {});

float memory_access_height(const MemoryAccess& access, float width);
// Returns the height at which all rows of the banks are visible, without numbers in the words.
float least_memory_access_height(const MemoryAccess& access);

// The following functions draw the parts of the figure: the pictures of accesses to local, global and
// constant memory.

inline constexpr float kMemoryLabelWidth = 44;  // px at the left, for "lane", "bank" and the numbers of words

inline bool is_local(const MemoryAccess& access) { return access.detail.space == sim::Space::local; }
inline bool is_constant(const MemoryAccess& access) { return access.detail.space == sim::Space::constant; }
// Returns true if the access is served in passes, which can be played.
inline bool has_passes(const MemoryAccess& access) { return is_local(access) || is_constant(access); }

// Draws the lanes of the warp in a row (two rows for 64 lanes). `boxes` receives the rectangle of each lane.
void draw_lane_row(Canvas& canvas, const Rect& area, const MemoryAccess& access, const FigureInput& input,
                   std::vector<Rect>& boxes, FigureOutput& output);

// Draws a column for each bank, and a row for each row of words that contains an accessed word.
void draw_banks(Canvas& canvas, const Rect& area, const MemoryAccess& access, MemoryAccessView& view,
                const FigureInput& input, FigureOutput& output);
float banks_height(const MemoryAccess& access);
float least_banks_height(const MemoryAccess& access);

// Draws the lanes above and the segments below, with lines from each lane to the bytes that it requests.
// Unused bytes are hatched.
void draw_segments(Canvas& canvas, const Rect& area, const MemoryAccess& access, const FigureInput& input,
                   FigureOutput& output);
float segments_height();

// Draws the lanes above and the distinct addresses in constant memory below. The address that `pass` serves
// is filled.
void draw_addresses(Canvas& canvas, const Rect& area, const MemoryAccess& access, int pass,
                    const FigureInput& input, FigureOutput& output);

}  // namespace lockstep::gui
