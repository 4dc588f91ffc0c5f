#include "core/host_implementations/libraries.hpp"

namespace lockstep::host {
namespace {

constexpr auto kMissing =
    "This program was built without parallel algorithms of the standard library: install libtbb-dev, then "
    "build it again.";

}  // namespace

Opener standard_reduce() { return {nullptr, kMissing}; }
Opener standard_scan() { return {nullptr, kMissing}; }

}  // namespace lockstep::host
