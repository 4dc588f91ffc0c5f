// The text of a kernel before any edit: from the catalogue, from the user's own file or from a recording. The
// user's own file is checked for changes once a second. A changed file is read again, unless it is being
// edited in the window.
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

// Returns the original text for a state that shows no recording. For `kernel_dir` see Session.
Result<KernelSource> original_of(const AppState& state, const std::string& kernel_dir);

// Returns the text that replaces the kernel text of an algorithm: the user's edit, or the text of an exercise
// about this algorithm. Returns none if nothing replaces the text.
std::optional<std::string> replacing_text(const AppState& state, const std::string& algorithm);

class OriginalSource {
 public:
  using Clock = std::chrono::steady_clock;

  explicit OriginalSource(std::string kernel_dir = {}) : kernel_dir_(std::move(kernel_dir)) {}

  // Reads the text if `state` names a different kernel, or if the user's own file has changed on disk.
  void follow(const AppState& state, Clock::time_point now);
  // Reads the text if `state` names a different kernel. Does not check whether the file has changed.
  void take(const AppState& state);
  // Whether source() is the text that `state` names. It may be a different text, because a key can change the
  // state before follow() is called.
  bool is_of(const AppState& state) const { return id_ == state.source_key(0); }
  const KernelSource& source() const { return source_; }  // for a recording: of its first program
  const std::shared_ptr<const Plan>& recorded() const { return recorded_; }  // null: no recording is shown
  const std::string& error() const { return error_; }  // why the text cannot be read; empty: no error
  // Returns the request for the run of the state, with the original text unless the state contains
  // an edited text.
  RunRequest request(const AppState& state) const;

  // What has happened to the user's own file since the last call of take_news().
  enum class News : std::uint8_t { none, read_again, changed_while_edited };
  News take_news() { return std::exchange(news_, News::none); }
  // Whether the text on disk differs from the text at the start of editing.
  bool changed_on_disk() const;
  bool changed_since_seen() const;  // whether follow() has not yet seen the last change on disk
  void read_again() { id_.clear(); }
  // Call this after the text shown under the key `from` was written to the file `to`, which is then
  // shown instead. Only these two names refer to the same text; other texts are different texts even if
  // they are equal.
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
  std::string saved_from_, saved_to_;  // keys; empty: the shown text was not saved under another name
  // Stamps of the user's own file; the last stamp seen may be newer than the stamp of the text that was read.
  FileStamp read_stamp_{}, seen_stamp_{};
  Clock::time_point looked_at_{};
  News news_ = News::none;
};

}  // namespace lockstep::gui
