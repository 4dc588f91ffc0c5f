#include "runtime/objects/context.hpp"

#include <algorithm>

_cl_context::~_cl_context() {
  for (auto call = destructors.rbegin(); call != destructors.rend(); ++call) (*call)();
}

bool _cl_context::has(cl_device_id device) const {
  return std::ranges::find(devices, device) != devices.end();
}
