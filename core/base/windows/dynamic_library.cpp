#include "core/base/dynamic_library.hpp"

#include <fmt/format.h>
#include <windows.h>

#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/windows/system_error.hpp"
#include "core/base/windows/wide.hpp"

namespace lockstep {
namespace {

constexpr std::string_view kNotFound = " was not found";

}  // namespace

std::string opencl_library() { return "OpenCL.dll"; }

std::string opencl_remedy() {
  return "install the driver of the graphics card's maker, which includes one, or a runtime for the "
         "processor";
}

std::string opencl_driver_remedy() {
  return "install the driver of the graphics card's maker, or a runtime for the processor";
}

// Without a path only the system's own folder is searched: a library with that name beside a document
// is not loaded.
DynamicLibrary::DynamicLibrary(const std::string& name)
    : handle_(::LoadLibraryExW(wide(name).c_str(), nullptr,
                               is_absolute_path(system_path(name)) ? LOAD_WITH_ALTERED_SEARCH_PATH
                                                                   : LOAD_LIBRARY_SEARCH_SYSTEM32)) {
  if (handle_ != nullptr) return;
  const DWORD code = ::GetLastError();
  error_ = code == ERROR_MOD_NOT_FOUND ? name + std::string(kNotFound)
                                       : fmt::format("{} cannot be loaded (Windows error {})", name, code);
}

void* DynamicLibrary::symbol(const char* name) const {
  return handle_ ? reinterpret_cast<void*>(::GetProcAddress(static_cast<HMODULE>(handle_), name)) : nullptr;
}

std::string library_not_found(const std::string& error) {
  return error.ends_with(kNotFound) ? error.substr(0, error.size() - kNotFound.size()) : "";
}

}  // namespace lockstep
