#include "core/base/signals.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>

namespace lockstep {
namespace {

volatile std::sig_atomic_t seen = 0;

extern "C" void note_interrupt(int) { seen = 1; }

void set_handler(void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  seen = 0;
  set_handler(note_interrupt, static_cast<int>(SA_RESETHAND));
  watcher_ = std::jthread([this](const std::stop_token& over) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!over.stop_requested()) {
      if (seen != 0) {
        fmt::print(stderr, "\nStopping; press Ctrl+C again to end at once.\n");
        stop_.request_stop();
        return;
      }
      ended.wait_for(lock, over, std::chrono::milliseconds(50), [] { return false; });
    }
  });
}

Interrupt::~Interrupt() { set_handler(SIG_DFL, 0); }

}  // namespace lockstep
