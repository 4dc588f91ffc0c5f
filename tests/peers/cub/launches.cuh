// What the comparisons with CUB share: the clock, and the launches that cub_launches wrote into a folder.
#pragma once

#include <cuda.h>
#include <cupti.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "cub_times: %s\n", message.c_str());
  std::exit(1);
}

void check(cudaError_t error) {
  if (error != cudaSuccess) fail(cudaGetErrorString(error));
}

void check(CUresult error) {
  const char* text = nullptr;
  if (error != CUDA_SUCCESS)
    fail(cuGetErrorString(error, &text) == CUDA_SUCCESS ? text : "error of the driver");
}

// Keeps the device busy while the host queues what is timed.
__global__ void wait_cycles(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

std::vector<std::uint64_t> kernel_ns;  // of the kernels since it was cleared

void CUPTIAPI buffer_requested(std::uint8_t** buffer, std::size_t* size, std::size_t* records) {
  *size = std::size_t{1} << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *records = 0;
}

void CUPTIAPI buffer_completed(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t,
                               std::size_t valid) {
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) continue;
    const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel9*>(record);
    if (std::string(kernel->name).find("wait_cycles") == std::string::npos)
      kernel_ns.push_back(kernel->end - kernel->start);
  }
  std::free(buffer);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Call {
  std::function<void()> run;
};

class Stopwatch {
 public:
  Stopwatch() {
    check(cudaEventCreate(&begin_));
    check(cudaEventCreate(&end_));
  }
  // Microseconds of the device's clock.
  double time(const Call& call) {
    wait_cycles<<<1, 1>>>(100000);
    check(cudaEventRecord(begin_));
    call.run();
    check(cudaEventRecord(end_));
    check(cudaEventSynchronize(end_));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin_, end_));
    return 1000.0 * ms;
  }

 private:
  cudaEvent_t begin_, end_;
};

// Medians, by the stopwatch. Each call is repeated by itself, so that the cache holds what it left there, in
// several blocks in turn, so that a clock that changes changes all.
std::vector<double> times_of(unsigned runs, const std::vector<Call>& calls) {
  constexpr unsigned kBlocks = 3, kWarmUps = 2;
  static Stopwatch stopwatch;
  std::vector<std::vector<double>> times(calls.size());
  for (unsigned block = 0; block < kBlocks; ++block)
    for (std::size_t k = 0; k < calls.size(); ++k)
      for (unsigned i = 0; i < runs + kWarmUps; ++i) {
        const double us = stopwatch.time(calls[k]);
        if (i >= kWarmUps) times[k].push_back(us);
      }
  std::vector<double> medians;
  for (const std::vector<double>& one : times) medians.push_back(median(one));
  return medians;
}

// Median of the kernels' own execution, by CUPTI.
double kernels_of(unsigned runs, const Call& call) {
  static Stopwatch stopwatch;
  kernel_ns.clear();
  cuptiActivityRegisterCallbacks(buffer_requested, buffer_completed);
  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  for (unsigned i = 0; i < runs; ++i) stopwatch.time(call);
  cuptiActivityFlushAll(1);
  cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  const std::size_t kernels = kernel_ns.size() / runs;
  std::vector<double> sums;
  for (unsigned i = 0; i < runs; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < kernels; ++k) sum += 0.001 * static_cast<double>(kernel_ns[i * kernels + k]);
    sums.push_back(sum);
  }
  return median(sums);
}

// --- our launches

struct Argument {
  std::string kind;  // buffer, local, scalar
  std::uint64_t bytes = 0, value = 0;
};
struct Launch {
  std::string file, kernel;
  unsigned groups[2] = {0, 0}, group_size[2] = {0, 0};
  std::vector<Argument> arguments;
};
struct Buffer {
  std::uint64_t bytes = 0;
  std::string content;
};
struct LaunchPlan {
  std::string what, type, op;
  std::uint64_t n = 0, group_size = 0, rounds = 0, groups_per_unit = 0;
  std::vector<Buffer> buffers;
  std::vector<Launch> launches;
};

std::vector<LaunchPlan> read_plans(const std::string& folder) {
  std::ifstream in(folder + "/launches.txt");
  if (!in) fail(folder + "/launches.txt: cannot be read; write it with cub_launches");
  std::vector<LaunchPlan> plans;
  for (std::string word; in >> word;) {
    if (word == "plan") {
      LaunchPlan& plan = plans.emplace_back();
      in >> plan.what >> plan.type >> plan.op >> plan.n >> plan.group_size >> plan.rounds >>
          plan.groups_per_unit;
    } else if (word == "buffer") {
      Buffer& buffer = plans.back().buffers.emplace_back();
      in >> buffer.bytes >> buffer.content;
    } else if (word == "launch") {
      Launch& launch = plans.back().launches.emplace_back();
      in >> launch.file >> launch.kernel >> launch.groups[0] >> launch.groups[1] >> launch.group_size[0] >>
          launch.group_size[1];
    } else if (word == "argument") {
      Argument& argument = plans.back().launches.back().arguments.emplace_back();
      in >> argument.kind;
      if (argument.kind == "scalar") in >> argument.bytes;
      in >> argument.value;
    }
  }
  return plans;
}

