// AMD, Intel and the CPU. Local memory of AMD follows measured phases: sets of lanes served together, one set
// for each width (amd-shark-ai, docs/empirical-lds/lds_summary.md). For global memory no vendor publishes how
// accesses are counted: distinct cache lines are a model, and marked approximate.
#include "sim/memory/models.hpp"

namespace lockstep::sim {

namespace {

using Phases = std::vector<std::uint64_t>;

// `count` phases of `lanes` neighbours each.
Phases consecutive(unsigned count, unsigned lanes) {
  const std::uint64_t first = lanes == 64 ? ~0ULL : (1ULL << lanes) - 1;
  Phases phases;
  for (unsigned i = 0; i < count; ++i) phases.push_back(first << (i * lanes));
  return phases;
}

// The four phases of a 16-byte load of 32 lanes: {0-3,20-23}, {4-7,16-19}, {8-11,28-31}, {12-15,24-27}.
Phases crossed_quarters() { return {0x00F0000F, 0x000F00F0, 0xF0000F00, 0x0F00F000}; }

// The same for 64 lanes; the upper 32 follow as {32-35,52-55} and so on.
Phases crossed_eighths() {
  Phases phases;
  for (const std::uint64_t phase : crossed_quarters()) {
    phases.push_back(phase);
    phases.push_back(phase << 32);
  }
  return phases;
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
  return model;
}

DeviceModel cdna() {
  DeviceModel model = gcn();
  model.name = "cdna";
  model.title = "AMD CDNA 1 to 3 (MI100, MI200, MI300)";
  model.aliases = {"mi100", "mi200", "mi250", "mi300"};
  model.max_group_size = 1024;
  model.local_bytes = 64 * kKiB;
  return model;
}

// 64 banks. The sets of lanes of its 8- and 16-byte accesses are not published, only how many there are.
DeviceModel cdna4() {
  DeviceModel model = cdna();
  model.name = "cdna4";
  model.title = "AMD CDNA 4 (MI350)";
  model.aliases = {"mi350", "mi355"};
  model.local_bytes = 160 * kKiB;
  model.local.banks = 64;
  model.local.phases = {consecutive(1, 64), consecutive(2, 32), consecutive(4, 16), consecutive(4, 16)};
  model.local.approximate = true;
  return model;
}

// RDNA 3; the 16-byte stores are those of RDNA 4, because those of RDNA 3 are not published.
DeviceModel rdna() {
  DeviceModel model;
  model.name = "rdna";
  model.title = "AMD RDNA (Radeon RX 5000 to 7000)";
  model.aliases = {"rdna2", "rdna3", "rx6800", "rx7900"};
  model.local_bytes = 64 * kKiB;
  model.global.load_unit_bytes = 128;
  model.global.store_unit_bytes = 128;
  model.global.approximate = true;
  model.local.wide = LocalRule::Wide::phases;
  model.local.phases = {consecutive(1, 32), consecutive(2, 16), crossed_quarters(), consecutive(4, 8)};
  model.local.approximate = true;
  return model;
}

// The driver may choose waves of 64 (AMD, "RDNA Architecture", 2019): the 32 lanes of a vector unit then
// issue an instruction twice, so local memory serves one half after the other as it serves a wave of 32.
DeviceModel rdna_wave64() {
  DeviceModel model = rdna();
  model.name = "rdna-wave64";
  model.title = "AMD RDNA with wavefronts of 64";
  model.aliases = {"rdna-w64"};
  model.warp_width = 64;
  model.local.phases = {consecutive(2, 32), consecutive(4, 16), crossed_eighths(), consecutive(8, 8)};
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
  return model;
}

// One work-item at a time, as PoCL runs a work-group in a loop: an access is one cache line at most, local
// memory is ordinary memory, and nothing runs in lockstep.
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
  return model;
}

}  // namespace

std::vector<DeviceModel> other_models() {
  return {gcn(), cdna(), cdna4(), rdna(), rdna_wave64(), xe(), cpu()};
}

}  // namespace lockstep::sim
