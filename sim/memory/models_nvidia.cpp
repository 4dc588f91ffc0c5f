// NVIDIA's generations, from the CUDA C Programming Guide (PG, with its version), which also gives the limits
// of a work-group and of local memory; measurements name their device.
#include "sim/memory/models.hpp"

namespace lockstep::sim {

namespace {

// PG 5.5 G.3.3: 16 banks of 4 bytes, a half-warp at a time, one word of a pass is broadcast; wider words
// are several accesses of 4 bytes.
LocalRule cc1_local() {
  LocalRule rule;
  rule.banks = 16;
  rule.lanes_per_access = 16;
  rule.broadcasts_one_word = true;
  rule.wide = LocalRule::Wide::split_words;
  return rule;
}

// PG 5.5 G.4.3: 32 banks of 4 bytes, any number of words is multicast.
LocalRule cc2_local() {
  LocalRule rule;
  rule.wide = LocalRule::Wide::halves;
  rule.serial_quarters = true;
  return rule;
}

// PG 5.5 G.5.3, the 4-byte mode, which is the only one that OpenCL gets (OpenCL Programming Guide 4.2,
// C.5.3): a bank delivers 8 bytes, two words of one 64-word segment.
LocalRule cc3_local() {
  LocalRule rule;
  rule.row_bytes = 256;
  rule.wide = LocalRule::Wide::halves;
  return rule;
}

DeviceModel cc1_0() {
  DeviceModel model;
  model.name = "cc1.0";
  model.title = "Tesla (G80: GeForce 8800 GTX)";
  model.aliases = {"cc1.1", "tesla", "g80", "8800gtx", "8800"};
  model.max_group_size = 512;
  model.local_bytes = 16 * kKiB;
  model.global.kind = GlobalRule::Kind::strict_half_warp;  // PG 5.5 G.3.2.1
  model.local = cc1_local();
  return model;
}

DeviceModel cc1_2() {
  DeviceModel model;
  model.name = "cc1.2";
  model.title = "Tesla (GT200: GeForce GTX 280)";
  model.aliases = {"cc1.3", "gt200", "gtx280"};
  model.max_group_size = 512;
  model.local_bytes = 16 * kKiB;
  model.global.kind = GlobalRule::Kind::shrinking_segments;  // PG 5.5 G.3.2.2
  model.local = cc1_local();
  return model;
}

// PG 5.5 G.4.2: loads by L1 lines of 128 bytes, stores through to L2 in units of 32.
DeviceModel cc2_0() {
  DeviceModel model;
  model.name = "cc2.0";
  model.title = "Fermi (GeForce GTX 470, GTX 580)";
  model.aliases = {"cc2.1", "cc2.x", "cc2.0-l1", "fermi", "gtx460", "gtx470", "gtx480", "gtx580"};
  model.global.load_unit_bytes = 128;
  model.global.splits_wide_accesses = true;
  model.local = cc2_local();
  return model;
}

DeviceModel cc2_0_without_l1() {
  DeviceModel model = cc2_0();
  model.name = "cc2.0-nol1";
  model.title = "Fermi with L1 off for global loads (-dlcm=cg)";
  model.aliases = {"cc2.0-l2", "fermi-nol1"};
  model.global.load_unit_bytes = 32;
  return model;
}

// PG 11.4 K.3.2: global loads are cached in L2 only, by 32 bytes.
DeviceModel cc3() {
  DeviceModel model;
  model.name = "cc3.x";
  model.title = "Kepler (GeForce GTX 680, Tesla K20, K40)";
  model.aliases = {"cc3.x-4b", "cc3.0", "cc3.5", "cc3.7", "kepler", "gtx680", "k20", "k40"};
  model.global.splits_wide_accesses = true;
  model.local = cc3_local();
  return model;
}

// Its other mode (cudaSharedMemBankSizeEightByte), which OpenCL cannot set: banks of 8 bytes, and no rows.
DeviceModel cc3_with_8_byte_banks() {
  DeviceModel model = cc3();
  model.name = "cc3.x-8b";
  model.title = "Kepler with banks of 8 bytes";
  model.aliases = {"kepler-8b"};
  model.local.bank_bytes = 8;
  model.local.row_bytes = 0;
  return model;
}

// PG 12.3, 19.2 and 19.3. For 8 and 16 bytes per lane no rule of these chips is published: the rules of cc7.0
// are used and marked approximate.
DeviceModel cc5_0() {
  DeviceModel model;
  model.name = "cc5.0";
  model.title = "Maxwell and Pascal (GeForce GTX 980, GTX 1080, P100)";
  model.aliases = {"cc5.2", "cc6.0", "cc6.1", "maxwell", "pascal", "gtx980", "gtx1080", "p100"};
  model.global.approximate = true;
  model.local.approximate = true;
  return model;
}

// Sectors: Nsight Compute's Kernel Profiling Guide. Merging of wide local loads: measured on V100, Turing
// and A100. Lanes are scheduled independently from here on (PG 12.3, 19.6).
DeviceModel cc7_0() {
  DeviceModel model;
  model.name = "cc7.0";
  model.title = "Volta, Turing and Ampere (V100, RTX 2080, A100)";
  model.aliases = {"cc7.5", "cc8.0", "cc8.6", "volta", "turing", "ampere", "v100", "rtx2080", "a100"};
  model.lockstep = false;
  return model;
}

// Every rule measured on an H200 with its own counters: tests/data/hopper_measured.csv.
DeviceModel cc9_0() {
  DeviceModel model;
  model.name = "cc9.0";
  model.title = "Hopper (H100, H200)";
  model.aliases = {"hopper", "h100", "h200", "gh200"};
  model.lockstep = false;
  return model;
}

}  // namespace

std::vector<DeviceModel> nvidia_models() {
  return {cc1_0(), cc1_2(), cc2_0(), cc2_0_without_l1(), cc3(), cc3_with_8_byte_banks(),
          cc5_0(), cc7_0(), cc9_0()};
}

}  // namespace lockstep::sim
