#include "core/base/windows/output_filter.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <random>
#include <string>
#include <system_error>
#include <thread>

#include "core/base/text/visible_text.hpp"

namespace lockstep {
namespace {

constexpr unsigned kFilteredAtOnce = 64 * 1024;

std::FILE* file_of(Stream stream) { return stream == Stream::output ? stdout : stderr; }

bool write_whole(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const int written = ::_write(descriptor, text.data(),
                                 static_cast<unsigned>(std::min<std::size_t>(text.size(), kFilteredAtOnce)));
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// The number of bytes at the end that may be the beginning of the mark.
std::size_t begun_mark(std::string_view text, std::string_view mark) {
  std::size_t length = std::min(text.size(), mark.size() - 1);
  while (length > 0 && !text.ends_with(mark.substr(0, length))) --length;
  return length;
}

// Used until the process ends, and never destroyed.
class FilteredStream {
 public:
  FilteredStream(Stream stream, int from, int to)
      : filter_(has_colours(stream)),
        from_(from),
        to_(to),
        mark_(fmt::format("\x01{:08x}{:08x}\x02", std::random_device{}(), std::random_device{}())) {}

  void start() {
    std::thread([this] { work(); }).detach();
  }
  int descriptor() const { return to_; }
  void set_descriptor(int to) { to_ = to; }

  // Writes a mark after the previous output, and waits until the filter has received it.
  bool drain(Stream stream) {
    const std::lock_guard one_at_a_time(draining_);
    std::unique_lock lock(mutex_);
    const std::size_t before = marks_;
    lock.unlock();
    if (std::fflush(file_of(stream)) != 0 || !write_whole(::_fileno(file_of(stream)), mark_)) return false;
    lock.lock();
    changed_.wait(lock, [&] { return marks_ != before; });
    if (error_ != 0) errno = error_;
    return error_ == 0;
  }

 private:
  void work() {
    std::array<char, kFilteredAtOnce> bytes;
    std::string text;
    for (int count = 0; (count = ::_read(from_, bytes.data(), kFilteredAtOnce)) > 0;) {
      text.append(bytes.data(), static_cast<std::size_t>(count));
      for (std::size_t mark = 0; (mark = text.find(mark_)) != text.npos; text.erase(0, mark + mark_.size())) {
        show(std::string_view(text).substr(0, mark));
        const std::lock_guard lock(mutex_);
        ++marks_;
        changed_.notify_all();
      }
      const std::size_t whole = text.size() - begun_mark(text, mark_);
      show(std::string_view(text).substr(0, whole));
      text.erase(0, whole);
    }
  }

  void show(std::string_view text) {
    if (text.empty()) return;
    const std::string shown = filter_.take(text);
    if (!write_whole(to_, shown) && error_ == 0) error_ = errno;
  }

  TerminalText filter_;
  int from_;
  std::atomic<int> to_;
  std::string mark_;
  std::mutex draining_, mutex_;
  std::condition_variable changed_;
  std::size_t marks_ = 0;
  std::atomic<int> error_ = 0;
};

std::array<FilteredStream*, 2>& filtered() {
  static std::array<FilteredStream*, 2> streams{};
  return streams;
}
FilteredStream*& filtered(Stream stream) { return filtered()[stream == Stream::output ? 0 : 1]; }

bool leads_somewhere(DWORD name) {
  HANDLE handle = ::GetStdHandle(name);
  return handle != nullptr && handle != INVALID_HANDLE_VALUE;
}

// A parent process may start this process without streams.
void open_streams() {
  if (!leads_somewhere(STD_OUTPUT_HANDLE)) [[maybe_unused]]
    std::FILE* const file = std::freopen("NUL", "wb", stdout);
  if (!leads_somewhere(STD_ERROR_HANDLE)) [[maybe_unused]]
    std::FILE* const file = std::freopen("NUL", "wb", stderr);
}

void filter(Stream stream) {
  std::FILE* const file = file_of(stream);
  const int descriptor = ::_fileno(file), original = descriptor < 0 ? -1 : ::_dup(descriptor);
  int ends[2] = {-1, -1};
  if (original < 0 || ::_pipe(ends, kFilteredAtOnce, _O_BINARY | _O_NOINHERIT) != 0) return;
  const bool is_shown_at_once = stream == Stream::error || is_terminal(stream);
  std::fflush(file);
  ::_setmode(original, _O_BINARY);
  auto* const made = new FilteredStream(stream, ends[0], original);
  try {
    made->start();
  } catch (const std::system_error&) {  // no more threads
    return;
  }
  ::_dup2(ends[1], descriptor);
  ::_close(ends[1]);
  ::_setmode(descriptor, _O_BINARY);
  if (is_shown_at_once) std::setvbuf(file, nullptr, _IONBF, 0);
  filtered(stream) = made;
}

}  // namespace

int unfiltered_descriptor(Stream stream) {
  return filtered(stream) != nullptr ? filtered(stream)->descriptor() : ::_fileno(file_of(stream));
}

bool drain(Stream stream) {
  if (filtered(stream) != nullptr) return filtered(stream)->drain(stream);
  return std::fflush(file_of(stream)) == 0;
}

void filter_output() {
  open_streams();
  for (const Stream stream : {Stream::output, Stream::error})
    if (::_fileno(file_of(stream)) >= 0) ::_setmode(::_fileno(file_of(stream)), _O_BINARY);
  // Makes a console show UTF-8 and interpret colour sequences.
  ::SetConsoleOutputCP(CP_UTF8);
  for (const DWORD name : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    DWORD mode = 0;
    if (::GetConsoleMode(::GetStdHandle(name), &mode))
      ::SetConsoleMode(::GetStdHandle(name), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
  for (const Stream stream : {Stream::output, Stream::error}) filter(stream);
}

std::intptr_t take_unfiltered_output() {
  drain(Stream::output);
  const int taken = ::_dup(unfiltered_descriptor(Stream::output));
  const int errors = unfiltered_descriptor(Stream::error);
  if (filtered(Stream::output) != nullptr)
    filtered(Stream::output)->set_descriptor(errors);
  else
    ::_dup2(errors, ::_fileno(stdout));
  return ::_get_osfhandle(taken);
}

}  // namespace lockstep
