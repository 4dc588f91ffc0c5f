// What the CUDA driver says a multiprocessor holds: cudaOccupancyMaxActiveBlocksPerMultiprocessor over group
// sizes, dynamic shared memory and registers. Prints tests/data/h200_occupancy.csv; with the argument
// "device" the limits of the device as tests/data/h200_limits.csv.
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// Needs as many registers as it may have: all values are in use at the same time, because volatile accesses
// stay in their order.
template <int kRegisters>
__global__ void __maxnreg__(kRegisters) live(volatile float* data) {
  constexpr int kValues = kRegisters + 8;
  float values[kValues];
#pragma unroll
  for (int i = 0; i < kValues; ++i) values[i] = data[i * 1024 + threadIdx.x];
#pragma unroll
  for (int i = 0; i < kValues; ++i) data[i * 1024 + threadIdx.x] = values[kValues - 1 - i];
}

static int most_shared = 0;

template <int kRegisters>
void ask(const int* sizes, int size_count, const int* shared, int shared_count) {
  check(cudaFuncSetAttribute(live<kRegisters>, cudaFuncAttributeMaxDynamicSharedMemorySize, most_shared),
        "cudaFuncSetAttribute");
  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, live<kRegisters>), "cudaFuncGetAttributes");
  for (int i = 0; i < size_count; ++i)
    for (int j = 0; j < shared_count; ++j) {
      int groups = 0;
      check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, live<kRegisters>, sizes[i], shared[j]),
            "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
      std::printf("%d,%d,%d,%d\n", sizes[i], shared[j] + static_cast<int>(attributes.sharedSizeBytes),
                  attributes.numRegs, groups);
    }
}

int main(int count, char** arguments) {
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  if (count > 1 && std::strcmp(arguments[1], "device") == 0) {
    std::printf("name,value\nmultiprocessors,%d\nwarps,%d\ngroups,%d\n", device.multiProcessorCount,
                device.maxThreadsPerMultiProcessor / device.warpSize, device.maxBlocksPerMultiProcessor);
    std::printf("group_size,%d\nregisters,%d\nregisters_of_group,%d\n", device.maxThreadsPerBlock,
                device.regsPerMultiprocessor, device.regsPerBlock);
    std::printf("local_bytes,%d\nlocal_bytes_of_group,%d\nreserved_local_bytes,%d\n",
                static_cast<int>(device.sharedMemPerMultiprocessor),
                static_cast<int>(device.sharedMemPerBlockOptin),
                static_cast<int>(device.reservedSharedMemPerBlock));
    return 0;
  }
  most_shared = static_cast<int>(device.sharedMemPerBlockOptin);
  std::printf("group_size,local_bytes,registers,groups\n");
  const int sizes[] = {32, 64, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024};
  const int few_sizes[] = {32, 128, 256, 1024};
  const int shared[] = {0,     1,     127,    128,    129,    1000,   1024,   3072,   4096,  6272,  8192,
                        10000, 12032, 16384,  20000,  24576,  32768,  48000,  49152,  57344, 65536, 75000,
                        76800, 98304, 115712, 115713, 116736, 150000, 200000, 232320, 232448};
  const int no_shared[] = {0};
  const int some_shared[] = {0, 9000, 17000, 40000, 100000};
  const int kSizes = sizeof sizes / sizeof *sizes, kFew = sizeof few_sizes / sizeof *few_sizes;
  const int kShared = sizeof shared / sizeof *shared, kSome = sizeof some_shared / sizeof *some_shared;
  ask<24>(few_sizes, kFew, shared, kShared);
  ask<25>(sizes, kSizes, no_shared, 1);
  ask<31>(sizes, kSizes, no_shared, 1);
  ask<32>(sizes, kSizes, no_shared, 1);
  ask<33>(sizes, kSizes, no_shared, 1);
  ask<37>(sizes, kSizes, some_shared, kSome);
  ask<40>(sizes, kSizes, some_shared, kSome);
  ask<41>(sizes, kSizes, no_shared, 1);
  ask<45>(sizes, kSizes, no_shared, 1);
  ask<48>(sizes, kSizes, no_shared, 1);
  ask<50>(sizes, kSizes, no_shared, 1);
  ask<57>(sizes, kSizes, no_shared, 1);
  ask<63>(sizes, kSizes, no_shared, 1);
  ask<64>(sizes, kSizes, no_shared, 1);
  ask<65>(sizes, kSizes, no_shared, 1);
  ask<70>(sizes, kSizes, no_shared, 1);
  ask<72>(sizes, kSizes, some_shared, kSome);
  ask<73>(sizes, kSizes, no_shared, 1);
  ask<81>(sizes, kSizes, no_shared, 1);
  ask<90>(sizes, kSizes, no_shared, 1);
  ask<97>(sizes, kSizes, no_shared, 1);
  ask<100>(sizes, kSizes, no_shared, 1);
  ask<113>(sizes, kSizes, no_shared, 1);
  ask<121>(sizes, kSizes, no_shared, 1);
  ask<128>(sizes, kSizes, no_shared, 1);
  ask<129>(sizes, kSizes, no_shared, 1);
  ask<145>(sizes, kSizes, no_shared, 1);
  ask<160>(sizes, kSizes, no_shared, 1);
  ask<169>(sizes, kSizes, no_shared, 1);
  ask<180>(sizes, kSizes, no_shared, 1);
  ask<200>(sizes, kSizes, no_shared, 1);
  ask<215>(sizes, kSizes, no_shared, 1);
  ask<230>(sizes, kSizes, no_shared, 1);
  ask<255>(sizes, kSizes, no_shared, 1);
  return 0;
}
