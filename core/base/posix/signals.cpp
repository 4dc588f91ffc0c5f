#include "core/base/signals.hpp"

#include <fmt/format.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/base/files/leftovers.hpp"
#include "core/base/posix/watched_signals.hpp"
#include "core/base/text/terminal.hpp"

namespace lockstep {
namespace {

constexpr std::array kWatched{SIGINT, SIGTERM, SIGHUP};

// Set by the handler, which is allowed to do little else.
volatile std::sig_atomic_t seen = 0;  // the first signal
std::atomic<int> for_guest = 0;       // the number of InterruptsForGuest objects
std::atomic<bool> has_interrupt = false;
sem_t came;

std::atomic<int> listeners = 0;
// Never destroyed: the watcher may look at it while the process ends.
std::stop_source& stop_source() {
  static auto* const source = new std::stop_source;
  return *source;
}

std::string name_of(int signal) {
  return signal == 0 ? "" : signal == SIGINT ? "Ctrl+C" : signal == SIGTERM ? "SIGTERM" : "SIGHUP";
}

extern "C" void note_signal(int signal, siginfo_t* info, void*) {
  if (signal == SIGINT && for_guest.load() > 0) {
    if (info != nullptr && info->si_code <= 0) has_interrupt = true;  // sent by a process, not the terminal
    return;
  }
  if (seen == 0) seen = signal;
  sem_post(&came);
}

void wait_for_signal() {
  while (sem_wait(&came) != 0 && errno == EINTR) {
  }
}

bool comes_again_within(std::chrono::milliseconds time) {
  timespec until{};
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += std::chrono::nanoseconds(time).count();
  until.tv_sec += until.tv_nsec / 1'000'000'000;
  until.tv_nsec %= 1'000'000'000;
  int result = 0;
  while ((result = sem_timedwait(&came, &until)) != 0 && errno == EINTR) {
  }
  return result == 0;
}

void say(std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

[[noreturn]] void watch() {
  wait_for_signal();
  stop_source().request_stop();
  if (listeners > 0) {
    if (seen == SIGINT && is_terminal(Stream::error)) say("\nStopping; press Ctrl+C again to end at once.\n");
    comes_again_within(kTimeToStop);
  }
  if (is_terminal(Stream::error)) say(kEraseLine);
  say(fmt::format("lockstep: Stopped by {} before it was finished.\n", stop_reason()));
  end_without_leftovers(stop_status());
}

}  // namespace

void watch_signals() {
  static std::once_flag once;
  std::call_once(once, [] {
    sem_init(&came, 0, 0);
    stop_source();
    // The thread inherits a mask with all signals blocked, so handlers run on other threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_watched = true;
    try {
      std::thread(watch).detach();
    } catch (const std::system_error&) {  // no more threads: signals end the process as by default
      is_watched = false;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (!is_watched) return;
    for (const int signal : kWatched) {
      struct sigaction action = {};
      sigaction(signal, nullptr, &action);
      if (signal == SIGHUP && action.sa_handler == SIG_IGN) continue;
      action = {};
      action.sa_sigaction = note_signal;
      action.sa_flags = SA_SIGINFO | SA_RESTART;
      sigaction(signal, &action, nullptr);
    }
  });
}

int stop_status() { return seen == 0 ? 0 : 128 + static_cast<int>(seen); }
std::string stop_reason() { return name_of(seen); }

Interrupt::Interrupt() {
  watch_signals();
  ++listeners;
}
Interrupt::~Interrupt() { --listeners; }
std::stop_token Interrupt::token() const { return stop_source().get_token(); }

InterruptsForGuest::InterruptsForGuest() {
  watch_signals();
  ++for_guest;
}
InterruptsForGuest::~InterruptsForGuest() { --for_guest; }
bool InterruptsForGuest::take() { return has_interrupt.exchange(false); }

}  // namespace lockstep
