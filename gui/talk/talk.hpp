// A talk: an ordered list of pages. A talk is made from a list of saved scenes (*.talk.json,
// gui/scene_files/talk_file.hpp) or from a lesson (Markdown). player.hpp plays a talk.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/state/state.hpp"

namespace lockstep::gui {

struct TalkPage {
  std::string title;  // one line; empty: page_title() uses the title of the scene
  // Markdown, shown beside the cards; empty: the cards fill the window. A fenced block `answer` contains
  // Markdown that the first Page Down shows, before it steps or turns the page.
  std::string text;
  std::string answer;          // another answer, shown below the text
  std::optional<Show> asking;  // cards before the answer, except cards that reveal it; none: all cards
  std::optional<std::uint64_t> answer_at;  // moment that shows the answer; none: the current moment
  bool hides_labels = false;               // before the answer, the figure hides the names of its inputs
  std::string note;                        // for the speaker only
  // The scene that is shown. scene.show selects the cards and their sizes; scene.position is the first moment
  // of the page (none: the moment that the run suggests); scene.step is the size of a step.
  AppState scene;
  // If true, Page Down makes a step of the run, and turns the page after the last step. Otherwise it turns
  // the page immediately. → and ← step through the run in both cases.
  bool steps = false;
  // If `steps` is false: whether Page Down shows the end of the run, or `complete_at`, before it turns the
  // page, so that the audience sees the complete figure.
  bool completes = false;
  std::optional<std::uint64_t> complete_at;  // moment where the next page continues the figure; none: the end
  // The file of the scene, relative to the talk's file; empty: the talk contains the scene.
  std::string scene_file;
  bool operator==(const TalkPage&) const = default;
};

struct Talk {
  std::string title;
  std::string file;  // file that the talk was read from or saved to; empty: none
  std::string tab;   // for a lesson: tab to return to at the end; empty: the shown view stays
  std::vector<TalkPage> pages;
  std::string number{};  // page number shown for a single page; empty: "1 / 1" is shown
  bool operator==(const Talk&) const = default;
};

// A part of a page's text, in the order of the text.
struct TalkText {
  std::string markdown;
  bool is_answer = false;
  bool operator==(const TalkText&) const = default;
};
std::vector<TalkText> texts_of(const TalkPage& page);
// Returns the Markdown of an answer as a fenced block for a page's text.
std::string answer_block(const std::string& markdown);

// Returns the title of the page. A page without a title has the title of its scene; a scene without a title
// is named by its run, for example "reduce/divergent, n = 16".
std::string page_title(const TalkPage& page);
std::string scene_title(const AppState& scene);

// Returns the page as the window shows it, in presentation mode and without its answer. The theme, the UI
// scale and the terms are taken from `window`, because they depend on the room. Edits of kernels that the
// page does not show are also taken from `window`.
AppState shown_page(const TalkPage& page, const AppState& window);

}  // namespace lockstep::gui
