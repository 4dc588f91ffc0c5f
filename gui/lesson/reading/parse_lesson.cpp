// The file is read line by line: pages, fenced blocks and lines "key: value" are found here; everything else
// is Markdown, and is given to its parser in pieces that keep their places.
#include "gui/lesson/reading/parse_lesson.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "core/base/text/text.hpp"
#include "gui/lesson/reading/markdown.hpp"
#include "gui/lesson/reading/question.hpp"

namespace lockstep::gui {
namespace {

constexpr std::array<std::string_view, 10> kKeys{"alone", "ask",  "at",   "class", "minutes",
                                                 "note",  "part", "show", "steps", "summary"};

// "ask" of "ask: passes at line 40": a word in small letters at the beginning of the line; empty: none.
std::string_view key_of(std::string_view line) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
  const auto end = std::ranges::find_if_not(line, is_letter);
  const auto length = static_cast<std::size_t>(end - line.begin());
  if (length == 0 || length == line.size() || line[length] != ':') return {};
  if (length + 1 < line.size() && line[length + 1] != ' ') return {};
  return line.substr(0, length);
}

struct Fence {
  char sign = '`';
  std::size_t length = 0;
  std::string_view info;
};

// "```scene figure-6.json"
std::optional<Fence> fence_of(std::string_view line) {
  std::size_t indent = 0;
  while (indent < line.size() && line[indent] == ' ') ++indent;
  line.remove_prefix(indent);
  if (indent > 3 || line.empty() || (line[0] != '`' && line[0] != '~')) return std::nullopt;
  Fence fence{line[0], 0, {}};
  while (fence.length < line.size() && line[fence.length] == fence.sign) ++fence.length;
  fence.info = trimmed(line.substr(fence.length));
  if (fence.length < 3 || (fence.sign == '`' && fence.info.find('`') != fence.info.npos)) return std::nullopt;
  return fence;
}

bool closes(std::string_view line, const Fence& open) {
  const auto fence = fence_of(line);
  return fence && fence->sign == open.sign && fence->length >= open.length && fence->info.empty();
}

// A comment is no text: it becomes blanks, and lines keep their numbers. Escaped braces are replaced.
std::string prepared(std::string_view text) {
  std::string result(text);
  if (result.starts_with("\xEF\xBB\xBF")) result.replace(0, 3, 3, ' ');
  for (std::size_t at = 0; (at = result.find("<!--", at)) != result.npos;) {
    const std::size_t end = std::min(result.find("-->", at), result.size() - 3) + 3;
    for (; at < end; ++at)
      if (result[at] != '\n') result[at] = ' ';
  }
  for (std::size_t i = 0; i + 1 < result.size(); ++i) {
    if (result[i] != '\\') continue;
    const std::string_view brace = result[i + 1] == '{'   ? kOpenBrace
                                   : result[i + 1] == '}' ? kCloseBrace
                                                          : std::string_view{};
    if (!brace.empty()) result.replace(i, 2, brace);
    ++i;
  }
  return result;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(prepared(text)) {}

  ParsedLesson read() {
    begin_page();
    while (at_ < text_.size()) take_line();
    flush();
    finish_lesson();
    std::ranges::stable_sort(faults_, [](const LessonFault& a, const LessonFault& b) {
      return a.place.line != b.place.line ? a.place.line < b.place.line : a.place.column < b.place.column;
    });
    return {std::move(lesson_), std::move(faults_)};
  }

 private:
  LessonPage& page() { return lesson_.pages.back(); }
  void fault(LessonPlace place, std::string what, std::string cure) {
    faults_.push_back({place, std::move(what), std::move(cure)});
  }

  // The next line, without its end; `next_` is the beginning of the one after it.
  std::string_view peek() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    next_ = std::min(end + 1, text_.size());
    if (end == text_.size()) next_ = text_.size();
    return std::string_view(text_).substr(at_, end - at_);
  }
  void advance() {
    at_ = next_;
    ++line_;
  }

  void begin_page() {
    lesson_.pages.emplace_back().place = {line_, 1};
    begin_text();
  }
  void begin_text() {
    text_begin_ = at_;
    text_line_ = line_;
    after_blank_ = true;
  }
  // What stood since begin_text() is Markdown.
  void flush() {
    const std::string_view text = std::string_view(text_).substr(text_begin_, at_ - text_begin_);
    if (trimmed(text).empty()) return;
    page().markdown += text;
    for (LessonBlock& block : parse_markdown(text, {text_line_, 1}, faults_))
      page().blocks.push_back(std::move(block));
  }

  void take_line() {
    const std::string_view line = peek();
    if (const auto fence = fence_of(line)) return take_fence(*fence);
    if (trimmed(line) == "---") {
      flush();
      advance();
      return begin_page();
    }
    if (after_blank_ && !key_of(line).empty()) return take_entries();
    after_blank_ = trimmed(line).empty();
    advance();
  }

  void take_fence(const Fence& fence) {
    const std::string_view word = fence.info.substr(0, fence.info.find(' '));
    const std::string_view rest = trimmed(fence.info.substr(word.size()));
    const bool is_ours = word == "scene" || word == "question";
    if (is_ours) flush();
    const LessonPlace place{line_, 1};
    advance();
    const std::size_t begin = at_;
    const LessonPlace body{line_, 1};
    while (at_ < text_.size() && !closes(peek(), fence)) advance();
    const std::size_t end = at_;
    if (at_ == text_.size()) {
      fault(place, fmt::format("The block \"{}\" does not end.", fence.info),
            fmt::format("Write {} on a line of its own below it.", std::string(fence.length, fence.sign)));
    } else {
      peek();
      advance();
    }
    if (!is_ours) return;
    const std::string_view inside = std::string_view(text_).substr(begin, end - begin);
    if (word == "scene")
      take_scene(rest, inside, place, body);
    else
      add_question(parse_question(rest, inside, body, faults_));
    begin_text();
  }

