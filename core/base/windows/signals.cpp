#include "core/base/signals.hpp"

#include <fmt/format.h>
#include <windows.h>

#include <atomic>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/base/files/leftovers.hpp"
#include "core/base/process.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/windows/stop_event.hpp"
#include "core/base/windows/wide.hpp"

namespace lockstep {
namespace {

// Exit statuses as in shells on other systems, so scripts work on both.
constexpr int kInterrupted = 130, kTerminated = 143;

std::atomic<int> status_of_stop = 0;
std::atomic<int> listeners = 0;
HANDLE came = nullptr;  // semaphore that counts the signals

// Never destroyed: the watcher may look at it while the process ends.
std::stop_source& stop_source() {
  static auto* const source = new std::stop_source;
  return *source;
}

void note_stop(int status) {
  int none = 0;
  status_of_stop.compare_exchange_strong(none, status);
  ::ReleaseSemaphore(came, 1, nullptr);
}

// Runs in a thread of the system. After CTRL_CLOSE_EVENT the process ends when this function returns, so it
// does not return; the system waits five seconds.
BOOL WINAPI note_console_event(DWORD event) {
  const bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
  note_stop(is_key ? kInterrupted : kTerminated);
  if (!is_key) ::Sleep(INFINITE);
  return TRUE;
}

[[noreturn]] void watch() {
  ::WaitForSingleObject(came, INFINITE);
  stop_source().request_stop();
  if (listeners > 0) {
    if (status_of_stop == kInterrupted && is_terminal(Stream::error))
      write_unfiltered(Stream::error, "\nStopping; press Ctrl+C again to end at once.\n");
    ::WaitForSingleObject(came, static_cast<DWORD>(kTimeToStop.count()));
  }
  if (is_terminal(Stream::error)) write_unfiltered(Stream::error, kEraseLine);
  write_unfiltered(Stream::error,
                   fmt::format("lockstep: Stopped by {} before it was finished.\n", stop_reason()));
  end_without_leftovers(stop_status());
}

void CALLBACK note_stop_event(void*, BOOLEAN) { note_stop(kInterrupted); }

// Another process can stop this process by this event, even if the two have no common console.
void listen_to_stop_event() {
  HANDLE event = ::CreateEventW(nullptr, FALSE, FALSE, stop_event_name(::GetCurrentProcessId()).c_str());
  HANDLE registered = nullptr;
  if (event != nullptr)
    ::RegisterWaitForSingleObject(&registered, event, note_stop_event, nullptr, INFINITE, WT_EXECUTEDEFAULT);
}

}  // namespace

std::wstring stop_event_name(unsigned long process) {
  return wide(fmt::format("Local\\lockstep-stop-{}", process));
}

void watch_signals() {
  static std::once_flag once;
  std::call_once(once, [] {
    came = ::CreateSemaphoreW(nullptr, 0, 1000, nullptr);
    stop_source();
    try {
      std::thread(watch).detach();
    } catch (const std::system_error&) {  // no more threads: the system ends the process as by default
      return;
    }
    ::SetConsoleCtrlHandler(note_console_event, TRUE);
    listen_to_stop_event();
  });
}

int stop_status() { return status_of_stop; }

std::string stop_reason() {
  const int status = status_of_stop;
  return status == 0 ? "" : status == kInterrupted ? "Ctrl+C" : "the end of the console";
}

Interrupt::Interrupt() {
  watch_signals();
  ++listeners;
}
Interrupt::~Interrupt() { --listeners; }
std::stop_token Interrupt::token() const { return stop_source().get_token(); }

}  // namespace lockstep
