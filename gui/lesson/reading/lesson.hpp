// A lesson in its written form: pages of text, which may have a scene and questions. The scenes and moments
// of pages are determined later (gui/lesson/reading/scenes.hpp), so that lessons can be read and listed
// without running their scenes. docs/writing-lessons.md describes the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/marked_text.hpp"
#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// The name is qualified, because gui::TextPlace is a place in an edited text.
using LessonPlace = lockstep::TextPlace;
using LessonFault = TextFault;

// A piece of a line of text. Values in braces ({n}) are not yet replaced.
struct LessonInline {
  enum class Kind : std::uint8_t { text, code, formula, picture, line_break };
  Kind kind = Kind::text;
  std::string text;  // the text, or the description of a picture
  bool strong = false, emphasis = false;
  int script = 0;      // in a formula: 1 raised, -1 lowered
  std::string target;  // of a link, or the file of a picture
  LessonPlace place{};
  bool is_link() const { return !target.empty() && kind != Kind::picture; }
};
using LessonText = std::vector<LessonInline>;
// Returns the text without styles.
std::string plain_text(const LessonText& text);

struct LessonBlock {
  enum class Kind : std::uint8_t { heading, paragraph, item, code, table, question };
  Kind kind = Kind::paragraph;
  unsigned level = 1;   // of a heading; the depth of a list item
  std::string marker;   // of a list item: "•", "2."; empty: a further paragraph of the item above
  bool quoted = false;  // is part of a block quote
  LessonText text;      // of a heading, paragraph or list item
  std::string code;     // of a code block
  std::vector<std::vector<LessonText>> rows;  // of a table; the first row contains the titles of the columns
  std::vector<Align> columns;
  std::size_t question = 0;  // index into LessonPage::questions
  LessonPlace place{};
};
using LessonBlocks = std::vector<LessonBlock>;

struct LessonOption {
  LessonText text;
  LessonText reply;  // shown when the option is chosen; may be empty
  bool right = false;
  LessonPlace place{};
};

struct LessonQuestion {
  // The form of a question. choice: exactly one option is right; several: any number of options are right;
  // number: a number is typed; asked: the question is generated from the run (sim/quiz), and the lesson
  // contains only the line `ask:`.
  enum class Form : std::uint8_t { choice, several, number, asked };
  Form form = Form::choice;
  LessonText text;
  std::vector<LessonOption> choices;
  std::string number;               // the right number, or a value of the run in braces
  LessonText why;                   // shown after the answer; may be empty
  std::string ask;                  // for example "active-lanes at line 32, third time"
  std::size_t markdown_before = 0;  // number of bytes of LessonPage::markdown above the question
  LessonPlace place{};
};

// A line `key: value`.
struct LessonEntry {
  std::string value;
  LessonPlace place{};  // of the value
};

// A fenced scene block. It contains the differences from the scene of the lesson's first page, or from the
// scene in a file.
struct LessonScene {
  std::string file;  // file of the scene on which this scene is based; empty: none
  std::string json;  // may be empty
  LessonPlace place{}, json_place{};
};

struct LessonPage {
  std::string title;  // the first heading, otherwise "Page 3"
  std::string name;   // name in links, such as "bank-conflicts"
  LessonBlocks blocks;
  std::string markdown;  // the text as written, without scenes, questions and keys
  std::vector<LessonQuestion> questions;
  std::optional<LessonScene> scene;  // none: text only
  std::optional<LessonEntry> show;   // the cards shown beside the text
  std::optional<LessonEntry> at;     // the moment at which the run is shown
  bool steps = false;                // Page Down first steps through the run
  std::optional<LessonEntry> note;   // for the speaker; each line is a note
  std::string part;                  // name of the part that begins on this page; empty: no part begins
  LessonPlace place{};
};

struct Lesson {
  std::string title;
  std::string summary;   // one sentence, for lists
  unsigned minutes = 0;  // 0: not specified
  // Durations: with a class of about 30 students, and for a single reader. Empty: not specified.
  std::string with_class, alone;
  std::vector<LessonPage> pages;
};

// A part of a lesson: pages that fit in a lecture of 45 minutes.
inline constexpr unsigned kPartMinutes = 45;
struct LessonPart {
  std::string title;
  std::size_t first = 0, pages = 0, questions = 0;
};
// Returns the parts of a lesson; empty if the lesson is not divided.
std::vector<LessonPart> parts_of(const Lesson& lesson);
// Returns the page numbers of a part, for example "pages 12 to 25".
std::string pages_text(const LessonPart& part);

// Calls visit(const LessonText&) for each text of the page that is shown to readers.
template <class Visit>
void for_each_text(const LessonPage& page, Visit visit) {
  for (const LessonBlock& block : page.blocks) {
    visit(block.text);
    for (const auto& row : block.rows)
      for (const LessonText& cell : row) visit(cell);
  }
  for (const LessonQuestion& question : page.questions) {
    visit(question.text);
    for (const LessonOption& choice : question.choices) {
      visit(choice.text);
      visit(choice.reply);
    }
    visit(question.why);
  }
}

// Returns the index of the page with this name (LessonPage::name), if any.
std::optional<std::size_t> find_page(const Lesson& lesson, std::string_view name);

}  // namespace lockstep::gui
