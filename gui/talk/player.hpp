// Plays a talk: selects the shown page, and handles the keys of a clicker. Calls only change the
// state of the window; they need neither a window nor a run.
//
// Page Down and Page Up turn pages. On a page with a question, Page Down first shows the answer. On
// a page with `steps`, the keys step through its run, and turn the page at the end of the run or at
// the moment where the page began. A page that completes its figure shows the end of the run before
// it is turned. Turning back shows a page as it was left, so that Page Up undoes one Page Down.
//
// Without a talk, the player presents the current view as a single page; Page Down steps.
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

// The playhead in the shown run and its neighbours, for the step of the page; for two runs side by side, for
// the step of both. `next` and `previous` are empty if there is no such step, or no run yet.
struct PageSteps {
  std::uint64_t at = 0;
  std::optional<std::uint64_t> next{}, previous{};
  std::optional<std::uint64_t> end{};  // end of the run; none: no run yet, or no run is shown
};

class TalkPlayer {
 public:
  // Opens another talk at its first page, without showing it.
  void open(Talk talk);
  void close() { *this = {}; }
  bool has_talk() const { return !talk_.pages.empty(); }
  const Talk& talk() const { return talk_; }
  // Replaces the talk after its pages were edited, moved, added or removed. `page`: the new index
  // of the shown page.
  void change(Talk talk, std::size_t page);

  // Replaces the talk after its text was read again: shows the page again, at the same moment if
  // its scene is unchanged.
  void read_again(Talk talk, std::size_t page, AppState& state);

  // Whether a page of the talk is shown.
  bool is_running() const { return running_; }
  // The index of the shown page; 0 before a page was shown.
  std::size_t page() const { return page_; }
  const TalkPage* shown() const { return running_ ? &talk_.pages[page_] : nullptr; }
  const TalkPage* upcoming() const;  // the page after the shown page; null: there is none
  std::string position() const { return position(page_); }  // "3 / 12"
  std::string position(std::size_t page) const;
  // The texts of the shown page, including its answers, and the visible texts.
  const std::vector<TalkText>& texts() const { return texts_; }
  bool shows(const TalkText& text) const { return answered_ || !text.is_answer; }
  std::string text() const;
  bool shows_answer() const { return running_ && answered_; }

  // Shows a page: the first for F5, page() for Shift+F5.
  void start(std::size_t page, AppState& state);
  // Reports the playhead of a newly shown page once its run is ready: this is the moment where
  // the page begins.
  void begin_at(std::uint64_t position) {
    if (running_ && !began_at_) began_at_ = position;
  }
  // Time of the last start; none before the first.
  std::optional<std::chrono::steady_clock::time_point> started() const { return started_; }
  // For Page Down and Page Up.
  void forward(AppState& state, const PageSteps& steps);
  void back(AppState& state, const PageSteps& steps);
  // The next or previous page, without steps.
  void turn(int by, AppState& state, const PageSteps& steps);
  // Shows a page of the talk by its index.
  void go_to(std::size_t page, AppState& state);
  // Digits accumulate until Enter, which jumps to the page of that number (from 1) or, without
  // digits, moves forward. Returns a sentence if there is no such page.
  void type_digit(unsigned digit);
  void erase_digit();
  std::optional<std::string> enter(AppState& state, const PageSteps& steps);
  const std::string& typed() const { return typed_; }

  // Covers the window, or uncovers it.
  void cover(Cover cover) { cover_ = cover_ == cover ? Cover::none : cover; }
  Cover cover() const { return cover_; }
  // Esc: removes the cover or the digits, or else ends the presentation. The scene stays as an
  // ordinary view, or the lesson is shown at this page; the user's own edits are restored.
  void leave(AppState& state);
  // F6: ends the talk at once.
  void end(AppState& state);

  // The user's edits, set aside during the talk because its pages show their own kernels. They must
  // be stored together with the state.
  const std::map<std::string, std::string>& laid_aside() const { return laid_aside_; }

  // The views to prepare because the next key may show them, likeliest first: the next page, then
  // the previous one.
  std::vector<AppState> likely_views(const AppState& state) const;

 private:
  void show(std::size_t page, AppState& state);
  // reveal() shows the answer of the shown page, conceal() hides it. False if nothing changed.
  bool reveal(AppState& state);
  bool conceal(AppState& state);
  std::uint64_t answer_at() const;  // for the shown page; 0: any moment
  void remember(const PageSteps& steps);
  // The moment at which the shown page completes its figure; none: it does not complete it.
  std::optional<std::uint64_t> complete_at(const PageSteps& steps) const;
  // complete() shows the end of the run if the page must complete its figure and has not yet;
  // take_completion_back() returns to the moment before. False if nothing changed.
  bool complete(AppState& state, const PageSteps& steps);
  bool take_completion_back(AppState& state, const PageSteps& steps);
  // Any key that moves first removes the cover.
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
  bool answered_ = false;                  // whether the answer of the shown page is visible
  std::optional<std::uint64_t>
      completed_at_;             // the playhead before the figure was completed; none: not completed
  std::vector<TalkText> texts_;  // of the shown page
  std::map<std::string, std::string> laid_aside_;
};

}  // namespace lockstep::gui
