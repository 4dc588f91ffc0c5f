// The file is divided into pieces (core/base/text/marked_text.hpp). Each piece of Markdown is parsed
// separately, with its place in the file.
#include "gui/lesson/reading/parse_lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "core/base/text/marked_text.hpp"
#include "core/base/text/text.hpp"
#include "gui/lesson/reading/markdown.hpp"
#include "gui/lesson/reading/question.hpp"

namespace lockstep::gui {
namespace {

constexpr std::array<std::string_view, 10> kKeys{"alone", "ask",  "at",   "class", "minutes",
                                                 "note",  "part", "show", "steps", "summary"};

constexpr std::array<std::string_view, 2> kBlocks{"scene", "question"};

class Reader {
 public:
  ParsedLesson read(std::string_view text) {
    for (MarkedPiece& piece : marked_pieces(text, kBlocks, faults_)) take(piece);
    finish_lesson();
    sort_by_place(faults_);
    return {std::move(lesson_), std::move(faults_)};
  }

 private:
  LessonPage& page() { return lesson_.pages.back(); }
  void fault(LessonPlace place, std::string what, std::string cure) {
    faults_.push_back({place, std::move(what), std::move(cure)});
  }

  void take(MarkedPiece& piece) {
    switch (piece.kind) {
      case MarkedPiece::Kind::page:
        lesson_.pages.emplace_back().place = piece.place;
        return;
      case MarkedPiece::Kind::markdown:
        return take_markdown(piece);
      case MarkedPiece::Kind::block:
        return take_block(piece);
      case MarkedPiece::Kind::entry:
        return take_entry(piece.name, {std::move(piece.text), piece.body}, piece.place);
    }
  }

  void take_markdown(const MarkedPiece& piece) {
    page().markdown += piece.text;
    for (LessonBlock& block : parse_markdown(piece.text, piece.body, faults_))
      page().blocks.push_back(std::move(block));
  }

  void take_block(const MarkedPiece& block) {
    if (block.name == "scene") return take_scene(block.title, block.text, block.place, block.body);
    add_question(parse_question(block.title, block.text, block.body, faults_));
  }

  void take_scene(std::string_view file, std::string_view json, LessonPlace place, LessonPlace body) {
    if (page().scene)
      return fault(
          place, fmt::format("This page has two scenes; the first is in line {}.", page().scene->place.line),
          "Divide the page with a line ---, or remove one of the scenes.");
    page().scene = LessonScene{std::string(file), std::string(json), place, body};
  }

  void add_question(std::optional<LessonQuestion> question) {
    if (!question) return;
    question->markdown_before = page().markdown.size();
    LessonBlock block;
    block.kind = LessonBlock::Kind::question;
    block.place = question->place;
    block.question = page().questions.size();
    page().questions.push_back(std::move(*question));
    page().blocks.push_back(std::move(block));
  }

  void take_entry(const std::string& key, LessonEntry entry, LessonPlace place) {
    if (std::ranges::find(kKeys, key) == kKeys.end()) {
      faults_.push_back(unknown_key(key, kKeys, place));
      return;
    }
    if (entry.value.empty())
      return fault(place, fmt::format("\"{}:\" has no value.", key),
                   "Write it after the colon, or remove the line.");
    if (key == "ask") return take_ask(entry);
    if (key == "show") return once(page().show, key, std::move(entry), place);
    if (key == "at") return once(page().at, key, std::move(entry), place);
    if (key == "steps") return take_steps(entry);
    if (key == "note") return take_note(std::move(entry));
    if (key == "part" || key == "summary" || key == "class" || key == "alone")
      refuse_values(entry.value, place, fmt::format("\"{}:\"", key));
    if (key == "part") return take_part(entry, place);
    if (lesson_.pages.size() > 1)
      return fault(place, fmt::format("\"{}:\" describes the whole lesson.", key),
                   "Move it to the first page.");
    if (key == "summary")
      lesson_.summary = entry.value;
    else if (key == "class")
      lesson_.with_class = entry.value;
    else if (key == "alone")
      lesson_.alone = entry.value;
    else
      take_minutes(entry);
  }

