// A GPU generation as a value: how the hardware groups lanes, counts memory traffic, and how fast it is. A
// new generation is a new value in models_nvidia.cpp or models_other.cpp, never new code elsewhere. The rules
// and their sources are those of the vendors' programming guides and of measurements on real devices; each
// model names its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::sim {

// How one global access of a warp becomes transactions.
struct GlobalRule {
  enum class Kind : std::uint8_t {
    strict_half_warp,    // cc1.0: coalesced or one transaction a lane
    shrinking_segments,  // cc1.2: per half-warp, 128/64/32-byte segments
    distinct_units,      // cc2.0 and later, AMD, Intel: distinct aligned units
  };
  Kind kind = Kind::distinct_units;
  unsigned load_unit_bytes = 32;      // 128: an L1 line; 32: a sector
  unsigned store_unit_bytes = 32;     // of stores and atomics, which work in L2
  bool splits_wide_accesses = false;  // 8-byte words: 2 requests of half a warp; 16-byte: 4 quarters
  bool approximate = false;           // no exact rule is published; views show "approximate"
  std::string unit = "transaction";   // its name: "sector" from cc5.0 on
};

// How one local (shared) access of a warp becomes passes (wavefronts).
struct LocalRule {
  enum class Wide : std::uint8_t {
    split_words,  // cc1.x: 8 and 16 bytes are 2 and 4 accesses of 4 bytes
    halves,       // as many lanes at a time as one pass has bytes for: cc2.x half-warps for
                  // 8 bytes and quarter-warps for 16, cc3.x the warp and half-warps
    merging,      // cc5.0 and later: the same, but the parts of a load merge when neighbours agree
    phases,       // AMD: fixed sets of lanes for each width
  };
  unsigned banks = 32;
  unsigned bank_bytes = 4;
  unsigned lanes_per_access = 32;    // 16: a half-warp at a time
  unsigned row_bytes = 0;            // words of one bank in the same aligned row do not conflict
                                     // (Kepler: 256); 0: only the same word is free
  bool broadcasts_one_word = false;  // cc1.x: only one word a pass is multicast
  bool serial_quarters = false;      // cc2.x: 16-byte words go by half-warps, each of which takes one
                                     // pass more than the worse of its quarter-warps needs
                                     // (CUDA C Programming Guide 5.5, G.4.3)
  Wide wide = Wide::merging;
  bool approximate = false;
  // For Wide::phases: the lanes served together, for each width (index 0: 4 bytes, 1: 8 bytes,
  // 2: 16-byte loads, 3: 16-byte stores).
  std::vector<std::vector<std::uint64_t>> phases;
};

// How fast one product of a generation is, as far as estimates need it (sim/cost/cost_model.hpp). Where no
// source gives a number, the field is absent, and the estimate leaves that part out.
struct DeviceRates {
  std::string product;              // "GeForce GTX 280"
  double compute_units = 1;         // multiprocessors, compute units, Xe-cores or processor cores
  double clock_ghz = 1;             // of the units that execute instructions
  double peak_gbps = 1;             // of global memory, as the maker gives it
  double copy_gbps = 1;             // of copies inside global memory: bytes read and bytes written
  std::optional<double> launch_ns;  // a kernel that does nothing, from its start to its end

  // Of one compute unit:
  double instructions_per_cycle = 1;  // warp instructions
  double passes_per_cycle = 1;        // passes of local memory
  double resident_warps = 1;          // the most at one time
  std::optional<double> resident_groups;
  std::optional<double> barrier_ns;  // from the arrival of the last warp until all warps continue
  std::optional<double> memory_ns;   // from a load until its value arrives, while all units load

  // The second-level cache. Absent: there is none, or its rates have no source; then every transaction goes
  // to memory.
  struct Cache {
    double bytes = 0;
    double ns = 0;         // like memory_ns
    double bandwidth = 1;  // relative to copy_gbps
  };
  std::optional<Cache> cache;
};

struct DeviceModel {
  std::string name;                  // "cc9.0"
  std::string title;                 // "Fermi (GeForce GTX 470, GTX 580)"
  std::vector<std::string> aliases;  // "fermi", "gtx580" …
  // Execution part: change it and the kernel must run again.
  unsigned warp_width = 32;  // 1 to 64
  bool lockstep = true;      // false: lanes are scheduled independently (Volta and later)
  std::uint64_t max_group_size = 1024;
  std::uint64_t local_bytes = 48 * 1024;
  // Memory part: change it and the same trace is only counted again.
  GlobalRule global;
  LocalRule local;
  // Change it and the same counts only cost something else.
  DeviceRates rates;
};

const std::vector<DeviceModel>& device_models();
// By name or alias, in any case, with or without spaces and hyphens, also as a card's full name ("NVIDIA
// GeForce RTX 4060 Ti"). Unknown: a usage error that lists the names.
Result<const DeviceModel*> find_device_model(std::string_view name);

}  // namespace lockstep::sim
