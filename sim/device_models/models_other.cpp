// The models of AMD, Intel and the CPU. AMD's local memory serves sets of lanes, called phases, one after
// another; the phases were measured for each width (amd-shark-ai, docs/empirical-lds/lds_summary.md). For
// global memory, no vendor publishes how accesses are counted, so the models count distinct cache lines and
// are marked approximate.
#include "sim/device_models/models.hpp"

namespace lockstep::sim {

namespace {

using Phases = std::vector<std::uint64_t>;

// Returns `count` phases of `lanes` neighbouring lanes each.
Phases consecutive(unsigned count, unsigned lanes) {
  const std::uint64_t first = lanes == 64 ? ~0ULL : (1ULL << lanes) - 1;
  Phases phases;
  for (unsigned i = 0; i < count; ++i) phases.push_back(first << (i * lanes));
  return phases;
}

// Returns the four phases of a 16-byte load of 32 lanes: {0-3,20-23}, {4-7,16-19},
// {8-11,28-31}, {12-15,24-27}.
Phases crossed_quarters() { return {0x00F0000F, 0x000F00F0, 0xF0000F00, 0x0F00F000}; }

// Returns the eight phases of a 16-byte load of 64 lanes: those of the lower 32 lanes, then those of the
// upper 32 lanes, {32-35,52-55} and so on.
Phases crossed_eighths() {
  Phases phases;
  for (const std::uint64_t phase : crossed_quarters()) {
    phases.push_back(phase);
    phases.push_back(phase << 32);
  }
  return phases;
}

// The rates are those of one product of the generation, which they name; compute units, clock and bandwidth
// are from its data sheet. No source was found for the costs of a launch, of a barrier and of the
// second-level cache, or, except on GCN, for the latency.

// AMD, "Graphics Cores Next Architecture", 2012: each of four vector units issues an instruction of a
// wavefront every four cycles, and local memory delivers 128 bytes per cycle, which is one phase of 32 lanes.
// A vector unit holds ten wavefronts, and a compute unit holds 16 work-groups. Latency: 300 to 600 cycles
// (AMD APP OpenCL Programming Guide).
DeviceRates radeon_hd_7970() {
  DeviceRates rates;
  rates.product = "Radeon HD 7970";
  rates.compute_units = 32;
  rates.clock_ghz = 0.925;
  rates.peak_gbps = 264;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.instructions_per_cycle = 1;
  rates.schedulers = 4;
  rates.passes_per_cycle = 1;
  rates.resident_warps = 40;
  rates.resident_groups = 16;
  rates.memory_ns = 450 / rates.clock_ghz;
  return rates;
}

// The compute units of CDNA have the rates of GCN (AMD, "CDNA Architecture", 2020).
DeviceRates mi100() {
  DeviceRates rates = radeon_hd_7970();
  rates.product = "Instinct MI100";
  rates.compute_units = 120;
  rates.clock_ghz = 1.502;
  rates.peak_gbps = 1228.8;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.memory_ns.reset();
  return rates;
}

// AMD, "CDNA 3 Architecture", 2023; 32 wavefronts per compute unit, as the driver reports.
DeviceRates mi300x() {
  DeviceRates rates = mi100();
  rates.product = "Instinct MI300X";
  rates.compute_units = 304;
  rates.clock_ghz = 2.1;
  rates.peak_gbps = 5300;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.resident_warps = 32;
  return rates;
}

// A vector unit holds eight wavefronts. Local memory delivers twice as many bytes per cycle as on CDNA 3,
// which is one phase of the model's 64 banks (AMD, "CDNA 4 Architecture", 2025).
DeviceRates mi350x() {
  DeviceRates rates = mi100();
  rates.product = "Instinct MI350X";
  rates.compute_units = 256;
  rates.clock_ghz = 2.2;
  rates.peak_gbps = 8000;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.resident_warps = 32;
  return rates;
}

// AMD, "RDNA Architecture", 2019: two vector units of 32 lanes, each of which issues an instruction every
// cycle and holds 20 wavefronts; local memory delivers 128 bytes per cycle to each compute unit.
DeviceRates radeon_rx_5700_xt() {
  DeviceRates rates;
  rates.product = "Radeon RX 5700 XT";
  rates.compute_units = 40;
  rates.clock_ghz = 1.905;
  rates.peak_gbps = 448;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.instructions_per_cycle = 2;
  rates.schedulers = 2;
  rates.passes_per_cycle = 1;
  rates.resident_warps = 40;
  return rates;
}

// The vector units of RDNA; from RDNA 2 on, each holds 16 wavefronts (AMD, "RDNA 2" and "RDNA 4 Instruction
// Set Architecture").
DeviceRates radeon_rx_9070_xt() {
  DeviceRates rates = radeon_rx_5700_xt();
  rates.product = "Radeon RX 9070 XT";
  rates.compute_units = 64;
  rates.clock_ghz = 2.97;
  rates.peak_gbps = 640;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.resident_warps = 32;
  return rates;
}

// There are 16 vector engines of 8 lanes, so an instruction of 32 lanes takes four cycles. Each engine holds
// eight threads. Local memory delivers 128 bytes per cycle, which is two messages of 16 lanes (Intel oneAPI
// GPU Optimization Guide, "Intel Xe GPU Architecture").
DeviceRates arc_a770() {
  DeviceRates rates;
  rates.product = "Arc A770";
  rates.compute_units = 32;
  rates.clock_ghz = 2.1;
  rates.peak_gbps = 560;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.instructions_per_cycle = 4;
  rates.schedulers = 16;
  rates.passes_per_cycle = 2;
  rates.resident_warps = 128;
  return rates;
}

// An estimate, not the rates of a product: each core performs four instructions, two accesses to local memory
// and one access to a cache line per cycle. The model counts a line for each access of a work-item, although
// the next work-item finds most of these lines in the cache. The bandwidth is therefore the bandwidth of the
// caches, and arrays larger than the caches are not modelled.
DeviceRates eight_cores() {
  DeviceRates rates;
  rates.product = "a processor with 8 cores (estimate, data in its caches)";
  rates.compute_units = 8;
  rates.clock_ghz = 3.5;
  rates.peak_gbps = rates.copy_gbps = 64 * rates.clock_ghz * rates.compute_units;
  rates.instructions_per_cycle = 4;
  rates.passes_per_cycle = 2;
  return rates;
}

DeviceModel gcn() {
  DeviceModel model;
  model.name = "gcn";
  model.title = "AMD GCN (Radeon HD 7970 to RX Vega)";
  model.aliases = {"gcn-64b", "hd7970", "vega"};
  model.warp_width = 64;
  model.max_group_size = 256;
  model.local_bytes = 32 * kKiB;
  model.global.load_unit_bytes = 64;
  model.global.store_unit_bytes = 64;
  model.global.approximate = true;
  model.local.wide = LocalRule::Wide::phases;
  model.local.phases = {consecutive(2, 32), consecutive(4, 16), crossed_eighths(), consecutive(8, 8)};
  model.rates = radeon_hd_7970();
  return model;
}

// Units of 64 bytes, as "Composable Kernel" counts for GCN and CDNA 2 (ROCm documentation).
DeviceModel cdna() {
  DeviceModel model = gcn();
  model.name = "cdna";
  model.title = "AMD CDNA 1 and 2 (MI100, MI200)";
  model.aliases = {"cdna1", "cdna2", "mi100", "mi200", "mi210", "mi250", "mi250x"};
  model.max_group_size = 1024;
  model.local_bytes = 64 * kKiB;
  model.rates = mi100();
  return model;
}

// A cache line has 128 bytes (ROCm Compute Profiler, "Vector L1 cache").
DeviceModel cdna3() {
  DeviceModel model = cdna();
  model.name = "cdna3";
  model.title = "AMD CDNA 3 (MI300)";
  model.aliases = {"mi300", "mi300a", "mi300x", "mi325", "mi325x"};
  model.global.load_unit_bytes = 128;
  model.global.store_unit_bytes = 128;
  model.rates = mi300x();
  return model;
}

// CDNA 4 has 64 banks. For 8-byte and 16-byte accesses, the number of sets of lanes is published, but the
// sets are not.
DeviceModel cdna4() {
  DeviceModel model = cdna3();
  model.name = "cdna4";
  model.title = "AMD CDNA 4 (MI350)";
  model.aliases = {"mi350", "mi350x", "mi355", "mi355x"};
  model.local_bytes = 160 * kKiB;
  model.local.banks = 64;
  model.local.phases = {consecutive(1, 64), consecutive(2, 32), consecutive(4, 16), consecutive(4, 16)};
  model.local.approximate = true;
  model.rates = mi350x();
  return model;
}

// The rules of RDNA 3. The phases of 16-byte stores are those of RDNA 4, because those of RDNA 3 are
// not published.
DeviceModel rdna() {
  DeviceModel model;
  model.name = "rdna";
  model.title = "AMD RDNA (Radeon RX 5000 to 7000)";
  model.aliases = {"rdna1",  "rdna2",  "rdna3",  "rx5500", "rx5600", "rx5700", "rx6500", "rx6600", "rx6650",
                   "rx6700", "rx6750", "rx6800", "rx6900", "rx6950", "rx7600", "rx7700", "rx7800", "rx7900"};
  model.local_bytes = 64 * kKiB;
  model.global.load_unit_bytes = 128;
  model.global.store_unit_bytes = 128;
  model.global.approximate = true;
  model.local.wide = LocalRule::Wide::phases;
  model.local.phases = {consecutive(1, 32), consecutive(2, 16), crossed_quarters(), consecutive(4, 8)};
  model.local.approximate = true;
  model.rates = radeon_rx_5700_xt();
  return model;
}

// A 16-byte access is served for eight neighbouring lanes at a time (amd-shark-ai).
DeviceModel rdna4() {
  DeviceModel model = rdna();
  model.name = "rdna4";
  model.title = "AMD RDNA 4 (Radeon RX 9060, RX 9070)";
  model.aliases = {"rx9060", "rx9070"};
  model.local.phases = {consecutive(1, 32), consecutive(2, 16), consecutive(4, 8), consecutive(4, 8)};
  model.local.approximate = false;
  model.rates = radeon_rx_9070_xt();
  return model;
}

// The driver may choose wavefronts of 64 lanes (AMD, "RDNA Architecture", 2019). A vector unit, which has 32
// lanes, then issues each instruction twice, so local memory serves the two halves one after the other, each
// like a wavefront of 32.
DeviceModel rdna_wave64() {
  DeviceModel model = rdna();
  model.name = "rdna-wave64";
  model.title = "AMD RDNA with wavefronts of 64";
  model.aliases = {"rdna-w64"};
  model.warp_width = 64;
  model.local.phases = {consecutive(2, 32), consecutive(4, 16), crossed_eighths(), consecutive(8, 8)};
  model.rates.instructions_per_cycle = 1;  // an instruction of 64 lanes is issued twice
  return model;
}

// Intel oneAPI GPU Optimization Guide, "Shared Local Memory": 16 banks of 4 bytes, messages of 16 lanes;
// a sub-group of 32 sends two.
DeviceModel xe() {
  DeviceModel model;
  model.name = "xe";
  model.title = "Intel Xe (sub-groups of 32)";
  model.aliases = {"xe-64b", "arc", "intel"};
  model.local_bytes = 64 * kKiB;
  model.global.load_unit_bytes = 64;
  model.global.store_unit_bytes = 64;
  model.global.approximate = true;
  model.local.banks = 16;
  model.local.lanes_per_access = 16;
  model.local.wide = LocalRule::Wide::halves;
  model.local.approximate = true;
  model.rates = arc_a770();
  return model;
}

// The work-items run one at a time, as PoCL runs a work-group in a loop. An access is therefore at most one
// cache line, local memory is ordinary memory, and no lanes run in lockstep.
DeviceModel cpu() {
  DeviceModel model;
  model.name = "cpu";
  model.title = "CPU (one work-item at a time)";
  model.aliases = {"pocl", "host"};
  model.warp_width = 1;
  model.lockstep = false;
  model.max_group_size = 4096;
  model.local_bytes = 512 * kKiB;
  model.global.load_unit_bytes = 64;
  model.global.store_unit_bytes = 64;
  model.global.approximate = true;
  model.local.wide = LocalRule::Wide::halves;
  model.local.approximate = true;
  model.rates = eight_cores();
  return model;
}

}  // namespace

std::vector<DeviceModel> other_models() {
  return {gcn(), cdna(), cdna3(), cdna4(), rdna(), rdna_wave64(), rdna4(), xe(), cpu()};
}

}  // namespace lockstep::sim
