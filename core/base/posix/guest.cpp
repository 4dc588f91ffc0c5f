#include "core/base/guest.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>

#include "core/base/posix/keeper.hpp"
#include "core/base/posix/watched_signals.hpp"
#include "core/base/shortage.hpp"

namespace lockstep {
namespace {

constexpr auto kGuestGrace = std::chrono::milliseconds(2000);
// After a signal, this process must end within a second, including its report.
constexpr auto kShortGrace = std::chrono::milliseconds(400);
constexpr auto kGlance = std::chrono::milliseconds(50);
constexpr std::size_t kReadAtOnce = 64 * 1024;

std::vector<std::string> environment_of(const GuestStart& start) {
  std::vector<std::string> environment = environment_with(start.variables);
  std::erase_if(environment, [&](const std::string& variable) {
    return std::ranges::any_of(start.without,
                               [&](const std::string& name) { return variable.starts_with(name + "="); });
  });
  return environment;
}

tl::unexpected<Error> not_started(const GuestStart& start, int error) {
  return failure(fmt::format("{} cannot be started: {}.", start.program[0], error_text(error)));
}

GuestEnd end_of(std::optional<int> status) {
  GuestEnd end;
  end.status = status && WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + (status ? WTERMSIG(*status) : 0);
  if (status && WIFSIGNALED(*status)) end.signal = signal_text(WTERMSIG(*status));
  return end;
}

// Waits until the program ends, the timeout (0: none) is over, or this process receives a request to
// end. During the wait Ctrl+C in the terminal reaches only the program; a SIGINT sent to this process
// is passed on.
void wait_for_guest(Kept& guest, std::chrono::milliseconds timeout, const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  InterruptsForGuest interrupts;
  while (!guest.ends_within(kGlance)) {
    if (interrupts.take()) guest.interrupt();
    if (stop.stop_requested()) return;
    if (timeout.count() != 0 && std::chrono::steady_clock::now() >= end) return;
  }
}

}  // namespace

Result<GuestEnd> run_guest(const GuestStart& start, std::chrono::milliseconds timeout,
                           const std::stop_token& stop) {
  Kept guest;
  if (const int error = guest.start(
          {.program = start.program, .environment = environment_of(start), .folder = start.folder});
      error != 0)
    return not_started(start, error);
  wait_for_guest(guest, timeout, stop);
  const bool ended = guest.has_ended(), stopped = !ended && stop.stop_requested();
  if (!ended) {
    guest.ask_to_end();
    if (!guest.ends_within(stopped ? kShortGrace : kGuestGrace)) {
      guest.kill_all();
      guest.ends_within(stopped ? kShortGrace : kGuestGrace);
    }
  }
  GuestEnd end = end_of(guest.status());
  end.timed_out = !ended && !stopped;
  end.stopped = stopped;
  return end;
}

struct Guest::Handle {
  Kept program{};
  int out = -1;
  std::optional<GuestEnd> end{};
  std::optional<std::chrono::steady_clock::time_point> kill_at{};  // set when the program was asked to end
  bool timed_out = false;
};

Guest::Guest() : handle_(std::make_unique<Handle>()) {}

Result<std::unique_ptr<Guest>> Guest::start(const GuestStart& start) {
  Pipe output;
  int nothing = output.is_open() ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
  int error = nothing < 0 ? errno : 0;
  std::unique_ptr<Guest> guest(new Guest);
  if (error == 0)
    error = guest->handle_->program.start({.program = start.program,
                                           .environment = environment_of(start),
                                           .folder = start.folder,
                                           .in = nothing,
                                           .out = output.write,
                                           .err = output.write,
                                           .own_group = true});
  close_if_open(nothing);
  close_if_open(output.write);
  guest->handle_->out = output.read;
  if (error != 0) return not_started(start, error);
  fcntl(output.read, F_SETFL, O_NONBLOCK);
  return guest;
}

Guest::~Guest() {
  Handle& handle = *handle_;
  if (!handle.program.has_ended()) {
    handle.program.kill_all();
    handle.program.ends_within(kGuestGrace);
  }
  close_if_open(handle.out);
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
  // A program that has closed its output may still run. This call then waits, so that the caller does not
  // poll without a pause.
  if (handle_->out < 0 && text.empty() && !handle_->program.has_ended()) std::this_thread::sleep_for(timeout);
  return text;
}

void Guest::stop(bool timed_out) {
  if (handle_->kill_at || handle_->end) return;
  handle_->timed_out = timed_out;
  handle_->kill_at = std::chrono::steady_clock::now() + kGuestGrace;
  handle_->program.ask_to_end();
}

std::optional<GuestEnd> Guest::end() {
  Handle& handle = *handle_;
  if (handle.end) return handle.end;
  if (handle.kill_at && std::chrono::steady_clock::now() >= *handle.kill_at) handle.program.kill_all();
  if (!handle.program.has_ended()) return std::nullopt;
  handle.end = end_of(handle.program.status());
  handle.end->timed_out = handle.kill_at && handle.timed_out;
  handle.end->stopped = handle.kill_at && !handle.timed_out;
  return handle.end;
}

}  // namespace lockstep
