// Plays a talk: which page is shown, and what the keys of a clicker do. Each call that moves changes the
// state of the window, nothing else: no window and no run is needed.
//
// Page Down and Page Up turn pages. On a page that asks, Page Down shows the answer first. On a page with
// `steps` they step through its run, and turn at its end or at the moment where the page began; a page that
// completes its figure shows the end of the run before it is turned. Turning back
// shows a page where it was left, so that one press too many is taken back by one press.
//
// Without a talk the player has a page at most: plain presentation of one view, where Page Down steps.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "gui/talk/talk.hpp"

namespace lockstep::gui {

// What hides the window until the next key.
enum class Cover : std::uint8_t { none, black, white };

// The playhead and its neighbours by the page's step, in the run that is shown; of two runs side by side the
// step of both. `next` and `previous` none:
// there is no such step, or no run yet.
struct PageSteps {
  std::uint64_t at = 0;
  std::optional<std::uint64_t> next{}, previous{};
  std::optional<std::uint64_t> end{};  // of the run; none: no run yet, or nothing of it is shown
};

class TalkPlayer {
 public:
  // Another talk, at its first page; it is not shown yet. No pages: no talk.
  void open(Talk talk);
  void close() { *this = {}; }
  bool has_talk() const { return !talk_.pages.empty(); }
  const Talk& talk() const { return talk_; }
  // Pages were edited, moved, added or removed; the page that is shown stays the same page where it can.
  void change(Talk talk, std::size_t page);

  // The talk's text was read again while it is presented: the page is shown anew, at the same moment where
  // its run is the same.
  void read_again(Talk talk, std::size_t page, AppState& state);

  // A page of the talk is shown.
  bool is_running() const { return running_; }
  // Its index; 0 while nothing was shown.
  std::size_t page() const { return page_; }
  const TalkPage* shown() const { return running_ ? &talk_.pages[page_] : nullptr; }
  const TalkPage* upcoming() const;  // the one after it; null: it is the last one, or none is shown
  std::string position() const;      // "3 / 12"
  // Of the page that is shown, its answers too; and what of it is to be seen.
  const std::vector<TalkText>& texts() const { return texts_; }
  bool shows(const TalkText& text) const { return answered_ || !text.is_answer; }
  std::string text() const;
  bool shows_answer() const { return running_ && answered_; }

  // Shows a page: of F5 the first, of Shift+F5 page().
  void start(std::size_t page, AppState& state);
  // The playhead of the page that has just been shown, as soon as its run is there: where the page begins.
  void begin_at(std::uint64_t position) {
    if (running_ && !began_at_) began_at_ = position;
  }
  // When it was started last; none: not yet.
  std::optional<std::chrono::steady_clock::time_point> started() const { return started_; }
  // Page Down, Page Up.
  void forward(AppState& state, const PageSteps& steps);
  void back(AppState& state, const PageSteps& steps);
  // The next or previous page, without steps.
  void turn(int by, AppState& state, const PageSteps& steps);
  // That page of the talk.
  void go_to(std::size_t page, AppState& state);
  // Digits gather until Enter, which jumps to the page of that number (from 1), or without digits moves
  // forward. A sentence when there is no such page.
  void type_digit(unsigned digit);
  void erase_digit();
  std::optional<std::string> enter(AppState& state, const PageSteps& steps);
  const std::string& typed() const { return typed_; }

  // Covers the window, or uncovers it.
  void cover(Cover cover) { cover_ = cover_ == cover ? Cover::none : cover; }
  Cover cover() const { return cover_; }
  // Esc: takes the cover or the digits away; else ends the presentation. The scene stays, as a view like any
  // other, or the lesson is shown at this page; and the user's own edits come back.
  void leave(AppState& state);
  // F6: ends it at once.
  void end(AppState& state);

  // The edits of the user that the talk has laid aside, because its pages show their own kernels. They are to
  // be stored together with the state.
  const std::map<std::string, std::string>& laid_aside() const { return laid_aside_; }

  // Views that the next key may ask for, the likeliest first, to be prepared: the next page, then the one
  // before.
  std::vector<AppState> soon(const AppState& state) const;

 private:
  void show(std::size_t page, AppState& state);
  // The shown page asks, and its answer is not (or is) shown: shows it (takes it away).
  bool reveal(AppState& state);
  bool conceal(AppState& state);
  std::uint64_t answer_at() const;  // of the shown page; 0: anywhere
  void remember(const PageSteps& steps);
  // Where the shown page leaves its figure; none: where it is.
  std::optional<std::uint64_t> complete_at(const PageSteps& steps) const;
  // The shown page has to leave its figure complete, and it is not (or was made so): shows the end of the run
  // (goes back from it).
  bool complete(AppState& state, const PageSteps& steps);
  bool take_completion_back(AppState& state, const PageSteps& steps);
  // Any key that moves uncovers first, and moves then.
  void uncover() { cover_ = Cover::none; }

  Talk talk_;
  std::size_t page_ = 0;
  bool running_ = false;
  std::optional<std::chrono::steady_clock::time_point> started_;
  Cover cover_ = Cover::none;
  std::string typed_;
  struct Left {
    std::uint64_t began = 0, at = 0;  // playheads
    bool answered = false;
    std::optional<std::uint64_t> completed_at{};
  };
  std::map<std::size_t, Left> left_at_;    // by page
  std::optional<std::uint64_t> began_at_;  // the playhead where the shown page begins
  bool answered_ = false;                  // the answer of the shown page is seen
  std::optional<std::uint64_t>
      completed_at_;             // the playhead before its figure was completed; none: it was not
  std::vector<TalkText> texts_;  // of the shown page
  std::map<std::string, std::string> laid_aside_;
};

}  // namespace lockstep::gui
