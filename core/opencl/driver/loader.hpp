// The OpenCL ICD loader (libOpenCL.so.1) is not linked, but opened when the first OpenCL function is called,
// so the program also starts and simulates without a loader. loader.cpp defines the cl* functions that the
// bindings need. Each of them calls the loader's function, or returns CL_PLATFORM_NOT_FOUND_KHR if no loader
// is installed.
#pragma once

#include <string_view>

namespace lockstep::opencl {

bool loader_present();

// Returns a sentence that says what to install, because OpenCL can only report "CL_PLATFORM_NOT_FOUND_KHR".
std::string_view no_loader_sentence();

// For tests: redirects calls of one cl* function to `function`, which has its signature, until the object is
// destroyed. Must not be used while another thread calls OpenCL.
class ReplacedEntryPoint {
 public:
  ReplacedEntryPoint(std::string_view name, void* function);
  ~ReplacedEntryPoint();
  ReplacedEntryPoint(const ReplacedEntryPoint&) = delete;
  ReplacedEntryPoint& operator=(const ReplacedEntryPoint&) = delete;
  void* original() const { return original_; }

 private:
  std::size_t index_;
  void* original_;
};

// For tests: behaves as if no loader were installed, until the object is destroyed.
class WithoutLoader {
 public:
  WithoutLoader();
  ~WithoutLoader();
  WithoutLoader(const WithoutLoader&) = delete;
  WithoutLoader& operator=(const WithoutLoader&) = delete;
};

}  // namespace lockstep::opencl
