#include "core/base/windows/pipes.hpp"

#include <algorithm>
#include <array>

namespace lockstep {
namespace {

constexpr unsigned kReadAtOnce = 64 * 1024;

}  // namespace

PipeEnds::PipeEnds() {
  HANDLE from = nullptr, to = nullptr;
  if (!::CreatePipe(&from, &to, nullptr, kReadAtOnce)) return;
  read = Handle(from);
  write = Handle(to);
}

bool Arrivals::wait_for(std::chrono::milliseconds time, std::unique_lock<std::mutex>& lock) {
  return changed_.wait_for(lock, time,
                           [&] { return !output.bytes.empty() || !errors.bytes.empty() || !output.is_open; });
}

void Arrivals::add(Source& source, std::string_view bytes) {
  const std::lock_guard lock(mutex);
  source.bytes += bytes;
  changed_.notify_all();
}

void Arrivals::close(Source& source) {
  const std::lock_guard lock(mutex);
  source.is_open = false;
  changed_.notify_all();
}

PipeReader::PipeReader(Handle pipe, Arrivals& arrivals, Arrivals::Source& source)
    : pipe_(std::move(pipe)), thread_([this, &arrivals, &source] {
        std::array<char, kReadAtOnce> bytes;
        DWORD count = 0;
        while (::ReadFile(pipe_.get(), bytes.data(), kReadAtOnce, &count, nullptr))
          arrivals.add(source, {bytes.data(), count});
        arrivals.close(source);
      }) {}

PipeWriter::PipeWriter(Handle pipe) : pipe_(std::move(pipe)), thread_([this] { work(); }) {}

PipeWriter::~PipeWriter() {
  close();
  thread_.join();
}

void PipeWriter::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return !waiting_.empty() || is_closed_; });
    if (waiting_.empty()) break;
    const std::string piece = waiting_.substr(0, kReadAtOnce);
    lock.unlock();
    DWORD count = 0;
    const bool is_written =
        ::WriteFile(pipe_.get(), piece.data(), static_cast<DWORD>(piece.size()), &count, nullptr);
    lock.lock();
    waiting_.erase(0, is_written ? count : waiting_.size());
    is_broken_ = !is_written;
    ++written_;
    changed_.notify_all();
    if (is_broken_) break;
  }
  pipe_ = Handle();
}

bool PipeWriter::write(std::string_view text, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (is_broken_ || is_closed_) return false;
  waiting_ += text;
  changed_.notify_all();
  while (!waiting_.empty() && !is_broken_) {
    const std::size_t before = written_;
    if (!changed_.wait_for(lock, patience, [&] { return written_ != before; })) return false;
  }
  return !is_broken_;
}

void PipeWriter::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

}  // namespace lockstep
