#include "core/base/posix/keeper.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>

extern char** environ;  // NOLINT: POSIX's name

namespace lockstep {
namespace {

constexpr char kInterruptIt = 'I', kAskIt = 'T', kKillAll = 'K';

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

// Everything that the two new processes need, prepared before the first fork(): after fork() in a program
// with threads, only async-signal-safe calls are allowed.
struct Plan {
  const Spawn& request;
  char* const* arguments;
  char* const* variables;
  int orders, news, refusal;  // the keeper's ends of the pipes
  sigset_t mask;              // the signal mask of this thread
  bool ignores_hang_up;       // as the user requested, for instance with nohup

  [[noreturn]] void become_program(pid_t keeper) const;
  [[noreturn]] void keep() const;
};

void set_signal(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

void tell_number(int descriptor, int number) {
  [[maybe_unused]] const ssize_t written = write(descriptor, &number, sizeof number);
}

// Runs in the process of the started program. If the keeper is killed, the program ends as well.
void Plan::become_program(pid_t keeper) const {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) _exit(127);
  if (request.own_group) setpgid(0, 0);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGCHLD}) set_signal(signal, SIG_DFL);
  set_signal(SIGHUP, ignores_hang_up ? SIG_IGN : SIG_DFL);
  const int streams[][2] = {
      {request.in, STDIN_FILENO}, {request.out, STDOUT_FILENO}, {request.err, STDERR_FILENO}};
  for (const auto& [from, to] : streams)
    if (from >= 0) dup2(from, to);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  if (request.folder.empty() || chdir(request.folder.c_str()) == 0)
    execvpe(arguments[0], arguments, variables);
  tell_number(refusal, errno);
  _exit(127);
}

void pause_for(long milliseconds) {
  const timespec time{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  nanosleep(&time, nullptr);
}

// Sends the signal to every current child of this process, including processes of the program that have lost
// their parent. Without /proc only the program itself and its group are known.
void signal_children(int signal, pid_t program) {
  char text[4096];
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  const ssize_t size = file < 0 ? -1 : read(file, text, sizeof text);
  if (file >= 0) close(file);
  if (size < 0) {
    if (getpgid(program) == program) kill(-program, signal);
    kill(program, signal);
    return;
  }
  pid_t number = 0;
  for (ssize_t i = 0; i < size; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      number = number * 10 + (text[i] - '0');
    } else {
      if (number > 0) kill(number, signal);
      number = 0;
    }
  }
}

// The program that a keeper watches.
struct Watched {
  pid_t program = -1;
  bool ended = false;
  int status = 0;

  // Returns false if no child is left.
  bool take_ended() {
    while (true) {
      int taken = 0;
      const pid_t ended_one = waitpid(-1, &taken, WNOHANG);
      if (ended_one < 0 && errno == EINTR) continue;
      if (ended_one <= 0) return ended_one == 0;
      if (ended_one != program) continue;
      ended = true;
      status = taken;
    }
  }

  // Repeats until no process is left, but not indefinitely: a process inside a driver's system call ends only
  // when the call returns.
  void end_all(int signal, int rounds) {
    constexpr long kRound = 5;  // ms
    for (int i = 0; i < rounds && take_ended(); ++i) {
      signal_children(signal, program);
      pause_for(kRound);
    }
  }
  void kill_all() { end_all(SIGKILL, 200); }
};

extern "C" void wake_up(int) {}

void Plan::keep() const {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_NAME, "lockstep-keeper");
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) set_signal(signal, SIG_IGN);
  set_signal(SIGCHLD, wake_up);
  const pid_t self = getpid();
  Watched watched;
  watched.program = fork();
  if (watched.program == 0) become_program(self);
  if (watched.program < 0) {
    tell_number(refusal, errno);
    _exit(127);
  }
  // The keeper must not hold the locks and pipe ends of the process that started it.
  dup2(orders, STDIN_FILENO);
  dup2(news, STDOUT_FILENO);
  if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0) != 0)
    for (int descriptor = STDERR_FILENO + 1; descriptor < 4096; ++descriptor) close(descriptor);
  sigset_t all_but_children;
  sigfillset(&all_but_children);
  sigdelset(&all_but_children, SIGCHLD);
  bool is_asked = false;
  while (true) {
    watched.take_ended();
    if (watched.ended) break;
    pollfd orders_come{STDIN_FILENO, POLLIN, 0};
    if (ppoll(&orders_come, 1, nullptr, &all_but_children) <= 0) continue;
    char word = 0;
    const ssize_t count = read(STDIN_FILENO, &word, 1);
    if (count < 0) continue;
    if (count == 0) {  // the parent has ended
      watched.end_all(SIGTERM, 1);
      for (int i = 0; i < 40 && watched.take_ended(); ++i) pause_for(5);
      watched.kill_all();
      _exit(0);
    }
    is_asked = is_asked || word != kInterruptIt;
    if (word == kInterruptIt) kill(watched.program, SIGINT);
    if (word == kAskIt) {
      if (request.own_group) kill(-watched.program, SIGTERM);
      kill(watched.program, SIGTERM);
    }
    if (word == kKillAll) watched.kill_all();
  }
  if (is_asked) watched.kill_all();
  tell_number(STDOUT_FILENO, watched.status);
  _exit(0);
}

}  // namespace

