// The OpenCL C++ bindings with exceptions, for sources of core/opencl and core/bench only; no exception
// leaves those folders. Only OpenCL 1.2 is used; newer queries use numeric constants.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
