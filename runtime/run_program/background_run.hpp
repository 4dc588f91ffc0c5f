// Runs a program in the background. The caller observes its output and the number of launched kernels
// in steps.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/base/guest.hpp"
#include "runtime/run_program/guest_run.hpp"

namespace lockstep::runtime {

// The last part of a program's output, in whole lines unless a line is too long.
class OutputTail {
 public:
  static constexpr std::size_t kMaxBytes = 64 * 1024;
  void add(const std::string& piece);
  const std::string& text() const { return text_; }
  bool is_cut() const { return is_cut_; }

 private:
  std::string text_;
  bool is_cut_ = false;
};

// Counts the launched kernels in the journals while they grow.
class LaunchCounter {
 public:
  explicit LaunchCounter(std::string folder) : folder_(std::move(folder)) {}
  std::size_t count();  // number of launches up to this call

 private:
  void read(const std::string& file);

  std::string folder_;
  std::map<std::string, std::uint64_t> places_;  // for each journal, the end of the last line that was read
  std::size_t launches_ = 0;
};

class BackgroundRun {
 public:
  static Result<std::unique_ptr<BackgroundRun>> start(GuestOptions options);

  // Waits up to `timeout` for new output or launches. Returns true when the program has ended.
  bool listen(std::chrono::milliseconds timeout);
  void stop();
  const OutputTail& output() const { return output_; }
  std::size_t launches() const { return launches_; }
  const GuestEnd& end() const { return *end_; }  // valid after the program has ended
  const GuestRun& run() const { return run_; }

 private:
  explicit BackgroundRun(GuestRun run)
      : run_(std::move(run)), counter_(run_.journals()), began_(std::chrono::steady_clock::now()) {}

  GuestRun run_;
  std::unique_ptr<Guest> guest_;
  OutputTail output_;
  LaunchCounter counter_;
  std::size_t launches_ = 0;
  std::optional<GuestEnd> end_;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace lockstep::runtime
