#include "core/opencl/driver/loader.hpp"

#include <array>
#include <atomic>
#include <mutex>

#include "core/base/dynamic_library.hpp"
#include "core/base/features.hpp"
#include "core/base/shortage.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/quirks.hpp"

namespace lockstep::opencl {
namespace {

constexpr cl_int platform_not_found = -1001;  // CL_PLATFORM_NOT_FOUND_KHR

enum class Entry : std::size_t {
#define STATUS(name, parameters, arguments) name,
#define HANDLE(name, parameters, arguments) name,
#include "core/opencl/driver/entry_points.def"
#undef STATUS
#undef HANDLE
  count
};

constexpr std::size_t entry_count = static_cast<std::size_t>(Entry::count);

constexpr std::array<const char*, entry_count> names{
#define STATUS(name, parameters, arguments) #name,
#define HANDLE(name, parameters, arguments) #name,
#include "core/opencl/driver/entry_points.def"
#undef STATUS
#undef HANDLE
};

std::array<std::atomic<void*>, entry_count> entry_table;

void open_loader() {
  prepare_environment();
  const DynamicLibrary library(opencl_library());
  for (std::size_t i = 0; i < entry_count; ++i) entry_table[i] = library.symbol(names[i]);
}

void open_once() {
  static std::once_flag opened;
  std::call_once(opened, open_loader);
}

template <class Function>
Function address(Entry entry) {
  open_once();
  return reinterpret_cast<Function>(entry_table[static_cast<std::size_t>(entry)].load());
}

std::size_t index_of(std::string_view name) {
  std::size_t i = 0;
  while (i < entry_count && names[i] != name) ++i;
  return i;
}

std::array<void*, entry_count> without_loader_saved;

}  // namespace

bool loader_present() { return address<void*>(Entry::clGetPlatformIDs) != nullptr; }

std::string_view no_loader_sentence() {
  static const std::string shortage = [] {
    const std::string why = shortage_sentence();
    return why.empty() ? ""
                       : "The OpenCL loader cannot be opened: " + why + " The simulator does not need it.";
  }();
  if (!shortage.empty()) return shortage;
  static const std::string absent = missing(Feature::devices);
  if (!absent.empty()) return absent;
  static const std::string none = "There is no OpenCL loader (" + opencl_library() + ") on this machine; " +
                                  opencl_remedy() + ". The simulator needs neither.";
  return none;
}

ReplacedEntryPoint::ReplacedEntryPoint(std::string_view name, void* function) : index_(index_of(name)) {
  open_once();
  original_ = entry_table.at(index_).exchange(function);
}

ReplacedEntryPoint::~ReplacedEntryPoint() { entry_table[index_] = original_; }

WithoutLoader::WithoutLoader() {
  open_once();
  for (std::size_t i = 0; i < entry_count; ++i) without_loader_saved[i] = entry_table[i].exchange(nullptr);
}

WithoutLoader::~WithoutLoader() {
  for (std::size_t i = 0; i < entry_count; ++i) entry_table[i] = without_loader_saved[i];
}

}  // namespace lockstep::opencl

using lockstep::opencl::address;
using lockstep::opencl::Entry;
using lockstep::opencl::platform_not_found;

// Hidden, because a driver that looks up a function by its name must find the loader's function. On Windows,
// DLLs do not search the program.
#if defined(__ELF__)
#define LOCKSTEP_HIDDEN [[gnu::visibility("hidden")]]
#else
#define LOCKSTEP_HIDDEN
#endif
#define STATUS(name, parameters, arguments)                        \
  extern "C" LOCKSTEP_HIDDEN cl_int CL_API_CALL name parameters {  \
    const auto function = address<decltype(&::name)>(Entry::name); \
    return function ? function arguments : platform_not_found;     \
  }
#define HANDLE(name, parameters, arguments)                                                 \
  extern "C" LOCKSTEP_HIDDEN auto CL_API_CALL name parameters->decltype(::name arguments) { \
    const auto function = address<decltype(&::name)>(Entry::name);                          \
    if (function) return function arguments;                                                \
    if (status) *status = platform_not_found;                                               \
    return nullptr;                                                                         \
  }
#include "core/opencl/driver/entry_points.def"
