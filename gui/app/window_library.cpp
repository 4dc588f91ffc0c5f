#include "gui/app/window_library.hpp"

#include <fmt/format.h>

#include <array>

#include "core/base/dynamic_library.hpp"
#include "core/base/files/own_library.hpp"

namespace lockstep::gui {
namespace {

constexpr const char* kLibrary = "liblockstep-window.so";

// A package of Debian and Ubuntu that contains a library needed by the window.
struct Package {
  std::string_view library, package;
};
constexpr std::array kPackages{Package{"libGL.so", "libgl1"}, Package{"libglfw.so", "libglfw3"},
                               Package{"libX11.so", "libx11-6"}};

WindowSystem* linked_system = nullptr;

std::string advice(const std::string& library) {
  for (const auto& [known, package] : kPackages)
    if (library.starts_with(known)) return fmt::format("install it (Debian: {})", package);
  return "install it";
}

tl::unexpected<Error> no_window(std::string_view why) {
  return failure(
      fmt::format("Cannot open a window: {}. `lockstep shot picture.png` draws the first scene without "
                  "a window, and all other commands work.",
                  why));
}

tl::unexpected<Error> cannot_be_loaded(const std::string& error) {
  const std::string missing = library_not_found(error);
  if (missing.empty()) return no_window(fmt::format("{} cannot be loaded ({})", kLibrary, error));
  return no_window(fmt::format("{} is missing; {}", missing, advice(missing)));
}

}  // namespace

void use_window_system(WindowSystem& linked) { linked_system = &linked; }

Result<WindowSystem*> load_window_system() {
  if (linked_system != nullptr) return linked_system;
  const std::string path = own_library(kLibrary);
  if (path.empty())
    return no_window(
        fmt::format("{} is missing; install the package lockstep beside lockstep-cli, or build "
                    "with -DLOCKSTEP_GUI=ON",
                    kLibrary));
  const DynamicLibrary library(path);
  if (!library.is_open()) return cannot_be_loaded(library.error());
  const auto system_of = reinterpret_cast<WindowSystemOf>(library.symbol(kWindowSystemOf));
  WindowSystem* system = system_of != nullptr ? system_of(LOCKSTEP_VERSION) : nullptr;
  if (system == nullptr)
    return no_window(
        fmt::format("{} and this program have different versions; install Lockstep again", path));
  return system;
}

}  // namespace lockstep::gui
