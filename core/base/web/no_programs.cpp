// A web page cannot start programs or share memory with them: each function reports this.
#include <unistd.h>

#include <cstdlib>

#include "core/base/call_stack.hpp"
#include "core/base/confinement.hpp"
#include "core/base/guest.hpp"
#include "core/base/interpreter_place.hpp"
#include "core/base/process.hpp"
#include "core/base/sandbox.hpp"
#include "core/base/shared_memory.hpp"

namespace lockstep {
namespace {

constexpr const char* kNoPrograms = "A browser cannot start programs.";
constexpr const char* kNoMemory = "A browser cannot share memory with programs.";

}  // namespace

struct Child::Handle {};

Child::Child() = default;
Child::~Child() = default;
Result<std::unique_ptr<Child>> Child::start(const std::vector<std::string>&, const std::vector<std::string>&,
                                            ChildEnvironment) {
  return failure(kNoPrograms);
}
Result<void> Child::write_line(const std::string&) { return failure(kNoPrograms); }
bool Child::read_some(std::chrono::milliseconds) { return false; }
void Child::interrupt() {}
void Child::kill_now() {}
std::string Child::how_it_ended() { return ""; }

Parent::Parent() : in_(-1), out_(-1) {}
std::optional<std::string> Parent::read_line() { return in_ < 0 ? std::nullopt : unread_.take_line(); }
bool Parent::write_line(std::string_view) { return out_ >= 0; }

std::uint64_t process_id() { return 1; }
std::string own_program() { return ""; }
std::string program_in_path(const std::string&) { return ""; }
Error become(const std::vector<std::string>&) { return {Error::Kind::failed, kNoPrograms}; }
void end_process(int status) { ::_exit(status); }

// A web page has no separate process for untrusted data; the browser confines the page itself.
Result<Confinement> confine_this_process(const ConfinementLimits&) { return failure(kNoPrograms); }

Result<GuestEnd> run_guest(const GuestStart&, std::chrono::milliseconds, const std::stop_token&) {
  return failure(kNoPrograms);
}

struct Guest::Handle {};

Guest::Guest() = default;
Guest::~Guest() = default;
Result<std::unique_ptr<Guest>> Guest::start(const GuestStart&) { return failure(kNoPrograms); }
std::string Guest::read(std::chrono::milliseconds) { return ""; }
void Guest::stop(bool) {}
std::optional<GuestEnd> Guest::end() { return std::nullopt; }

SharedArray::~SharedArray() = default;
Result<std::unique_ptr<SharedArray>> SharedArray::make(const std::string&, std::size_t) {
  return failure(kNoMemory);
}
Result<std::unique_ptr<SharedArray>> SharedArray::open(const std::string&, std::size_t) {
  return failure(kNoMemory);
}
std::string SharedArray::path() const { return ""; }
std::string memory_file(const std::string&, std::string_view) { return ""; }

std::vector<CodePlace> callers_outside(std::span<const std::string_view>, std::size_t) { return {}; }
std::string interpreter_place() { return ""; }

Result<Sandbox> Sandbox::find(SandboxOptions) { return failure(kNoPrograms); }
Result<SandboxEnd> Sandbox::run(const std::string&, const std::string&) const { return failure(kNoPrograms); }

}  // namespace lockstep
