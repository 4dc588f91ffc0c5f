// Functions for features that Lockstep does not support on Windows: user programs that run on the
// simulator, MPI, a web page around the program.
#include "core/base/browser_page.hpp"
#include "core/base/call_stack.hpp"
#include "core/base/features.hpp"
#include "core/base/guest.hpp"
#include "core/base/interpreter_place.hpp"
#include "core/base/sandbox.hpp"
#include "core/base/screen_reader.hpp"
#include "core/base/shared_memory.hpp"
#include "core/base/termination_message.hpp"

namespace lockstep {

std::string missing(Feature feature) {
  switch (feature) {
    case Feature::programs:
      return "Lockstep for Windows does not run your OpenCL program on its device. Lockstep for Linux does, "
             "also in the Windows Subsystem for Linux, which the command wsl installs.";
    case Feature::confinement:
      return "On Windows a worker has limited memory and time, but submitted code could reach this "
             "user's files and the network.";
    default:
      return "";
  }
}

std::string own_command() { return "lockstep-cli"; }

bool has_display() { return true; }

Result<GuestEnd> run_guest(const GuestStart&, std::chrono::milliseconds, const std::stop_token&) {
  return failure(missing(Feature::programs));
}

struct Guest::Handle {};

Guest::Guest() = default;
Guest::~Guest() = default;
Result<std::unique_ptr<Guest>> Guest::start(const GuestStart&) { return failure(missing(Feature::programs)); }
std::string Guest::read(std::chrono::milliseconds) { return ""; }
void Guest::stop(bool) {}
std::optional<GuestEnd> Guest::end() { return std::nullopt; }

Result<Sandbox> Sandbox::find(SandboxOptions) { return failure(missing(Feature::programs)); }
Result<SandboxEnd> Sandbox::run(const std::string&, const std::string&) const {
  return failure(missing(Feature::programs));
}

std::vector<CodePlace> callers_outside(std::span<const std::string_view>, std::size_t) { return {}; }
std::string interpreter_place() { return ""; }

void set_last_words(const std::string&) {}
WaitsForOthers::WaitsForOthers() = default;
WaitsForOthers::~WaitsForOthers() = default;

bool page_shows_text() { return false; }
void set_page_text(const std::string&) {}
bool leave_picture(bool) { return false; }
void ask_for_files() {}
void delete_kept_data() {}

// GLFW's windows contain no text that a screen reader could find.
void tell_screen_reader(const std::string&) {}

// Only Linux libraries read such a file.
std::string memory_file(const std::string&, std::string_view) { return ""; }

}  // namespace lockstep
