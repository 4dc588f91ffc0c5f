// A shared library that is opened while the program runs, so that the program also starts without it.
#pragma once

#include <string>

namespace lockstep {

class DynamicLibrary {
 public:
  // `name` as the system's loader looks for it: "libOpenCL.so.1". The library stays open until the process
  // ends: threads of a driver may run in it at any time.
  explicit DynamicLibrary(const std::string& name);

  bool is_open() const { return handle_ != nullptr; }
  // Null: the library is not open, or it has no such symbol.
  void* symbol(const char* name) const;

 private:
  void* handle_;
};

}  // namespace lockstep
