// The text of a kernel as it was before any edit: the catalogue's, the user's own file or that of a
// recording. The own file follows the disk: it is checked once a second, and read again if it changed, unless
// it is edited here.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gui/session/run_request.hpp"
#include "gui/storage/file_stamp.hpp"

namespace lockstep::gui {

// The original of a state that shows no recording. `kernel_dir` as of Session.
Result<KernelSource> original_of(const AppState& state, const std::string& kernel_dir);

// The text that is run in place of an algorithm's own: the user's edit of it, or the exercise about it. None:
// its own.
std::optional<std::string> replacing_text(const AppState& state, const std::string& algorithm);

class OriginalSource {
 public:
  using Clock = std::chrono::steady_clock;

  explicit OriginalSource(std::string kernel_dir = {}) : kernel_dir_(std::move(kernel_dir)) {}

  // Reads the text of another kernel, or the own file again.
  void follow(const AppState& state, Clock::time_point now);
  const KernelSource& source() const { return source_; }  // of a recording: that of its first program
  const std::shared_ptr<const Plan>& recorded() const { return recorded_; }  // null: no recording is shown
  const std::string& error() const { return error_; }  // why it cannot be read; empty: it was
  // The run that the state asks for, with this text where it is not edited.
  RunRequest request(const AppState& state) const;

  // What happened to the own file since the last call.
  enum class News : std::uint8_t { none, read_again, changed_while_edited };
  News take_news() { return std::exchange(news_, News::none); }
  // The text on disk differs from the text at the start of editing.
  bool changed_on_disk() const;
  bool changed_since_seen() const;  // it changed on disk, and follow() has not seen this yet
  void read_again() { id_.clear(); }

 private:
  void watch(const AppState& state, Clock::time_point now);
  void load(const AppState& state);
  void load_recording(const std::string& path);

  std::string kernel_dir_;
  KernelSource source_;
  std::shared_ptr<const Plan> recorded_;
  std::string id_, error_;
  // Stamps of the own file; the last seen one may be newer than the read one.
  FileStamp read_stamp_{}, seen_stamp_{};
  Clock::time_point looked_at_{};
  News news_ = News::none;
};

}  // namespace lockstep::gui
