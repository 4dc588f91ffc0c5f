// The text of a kernel as it was before any edit: the catalogue's, the user's own file or that of a
// recording. The own file follows the disk: it is checked once a second, and read again if it changed, unless
// it is edited here.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gui/session/run_request.hpp"
#include "gui/user_data/file_stamp.hpp"

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
  // The same without looking at the disk for a newer text.
  void take(const AppState& state);
  // Whether source() is the text that `state` names: a key changes the state, and follow() comes after it.
  bool is_of(const AppState& state) const { return id_ == state.source_key(0); }
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
  // The shown text was written to the file `to`, which is shown in its place. One text has two names only
  // here: others that are equal by chance stay apart.
  void saved_as(std::string from, std::string to);
  bool was_saved_as(std::string_view from, std::string_view to) const {
    return saved_from_ == from && saved_to_ == to;
  }

 private:
  void watch(const AppState& state, Clock::time_point now);
  void load(const AppState& state);
  void load_recording(const std::string& path);

  std::string kernel_dir_;
  KernelSource source_;
  std::shared_ptr<const Plan> recorded_;
  std::string id_, error_;
  std::string saved_from_, saved_to_;  // keys; empty: what is shown was not saved under another name
  // Stamps of the own file; the last seen one may be newer than the read one.
  FileStamp read_stamp_{}, seen_stamp_{};
  Clock::time_point looked_at_{};
  News news_ = News::none;
};

}  // namespace lockstep::gui
