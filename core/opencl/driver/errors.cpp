#include "core/opencl/driver/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/opencl/driver/cl.hpp"

namespace lockstep::opencl {
namespace {

struct ErrorRow {
  cl_int code;
  std::string_view name;
  std::string_view advice;  // empty: the general advice
};

constexpr std::string_view fewer = "Try a smaller n or a smaller work-group.";
constexpr std::string_view memory = "Try a smaller n, or close other programs that use the device.";
constexpr std::string_view driver = "Check that the device's driver is installed and works (clinfo).";
constexpr std::string_view stopped =
    "The device stopped: a kernel accessed memory out of bounds or ran too long. Try the simulator "
    "on a small n to find the error, or a smaller work-group.";
constexpr std::string_view group = "Try a smaller work-group.";
constexpr std::string_view general = "Run again; if the error persists, try another device or a smaller n.";

#define ROW(name, advice) \
  ErrorRow { name, #name, advice }
constexpr std::array rows{
    ROW(CL_DEVICE_NOT_FOUND, driver),
    ROW(CL_DEVICE_NOT_AVAILABLE, "The device is busy or was removed; try again later, or another device."),
    ROW(CL_COMPILER_NOT_AVAILABLE, "This device cannot compile kernels; choose another device."),
    ROW(CL_MEM_OBJECT_ALLOCATION_FAILURE, memory),
    ROW(CL_OUT_OF_RESOURCES, stopped),
    ROW(CL_OUT_OF_HOST_MEMORY, "Try a smaller n, or close other programs."),
    ROW(CL_PROFILING_INFO_NOT_AVAILABLE, "This device cannot time kernels; choose another device."),
    ROW(CL_MEM_COPY_OVERLAP, ""),
    ROW(CL_BUILD_PROGRAM_FAILURE, ""),
    ROW(CL_MAP_FAILURE, memory),
    ROW(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, ""),
    ROW(CL_INVALID_VALUE, ""),
    ROW(CL_INVALID_DEVICE_TYPE, driver),
    ROW(CL_INVALID_PLATFORM, driver),
    ROW(CL_INVALID_DEVICE, driver),
    ROW(CL_INVALID_CONTEXT, ""),
    ROW(CL_INVALID_QUEUE_PROPERTIES, "This device cannot time kernels; choose another device."),
    ROW(CL_INVALID_COMMAND_QUEUE, stopped),
    ROW(CL_INVALID_HOST_PTR, ""),
    ROW(CL_INVALID_MEM_OBJECT, ""),
    ROW(CL_INVALID_BINARY, ""),
    ROW(CL_INVALID_BUILD_OPTIONS, "The driver rejects one of the build options."),
    ROW(CL_INVALID_PROGRAM, ""),
    ROW(CL_INVALID_PROGRAM_EXECUTABLE, ""),
    ROW(CL_INVALID_KERNEL_NAME, "Name a kernel that the file contains."),
    ROW(CL_INVALID_KERNEL_DEFINITION, ""),
    ROW(CL_INVALID_KERNEL, ""),
    ROW(CL_INVALID_ARG_INDEX, "The kernel is given more arguments than it has parameters."),
    ROW(CL_INVALID_ARG_VALUE, "An argument does not fit the kernel's parameter."),
    ROW(CL_INVALID_ARG_SIZE, "An argument differs in size from the kernel's parameter."),
    ROW(CL_INVALID_KERNEL_ARGS, "Give every parameter of the kernel an argument."),
    ROW(CL_INVALID_WORK_DIMENSION, ""),
    ROW(CL_INVALID_WORK_GROUP_SIZE, group),
    ROW(CL_INVALID_WORK_ITEM_SIZE, group),
    ROW(CL_INVALID_GLOBAL_OFFSET, ""),
    ROW(CL_INVALID_EVENT_WAIT_LIST, ""),
    ROW(CL_INVALID_EVENT, ""),
    ROW(CL_INVALID_OPERATION, ""),
    ROW(CL_INVALID_BUFFER_SIZE, fewer),
    ROW(CL_INVALID_GLOBAL_WORK_SIZE, fewer),
    ROW(CL_INVALID_PROPERTY, ""),
    ErrorRow{-1001, "CL_PLATFORM_NOT_FOUND_KHR",
             "Install an OpenCL driver: pocl-opencl-icd runs on every CPU; the driver of a graphics card "
             "includes OpenCL."},
    ErrorRow{out_of_bounds_nvidia, "NVIDIA error -9999",
             "The kernel reads or writes out of bounds; run it in the simulator on a small n to see where."},
};
#undef ROW

const ErrorRow* find(cl_int code) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const ErrorRow& row) { return row.code == code; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

std::string error_name(cl_int code) {
  const ErrorRow* row = find(code);
  return row ? std::string(row->name) : fmt::format("OpenCL error {}", code);
}

tl::unexpected<Error> opencl_failure(std::string_view place, cl_int code, std::string_view advice) {
  const ErrorRow* row = find(code);
  if (advice.empty()) advice = row && !row->advice.empty() ? row->advice : general;
  return failure(fmt::format("The device failed while {}: {}. {}", place, error_name(code), advice));
}

std::string_view advice_on_commands() {
  return "This is a command of the driver, not of a kernel: try a smaller n, or another version of "
         "the driver.";
}

}  // namespace lockstep::opencl
