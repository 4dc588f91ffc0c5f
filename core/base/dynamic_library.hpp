// A shared library that is opened while the program runs, so that the program also starts without it.
#pragma once

#include <string>

namespace lockstep {

// What the loader of OpenCL is called on this system, and what to install where it is missing, or finds no
// driver.
std::string opencl_library();
std::string opencl_remedy();
std::string opencl_driver_remedy();

class DynamicLibrary {
 public:
  // `name` as the system's loader looks for it: "libOpenCL.so.1", or a path. The library stays open until the
  // process ends: threads of a driver may run in it at any time.
  explicit DynamicLibrary(const std::string& name);

  bool is_open() const { return handle_ != nullptr; }
  // Null: the library is not open, or it has no such symbol.
  void* symbol(const char* name) const;
  // Why it is not open, in the loader's words; empty if it is open.
  const std::string& error() const { return error_; }

 private:
  void* handle_;
  std::string error_;
};

// The library that the loader's error reports as not found: "libGL.so.1", either the opened one or one that
// it needs. Empty for any other error.
std::string library_not_found(const std::string& error);

}  // namespace lockstep
