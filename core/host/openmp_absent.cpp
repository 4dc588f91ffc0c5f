#include "core/host/implementations.hpp"

namespace lockstep::host {
namespace {

constexpr auto kMissing =
    "This program was built without OpenMP: build it with g++, or install libomp-dev for clang.";

}  // namespace

Implementation openmp_reduce() { return {nullptr, kMissing}; }
Implementation openmp_neighbours() { return {nullptr, kMissing}; }
Implementation openmp_apart() { return {nullptr, kMissing}; }
Implementation openmp_scan() { return {nullptr, kMissing}; }

}  // namespace lockstep::host
