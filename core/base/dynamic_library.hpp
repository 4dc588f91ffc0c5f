// A shared library that is opened at run time, so the program also starts without it.
#pragma once

#include <string>

namespace lockstep {

// The name of the OpenCL loader on this system, and what to install if it is missing or finds no driver.
std::string opencl_library();
std::string opencl_remedy();
std::string opencl_driver_remedy();

class DynamicLibrary {
 public:
  // `name`: a name that the system's loader searches for, such as "libOpenCL.so.1", or a path. The library
  // stays open until the process ends: threads of a driver may run in it at any time.
  explicit DynamicLibrary(const std::string& name);

  bool is_open() const { return handle_ != nullptr; }
  // Null if the library is not open or has no such symbol.
  void* symbol(const char* name) const;
  // The loader's message if the library is not open; empty if it is open.
  const std::string& error() const { return error_; }

 private:
  void* handle_;
  std::string error_;
};

// The library that the loader's error reports as not found: "libGL.so.1", either the opened one or one that
// it needs. Empty for any other error.
std::string library_not_found(const std::string& error);

}  // namespace lockstep