  void take_scene(std::string_view file, std::string_view json, LessonPlace place, LessonPlace body) {
    if (page().scene)
      return fault(
          place, fmt::format("This page has two scenes; the first is in line {}.", page().scene->place.line),
          "Divide the page by a line ---, or remove one of them.");
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

  // Lines "key: value"; a value goes on in lines that begin with a blank.
  void take_entries() {
    flush();
    while (at_ < text_.size()) {
      const std::string_view line = peek();
      const std::string_view key = key_of(line);
      if (key.empty()) break;
      const std::string_view value = trimmed(line.substr(key.size() + 1));
      const LessonPlace key_place{line_, 1};
      LessonEntry entry{std::string(value), {line_, value.empty() ? 1 : column_of(line, value)}};
      const std::string name(key);
      advance();
      while (at_ < text_.size()) {
        const std::string_view more = peek();
        if (!more.starts_with(' ') || trimmed(more).empty()) break;
        entry.value += (entry.value.empty() ? "" : " ") + std::string(trimmed(more));
        advance();
      }
      take_entry(name, std::move(entry), key_place);
    }
    begin_text();
    after_blank_ = false;
    if (at_ < text_.size() && !trimmed(peek()).empty() && !fence_of(peek()) && trimmed(peek()) != "---")
      fault({line_, 1}, "Text follows a line \"key: value\" without an empty line between them.",
            "Leave a line empty, or indent this one to continue the value.");
  }

  static std::uint32_t column_of(std::string_view line, std::string_view part) {
    return static_cast<std::uint32_t>(
        width_of(line.substr(0, static_cast<std::size_t>(part.data() - line.data()))) + 1);
  }

  void take_entry(const std::string& key, LessonEntry entry, LessonPlace place) {
    if (std::ranges::find(kKeys, key) == kKeys.end()) return unknown_key(key, place);
    if (entry.value.empty())
      return fault(place, fmt::format("\"{}:\" has no value.", key),
                   "Write it behind the colon, or remove the line.");
    if (key == "ask") return take_ask(entry);
    if (key == "show") return once(page().show, key, std::move(entry), place);
    if (key == "at") return once(page().at, key, std::move(entry), place);
    if (key == "steps") return take_steps(entry);
    if (key == "note") return take_note(std::move(entry));
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

  void unknown_key(const std::string& key, LessonPlace place) {
    const auto near = nearest_names(key, {kKeys.begin(), kKeys.end()}, 1);
    const bool is_near = !near.empty() && edit_distance(key, near.front()) <= 2;
    fault(place, fmt::format("The key \"{}\" is not known.", key),
          is_near ? fmt::format("Did you mean \"{}:\"?", near.front())
                  : fmt::format("Known are {}. A sentence that is not a key begins with a capital letter.",
                                fmt::join(kKeys, ", ")));
  }

  void once(std::optional<LessonEntry>& target, const std::string& key, LessonEntry entry,
            LessonPlace place) {
    if (target)
      return fault(
          place,
          fmt::format("This page has \"{}:\" twice; the first is in line {}.", key, target->place.line),
          "Remove one of them.");
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
      return fault(entry.place, fmt::format("\"steps: {}\" is not known.", entry.value),
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
    if (!page().part.empty()) return fault(place, "Two parts begin on this page.", "Remove one of them.");
    if (lesson_.pages.size() > 1 && lesson_.pages.front().part.empty())
      return fault(place, "The pages above belong to no part.",
                   "Begin the first part on the first page: \"part: …\".");
    page().part = entry.value;
    // Its reader, a class and a handout see where it begins.
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
          "Write for example minutes: 15.");
  }

  void finish_lesson() {
    auto& pages = lesson_.pages;
    for (std::size_t i = 0; i < pages.size(); ++i) name_page(i);
    if (pages.front().blocks.empty() && pages.size() == 1)
      fault({1, 1}, "The lesson is empty.", "Begin with a heading, such as \"# Bank conflicts\".");
    lesson_.title = pages.front().title;
    std::map<std::string_view, std::uint32_t> lines;  // in which pages begin, by their names
    for (const LessonPage& page : pages) {
      const auto [first, is_new] = lines.emplace(page.name, page.place.line);
      if (!is_new)
        return fault(page.place,
                     fmt::format("Two pages have the title \"{}\"; the other begins in line {}.",
                                 shortened(page.title), first->second),
                     "Change one of them, so that links can tell them apart.");
    }
  }

  void name_page(std::size_t index) {
    LessonPage& page = lesson_.pages[index];
    const auto heading = std::ranges::find(page.blocks, LessonBlock::Kind::heading, &LessonBlock::kind);
    page.title = heading == page.blocks.end() ? fmt::format("Page {}", index + 1) : plain_text(heading->text);
    page.name = link_name(page.title);
    if (page.blocks.empty() && !page.scene && lesson_.pages.size() > 1)
      fault(page.place, "This page is empty.", "Remove one of the lines --- around it.");
  }

  std::string text_;
  std::size_t at_ = 0, next_ = 0, text_begin_ = 0;
  std::uint32_t line_ = 1, text_line_ = 1;
  bool after_blank_ = true;
  unsigned parts_ = 0;
  Lesson lesson_;
  std::vector<LessonFault> faults_;
};

}  // namespace

ParsedLesson parse_lesson(std::string_view text) { return Reader(text).read(); }

}  // namespace lockstep::gui
