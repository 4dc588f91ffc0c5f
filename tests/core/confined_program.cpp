// Confines itself according to its first argument, and then tries forbidden operations, or computes. It is
// started by tests/core/base/confinement_test.cpp.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/confinement.hpp"

namespace lockstep {
namespace {

void say(const std::string& line) {
  std::puts(line.c_str());
  std::fflush(stdout);
}

// A direct system call, so that no library intercepts it.
template <class... Arguments>
bool works(long number, Arguments... arguments) {
  return syscall(number, arguments...) >= 0;
}

struct Attempt {
  const char* name;
  std::function<bool()> works;
};

bool fork_works() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  return child > 0;
}

bool reads(const std::string& file) {
  std::string word;
  return static_cast<bool>(std::ifstream(file) >> word);
}

// `other` is the process id of a process of the same user.
std::vector<Attempt> attempts(const std::string& hidden_file, pid_t other, pid_t parent) {
  static char byte = 0;
  static char* const no_words[] = {nullptr};
  static struct stat facts;
  static const char* const file = strdup(hidden_file.c_str());
  const auto memory_of = [other](long call) {
    iovec here{&byte, 1}, there{&byte, 1};
    return works(call, other, &here, 1L, &there, 1L, 0L);
  };
  return {
      {"read a file", [=] { return reads(hidden_file); }},
      {"read /etc/passwd", [] { return reads("/etc/passwd"); }},
      {"read /proc/self/environ", [] { return reads("/proc/self/environ"); }},
      {"open", [] { return works(SYS_openat, AT_FDCWD, file, O_RDONLY, 0); }},
      {"open a folder", [] { return works(SYS_openat, AT_FDCWD, "/", O_RDONLY | O_DIRECTORY, 0); }},
      {"open for writing", [] { return works(SYS_openat, AT_FDCWD, file, O_WRONLY, 0); }},
      {"create",
       [=] { return works(SYS_openat, AT_FDCWD, (hidden_file + ".new").c_str(), O_CREAT | O_WRONLY, 0600); }},
      {"openat2",
       [] {
         const std::uint64_t how[3] = {O_RDONLY, 0, 0};
         return works(437, AT_FDCWD, file, how, sizeof how);
       }},
      {"memfd_create", [] { return works(SYS_memfd_create, "x", 0); }},
      {"stat", [] { return works(SYS_newfstatat, AT_FDCWD, file, &facts, 0); }},
      {"access", [] { return works(SYS_faccessat, AT_FDCWD, file, R_OK); }},
      {"unlink", [] { return works(SYS_unlinkat, AT_FDCWD, file, 0); }},
      {"rename", [] { return works(SYS_renameat2, AT_FDCWD, file, AT_FDCWD, file, 0); }},
      {"truncate", [] { return works(SYS_truncate, file, 0); }},
      {"chdir", [] { return works(SYS_chdir, "/"); }},
      {"mount",
       [] { return works(SYS_mount, "none", "/no/such/folder", "tmpfs", 0, nullptr) || errno != EPERM; }},
      {"exec", [] { return works(SYS_execve, "/bin/true", no_words, no_words); }},
      {"execveat", [] { return works(SYS_execveat, AT_FDCWD, "/bin/true", no_words, no_words, 0); }},
      {"fork", [] { return fork_works(); }},
      {"a namespace", [] { return works(SYS_unshare, CLONE_NEWUSER); }},
      {"socket", [] { return works(SYS_socket, AF_INET, SOCK_STREAM, 0); }},
      {"socketpair",
       [] {
         int ends[2];
         return works(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends);
       }},
      {"connect",
       [] {
         sockaddr nowhere{};
         return works(SYS_connect, 0, &nowhere, sizeof nowhere) || errno != EPERM;
       }},
      {"ptrace", [=] { return works(SYS_ptrace, PTRACE_SEIZE, other, nullptr, nullptr); }},
      {"kill another", [=] { return works(SYS_kill, other, 0); }},
      {"kill the parent", [=] { return works(SYS_tgkill, parent, parent, 0); }},
      {"kill all", [] { return works(SYS_kill, -1, 0); }},
      {"read another's memory", [=] { return memory_of(SYS_process_vm_readv); }},
      {"write another's memory", [=] { return memory_of(SYS_process_vm_writev); }},
      {"io_uring", [] { return works(425, 1, nullptr) || errno != EPERM; }},
      {"bpf", [] { return works(SYS_bpf, 0, nullptr, 0) || errno != EPERM; }},
      {"perf_event_open", [] { return works(SYS_perf_event_open, nullptr, 0, -1, -1, 0) || errno != EPERM; }},
      {"inotify", [] { return works(SYS_inotify_init1, 0); }},
      {"keys", [] { return works(SYS_keyctl, 0, -3, 0); }},
      {"raise a limit",
       [] {
         const std::uint64_t limit[2] = {~std::uint64_t{0}, ~std::uint64_t{0}};
         return works(SYS_prlimit64, 0, 7, limit, nullptr);
       }},
      {"be dumpable", [] { return works(SYS_prctl, 4, 1, 0, 0, 0); }},
      {"run written memory",
       [] {
         return mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
                MAP_FAILED;
       }},
      {"shared memory",
       [] {
         return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
       }},
      {"a file that was open", [] { return works(SYS_read, 3, &byte, 1); }},
      {"type into the terminal", [] { return works(SYS_ioctl, 0, 0x5412, "x") || errno != EPERM; }},
  };
}

std::uint64_t sum_of_threads() {
  std::atomic<std::uint64_t> sum = 0;
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 4; ++i)
    threads.emplace_back([&sum, i] {
      const std::vector<std::uint64_t> numbers(100'000, i);
      for (const std::uint64_t number : numbers) sum += number;
    });
  for (std::thread& thread : threads) thread.join();
  return sum;
}

bool an_exception_is_caught() {
  try {
    static_cast<void>(std::string("x").at(2));
  } catch (const std::exception&) {
    return true;
  }
  return false;
}

void compute() {
  say("sum " + std::to_string(sum_of_threads()));
  say(an_exception_is_caught() ? "caught" : "not caught");
  std::fputs("to standard error\n", stderr);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  char line[100] = {};
  if (std::fgets(line, sizeof line, stdin) != nullptr) std::printf("read %s", line);
}

void take_memory() {
  std::vector<std::vector<char>> taken;
  try {
    while (true) taken.emplace_back(std::size_t{1} << 20, 'x');
  } catch (const std::bad_alloc&) {
    const std::size_t count = taken.size();
    taken.clear();
    say("no memory after " + std::to_string(count) + " MiB");
  }
}

void never_end() {
  for (std::atomic<unsigned> i = 0;; ++i) {
  }
}

// The attempts that cause no harm if they succeed.
void attempt_freely(const std::vector<Attempt>& all) {
  for (const Attempt& attempt : all)
    for (const std::string_view name :
         {"read a file", "open", "stat", "fork", "socket", "kill another", "shared memory"})
      if (attempt.name == name) say((attempt.works() ? "works " : "REFUSED ") + std::string(attempt.name));
}

// confined_program free FILE PID | attempts FILE PID | compute | memory MIB | endless | abort | grow | twice
int run(const std::vector<std::string>& words) {
  ConfinementLimits limits;
  const pid_t parent = getppid();
  if (words[0] == "memory") limits.memory_bytes = std::stoull(words[1]) << 20;
  if (words[0] == "endless") limits.processor_time = std::chrono::seconds(1);
  if (words[0] == "free") {
    attempt_freely(attempts(words[1], std::stoi(words[2]), parent));
    return 0;
  }
  if (words[0] == "attempts") dup2(open(words[1].c_str(), O_RDONLY), 3);
  const auto confined = confine_this_process(limits);
  if (!confined) {
    say(confined.error().message);
    return 1;
  }
  for (const std::string& name : confined->names()) say("holds " + name);
  if (words[0] == "attempts")
    for (const Attempt& attempt : attempts(words[1], std::stoi(words[2]), parent))
      say((attempt.works() ? "WORKS " : "refused ") + std::string(attempt.name));
  if (words[0] == "compute") compute();
  if (words[0] == "memory") take_memory();
  if (words[0] == "endless") never_end();
  if (words[0] == "abort") std::abort();
  if (words[0] == "grow") say(write(STDERR_FILENO, "x", 1) < 0 && errno == EFBIG ? "does not grow" : "grows");
  if (words[0] == "twice") say(confine_this_process(limits) ? "holds twice" : "refused");
  say("end");
  return 0;
}

}  // namespace
}  // namespace lockstep

int main(int count, char** words) { return count < 2 ? 2 : lockstep::run({words + 1, words + count}); }
