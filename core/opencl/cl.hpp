// The OpenCL C++ bindings with exceptions, for the inside of this module only: none of them crosses its
// border. OpenCL 1.2 is all that is used; newer queries are named by their constants.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
