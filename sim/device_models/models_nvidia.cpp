// NVIDIA's generations, from the CUDA C Programming Guide (cited as PG with its version), which also states
// the limits of a work-group and of local memory. Where a value was measured, the comment names the device.
#include "sim/device_models/models.hpp"

namespace lockstep::sim {

namespace {

// PG 5.5 G.3.3: there are 16 banks of 4 bytes, which serve a half-warp at a time. One word of a pass is
// broadcast. A wider word is loaded by several accesses of 4 bytes.
LocalRule cc1_local() {
  LocalRule rule;
  rule.banks = 16;
  rule.lanes_per_access = 16;
  rule.broadcasts_one_word = true;
  rule.wide = LocalRule::Wide::split_words;
  return rule;
}

// PG 5.5 G.4.3: there are 32 banks of 4 bytes, and any number of words can be multicast.
LocalRule cc2_local() {
  LocalRule rule;
  rule.wide = LocalRule::Wide::halves;
  rule.serial_quarters = true;
  return rule;
}

// PG 5.5 G.5.3, the 4-byte mode, which is the only mode available in OpenCL (OpenCL Programming Guide 4.2,
// C.5.3). A bank delivers 8 bytes, that is, two words of one segment of 64 words.
LocalRule cc3_local() {
  LocalRule rule;
  rule.row_bytes = 256;
  rule.wide = LocalRule::Wide::halves;
  return rule;
}

// PG 5.5, 5.3.2.4: a request is split into one request for each distinct address; on cc1.x each half-warp
// makes a separate request. An instruction loads at most 8 bytes per lane: nvcc 13.0 compiles a load of 16
// bytes into two instructions for cc7.5 to cc12.0.
ConstantRule cc1_constant() { return {.lanes_per_request = 16}; }
ConstantRule cc2_constant() { return {}; }

// Limits of a multiprocessor: PG 5.5, table 12 for cc1.x to cc3.5, PG 12.3, table 21, for cc5.0 to cc9.0, PG
// 13.0, table 27, for cc10.0 and cc12.0. Units of allocation: NVIDIA's occupancy calculator
// (CUDA_Occupancy_Calculator.xls, cuda_occupancy.h of CUDA 7.0 for cc1.x to cc5.x, of CUDA 11 for cc3.x to
// cc8.x, of CUDA 12.8 for all later ones). If a generation has several sizes, the limits are those of the
// product that the rates name.
OccupancyLimits cc1_0_limits() {
  OccupancyLimits limits;
  limits.warps = 24;
  limits.groups = 8;
  limits.warp_unit = 2;
  limits.registers = limits.registers_of_group = 8 * 1024;
  limits.registers_of_work_item = 128;
  limits.register_unit = 256;
  limits.registers_by_group = true;
  limits.partitions = 1;
  limits.local_bytes = limits.local_bytes_of_group = 16 * kKiB;
  limits.local_unit = 512;
  return limits;
}

OccupancyLimits cc1_2_limits() {
  OccupancyLimits limits = cc1_0_limits();
  limits.warps = 32;
  limits.registers = limits.registers_of_group = 16 * 1024;
  limits.register_unit = 512;
  return limits;
}

OccupancyLimits cc2_limits() {
  OccupancyLimits limits;
  limits.warps = 48;
  limits.groups = 8;
  limits.registers = limits.registers_of_group = 32 * 1024;
  limits.registers_of_work_item = 63;
  limits.register_unit = 64;
  limits.partitions = 2;
  limits.double_unit = {21, 22, 29, 30, 37, 38, 45, 46};
  limits.local_bytes = limits.local_bytes_of_group = 48 * kKiB;
  limits.local_unit = 128;
  return limits;
}

// The K20X has cc3.5. cc3.0 allows 63 registers per work-item.
OccupancyLimits cc3_limits() {
  OccupancyLimits limits;
  limits.warps = 64;
  limits.groups = 16;
  limits.registers = limits.registers_of_group = 64 * 1024;
  limits.registers_of_work_item = 255;
  limits.local_bytes = limits.local_bytes_of_group = 48 * kKiB;
  return limits;
}

// The GTX 980 has cc5.2. cc5.0 and cc6.0 have 64 KiB of shared memory; the registers of the P100 (cc6.0) are
// in two partitions.
OccupancyLimits cc5_limits() {
  OccupancyLimits limits = cc3_limits();
  limits.groups = 32;
  limits.local_bytes = 96 * kKiB;
  return limits;
}

// Turing (cc7.5) holds 32 warps and 16 groups and has 64 KiB.
OccupancyLimits cc7_limits() {
  OccupancyLimits limits = cc5_limits();
  limits.local_bytes_of_group = 96 * kKiB;
  return limits;
}

// From this generation on, the system reserves 1 KiB of shared memory for each group.
OccupancyLimits cc8_limits(unsigned warps, unsigned groups, std::uint64_t local_bytes) {
  OccupancyLimits limits = cc7_limits();
  limits.warps = warps;
  limits.groups = groups;
  limits.local_bytes = local_bytes;
  limits.local_bytes_of_group = local_bytes - kKiB;
  limits.local_unit = 128;
  limits.reserved_local_bytes = kKiB;
  return limits;
}

// The rates are those of one product of the generation, which they name. Multiprocessors, clock and
// bandwidth: the product's data sheet. Warps and work-groups per multiprocessor, and instructions per cycle:
// PG 5.5, 5.2.3 and table 12; PG 12.3 for later generations. Bandwidth of copies: OpenCL Best Practices Guide
// (8800 GTX and GTX 280) and "Optimizing Matrix Transpose in CUDA" (M2090 and K20X). Latencies of cc1.x to
// cc3.x: PG 5.0, 5.2.3, 400 to 800 cycles for cc1.x and cc2.x, 200 to 400 cycles for cc3.x. The middle of
// each range is used, in ns. From an instruction to a dependent instruction: 22 cycles on cc1.x and cc2.x, 11
// on cc3.x (PG 5.5, 5.2.3). Predicated bodies: up to 4 instructions, 7 where the compiler expects many
// divergent warps (PG 5.5, 5.4.2). Up to cc3.x, an instruction with bank conflicts is issued again for each
// additional pass (CUPTI 5.5: inst_issued counts replays, and cc1.x has warp_serialize). No source was found
// for the cost of a barrier on cc5.0 to cc8.9, for the cost of a launch on cc3.x and later, or for the speed
// of second-level caches before Hopper.

// The time of each of several consecutive launches: 3 to 7 µs on cards of cc1.x (Volkov and Demmel,
// "Benchmarking GPUs to tune dense linear algebra", 2008, section 3.2). The middle of this range is also used
// for cc2.x.
constexpr double kEarlyLaunch = 5000;

// The eight processors of a multiprocessor take four cycles for a warp instruction; a bank delivers 32 bits
// every two cycles (PG 5.5, G.3.3).
DeviceRates geforce_8800_gtx() {
  DeviceRates rates;
  rates.product = "GeForce 8800 GTX";
  rates.compute_units = 16;
  rates.clock_ghz = 1.35;
  rates.peak_gbps = 86.4;
  rates.copy_gbps = 74;
  rates.instructions_per_cycle = 0.25;
  rates.passes_per_cycle = 0.5;
  rates.resident_warps = 24;
  rates.resident_groups = 8;
  rates.memory_ns = 600 / rates.clock_ghz;
  rates.launch_ns = kEarlyLaunch;
  rates.dependent_cycles = 22;
  rates.predicated_instructions = 4;
  // A 32-bit multiplication takes 16 cycles, and an addition takes 4 (PG 2.0, 5.1.1.1). An integer division
  // takes "tens of instructions" (PG 5.5, 5.4.1): the number of later generations is used, which includes
  // four multiplications.
  rates.multiplication_instructions = 3;
  rates.division_instructions += 4 * rates.multiplication_instructions;
  rates.conflict_instructions = 1;
  return rates;
}

DeviceRates geforce_gtx_280() {
  DeviceRates rates = geforce_8800_gtx();
  rates.product = "GeForce GTX 280";
  rates.compute_units = 30;
  rates.clock_ghz = 1.296;
  rates.peak_gbps = 141.7;
  rates.copy_gbps = 120;
  rates.resident_warps = 32;
  rates.memory_ns = 600 / rates.clock_ghz;
  return rates;
}

// Two schedulers issue an instruction every two cycles; a bank delivers 32 bits every two cycles (PG 5.5,
// G.4.3). Multiplications of integers have half the throughput of additions (PG 5.5, table 2).
DeviceRates tesla_m2090() {
  DeviceRates rates;
  rates.product = "Tesla M2090";
  rates.compute_units = 16;
  rates.clock_ghz = 1.3;
  rates.peak_gbps = 177;
  rates.copy_gbps = 125.2;
  rates.instructions_per_cycle = 1;
  rates.schedulers = 2;
  rates.passes_per_cycle = 0.5;
  rates.resident_warps = 48;
  rates.resident_groups = 8;
  rates.memory_ns = 600 / rates.clock_ghz;
  rates.launch_ns = kEarlyLaunch;
  rates.dependent_cycles = 22;
  rates.predicated_instructions = 4;
  rates.multiplication_instructions = 1;
  rates.conflict_instructions = 1;
  return rates;
}

// The rates of GeForce cards of this generation, for which no bandwidth of copies is published.
DeviceRates fermi_card(const char* product, double compute_units, double clock_ghz, double peak_gbps) {
  DeviceRates rates = tesla_m2090();
  rates.product = product;
  rates.compute_units = compute_units;
  rates.clock_ghz = clock_ghz;
  rates.peak_gbps = peak_gbps;
  rates.copy_gbps = kCopyShare * peak_gbps;
  rates.memory_ns = 600 / clock_ghz;
  return rates;
}

// There are four schedulers. Each may issue a second instruction together with the first, which is ignored
// here. A bank delivers 64 bits in each cycle (PG 5.5, G.5.3).
DeviceRates tesla_k20x() {
  DeviceRates rates;
  rates.product = "Tesla K20X";
  rates.compute_units = 14;
  rates.clock_ghz = 0.732;
  rates.peak_gbps = 250;
  rates.copy_gbps = 147.6;
  rates.instructions_per_cycle = 4;
  rates.schedulers = 4;
  rates.passes_per_cycle = 1;
  rates.resident_warps = 64;
  rates.resident_groups = 16;
  rates.memory_ns = 300 / rates.clock_ghz;
  rates.dependent_cycles = 11;
  rates.predicated_instructions = 4;
  rates.conflict_instructions = 1;
  return rates;
}

// From this generation on, each of four schedulers issues one instruction per cycle, and each bank delivers
// 32 bits per cycle (PG 12.3, 19.1 and later). The P100 has the same rules but two schedulers.
DeviceRates geforce_gtx_980() {
  DeviceRates rates;
  rates.product = "GeForce GTX 980";
  rates.compute_units = 16;
  rates.clock_ghz = 1.126;
  rates.peak_gbps = 224;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.instructions_per_cycle = 4;
  rates.schedulers = 4;
  rates.passes_per_cycle = 1;
  rates.resident_warps = 64;
  rates.resident_groups = 32;
  return rates;
}

DeviceRates tesla_v100() {
  DeviceRates rates = geforce_gtx_980();
  rates.product = "Tesla V100";
  rates.compute_units = 80;
  rates.clock_ghz = 1.53;
  rates.peak_gbps = 900;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  return rates;
}

// NVIDIA, "A100 Tensor Core GPU Architecture", 2020.
DeviceRates a100() {
  DeviceRates rates = tesla_v100();
  rates.product = "A100 (40 GB)";
  rates.compute_units = 108;
  rates.clock_ghz = 1.41;
  rates.peak_gbps = 1555;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  return rates;
}

// NVIDIA, "Ampere GA102 GPU Architecture", 2020. 48 warps and 16 work-groups: PG 12.3, table 21.
DeviceRates geforce_rtx_3090() {
  DeviceRates rates = tesla_v100();
  rates.product = "GeForce RTX 3090";
  rates.compute_units = 82;
  rates.clock_ghz = 1.695;
  rates.peak_gbps = 936;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.resident_warps = 48;
  rates.resident_groups = 16;
  return rates;
}

// NVIDIA, "Ada GPU Architecture", 2022. 48 warps and 24 work-groups: Ada Tuning Guide, 1.4.1.1, and PG 12.3,
// table 21.
DeviceRates geforce_rtx_4090() {
  DeviceRates rates = geforce_rtx_3090();
  rates.product = "GeForce RTX 4090";
  rates.compute_units = 128;
  rates.clock_ghz = 2.52;
  rates.peak_gbps = 1008;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  rates.resident_groups = 24;
  return rates;
}

// Multiprocessors and clock: as the CUDA driver reports them. Bandwidth: data sheet of the HGX B200. 64 warps
// and 32 work-groups: Blackwell Tuning Guide 13.0, 4.1.1.
DeviceRates b200() {
  DeviceRates rates = tesla_v100();
  rates.product = "NVIDIA B200";
  rates.compute_units = 148;
  rates.clock_ghz = 1.965;
  rates.peak_gbps = 8000;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  return rates;
}

// NVIDIA, "RTX Blackwell GPU Architecture", 2025. 48 warps and 24 work-groups: PG 13.0, "Technical
// Specifications per Compute Capability".
DeviceRates geforce_rtx_5090() {
  DeviceRates rates = geforce_rtx_4090();
  rates.product = "GeForce RTX 5090";
  rates.compute_units = 170;
  rates.clock_ghz = 2.407;
  rates.peak_gbps = 1792;
  rates.copy_gbps = kCopyShare * rates.peak_gbps;
  return rates;
}

// Measured on one H200 (tests/data/h200_ladder.csv), except the peak and the values of PG 12.3. With these
// values, the predicted times were within a factor of 1.35 of the measured ones for every kernel of the
// catalogue at 2^24 elements. Latencies were measured with 64 warps on a multiprocessor, each with one load
// of 128 bytes in flight; a single warp waits 370 ns (assets/measured/h200_occupancy_times.csv). Constant
// memory: two cycles per pass (tests/data/h200_constant.csv, idc__request_cycles_active).
DeviceRates h200() {
  DeviceRates rates;
  rates.product = "NVIDIA H200";
  rates.compute_units = 132;
  rates.clock_ghz = 1.98;
  rates.peak_gbps = 4800;
  rates.copy_gbps = 4240;
  rates.launch_ns = 4600;
  rates.instructions_per_cycle = 4;
  rates.schedulers = 4;
  rates.passes_per_cycle = 1;
  rates.constant_passes_per_cycle = 0.5;
  rates.resident_warps = 64;
  rates.resident_groups = 32;
  rates.barrier_ns = 40;
  rates.memory_ns = 500;
  // No source gives the next two values. For the first-level cache, 33 cycles are assumed; the rate of the
  // second-level cache is fitted to the times of the ladder (tests/data/h200_ladder.csv).
  rates.first_level_ns = 17;
  rates.cache = DeviceRates::Cache{.bytes = 50e6, .ns = 270, .bandwidth = 1.25};
  return rates;
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
  model.rates = geforce_8800_gtx();
  model.constant = cc1_constant();
  model.occupancy = cc1_0_limits();
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
  model.rates = geforce_gtx_280();
  model.constant = cc1_constant();
  model.occupancy = cc1_2_limits();
  return model;
}

// PG 5.5 G.4.2: loads use L1 lines of 128 bytes; stores write through to L2 in units of 32 bytes.
DeviceModel cc2_0() {
  DeviceModel model;
  model.name = "cc2.0";
  model.title = "Fermi (GeForce GTX 470, GTX 580)";
  model.aliases = {"cc2.1", "cc2.x", "cc2.0-l1", "fermi", "gtx560", "m2090"};
  model.global.load_unit_bytes = 128;
  model.global.splits_wide_accesses = true;
  model.local = cc2_local();
  model.rates = tesla_m2090();
  model.constant = cc2_constant();
  model.occupancy = cc2_limits();
  // The numbers of multiprocessors, the clocks of the processors and the bandwidths are from the data sheets.
  // The GTX 460 with 1 GB has cc2.1, which has the rules of cc2.0. Its schedulers may issue a second
  // instruction at the same time, which is ignored here.
  model.products = {{"gtx460", fermi_card("GeForce GTX 460", 7, 1.35, 115.2)},
                    {"gtx470", fermi_card("GeForce GTX 470", 14, 1.215, 133.9)},
                    {"gtx480", fermi_card("GeForce GTX 480", 15, 1.401, 177.4)},
                    {"gtx570", fermi_card("GeForce GTX 570", 15, 1.464, 152)},
                    {"gtx580", fermi_card("GeForce GTX 580", 16, 1.544, 192.4)}};
  return model;
}

DeviceModel cc2_0_without_l1() {
  DeviceModel model = cc2_0();
  model.name = "cc2.0-nol1";
  model.title = "Fermi with L1 off for global loads (-dlcm=cg)";
  model.aliases = {"cc2.0-l2", "fermi-nol1"};
  model.products.clear();
  model.global.load_unit_bytes = 32;
  return model;
}

// PG 11.4 K.3.2: global loads are cached in L2 only, in units of 32 bytes.
DeviceModel cc3() {
  DeviceModel model;
  model.name = "cc3.x";
  model.title = "Kepler (GeForce GTX 680, Tesla K20, K40)";
  model.aliases = {"cc3.x-4b", "cc3.0", "cc3.5", "cc3.7", "kepler", "gtx680",
                   "gtx780",   "k20",   "k20x",  "k40",   "k80"};
  model.global.splits_wide_accesses = true;
  model.local = cc3_local();
  model.rates = tesla_k20x();
  model.constant = cc2_constant();
  model.occupancy = cc3_limits();
  return model;
}

// The other mode of Kepler (cudaSharedMemBankSizeEightByte), which OpenCL cannot set. The banks are 8 bytes
// wide, and there are no rows.
DeviceModel cc3_with_8_byte_banks() {
  DeviceModel model = cc3();
  model.name = "cc3.x-8b";
  model.title = "Kepler with banks of 8 bytes";
  model.aliases = {"kepler-8b"};
  model.local.bank_bytes = 8;
  model.local.row_bytes = 0;
  return model;
}

// PG 12.3, 19.2 and 19.3. For 8 and 16 bytes per lane, no rule for these chips is published, so the rules of
// cc7.0 are used and marked approximate.
DeviceModel cc5_0() {
  DeviceModel model;
  model.name = "cc5.0";
  model.title = "Maxwell and Pascal (GeForce GTX 980, GTX 1080, P100)";
  model.aliases = {"cc5.2",  "cc6.0",  "cc6.1",   "maxwell", "pascal",  "gtx750",  "gtx950", "gtx960",
                   "gtx970", "gtx980", "gtx1050", "gtx1060", "gtx1070", "gtx1080", "p100",   "p40"};
  model.global.approximate = true;
  model.local.approximate = true;
  model.global.unit = "sector";
  model.rates = geforce_gtx_980();
  model.constant = cc2_constant();
  model.occupancy = cc5_limits();
  return model;
}

// Sectors: Nsight Compute's Kernel Profiling Guide. Merging of wide local loads: measured on V100, Turing and
// A100. From this generation on, lanes are scheduled independently (PG 12.3, 19.6).
DeviceModel cc7_0() {
  DeviceModel model;
  model.name = "cc7.0";
  model.title = "Volta and Turing (V100, RTX 2080)";
  model.aliases = {"cc7.2",   "cc7.5",   "volta",   "turing",  "v100",    "titanv", "t4",
                   "gtx1630", "gtx1650", "gtx1660", "rtx2060", "rtx2070", "rtx2080"};
  model.lockstep = false;
  model.global.unit = "sector";
  model.rates = tesla_v100();
  model.constant = cc2_constant();
  model.occupancy = cc7_limits();
  return model;
}

// The A100 is among the devices whose wide local loads were measured.
DeviceModel cc8_0() {
  DeviceModel model = cc7_0();
  model.name = "cc8.0";
  model.title = "Ampere (A100)";
  model.aliases = {"ampere", "a100", "a30"};
  model.rates = a100();
  model.occupancy = cc8_limits(64, 32, 164 * kKiB);
  return model;
}

// According to the guides, these generations have the sectors, 32 banks and broadcast of cc7.0 (PG
// 12.3, 19.7; PG 13.0, "Compute Capabilities"; Ada and Blackwell Tuning Guides, which mention no
// change). How their wide local loads merge is not published, so the rule of the A100 and the H200 is
// used and marked approximate.
DeviceModel cc8_6() {
  DeviceModel model = cc8_0();
  model.name = "cc8.6";
  model.title = "Ampere (GeForce RTX 3060 to 3090)";
  model.aliases = {"cc8.7", "ga102", "rtx3050", "rtx3060",  "rtx3070",  "rtx3080",  "rtx3090", "a2",
                   "a10",   "a16",   "a40",     "rtxa2000", "rtxa4000", "rtxa5000", "rtxa6000"};
  model.local.approximate = true;
  model.rates = geforce_rtx_3090();
  model.occupancy = cc8_limits(48, 16, 100 * kKiB);
  return model;
}

DeviceModel cc8_9() {
  DeviceModel model = cc8_6();
  model.name = "cc8.9";
  model.title = "Ada (GeForce RTX 4060 to 4090, L4, L40)";
  model.aliases = {"ada",     "lovelace", "adalovelace", "rtx4050", "rtx4060", "rtx4070",
                   "rtx4080", "rtx4090",  "l4",          "l40",     "l40s"};
  model.rates = geforce_rtx_4090();
  model.occupancy = cc8_limits(48, 24, 100 * kKiB);
  return model;
}

DeviceModel cc10_0() {
  DeviceModel model = cc8_6();
  model.name = "cc10.0";
  model.title = "Blackwell (B100, B200, GB200)";
  model.aliases = {"cc10.3", "blackwell", "b100", "b200", "b300", "gb200", "gb300"};
  model.rates = b200();
  model.occupancy = cc8_limits(64, 32, 228 * kKiB);
  return model;
}

DeviceModel cc12_0() {
  DeviceModel model = cc8_6();
  model.name = "cc12.0";
  model.title = "Blackwell (GeForce RTX 5050 to 5090)";
  model.aliases = {"cc12.1", "rtxblackwell", "rtx5050", "rtx5060", "rtx5070", "rtx5080", "rtx5090", "gb10"};
  model.rates = geforce_rtx_5090();
  model.occupancy = cc8_limits(48, 24, 100 * kKiB);
  return model;
}

// Every rule was measured on an H200 with its hardware counters: tests/data/hopper_measured.csv.
DeviceModel cc9_0() {
  DeviceModel model;
  model.name = "cc9.0";
  model.title = "Hopper (H100, H200)";
  model.aliases = {"hopper", "h100", "h200", "gh200"};
  model.lockstep = false;
  model.global.unit = "sector";
  model.rates = h200();
  model.constant = cc2_constant();
  model.occupancy = cc8_limits(64, 32, 228 * kKiB);
  return model;
}

}  // namespace

std::vector<DeviceModel> nvidia_models() {
  return {cc1_0(),  cc1_2(),
          cc2_0(),  cc2_0_without_l1(),
          cc3(),    cc3_with_8_byte_banks(),
          cc5_0(),  cc7_0(),
          cc8_0(),  cc8_6(),
          cc8_9(),  cc9_0(),
          cc10_0(), cc12_0()};
}

}  // namespace lockstep::sim
