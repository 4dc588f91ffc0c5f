// The result of an operation that OpenCL may refuse: either the value, or the error code of the specification
// with the reason as a sentence.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "runtime/objects/cl.hpp"

namespace lockstep::runtime {

struct Refusal {
  cl_int code = CL_INVALID_VALUE;
  std::string reason;
};

// Returns the name of an error code: "CL_INVALID_VALUE"; for an unknown code, the number.
std::string error_name(cl_int code);

template <class T>
using Outcome = tl::expected<T, Refusal>;

inline tl::unexpected<Refusal> refuse(cl_int code, std::string reason) {
  return tl::unexpected<Refusal>(Refusal{code, std::move(reason)});
}

}  // namespace lockstep::runtime
