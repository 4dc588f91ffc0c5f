// A sampler, which determines how kernels read images.
#pragma once

#include <memory>
#include <vector>

#include "core/plan/image.hpp"
#include "runtime/objects/context.hpp"

struct _cl_sampler : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::sampler;
  _cl_sampler() : Object(kKind) {}

  std::shared_ptr<_cl_context> context;
  cl_bool is_normalized = CL_TRUE;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
  std::vector<cl_sampler_properties> properties;  // as given, with the terminating 0

  // Returns the value that is passed to kernels.
  std::uint32_t bits() const {
    using Bits = lockstep::SamplerBits;
    const std::uint32_t mode = (addressing - CL_ADDRESS_NONE) * Bits::clamp_to_edge;
    return mode | (is_normalized ? Bits::normalized : 0) |
           (filter == CL_FILTER_LINEAR ? Bits::linear : Bits::nearest);
  }
};
