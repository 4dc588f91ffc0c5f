#include "sim/frontend/cuda/word_lists.hpp"

#include <algorithm>
#include <map>

#include "sim/frontend/cuda/functions.hpp"
#include "sim/frontend/cuda/work_items.hpp"

namespace lockstep::sim::language::cuda {
namespace {

// Signatures for editors. For an overloaded function, one signature is shown.
const std::map<std::string_view, std::string_view>& signatures() {
  static const std::map<std::string_view, std::string_view> all{
      {"__syncthreads", "void __syncthreads()"},
      {"__syncthreads_count", "int __syncthreads_count(int predicate)"},
      {"__syncthreads_and", "int __syncthreads_and(int predicate)"},
      {"__syncthreads_or", "int __syncthreads_or(int predicate)"},
      {"__syncwarp", "void __syncwarp(unsigned mask = 0xffffffff)"},
      {"__threadfence", "void __threadfence()"},
      {"__threadfence_block", "void __threadfence_block()"},
      {"__threadfence_system", "void __threadfence_system()"},
      {"__shfl_sync", "T __shfl_sync(unsigned mask, T value, int lane, int width = warpSize)"},
      {"__shfl_up_sync", "T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize)"},
      {"__shfl_down_sync",
       "T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize)"},
      {"__shfl_xor_sync", "T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize)"},
      {"__any_sync", "int __any_sync(unsigned mask, int predicate)"},
      {"__all_sync", "int __all_sync(unsigned mask, int predicate)"},
      {"__ballot_sync", "unsigned __ballot_sync(unsigned mask, int predicate)"},
      {"__activemask", "unsigned __activemask()"},
      {"__reduce_add_sync", "unsigned __reduce_add_sync(unsigned mask, unsigned value)"},
      {"__reduce_min_sync", "unsigned __reduce_min_sync(unsigned mask, unsigned value)"},
      {"__reduce_max_sync", "unsigned __reduce_max_sync(unsigned mask, unsigned value)"},
      {"__reduce_and_sync", "unsigned __reduce_and_sync(unsigned mask, unsigned value)"},
      {"__reduce_or_sync", "unsigned __reduce_or_sync(unsigned mask, unsigned value)"},
      {"__reduce_xor_sync", "unsigned __reduce_xor_sync(unsigned mask, unsigned value)"},
      {"atomicAdd", "T atomicAdd(T *address, T value)"},
      {"atomicSub", "T atomicSub(T *address, T value)"},
      {"atomicExch", "T atomicExch(T *address, T value)"},
      {"atomicMin", "T atomicMin(T *address, T value)"},
      {"atomicMax", "T atomicMax(T *address, T value)"},
      {"atomicAnd", "T atomicAnd(T *address, T value)"},
      {"atomicOr", "T atomicOr(T *address, T value)"},
      {"atomicXor", "T atomicXor(T *address, T value)"},
      {"atomicInc", "unsigned atomicInc(unsigned *address, unsigned limit)"},
      {"atomicDec", "unsigned atomicDec(unsigned *address, unsigned limit)"},
      {"atomicCAS", "T atomicCAS(T *address, T compare, T value)"},
      {"__popc", "int __popc(unsigned value)"},
      {"__clz", "int __clz(int value)"},
      {"__ffs", "int __ffs(int value)"},
      {"__ldg", "T __ldg(const T *address)"},
      {"min", "T min(T a, T b)"},
      {"max", "T max(T a, T b)"},
      {"abs", "T abs(T value)"},
      {"printf", "int printf(const char *format, …)"}};
  return all;
}

}  // namespace

bool is_plain_name(std::string_view word) {
  constexpr std::array<std::string_view, 11> kOfOpencl = {"__kernel", "kernel",    "__global",   "global",
                                                          "__local",  "local",     "__constant", "constant",
                                                          "generic",  "__generic", "__private"};
  return std::ranges::find(kOfOpencl, word) != kOfOpencl.end();
}

std::vector<std::string> function_names() {
  std::vector<std::string> names = names_of_functions();
  for (const std::string& type : type_names())
    if (type != "dim3") names.push_back("make_" + type);
  std::erase_if(names, [](const std::string& name) { return name.starts_with("__builtin"); });
  std::ranges::sort(names);
  return names;
}

std::string_view signature_of(std::string_view function) {
  const auto found = signatures().find(function);
  return found == signatures().end() ? std::string_view() : found->second;
}

std::vector<std::string> type_names() { return names_of_types(); }

std::vector<std::string> constant_names() { return names_of_indices(); }

}  // namespace lockstep::sim::language::cuda
