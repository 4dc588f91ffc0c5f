#include "core/base/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>

extern char** environ;  // NOLINT: POSIX's name

namespace lockstep {
namespace {

constexpr std::size_t kMostErrorBytes = 16 * 1024;
constexpr auto kGrace = std::chrono::milliseconds(2000);
constexpr int kWriteTimeout = 10'000;  // milliseconds

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    read = ends[0];
    write = ends[1];
  }
  bool is_open() const { return read >= 0; }
};

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

// Of two variables with the same name the first one counts.
std::vector<std::string> environment_with(std::vector<std::string> variables) {
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

// In a new process group, so that everything that it starts can be killed with it.
int spawn(std::vector<std::string> program, std::vector<std::string> environment, int in, int out, int err,
          int& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int error = posix_spawnp(&pid, program[0].c_str(), &actions, &attributes, pointers(program).data(),
                                 pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
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
      return "by SIGILL (an instruction that this processor does not have)";
    case SIGKILL:
      return "by SIGKILL (it was killed, or the machine ran out of memory)";
    default:
      return fmt::format("by signal {} ({})", signal, strsignal(signal));
  }
}

std::string if_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) ? path.string() : "";
}

}  // namespace

struct Child::Handle {
  int pid = -1;
  std::optional<int> status{};  // as waitpid() gives it
  int in = -1, out = -1, err = -1;
};

Child::Child() : handle_(std::make_unique<Handle>()) {}

Result<std::unique_ptr<Child>> Child::start(const std::vector<std::string>& program,
                                            const std::vector<std::string>& variables) {
  Pipe in, out, err;
  if (!in.is_open() || !out.is_open() || !err.is_open())
    return failure(fmt::format("{} cannot be started: no pipe can be opened.", program[0]));
  std::unique_ptr<Child> child(new Child);
  Handle& handle = *child->handle_;
  const int error = spawn(program, environment_with(variables), in.read, out.write, err.write, handle.pid);
  close(in.read);
  close(out.write);
  close(err.write);
  handle.in = in.write;
  fcntl(handle.in, F_SETFL, O_NONBLOCK);
  handle.out = out.read;
  handle.err = err.read;
  if (error == 0) return child;
  handle.pid = -1;
  return failure(
      fmt::format("{} cannot be started: {}.", program[0], std::generic_category().message(error)));
}

Child::~Child() {
  close_if_open(handle_->in);
  if (!ends_within(given_up_ ? std::chrono::milliseconds(0) : kGrace)) {
    kill(-handle_->pid, SIGTERM);
    if (!ends_within(kGrace)) kill_now();
  }
  close_if_open(handle_->out);
  close_if_open(handle_->err);
}

bool Child::has_ended() {
  if (handle_->pid <= 0 || handle_->status) return true;
  int status = 0;
  const int ended = waitpid(handle_->pid, &status, WNOHANG);
  if (ended == handle_->pid || (ended < 0 && errno == ECHILD)) handle_->status = status;
  return handle_->status.has_value();
}

void Child::interrupt() {
  if (!has_ended()) kill(handle_->pid, SIGINT);
}

void Child::kill_now() {
  if (has_ended()) return;
  kill(-handle_->pid, SIGKILL);
  // A process inside a driver's system call dies when that call returns; this program does not wait for it.
  ends_within(kGrace);
}

std::string Child::how_it_ended() {
  if (!ends_within(kGrace) || !handle_->status) return "";
  if (WIFSIGNALED(*handle_->status)) return signal_text(WTERMSIG(*handle_->status));
  return fmt::format("with status {}", WEXITSTATUS(*handle_->status));
}

