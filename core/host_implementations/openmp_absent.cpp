#include "core/host_implementations/libraries.hpp"

namespace lockstep::host {
namespace {

constexpr auto kMissing =
    "This program was built without OpenMP: build it with g++, or install libomp-dev for clang.";

}  // namespace

Opener openmp_reduce() { return {nullptr, kMissing}; }
Opener openmp_neighbours() { return {nullptr, kMissing}; }
Opener openmp_apart() { return {nullptr, kMissing}; }
Opener openmp_scan() { return {nullptr, kMissing}; }

}  // namespace lockstep::host
