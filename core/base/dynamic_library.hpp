// A shared library that is opened at run time, so the program also starts if the library is missing.
#pragma once

#include <string>

namespace lockstep {

// The file name of the OpenCL loader on this system; what to install if the loader is missing; what to
// install if the loader finds no driver.
std::string opencl_library();
std::string opencl_remedy();
std::string opencl_driver_remedy();

class DynamicLibrary {
 public:
  // Opens the library `name`: a path, or a file name that the system's loader searches for, such as
  // "libOpenCL.so.1". The library stays open until the process ends, because threads of a driver may run in
  // it at any time.
  explicit DynamicLibrary(const std::string& name);

  bool is_open() const { return handle_ != nullptr; }
  // Returns the address of the symbol; null if the library is not open or has no such symbol.
  void* symbol(const char* name) const;
  // The loader's message if the library could not be opened; empty if it is open.
  const std::string& error() const { return error_; }

 private:
  void* handle_;
  std::string error_;
};

// Returns the library that the loader's message `error` reports as not found, for example "libGL.so.1":
// either the opened library or a library that it needs. Returns an empty string for any other error.
std::string library_not_found(const std::string& error);

}  // namespace lockstep
