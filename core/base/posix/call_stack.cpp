#include "core/base/call_stack.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <optional>

namespace lockstep {
namespace {

struct Module {
  std::string file;
  std::uint64_t base = 0;
};

std::optional<Module> module_of(void* address) {
  Dl_info info{};
  void* extra = nullptr;
  if (dladdr1(address, &info, &extra, RTLD_DL_LINKMAP) == 0 || !info.dli_fname) return std::nullopt;
  const auto* map = static_cast<const link_map*>(extra);
  return Module{info.dli_fname, map ? map->l_addr : 0};
}

std::string_view name_of(std::string_view file) { return file.substr(file.rfind('/') + 1); }

}  // namespace

std::vector<CodePlace> callers_outside(std::span<const std::string_view> libraries, std::size_t most) {
  std::array<void*, 64> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  const auto own = module_of(reinterpret_cast<void*>(&callers_outside));
  std::vector<CodePlace> callers;
  for (int i = 1; i < count && callers.size() < most; ++i) {
    const auto module = module_of(frames[static_cast<std::size_t>(i)]);
    if (!module) break;
    const bool is_skipped =
        (own && module->file == own->file) || std::ranges::any_of(libraries, [&](std::string_view name) {
          return name_of(module->file).starts_with(name);
        });
    // Subtract one byte, because the return address is that of the instruction after the call.
    if (!is_skipped)
      callers.push_back({module->file, reinterpret_cast<std::uint64_t>(frames[static_cast<std::size_t>(i)]) -
                                           module->base - 1});
  }
  return callers;
}

}  // namespace lockstep
