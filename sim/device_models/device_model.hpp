// The data that describe a GPU generation: how the hardware groups lanes and counts memory traffic, and how
// fast it is. To add a generation, add a DeviceModel in models_nvidia.cpp or models_other.cpp; no other code
// changes. The rules come from the vendors' programming guides and from measurements on real devices; each
// model names its sources.
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
    strict_half_warp,    // cc1.0: coalesced or one transaction per lane
    shrinking_segments,  // cc1.2: per half-warp, segments of 128, 64 or 32 bytes
    distinct_units,      // cc2.0 and later, AMD, Intel: distinct aligned units
  };
  Kind kind = Kind::distinct_units;
  unsigned load_unit_bytes = 32;      // 128: an L1 line; 32: a sector
  unsigned store_unit_bytes = 32;     // of stores and atomics, which are executed in L2
  bool splits_wide_accesses = false;  // 8-byte words: 2 requests of half a warp; 16-byte: 4 quarters
  bool approximate = false;           // no exact rule is published; views show "approximate"
  std::string unit = "transaction";   // name of a unit: "sector" from cc5.0 on
};

// How one local (shared) access of a warp becomes passes (wavefronts).
struct LocalRule {
  enum class Wide : std::uint8_t {
    split_words,  // cc1.x: 8 and 16 bytes are 2 and 4 accesses of 4 bytes
    halves,       // as many lanes at a time as fit the bytes of a pass: cc2.x half-warps for
                  // 8 bytes and quarter-warps for 16, cc3.x the warp and half-warps
    merging,      // cc5.0 and later: as `halves`, but parts of a load merge if neighbours agree
    phases,       // AMD: fixed sets of lanes for each width
  };
  unsigned banks = 32;
  unsigned bank_bytes = 4;
  unsigned lanes_per_access = 32;    // 16: a half-warp at a time
  unsigned row_bytes = 0;            // words of one bank in the same aligned row do not conflict
                                     // (Kepler: 256); 0: only lanes on the same word do not conflict
  bool broadcasts_one_word = false;  // cc1.x: only one word per pass is multicast
  bool serial_quarters = false;      // cc2.x: 16-byte words are served by half-warps; each takes one
                                     // pass more than the worse of its quarter-warps
                                     // (CUDA C Programming Guide 5.5, G.4.3)
  Wide wide = Wide::merging;
  bool approximate = false;
  // For Wide::phases: the lanes served together, for each width (index 0: 4 bytes, 1: 8 bytes,
  // 2: 16-byte loads, 3: 16-byte stores).
  std::vector<std::vector<std::uint64_t>> phases;
};

// How one load of a warp from constant memory becomes passes: lanes that read the same address are served
// together by a broadcast; different addresses are serialised. Loads of kernel arguments are not included.
struct ConstantRule {
  unsigned lanes_per_request = 32;  // 16: a half-warp at a time
  std::uint32_t widest_bytes = 8;   // per lane; wider loads are several instructions
  bool approximate = false;         // no exact rule is published or measured
};

// The limits of one multiprocessor, and the units in which it allocates its resources to
// work-groups and their warps (sim/predicted_times/occupancy/occupancy.hpp). Group sizes are
// limited by DeviceModel::max_group_size.
struct OccupancyLimits {
  unsigned warps = 0, groups = 0;  // the maximum numbers at one time
  unsigned warp_unit = 1;          // the warps of a group are rounded up to a multiple of this

  unsigned registers = 0;                                       // of 32 bits
  unsigned registers_of_group = 0, registers_of_work_item = 0;  // maximum of each
  unsigned register_unit = 256;     // of allocation: for each warp, or for the whole group
  bool registers_by_group = false;  // cc1.x
  unsigned partitions = 4;          // parts of the register file; the registers of a warp are in one part
  // Numbers of registers per work-item for which the unit is doubled (cc2.x).
  std::vector<unsigned> double_unit;

