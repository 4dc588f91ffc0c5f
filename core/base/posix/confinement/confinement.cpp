#include "core/base/confinement.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "core/base/posix/confinement/system_call_filter.hpp"

namespace lockstep {
namespace {

// Numeric constants of Landlock: the kernel headers of older systems do not define them.
// https://docs.kernel.org/userspace-api/landlock.html
constexpr long kCreateRuleset = 444, kRestrictSelf = 446;  // the same number on every architecture
constexpr unsigned kAskVersion = 1;
struct LandlockRules {
  std::uint64_t files = 0, network = 0, scopes = 0;
};

constexpr std::uint64_t low_bits(unsigned count) { return (std::uint64_t{1} << count) - 1; }

// All rights that this version of Landlock can refuse.
LandlockRules all_rules(long version) {
  LandlockRules rules;
  rules.files = low_bits(version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13);
  if (version >= 4) rules.network = low_bits(2);  // TCP bind and connect
  if (version >= 6) rules.scopes = low_bits(2);   // abstract sockets and signals of processes outside
  return rules;
}

// An empty set of rules, so everything is refused.
bool set_file_rules() {
  const long version = syscall(kCreateRuleset, nullptr, 0, kAskVersion);
  if (version < 1) return false;
  const LandlockRules rules = all_rules(version);
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const long set = syscall(kCreateRuleset, &rules, size, 0);
  if (set < 0) return false;
  const bool holds = syscall(kRestrictSelf, set, 0) == 0;
  close(static_cast<int>(set));
  return holds;
}

// Landlock confines only the calling thread.
bool has_one_thread() {
  std::error_code error;
  std::size_t threads = 0;
  for (std::filesystem::directory_iterator at("/proc/self/task", error), end; !error && at != end;
       at.increment(error))
    ++threads;
  return !error && threads <= 1;
}

bool root_folder_opens() {
  const int folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) close(folder);
  return folder >= 0;
}

bool socket_opens() {
  const int pair = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (pair >= 0) close(pair);
  return pair >= 0;
}

void close_other_descriptors() {
  if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0) == 0) return;
  const long most = sysconf(_SC_OPEN_MAX);
  for (int descriptor = STDERR_FILENO + 1; descriptor < (most > 0 ? most : 4096); ++descriptor)
    close(descriptor);
}

// Never above the limit that the process already has.
template <class Resource>
bool set_limit(Resource which, rlim_t soft, rlim_t hard) {
  rlimit limit{};
  if (getrlimit(which, &limit) != 0) return false;
  limit.rlim_max = std::min(limit.rlim_max, hard);
  limit.rlim_cur = std::min(soft, limit.rlim_max);
  return setrlimit(which, &limit) == 0;
}

// RLIMIT_DATA counts writable memory. RLIMIT_AS would also count reserved addresses, which glibc has
// for each thread.
bool set_limits(const ConfinementLimits& limits) {
  // A write beyond the limit fails instead of ending the process.
  signal(SIGXFSZ, SIG_IGN);  // NOLINT: the macro's cast
  bool holds = set_limit(RLIMIT_CORE, 0, 0) && set_limit(RLIMIT_FSIZE, 0, 0);
  if (limits.memory_bytes > 0)
    holds = set_limit(RLIMIT_DATA, limits.memory_bytes, limits.memory_bytes) && holds;
  const auto seconds = static_cast<rlim_t>(limits.processor_time.count());
  // The soft limit first raises SIGXCPU, a signal whose name states the reason.
  if (seconds > 0) holds = set_limit(RLIMIT_CPU, seconds, seconds + 1) && holds;
  return holds;
}

}  // namespace

Result<Confinement> confine_this_process(const ConfinementLimits& limits) {
  Confinement holds;
  const bool is_alone = has_one_thread();
  close_other_descriptors();
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);  // other processes of this user cannot read its memory
  const bool has_no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  holds.has_limits = set_limits(limits);
  if (has_no_new_privileges) {
    holds.has_file_rules = set_file_rules() && is_alone && !root_folder_opens();
    holds.has_system_call_filter = set_system_call_filter() && !socket_opens();
  }
  if (holds.has_system_call_filter || holds.has_file_rules) return holds;
  return failure(
      "This process cannot be confined: the kernel has neither seccomp filters nor Landlock, or the "
      "container "
      "forbids them. Allow one of them, or use a Linux kernel from 5.13 on.");
}

}  // namespace lockstep
