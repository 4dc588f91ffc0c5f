// Pipes to a child process. Windows can neither wait for two pipes nor write to a pipe without blocking, so
// each pipe has a thread. The thread ends when the other side of the pipe is closed, at the latest when the
// child process has ended.
#pragma once

#include <windows.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace lockstep {

class Handle {
 public:
  explicit Handle(HANDLE value = nullptr) : value_(value == INVALID_HANDLE_VALUE ? nullptr : value) {}
  Handle(Handle&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Handle() {
    if (value_ != nullptr) ::CloseHandle(value_);
  }
  HANDLE get() const { return value_; }
  explicit operator bool() const { return value_ != nullptr; }

 private:
  HANDLE value_;
};

struct PipeEnds {
  PipeEnds();  // neither end is inherited; get() is null if no pipe can be created
  Handle read, write;
};

// Data received from several pipes.
class Arrivals {
 public:
  struct Source {
    std::string bytes;
    bool is_open = true;
  };
  Source output, errors;

  // Waits up to this time, and returns whether data arrived or the output was closed. Both sources may then
  // be read under the lock.
  bool wait_for(std::chrono::milliseconds time, std::unique_lock<std::mutex>& lock);
  void add(Source& source, std::string_view bytes);
  void close(Source& source);

  std::mutex mutex;

 private:
  std::condition_variable changed_;
};

// Reads the pipe until its end and adds the data to `source`.
class PipeReader {
 public:
  PipeReader(Handle pipe, Arrivals& arrivals, Arrivals::Source& source);
  ~PipeReader() { thread_.join(); }
  PipeReader(const PipeReader&) = delete;
  PipeReader& operator=(const PipeReader&) = delete;

 private:
  Handle pipe_;
  std::thread thread_;
};

class PipeWriter {
 public:
  explicit PipeWriter(Handle pipe);
  ~PipeWriter();
  PipeWriter(const PipeWriter&) = delete;
  PipeWriter& operator=(const PipeWriter&) = delete;

  // Returns false if the other side is closed or has not read for this long.
  bool write(std::string_view text, std::chrono::milliseconds patience);
  void close();  // ends the pipe after everything has been written

 private:
  void work();

  Handle pipe_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;
  bool is_broken_ = false, is_closed_ = false;
  std::size_t written_ = 0;
  std::thread thread_;
};

}  // namespace lockstep