__global__ void where_local_memory_begins(unsigned* at) {
  extern __shared__ int memory[];
  *at = static_cast<unsigned>(__cvta_generic_to_shared(memory));
}

unsigned first_local_byte() {
  unsigned *on_device, at = 0;
  check(cudaMalloc(&on_device, sizeof at));
  where_local_memory_begins<<<1, 1, 16>>>(on_device);
  check(cudaMemcpy(&at, on_device, sizeof at, cudaMemcpyDeviceToHost));
  check(cudaFree(on_device));
  return at;
}

// A plan's kernels from the PTX that the OpenCL driver made, launched through CUDA's driver.
class OurLaunches {
 public:
  // `given`: the memory of buffers by their content.
  OurLaunches(const std::string& folder, const LaunchPlan& plan, const std::map<std::string, void*>& given)
      : plan_(plan) {
    for (const Buffer& buffer : plan.buffers) {
      const auto known = given.find(buffer.content);
      void* memory = known == given.end() ? nullptr : known->second;
      if (memory == nullptr) {
        check(cudaMalloc(&memory, buffer.bytes));
        scratch_.push_back(memory);
      }
      if (buffer.content == "once") check(cudaMemset(memory, 0, buffer.bytes));
      buffers_.push_back(memory);
    }
    for (const Launch& launch : plan.launches) load(folder, launch);
  }
  ~OurLaunches() {
    for (void* memory : scratch_) cudaFree(memory);
  }
  OurLaunches(const OurLaunches&) = delete;

  // All that a call needs: the buffers that are filled in each, and the launches.
  void launch() {
    for (std::size_t i = 0; i < buffers_.size(); ++i)
      if (plan_.buffers[i].content == "zero") check(cudaMemsetAsync(buffers_[i], 0, plan_.buffers[i].bytes));
    for (Ready& ready : ready_)
      check(cuLaunchKernel(ready.function, ready.groups[0], ready.groups[1], 1, ready.group_size[0],
                           ready.group_size[1], 1, ready.local_bytes, nullptr, ready.arguments.data(),
                           nullptr));
  }

 private:
  struct Ready {
    CUfunction function = nullptr;
    unsigned groups[2] = {0, 0}, group_size[2] = {0, 0};
    unsigned local_bytes = 0;
    std::vector<std::uint64_t> values;
    std::vector<void*> arguments;
  };

  static CUmodule module_of(const std::string& path) {
    static std::map<std::string, CUmodule> modules;
    if (const auto known = modules.find(path); known != modules.end()) return known->second;
    CUmodule module = nullptr;
    if (cuModuleLoad(&module, path.c_str()) != CUDA_SUCCESS) fail(path + ": the driver does not load it");
    return modules[path] = module;
  }

  // A pointer to local memory is the offset in it, behind the variables that the kernel declares itself.
  void load(const std::string& folder, const Launch& launch) {
    Ready ready;
    std::copy_n(launch.groups, 2, ready.groups);
    std::copy_n(launch.group_size, 2, ready.group_size);
    check(cuModuleGetFunction(&ready.function, module_of(folder + "/" + launch.file + ".ptx"),
                              launch.kernel.c_str()));
    // What the driver reports of the kernel's own variables may include what it reserves before them.
    static const unsigned first = first_local_byte();
    int reported = 0;
    check(cuFuncGetAttribute(&reported, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, ready.function));
    const unsigned declared = static_cast<unsigned>(reported) % std::max(first, 1U);
    const unsigned end = (first + declared + 15) / 16 * 16;
    unsigned local = end - first - declared;
    for (const Argument& argument : launch.arguments) {
      if (argument.kind == "buffer") {
        ready.values.push_back(reinterpret_cast<std::uint64_t>(buffers_[argument.value]));
      } else if (argument.kind == "local") {
        ready.values.push_back(first + declared + local);
        local += static_cast<unsigned>((argument.value + 15) / 16 * 16);
      } else {
        ready.values.push_back(argument.value);
      }
    }
    ready.local_bytes = local;
    for (std::uint64_t& value : ready.values) ready.arguments.push_back(&value);
    ready_.push_back(std::move(ready));
  }

  const LaunchPlan& plan_;
  std::vector<void*> buffers_, scratch_;
  std::vector<Ready> ready_;
};

}  // namespace