  std::uint64_t local_bytes = 0;
  std::uint64_t local_bytes_of_group = 0;  // maximum of a group; NVIDIA from cc7.0: more than OpenCL offers
                                           // (DeviceModel::local_bytes)
  std::uint64_t local_unit = 256;          // of allocation
  std::uint64_t reserved_local_bytes = 0;  // of each group, for the system
};

// The speed of one product of a generation, as far as estimates need it (sim/predicted_times/cost_model.hpp).
// If no source gives a value, the field is absent and the estimate omits that part.
struct DeviceRates {
  std::string product;              // "GeForce GTX 280"
  double compute_units = 1;         // multiprocessors, compute units, Xe-cores or processor cores
  double clock_ghz = 1;             // of the units that execute instructions
  double peak_gbps = 1;             // of global memory, according to the vendor
  double copy_gbps = 1;             // of copies inside global memory: bytes read and bytes written
  std::optional<double> launch_ns;  // an empty kernel, from its start to its end

  // Per compute unit:
  double instructions_per_cycle = 1;     // warp instructions
  unsigned schedulers = 1;               // share the instructions equally; each warp belongs to one scheduler
  double passes_per_cycle = 1;           // passes of local memory
  double constant_passes_per_cycle = 1;  // passes of constant memory; 1 if not measured
  double resident_warps = 1;             // maximum at one time
  std::optional<double> resident_groups;
  std::optional<double> barrier_ns;  // from the arrival of the last warp until all warps continue
  // The number of cycles from an instruction until the next instruction of its warp can use the result. If
  // this value is given, a barrier counts as an instruction with this latency, and barrier_ns is not needed.
  std::optional<double> dependent_cycles;
  // The body of an `if` is predicated if it has at most this number of instructions. If the value is absent,
  // the rule of compilers for cc9.0 applies (sim/observers/counters/operations.hpp).
  std::optional<unsigned> predicated_instructions;
  // The additional instructions of an integer division by a variable, of a 32-bit integer multiplication by a
  // variable, and of each pass of local memory that a bank conflict adds (if the instruction is issued again
  // for that pass).
  double division_instructions = 18, multiplication_instructions = 0, conflict_instructions = 0;
  std::optional<double> memory_ns;  // from a load until its value arrives, while all units load

  // Like memory_ns, but for a load from the first-level cache, which holds data that a warp has accessed
  // before. Absent: global loads use no first-level cache, or no source gives the value.
  std::optional<double> first_level_ns;

  // The second-level cache. If it is absent, every transaction goes to memory: the device has no such cache,
  // or no source gives its rates.
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
  // Execution: if these members change, the kernel must run again.
  unsigned warp_width = 32;  // 1 to 64
  bool lockstep = true;      // false: lanes are scheduled independently (Volta and later)
  std::uint64_t max_group_size = 1024;
  std::uint64_t local_bytes = 48 * 1024;
  // Memory: if these members change, the same trace is counted again.
  GlobalRule global;
  LocalRule local;
  std::optional<ConstantRule> constant;  // absent: constant memory is not modelled
  // Rates: if these members change, the same counts have other costs.
  DeviceRates rates;
  std::optional<OccupancyLimits> occupancy;  // absent: not known

  // Other cards with the same rules. --model accepts their names.
  struct Product {
    std::string name;  // "gtx470"
    DeviceRates rates;
  };
  std::vector<Product> products;
  std::string product;  // the product that has these rates; empty: the product that `rates` names
  // The name of this model in --model and in scenes: "cc2.0", or "gtx470" for a model with that card's rates.
  const std::string& called() const { return product.empty() ? name : product; }
};

const std::vector<DeviceModel>& device_models();
// Returns a separate model for each product of each model, with the rules of the model and the rates of
// the product.
const std::vector<DeviceModel>& product_models();
// Finds a model by its name, by an alias, or by a card's full name ("NVIDIA GeForce RTX 4060 Ti"). Upper and
// lower case, spaces and hyphens make no difference. For a product's name, returns the model with that
// product's rates. For an unknown name, returns a usage error that lists the names.
Result<const DeviceModel*> find_device_model(std::string_view name);

}  // namespace lockstep::sim