  // Reports values in texts that lists show, because lists have no run.
  void refuse_values(const std::string& text, LessonPlace place, const std::string& what) {
    const std::size_t brace = text.find('{');
    if (brace == text.npos) return;
    const std::string value = text.substr(brace, text.find('}', brace) - brace);
    fault(place,
          fmt::format("{} has the value {}}}, but it is also shown in lists, where there is no run.", what,
                      shortened(value)),
          "Write the number itself.");
  }

  void once(std::optional<LessonEntry>& target, const std::string& key, LessonEntry entry,
            LessonPlace place) {
    if (target)
      return fault(
          place,
          fmt::format("This page has \"{}:\" twice; the first is in line {}.", key, target->place.line),
          "Remove one of the two lines.");
    target = std::move(entry);
  }

  void take_ask(const LessonEntry& entry) {
    LessonQuestion question;
    question.form = LessonQuestion::Form::asked;
    question.ask = entry.value;
    question.place = entry.place;
    add_question(std::move(question));
  }

  void take_steps(const LessonEntry& entry) {
    if (entry.value != "yes" && entry.value != "no")
      return fault(entry.place, fmt::format("\"steps: {}\" is not valid.", entry.value),
                   "Write \"steps: yes\" where Page Down steps through the run before it turns the page.");
    page().steps = entry.value == "yes";
  }

  void take_note(LessonEntry entry) {
    if (page().note)
      page().note->value += "\n" + entry.value;
    else
      page().note = std::move(entry);
  }

  void take_part(const LessonEntry& entry, LessonPlace place) {
    if (!page().part.empty())
      return fault(place, "Two parts begin on this page.", "Remove one of the two lines.");
    if (lesson_.pages.size() > 1 && lesson_.pages.front().part.empty())
      return fault(place, "The pages above belong to no part.",
                   "Begin the first part on the first page: \"part: …\".");
    page().part = entry.value;
    // The name of the part is added to the text, so that readers and audiences see where the part begins.
    const std::string words = fmt::format("*Part {}: {}*\n\n", ++parts_, entry.value);
    page().markdown += words;
    for (LessonBlock& block : parse_markdown(words, entry.place, faults_))
      page().blocks.push_back(std::move(block));
  }

  void take_minutes(const LessonEntry& entry) {
    const char* end = entry.value.data() + entry.value.size();
    const auto read = std::from_chars(entry.value.data(), end, lesson_.minutes);
    if (read.ec == std::errc() && read.ptr == end) return;
    fault(entry.place, fmt::format("\"minutes: {}\" is not a whole number.", entry.value),
          "Write, for example, minutes: 15.");
  }

  void finish_lesson() {
    auto& pages = lesson_.pages;
    for (std::size_t i = 0; i < pages.size(); ++i) name_page(i);
    if (pages.front().blocks.empty() && pages.size() == 1)
      fault({1, 1}, "The lesson is empty.", "Begin with a heading, such as \"# Bank conflicts\".");
    lesson_.title = pages.front().title;
    std::map<std::string_view, std::uint32_t> lines;  // line in which each page begins, by page name
    for (const LessonPage& page : pages) {
      const auto [first, is_new] = lines.emplace(page.name, page.place.line);
      if (!is_new)
        return fault(page.place,
                     fmt::format("Two pages have the title \"{}\"; the other begins in line {}.",
                                 shortened(page.title), first->second),
                     "Change one of the titles, so that links can distinguish the pages.");
    }
  }

  void name_page(std::size_t index) {
    LessonPage& page = lesson_.pages[index];
    const auto heading = std::ranges::find(page.blocks, LessonBlock::Kind::heading, &LessonBlock::kind);
    page.title = heading == page.blocks.end() ? fmt::format("Page {}", index + 1) : plain_text(heading->text);
    page.name = link_name(page.title);
    if (heading != page.blocks.end() && !heading->text.empty())
      refuse_values(page.title, heading->text.front().place, "The title");
    if (page.blocks.empty() && !page.scene && lesson_.pages.size() > 1)
      fault(page.place, "This page is empty.", "Remove one of the lines --- around it.");
  }

  unsigned parts_ = 0;
  Lesson lesson_;
  std::vector<LessonFault> faults_;
};

}  // namespace

ParsedLesson parse_lesson(std::string_view text) { return Reader().read(text); }

}  // namespace lockstep::gui
