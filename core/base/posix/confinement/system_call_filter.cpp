#include "core/base/posix/confinement/system_call_filter.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace lockstep {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;  // the filter has not been tested on this architecture
#endif

constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kIsNotThere = SECCOMP_RET_ERRNO | ENOSYS;
constexpr std::uint32_t kAllBits = ~std::uint32_t{0};

// System calls that are harmless whatever their arguments are. Calls that read or write need a descriptor,
// and the process cannot open new ones.
constexpr int kAllowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_close,
    SYS_lseek,
    SYS_fstat,
    SYS_dup,
    SYS_dup3,
    SYS_ppoll,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_set_robust_list,
    SYS_set_tid_address,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_getcpu,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_getrusage,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigtimedwait,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_getpid,
    SYS_gettid,
    SYS_getrandom,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_futex_waitv
    SYS_futex_waitv,
#endif
#ifdef SYS_dup2
    SYS_dup2,
#endif
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_time
    SYS_time,
#endif
};

// A condition: the bits of an argument that `mask` selects are equal to `value`. Both architectures store
// the lower half of an argument first.
struct ArgumentBits {
  unsigned argument = 0;
  std::uint32_t mask = kAllBits, value = 0;
  bool is_upper_half = false;

  std::uint32_t offset() const {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * argument + (is_upper_half ? 4 : 0));
  }
};

class SystemCallFilter {
 public:
  SystemCallFilter() {
    load(offsetof(seccomp_data, arch));
    jump_if_equal(kArchitecture, 1, 0);
    end(SECCOMP_RET_KILL_PROCESS);  // on another architecture the numbers denote other calls
    load(offsetof(seccomp_data, nr));
  }

  void answer(int call, std::uint32_t action) {
    jump_if_equal(static_cast<std::uint32_t>(call), 0, 1);
    end(action);
  }

  // If a condition does not hold, the next rule for the same call decides.
  void allow_if(int call, std::initializer_list<ArgumentBits> conditions) {
    constexpr std::size_t kOfEach = 3;
    const std::size_t length = kOfEach * conditions.size() + 2;
    jump_if_equal(static_cast<std::uint32_t>(call), 0, length);
    std::size_t left = kOfEach * conditions.size();
    for (const ArgumentBits& bits : conditions) {
      left -= kOfEach;
      load(bits.offset());
      add(BPF_ALU | BPF_AND | BPF_K, bits.mask);
      jump_if_equal(bits.value, 0, left + 1);
    }
    end(SECCOMP_RET_ALLOW);
    load(offsetof(seccomp_data, nr));
  }

  bool set() {
    end(kRefuse);
    sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
  }

 private:
  void add(unsigned operation, std::uint32_t value, std::size_t if_true = 0, std::size_t if_false = 0) {
    code_.push_back({static_cast<std::uint16_t>(operation), static_cast<std::uint8_t>(if_true),
                     static_cast<std::uint8_t>(if_false), value});
  }
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
  void jump_if_equal(std::uint32_t value, std::size_t if_true, std::size_t if_false) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, if_true, if_false);
  }
  void end(std::uint32_t action) { add(BPF_RET | BPF_K, action); }

  std::vector<sock_filter> code_;
};

// A thread shares the memory of this process and creates no namespace.
constexpr std::uint32_t kThread = CLONE_THREAD | CLONE_VM | CLONE_SIGHAND;
constexpr std::uint32_t kNewSpaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_PTRACE |
                                     CLONE_UNTRACED;

void add_rules(SystemCallFilter& filter) {
  for (const int call : kAllowed) filter.answer(call, SECCOMP_RET_ALLOW);
  // The flags of clone3 are in memory, which a filter cannot read. If clone3 fails with ENOSYS, glibc
  // calls clone instead.
  filter.answer(SYS_clone3, kIsNotThere);
  filter.allow_if(SYS_clone, {{0, kThread | kNewSpaces, kThread}});
  // Only private memory, and no executable code.
  filter.allow_if(SYS_mmap, {{2, PROT_EXEC, 0},
                             {3, MAP_ANONYMOUS | MAP_PRIVATE | MAP_SHARED, MAP_ANONYMOUS | MAP_PRIVATE}});
  filter.allow_if(SYS_mprotect, {{2, PROT_EXEC, 0}});
  // Limits may be read, for instance for the size of a thread's stack.
  filter.allow_if(SYS_prlimit64, {{0, kAllBits, 0}, {2, kAllBits, 0}, {2, kAllBits, 0, true}});
  for (const int command : {F_GETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC})
    filter.allow_if(SYS_fcntl, {{1, kAllBits, static_cast<std::uint32_t>(command)}});
  filter.allow_if(SYS_tgkill, {{0, kAllBits, static_cast<std::uint32_t>(getpid())}});  // abort()
  filter.allow_if(SYS_prctl, {{0, kAllBits, PR_SET_NAME}});                            // the name of a thread
}

}  // namespace

bool set_system_call_filter() {
  if (kArchitecture == 0) return false;
  SystemCallFilter filter;
  add_rules(filter);
  return filter.set();
}

}  // namespace lockstep
