#include "runtime/objects/context.hpp"

#include <algorithm>
#include <ranges>

_cl_context::~_cl_context() {
  for (const auto& call : destructors | std::views::reverse) call();
}

bool _cl_context::has(cl_device_id device) const {
  return std::ranges::find(devices, device) != devices.end();
}
