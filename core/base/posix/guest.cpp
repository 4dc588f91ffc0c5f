#include "core/base/guest.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <thread>

#include "core/base/posix/spawn.hpp"

namespace lockstep {
namespace {

constexpr auto kGuestGrace = std::chrono::milliseconds(2000);
constexpr std::size_t kReadAtOnce = 64 * 1024;

// Of a program that takes this one's terminal: Ctrl+C is for it, and this one continues to report.
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

std::vector<std::string> environment_of(const GuestStart& start) {
  std::vector<std::string> environment = environment_with(start.variables);
  std::erase_if(environment, [&](const std::string& variable) {
    return std::ranges::any_of(start.without,
                               [&](const std::string& name) { return variable.starts_with(name + "="); });
  });
  return environment;
}

tl::unexpected<Error> not_started(const GuestStart& start, int error) {
  return failure(
      fmt::format("{} cannot be started: {}.", start.program[0], std::generic_category().message(error)));
}

GuestEnd end_of(std::optional<int> status) {
  GuestEnd end;
  end.status = status && WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + (status ? WTERMSIG(*status) : 0);
  if (status && WIFSIGNALED(*status)) end.signal = signal_text(WTERMSIG(*status));
  return end;
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

Result<GuestEnd> run_guest(const GuestStart& start, std::chrono::milliseconds timeout) {
  const InterruptsIgnored ignored;
  int pid = -1;
  if (const int error = spawn({.program = start.program,
                               .environment = environment_of(start),
                               .folder = start.folder,
                               .takes_interrupts = true},
                              pid);
      error != 0)
    return not_started(start, error);
  std::optional<int> status = wait_for_guest(pid, timeout);
  const bool timed_out = !status;
  if (timed_out) {
    kill(pid, SIGTERM);
    if (!(status = wait_for_guest(pid, kGuestGrace))) {
      kill(pid, SIGKILL);
      status = wait_for_guest(pid, kGuestGrace);
    }
  }
  GuestEnd end = end_of(status);
  end.timed_out = timed_out;
  return end;
}

struct Guest::Handle {
  int pid = -1, out = -1;
  std::optional<GuestEnd> end{};
  std::optional<std::chrono::steady_clock::time_point> kill_at{};  // it was asked to end
  bool timed_out = false;

  // Not yet taken from the system, so that its group's number still belongs to it.
  bool has_ended() const {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == pid;
  }
};

Guest::Guest() : handle_(std::make_unique<Handle>()) {}

Result<std::unique_ptr<Guest>> Guest::start(const GuestStart& start) {
  Pipe output;
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (!output.is_open() || nothing < 0)
    return failure(fmt::format("{} cannot be started: no pipe can be opened.", start.program[0]));
  std::unique_ptr<Guest> guest(new Guest);
  int pid = -1;
  const int error = spawn({.program = start.program,
                           .environment = environment_of(start),
                           .folder = start.folder,
                           .in = nothing,
                           .out = output.write,
                           .err = output.write,
                           .own_group = true},
                          pid);
  close_if_open(nothing);
  close_if_open(output.write);
  guest->handle_->out = output.read;
  fcntl(output.read, F_SETFL, O_NONBLOCK);
  if (error != 0) return not_started(start, error);
  guest->handle_->pid = pid;
  return guest;
}

Guest::~Guest() {
  if (handle_->pid > 0 && !handle_->end) {
    kill(-handle_->pid, SIGKILL);
    wait_for_guest(handle_->pid, kGuestGrace);
  }
  close_if_open(handle_->out);
}

std::string Guest::read(std::chrono::milliseconds timeout) {
  std::string text;
  pollfd ready{handle_->out, POLLIN, 0};
  if (handle_->out < 0 || poll(&ready, 1, static_cast<int>(timeout.count())) <= 0) return text;
  std::array<char, 4096> bytes;
  while (text.size() < kReadAtOnce) {
    const ssize_t count = ::read(handle_->out, bytes.data(), bytes.size());
    if (count == 0) close_if_open(handle_->out);
    if (count <= 0) break;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
  // A program that closed its output still runs: the caller must not ask without a pause.
  if (handle_->out < 0 && text.empty() && !handle_->has_ended()) std::this_thread::sleep_for(timeout);
  return text;
}

void Guest::stop(bool timed_out) {
  if (handle_->kill_at || handle_->end) return;
  handle_->timed_out = timed_out;
  handle_->kill_at = std::chrono::steady_clock::now() + kGuestGrace;
  kill(-handle_->pid, SIGTERM);
}

std::optional<GuestEnd> Guest::end() {
  Handle& handle = *handle_;
  if (handle.end) return handle.end;
  if (handle.kill_at && std::chrono::steady_clock::now() >= *handle.kill_at) kill(-handle.pid, SIGKILL);
  if (!handle.has_ended()) return std::nullopt;
  // What it started and left behind ends with a program that was stopped.
  if (handle.kill_at) kill(-handle.pid, SIGKILL);
  handle.end = end_of(wait_for_guest(handle.pid, kGuestGrace));
  handle.end->timed_out = handle.kill_at && handle.timed_out;
  handle.end->stopped = handle.kill_at && !handle.timed_out;
  return handle.end;
}

}  // namespace lockstep
