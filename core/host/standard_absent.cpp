#include "core/host/implementations.hpp"

namespace lockstep::host {
namespace {

constexpr auto kMissing =
    "This program was built without parallel algorithms of the standard library: install libtbb-dev, then "
    "build it again.";

}  // namespace

Implementation standard_reduce() { return {nullptr, kMissing}; }
Implementation standard_scan() { return {nullptr, kMissing}; }

}  // namespace lockstep::host
