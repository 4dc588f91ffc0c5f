// A lesson as it is written: pages of text, each with a scene and questions. What a page shows of its run is
// found later (gui/lesson/reading/scenes.hpp), because a lesson can be read and listed without running
// anything. docs/writing-lessons.md says how a lesson is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/marked_text.hpp"
#include "gui/canvas/canvas.hpp"

namespace lockstep::gui {

// gui::TextPlace is a place in an edited text.
using LessonPlace = lockstep::TextPlace;
using LessonFault = TextFault;

// A piece of a line of text. Values in braces ({n}) are still as they were written.
struct LessonInline {
  enum class Kind : std::uint8_t { text, code, formula, picture, line_break };
  Kind kind = Kind::text;
  std::string text;  // of a picture: what it shows, in words
  bool strong = false, emphasis = false;
  int script = 0;      // of a formula: 1 raised, -1 lowered
  std::string target;  // of a link (then it is one), or the file of a picture
  LessonPlace place{};
  bool is_link() const { return !target.empty() && kind != Kind::picture; }
};
using LessonText = std::vector<LessonInline>;
// Without any style.
std::string plain_text(const LessonText& text);

struct LessonBlock {
  enum class Kind : std::uint8_t { heading, paragraph, item, code, table, question };
  Kind kind = Kind::paragraph;
  unsigned level = 1;   // of a heading; the depth of a list's item
  std::string marker;   // of an item: "•", "2."; empty: another paragraph of the item above
  bool quoted = false;  // stands in a block quote
  LessonText text;      // of a heading, paragraph or item
  std::string code;     // of code
  std::vector<std::vector<LessonText>> rows;  // of a table; the first has the titles of the columns
  std::vector<Align> columns;
  std::size_t question = 0;  // index into LessonPage::questions
  LessonPlace place{};
};
using LessonBlocks = std::vector<LessonBlock>;

struct LessonOption {
  LessonText text;
  LessonText reply;  // said when it is chosen; may be empty
  bool right = false;
  LessonPlace place{};
};

struct LessonQuestion {
  // choice: exactly one is right; several: any number of choices are right; number: a number is typed;
  // asked: it is made from the run (sim/quiz), and only `ask` is written.
  enum class Form : std::uint8_t { choice, several, number, asked };
  Form form = Form::choice;
  LessonText text;
  std::vector<LessonOption> choices;
  std::string number;               // the right one; may be a value of the run in braces
  LessonText why;                   // said after the answer; may be empty
  std::string ask;                  // "active-lanes at line 32, third time"
  std::size_t markdown_before = 0;  // bytes of the page's markdown that stand above it
  LessonPlace place{};
};

// A line `key: value`.
struct LessonEntry {
  std::string value;
  LessonPlace place{};  // of the value
};

// A fenced scene block: what differs from the lesson's first page, or from a file.
struct LessonScene {
  std::string file;  // of a scene that it begins with; empty: none
  std::string json;  // may be empty
  LessonPlace place{}, json_place{};
};

struct LessonPage {
  std::string title;  // its first heading, else "Page 3"
  std::string name;   // in links: "bank-conflicts"
  LessonBlocks blocks;
  std::string markdown;  // the text as it is written, without scenes, questions and keys
  std::vector<LessonQuestion> questions;
  std::optional<LessonScene> scene;  // none: text only
  std::optional<LessonEntry> show;   // which cards are shown beside the text
  std::optional<LessonEntry> at;     // the moment at which the run is shown
  bool steps = false;                // Page Down steps through the run first
  std::optional<LessonEntry> note;   // for the speaker; several are its lines
  std::string part;                  // the name of the part that begins here; empty: none begins
  LessonPlace place{};
};

struct Lesson {
  std::string title;
  std::string summary;   // a sentence, for lists
  unsigned minutes = 0;  // 0: the author does not say
  // What it needs with a class of about 30, and for a reader alone; empty: the author does not say.
  std::string with_class, alone;
  std::vector<LessonPage> pages;
};

// Pages that fit a class's 45 minutes.
inline constexpr unsigned kPartMinutes = 45;
struct LessonPart {
  std::string title;
  std::size_t first = 0, pages = 0, questions = 0;
};
// Empty: the lesson is not divided.
std::vector<LessonPart> parts_of(const Lesson& lesson);
// "pages 12 to 25"
std::string pages_text(const LessonPart& part);

// Calls visit(const LessonText&) for each text of the page that people read.
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

// The index of the page with this name in links, if any.
std::optional<std::size_t> find_page(const Lesson& lesson, std::string_view name);

}  // namespace lockstep::gui
