// A talk: pages in order. A list of saved scenes (*.talk.json, gui/scene_files/talk_file.hpp) and a lesson
// (Markdown) both give this value; player.hpp plays it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/state/state.hpp"

namespace lockstep::gui {

struct TalkPage {
  std::string title;  // one line; empty: page_title() takes the scene's
  // Markdown, shown beside the cards; empty: the cards have the whole window. A fenced block `answer` in it
  // is Markdown that the first Page Down shows, before it steps or turns the page.
  std::string text;
  std::string answer;          // another one, below the text
  std::optional<Show> asking;  // the cards until then, without those that give the answer away; none: all
  std::optional<std::uint64_t> answer_at;  // the moment that shows the answer; none: the one that is shown
  bool hides_labels = false;               // the figure does not name the inputs in its cells until then
  std::string note;                        // for the speaker only
  // What is shown. scene.show says which cards, how large; scene.position is where the page begins (none: the
  // moment that the run suggests); scene.step is how far one step goes.
  AppState scene;
  // Page Down makes a step of the run, and turns the page after the last step; otherwise it turns the page at
  // once, as → and ← do.
  bool steps = false;
  // Otherwise, before it turns the page, it shows the end of the run, or `complete_at`: the figure is left
  // complete.
  bool completes = false;
  std::optional<std::uint64_t> complete_at;  // where the next page goes on with the same figure
  std::string
      scene_file;  // that the scene was read from, relative to the talk's file; empty: the talk has it
  bool operator==(const TalkPage&) const = default;
};

struct Talk {
  std::string title;
  std::string file;  // it was read from, or saved to; empty: neither
  std::string tab;   // where it was started from and ends: that of a lesson; empty: the shown view stays
  std::vector<TalkPage> pages;
  std::string number{};  // of its only page, in place of "1 / 1"; empty: its own
  bool operator==(const Talk&) const = default;
};

// A part of a page's text, in its order.
struct TalkText {
  std::string markdown;
  bool is_answer = false;
  bool operator==(const TalkText&) const = default;
};
std::vector<TalkText> texts_of(const TalkPage& page);
// As a block of a page's text.
std::string answer_block(const std::string& markdown);

// "Bread" of the page, else of its scene, else "reduce/divergent, n = 16".
std::string page_title(const TalkPage& page);
std::string scene_title(const AppState& scene);

// The page as it is shown in a window: the theme, the size of contents and the terms are those of `window`,
// because the room decides them; so are the edits of kernels that the page does not show. Presentation is on.
// Its answer is not shown yet.
AppState shown_page(const TalkPage& page, const AppState& window);

}  // namespace lockstep::gui
