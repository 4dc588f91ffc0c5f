// Plays a talk: selects the shown page, and handles the keys of a clicker. The player only changes the state
// of the window; it needs neither a window nor a run.
//
// Page Down and Page Up turn pages. On a page with a question, Page Down first shows the answer. On a page
// with `steps`, the keys step through the run. Page Down turns the page at the end of the run, and Page Up at
// the moment where the page began. On a page with `completes`, Page Down shows the end of the run before it
// turns the page. Page Up shows the previous page as it was left, so that it undoes one Page Down.
//
// Without a talk, the player presents the current view as a single page, on which Page Down steps
// through the run.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "gui/talk/talk.hpp"

namespace lockstep::gui {

// The colour that covers the window until the next key press; none: the window is not covered.
enum class Cover : std::uint8_t { none, black, white };

// The playhead in the shown run (`at`), and the positions after the next step and before the previous step.
// For two runs side by side, a step is a step of both runs. `next` and `previous` are empty if there is no
// such step, or no run yet.
struct PageSteps {
  std::uint64_t at = 0;
  std::optional<std::uint64_t> next{}, previous{};
  std::optional<std::uint64_t> end{};  // end of the run; none: no run yet, or no run is shown
};

class TalkPlayer {
 public:
  // Opens a talk at its first page, but does not show this page.
  void open(Talk talk);
  void close() { *this = {}; }
  bool has_talk() const { return !talk_.pages.empty(); }
  const Talk& talk() const { return talk_; }
  // Replaces the talk after its pages were edited, moved, added or removed. `page`: the new index
  // of the shown page.
  void change(Talk talk, std::size_t page);

  // Replaces the talk after its text was read again. Shows page `page` again, at the same moment if the scene
  // of the page is unchanged.
  void read_again(Talk talk, std::size_t page, AppState& state);

  // Whether a page of the talk is shown.
  bool is_running() const { return running_; }
  // The index of the shown page; 0 before a page was shown.
  std::size_t page() const { return page_; }
  const TalkPage* shown() const { return running_ ? &talk_.pages[page_] : nullptr; }
  const TalkPage* upcoming() const;  // the page after the shown page; null: there is none
  std::string position() const { return position(page_); }  // "3 / 12"
  std::string position(std::size_t page) const;
  // The texts of the shown page, including answers; shows() returns whether a text is visible, and text()
  // joins the visible texts.
  const std::vector<TalkText>& texts() const { return texts_; }
  bool shows(const TalkText& text) const { return answered_ || !text.is_answer; }
  std::string text() const;
  bool shows_answer() const { return running_ && answered_; }

  // Returns the moment before a key moved the playhead from the lines of the question to the answer or to the
  // complete figure. `at`: the playhead, `end`: the end of the run. None: the playhead is elsewhere.
  std::optional<std::uint64_t> moment_before_answer(std::uint64_t at, std::uint64_t end) const;

  // Starts the talk at this page: F5 passes the first page, Shift+F5 passes page().
  void start(std::size_t page, AppState& state);
  // Call this when the run of a newly shown page is ready. `position`: the playhead, at the moment where
  // the page begins.
  void begin_at(std::uint64_t position) {
    if (running_ && !began_at_) began_at_ = position;
  }
  // Time of the last start; none before the first start.
  std::optional<std::chrono::steady_clock::time_point> started() const { return started_; }
  // Handle Page Down and Page Up.
  void forward(AppState& state, const PageSteps& steps);
  void back(AppState& state, const PageSteps& steps);
  // Turns to the next page (`by` is 1) or to the previous page (`by` is -1), without steps.
  void turn(int by, AppState& state, const PageSteps& steps);
  // Shows a page of the talk by its index.
  void go_to(std::size_t page, AppState& state);
  // Digits accumulate until Enter. Enter jumps to the page with the typed number, counted from 1; without
  // digits, Enter moves forward. Returns a sentence if there is no such page.
  void type_digit(unsigned digit);
  void erase_digit();
  std::optional<std::string> enter(AppState& state, const PageSteps& steps);
  const std::string& typed() const { return typed_; }

  // Covers the window; uncovers it if it has this cover already.
  void cover(Cover cover) { cover_ = cover_ == cover ? Cover::none : cover; }
  Cover cover() const { return cover_; }
  // Handles Esc: removes the cover or the typed digits, if any; otherwise ends the presentation. After
  // that, the window shows the scene as an ordinary view, or the lesson at this page. The user's own
  // edits are restored.
  void leave(AppState& state);
  // Handles F6: ends the talk immediately.
  void end(AppState& state);

  // The user's edits, which are set aside during the talk because the pages show their own kernels. These
  // edits must be stored together with the state.
  const std::map<std::string, std::string>& laid_aside() const { return laid_aside_; }

  // Returns the views that the next key may show, so that their runs can be prepared: first the next page,
  // then the previous page.
  std::vector<AppState> likely_views(const AppState& state) const;

 private:
  void show(std::size_t page, AppState& state);
  // reveal() shows the answer of the shown page; conceal() hides the answer. Both return false if
  // nothing changed.
  bool reveal(AppState& state);
  bool conceal(AppState& state);
  std::uint64_t answer_at() const;  // moment that shows the answer of the shown page; 0: not specified
  void remember(const PageSteps& steps);
  // Returns the moment at which the figure of the shown page is complete; none if the page does not
  // complete its figure.
  std::optional<std::uint64_t> complete_at(const PageSteps& steps) const;
  // complete() moves to the moment at which the figure is complete, if the page has not been completed yet.
  // take_completion_back() returns to the moment before complete(). Both return false if nothing changed.
  bool complete(AppState& state, const PageSteps& steps);
  bool take_completion_back(AppState& state, const PageSteps& steps);
  // Removes the cover. Every key that moves in the talk calls this first.
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
  std::map<std::size_t, Left> left_at_;    // by page index
  std::optional<std::uint64_t> began_at_;  // the playhead where the shown page begins
  bool answered_ = false;                  // whether the answer of the shown page is visible
  std::optional<std::uint64_t>
      completed_at_;             // the playhead before the figure was completed; none: not completed
  std::vector<TalkText> texts_;  // of the shown page
  std::map<std::string, std::string> laid_aside_;
};

}  // namespace lockstep::gui
