#include "core/base/dynamic_library.hpp"

#include <dlfcn.h>

#include <string_view>

namespace lockstep {

std::string opencl_library() { return "libOpenCL.so.1"; }

std::string opencl_remedy() {
  return "install one (Debian and Ubuntu: apt install ocl-icd-libopencl1) and a driver (pocl-opencl-icd runs "
         "on "
         "every CPU)";
}

std::string opencl_driver_remedy() {
  return "install a driver (Debian and Ubuntu: apt install pocl-opencl-icd, which runs on every CPU)";
}

DynamicLibrary::DynamicLibrary(const std::string& name)
    : handle_(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ != nullptr) return;
  const char* error = ::dlerror();
  error_ = error != nullptr ? error : "unknown error";
}

void* DynamicLibrary::symbol(const char* name) const { return handle_ ? ::dlsym(handle_, name) : nullptr; }

// "libGL.so.1: cannot open shared object file: No such file or directory" (glibc),
// "Error loading shared library libGL.so.1: No such file or directory (needed by …)" (musl).
std::string library_not_found(const std::string& error) {
  constexpr std::string_view kMusl = "Error loading shared library ";
  if (error.find("No such file or directory") == error.npos) return {};
  const std::size_t begin = error.starts_with(kMusl) ? kMusl.size() : 0;
  return error.substr(begin, error.find(": ", begin) - begin);
}

}  // namespace lockstep