Pipe::Pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  read = ends[0];
  write = ends[1];
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

int Kept::start(Spawn request) {
  Pipe orders, news, refusal;
  if (!orders.is_open() || !news.is_open() || !refusal.is_open()) {
    const int error = errno;
    for (Pipe* pipe : {&orders, &news, &refusal}) close_if_open(pipe->read), close_if_open(pipe->write);
    return error;
  }
  const std::vector<char*> arguments = pointers(request.program), variables = pointers(request.environment);
  Plan plan{request, arguments.data(), variables.data(), orders.read, news.write, refusal.write, {}, false};
  struct sigaction hang_up = {};
  sigaction(SIGHUP, nullptr, &hang_up);
  plan.ignores_hang_up = hang_up.sa_handler == SIG_IGN;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &plan.mask);
  const pid_t keeper = fork();
  if (keeper == 0) plan.keep();
  int error = keeper < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &plan.mask, nullptr);
  close_if_open(orders.read);
  close_if_open(news.write);
  close_if_open(refusal.write);
  if (error == 0) {
    ssize_t count = 0;
    while ((count = read(refusal.read, &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (count != sizeof error) error = 0;  // exec() succeeded and closed the pipe
    keeper_ = keeper;
  }
  close_if_open(refusal.read);
  orders_ = orders.write;
  news_ = news.read;
  if (error == 0) return 0;
  close_if_open(orders_);
  close_if_open(news_);
  if (keeper_ > 0) waitpid(keeper_, nullptr, 0);
  keeper_ = -1;
  return error;
}

Kept::~Kept() {
  close_if_open(orders_);
  close_if_open(news_);
  if (keeper_ > 0) waitpid(keeper_, nullptr, WNOHANG);
}

// The keeper may have ended: a broken pipe must not end this program.
void Kept::tell(char word) {
  if (orders_ < 0 || ended_) return;
  sigset_t broken_pipe, before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  if (write(orders_, &word, 1) < 0) {
    const timespec at_once{};
    sigtimedwait(&broken_pipe, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Kept::interrupt() { tell(kInterruptIt); }
void Kept::ask_to_end() { tell(kAskIt); }
void Kept::kill_all() { tell(kKillAll); }

bool Kept::ends_within(std::chrono::milliseconds time) {
  if (keeper_ <= 0 || ended_) return true;
  const auto until = std::chrono::steady_clock::now() + time;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd told{news_, POLLIN, 0};
    const int ready = poll(&told, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready > 0) break;
    if (left.count() <= 0) return false;
  }
  int status = 0;
  if (read(news_, &status, sizeof status) == sizeof status) status_ = status;
  ended_ = true;
  waitpid(keeper_, nullptr, 0);
  keeper_ = -1;
  return true;
}

std::vector<std::string> environment_with(std::vector<std::string> variables) {
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

std::string signal_text(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return fmt::format("by {} (an invalid memory access)", signal == SIGBUS ? "SIGBUS" : "SIGSEGV");
    case SIGABRT:
      return "by SIGABRT (the program aborted)";
    case SIGFPE:
      return "by SIGFPE (a division by zero)";
    case SIGILL:
      return "by SIGILL (an instruction that this processor does not support)";
    case SIGKILL:
      return "by SIGKILL (it was killed, or the machine ran out of memory)";
    default:
      return fmt::format("by signal {} ({})", signal, strsignal(signal));
  }
}

}  // namespace lockstep
