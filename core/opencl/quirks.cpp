#include "core/opencl/quirks.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

namespace lockstep::opencl {
namespace {

// PoCL: 3.1 and 5.0 were seen to compile a branch on the local id inside a loop with a barrier wrongly
// (reduce/divergent). On 2^24 ints, PoCL 3.1 on two cores, L = 256: 66 ms as it comes, 34 ms with
// workitemrepl, 1.2 s with -cl-opt-disable; so the latter is only the second try, for releases that no longer
// know the former.
constexpr std::array table{
    Quirk{
        .platform = "Portable Computing Language",
        .what = "kernels that branch on the local id inside a loop with a barrier may compute wrong results",
        .why = "the default way to form work-group loops (\"loopvec\") splits such loops wrongly",
        .remedy =
            "one copy of the kernel for each work-item; where a result is still wrong, once more without "
            "optimisation",
        .environment_name = "POCL_WORK_GROUP_METHOD",
        .environment_value = "workitemrepl",
        .fallback_option = "-cl-opt-disable",
    },
};

// What prepare_environment did, a row for each quirk.
std::array<bool, table.size()> set_by_us{};

}  // namespace

std::span<const Quirk> quirks() { return table; }

void prepare_environment() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string name(table[i].environment_name);
    if (name.empty() || std::getenv(name.c_str())) continue;
    set_by_us[i] = setenv(name.c_str(), std::string(table[i].environment_value).c_str(), 0) == 0;
  }
}

std::vector<std::string> quirk_notes(std::string_view platform_name) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Quirk& quirk = table[i];
    if (!platform_name.starts_with(quirk.platform)) continue;
    const std::string setting =
        quirk.environment_name.empty() ? ""
        : set_by_us[i] ? fmt::format(" ({}={} is set)", quirk.environment_name, quirk.environment_value)
                       : fmt::format(" (your own {} is kept)", quirk.environment_name);
    notes.push_back(fmt::format("{}: {}. Remedy: {}{}.", quirk.what, quirk.why, quirk.remedy, setting));
  }
  return notes;
}

std::string_view fallback_option(std::string_view platform_name) {
  for (const Quirk& quirk : table)
    if (platform_name.starts_with(quirk.platform)) return quirk.fallback_option;
  return {};
}

}  // namespace lockstep::opencl