// In small pieces: a child that does not read must not block this program.
bool Child::write_all(std::string_view text) {
  while (!text.empty()) {
    pollfd ready{handle_->in, POLLOUT, 0};
    if (poll(&ready, 1, kWriteTimeout) <= 0) return false;
    const ssize_t written = write(handle_->in, text.data(), text.size());
    if (written < 0 && errno != EAGAIN) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Result<void> Child::write_line(const std::string& line) {
  // The broken pipe of a child that has ended must not end this program.
  sigset_t broken_pipe, before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const bool written = write_all(line + "\n");
  if (!written) {
    const timespec at_once{};
    sigtimedwait(&broken_pipe, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (written) return {};
  const auto until = std::chrono::steady_clock::now() + kGrace;
  while (read_some(std::chrono::milliseconds(100)) && std::chrono::steady_clock::now() < until) {
  }
  return failure(last_words());
}

bool Child::read_some(std::chrono::milliseconds timeout) {
  std::array<pollfd, 2> ready{{{handle_->out, POLLIN, 0}, {handle_->err, POLLIN, 0}}};
  if (poll(ready.data(), ready.size(), static_cast<int>(timeout.count())) <= 0) return true;
  std::array<char, 4096> bytes;
  bool open = true;
  if (ready[0].revents != 0) {
    const ssize_t count = read(handle_->out, bytes.data(), bytes.size());
    if (count > 0) unread_.append(bytes.data(), static_cast<std::size_t>(count));
    open = count > 0;
  }
  if (ready[1].revents != 0) {
    const ssize_t count = read(handle_->err, bytes.data(), bytes.size());
    if (count > 0) errors_.append(bytes.data(), static_cast<std::size_t>(count));
    if (errors_.size() > kMostErrorBytes) errors_.erase(0, errors_.size() - kMostErrorBytes);
    if (count <= 0) close_if_open(handle_->err);  // poll() ignores it from now on
  }
  return open;
}

Parent::Parent() : in_(STDIN_FILENO), out_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

std::optional<std::string> Parent::read_line() {
  while (true) {
    if (const std::size_t end = unread_.find('\n'); end != unread_.npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    std::array<char, 4096> bytes;
    const ssize_t count = read(static_cast<int>(in_), bytes.data(), bytes.size());
    if (count <= 0) return std::nullopt;
    unread_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

bool Parent::write_line(std::string_view line) {
  const std::string text = std::string(line) + "\n";
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = write(static_cast<int>(out_), rest.data(), rest.size());
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::uint64_t process_id() { return static_cast<std::uint64_t>(getpid()); }

std::string own_program() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "" : self.string();
}

std::string program_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (std::string found = if_file(std::filesystem::path(rest.substr(0, end)) / name); !found.empty())
      return found;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "";
}

namespace {

// Of a program that takes this one's terminal: Ctrl+C is for it, and this one goes on to report.
class InterruptsIgnored {
 public:
  InterruptsIgnored() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &interrupt_);
    sigaction(SIGQUIT, &ignore, &quit_);
  }
  ~InterruptsIgnored() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGQUIT, &quit_, nullptr);
  }
  InterruptsIgnored(const InterruptsIgnored&) = delete;
  InterruptsIgnored& operator=(const InterruptsIgnored&) = delete;

 private:
  struct sigaction interrupt_ = {}, quit_ = {};
};

int spawn_guest(std::vector<std::string> program, std::vector<std::string> environment, int& pid) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGQUIT);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  const int error = posix_spawnp(&pid, program[0].c_str(), nullptr, &attributes, pointers(program).data(),
                                 pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  return error;
}

// Waits for the process; nothing when the deadline came first.
std::optional<int> wait_for_guest(int pid, std::chrono::milliseconds timeout) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  for (auto pause = std::chrono::microseconds(500);;
       pause = std::min<std::chrono::microseconds>(pause * 2, std::chrono::milliseconds(20))) {
    int status = 0;
    const bool can_wait = timeout.count() == 0;
    const int ended = waitpid(pid, &status, can_wait ? 0 : WNOHANG);
    if (ended == pid) return status;
    if (ended < 0 && errno != EINTR) return std::nullopt;
    if (!can_wait && std::chrono::steady_clock::now() >= end) return std::nullopt;
    if (!can_wait) std::this_thread::sleep_for(pause);
  }
}

}  // namespace

Result<GuestEnd> run_guest(const std::vector<std::string>& program, std::vector<std::string> variables,
                           const std::vector<std::string>& without, std::chrono::milliseconds timeout) {
  std::vector<std::string> environment = environment_with(std::move(variables));
  std::erase_if(environment, [&](const std::string& variable) {
    return std::ranges::any_of(without,
                               [&](const std::string& name) { return variable.starts_with(name + "="); });
  });
  const InterruptsIgnored ignored;
  int pid = -1;
  if (const int error = spawn_guest(program, std::move(environment), pid); error != 0)
    return failure(
        fmt::format("{} cannot be started: {}.", program[0], std::generic_category().message(error)));
  GuestEnd end;
  std::optional<int> status = wait_for_guest(pid, timeout);
  if (!status) {
    end.timed_out = true;
    kill(pid, SIGTERM);
    if (!(status = wait_for_guest(pid, kGrace))) {
      kill(pid, SIGKILL);
      status = wait_for_guest(pid, kGrace);
    }
  }
  end.status = status && WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + (status ? WTERMSIG(*status) : 0);
  if (status && WIFSIGNALED(*status)) end.signal = signal_text(WTERMSIG(*status));
  return end;
}

void end_process(int status) { _exit(status); }

}  // namespace lockstep
