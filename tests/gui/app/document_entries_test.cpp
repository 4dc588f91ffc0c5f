// Every entry of the course documents, opened in two windows: its source lines are in view, and the content
// that it announces is drawn, including the numbers in its title.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "core/catalogue/documents.hpp"
#include "gui/app/headless.hpp"
#include "gui/pages/step/model/story.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/gui/app/frame_faults.hpp"

namespace lockstep::gui {
namespace {

std::vector<std::string> entry_names() {
  std::vector<std::string> names;
  for (const CourseDocument& document : course_documents())
    for (const DocumentEntry& entry : document.entries) names.push_back(entry.name());
  return names;
}

const DocumentEntry& entry_called(const std::string& name) { return **find_document_entry(name); }

// The content that a window draws for an entry, without the title and the story above it.
struct DrawnEntry {
  std::vector<std::string> texts;  // "1,600" is "1600"
  std::string code;                // visible rows of the source, without blanks
  // The rows of the figure that must be in view: the first row and the latest row. A low row shows the name
  // of its array if its label is less informative.
  std::vector<std::pair<std::string, std::string>> ends;  // label, array
};

std::string without_blanks(std::string_view text) {
  std::string result;
  std::ranges::copy_if(text, std::back_inserter(result), [](char c) { return c != ' '; });
  return result;
}

// "1,600 of 1,024" as "1600 of 1024".
std::string with_plain_numbers(std::string_view text) {
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != ',' || i == 0 || !is_digit(i - 1) || !is_digit(i + 1) || !is_digit(i + 2) ||
        !is_digit(i + 3))
      result += text[i];
  return result;
}

std::string told_words(Headless& window) {
  const AppState& state = window.interface().state();
  const Run* run = window.interface().session().run();
  if (state.tab != kStepPage || run == nullptr) return state.title + "\n" + state.story;
  return state.title + "\n" + told_story(state, *run, playhead(state, *run)).text;
}

bool is_whole(const WrittenText& text) { return is_seen(text) && !reaches_out(ink(text), text.clip); }

// Rows of code use their font's text size; line numbers and notes are smaller.
std::string code_of(std::vector<WrittenText> texts) {
  std::erase_if(texts, [](const WrittenText& text) {
    const bool is_code = text.style.font == Font::code || text.style.font == Font::code_bold;
    return !is_code || text.style.size < 12 || !is_whole(text);
  });
  std::ranges::stable_sort(texts, [](const WrittenText& a, const WrittenText& b) {
    return std::abs(a.bounds.y - b.bounds.y) > 2 ? a.bounds.y < b.bounds.y : a.bounds.x < b.bounds.x;
  });
  std::string code;
  for (const WrittenText& text : texts) code += without_blanks(text.text);
  return code;
}

std::vector<std::pair<std::string, std::string>> ends_of_figure(Headless& window) {
  const AppState& state = window.interface().state();
  const Run* run = window.interface().session().run();
  if (state.tab != kStepPage || run == nullptr) return {};
  const std::uint64_t position = playhead(state, *run);
  const sim::Combination* combination = run->figures->combination();
  if (combination == nullptr || run->figures->windows() != nullptr ||
      !run->figures->matrices(position).empty())
    return {};
  std::vector<std::pair<std::string, std::string>> ends;
  for (const std::size_t row : {std::size_t{0}, combination->focus(position)})
    ends.emplace_back(combination->rows[row].label, combination->array_of(row).name);
  return ends;
}

DrawnEntry draw(const std::string& name, const WindowSize& size) {
  auto scene = load_scene(std::string(kDocumentPrefix) + name);
  if (!scene) return {};
  Headless window(std::move(scene->state), size.width, size.height);
  settle(window);
  WrittenFrame frame;
  window.interface().note_text(&frame);
  window.frame();
  window.interface().note_text(nullptr);
  const std::string told = told_words(window);
  constexpr std::size_t shortest_of_words = 24;  // shorter texts are not lines of the story
  DrawnEntry drawn{{}, code_of(frame.texts), ends_of_figure(window)};
  for (const WrittenText& text : frame.texts)
    if (is_whole(text) && (text.text.size() < shortest_of_words || told.find(text.text) == std::string::npos))
      drawn.texts.push_back(with_plain_numbers(text.text));
  return drawn;
}

bool is_part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// True if one of the texts contains the words as whole words.
bool shows(const DrawnEntry& drawn, std::string_view words) {
  const std::string wanted = with_plain_numbers(words);
  for (const std::string& text : drawn.texts)
    for (std::size_t at = 0; (at = text.find(wanted, at)) != std::string::npos; ++at) {
      const std::size_t end = at + wanted.size();
      const bool begins = at == 0 || !is_part_of_word(text[at - 1]) || !is_part_of_word(wanted.front());
      const bool ends = end == text.size() || !is_part_of_word(text[end]) || !is_part_of_word(wanted.back());
      if (begins && ends) return true;
    }
  return false;
}

// True if a number of the title is shown exactly, or as a number that rounds to it ("3.3" for 3.333).
bool shows_number(const DrawnEntry& drawn, const std::string& number) {
  if (shows(drawn, number)) return true;
  const std::size_t point = number.find('.');
  if (point == std::string::npos) return false;
  const double unit = std::pow(10.0, -static_cast<double>(number.size() - point - 1));
  for (const std::string& text : drawn.texts) {
    std::istringstream words(text);
    for (std::string word; words >> word;)
      if (std::isdigit(static_cast<unsigned char>(word.front())) != 0 &&
          std::abs(std::strtod(word.c_str(), nullptr) - std::stod(number)) <= 0.5 * unit)
        return true;
  }
  return false;
}

// Numbers with at least two digits; "Figure 10" is the number of the document's figure.
std::vector<std::string> numbers_of(const std::string& title) {
  const std::string text = with_plain_numbers(title);
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < text.size();) {
    const auto is_digit = [&](std::size_t at) {
      return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    };
    if (!is_digit(i)) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (is_digit(end) || (end < text.size() && text[end] == '.' && is_digit(end + 1))) ++end;
    const bool is_figure = text.substr(0, i).ends_with("Figure ");
    if (end - i >= 2 && !is_figure) numbers.push_back(text.substr(i, end - i));
    i = end;
  }
  return numbers;
}

bool has_word(const std::string& text, std::string_view word) {
  std::istringstream words(text);
  for (std::string one; words >> one;)
    if (one == word || one.starts_with(std::string(word) + "[")) return true;
  return false;
}

// The document's own kernel uses other names.
bool names_opencls_memory(const std::string& words) {
  return std::ranges::any_of(std::array{"in", "out", "tile", "mask", "output"},
                             [&](const char* name) { return has_word(words, name); });
}

class DocumentEntryShown : public testing::TestWithParam<std::string> {};

TEST_P(DocumentEntryShown, WhatItNames) {
  const DocumentEntry& entry = entry_called(GetParam());
  for (const WindowSize& size : {WindowSize{1280, 720, 1}, WindowSize{1920, 1080, 1}}) {
    const DrawnEntry drawn = draw(GetParam(), size);
    for (const std::string& line : entry.lines)
      EXPECT_THAT(drawn.code, testing::HasSubstr(without_blanks(line))) << to_text(size);
    for (const std::string& words : entry.shows)
      EXPECT_TRUE(shows(drawn, words)) << to_text(size) << ": \"" << words << "\" is not drawn";
    for (const auto& [label, array] : drawn.ends)
      EXPECT_TRUE(shows(drawn, label) || shows(drawn, array))
          << to_text(size) << ": the row \"" << label << "\" of " << array << " is not drawn";
    for (const std::string& number : numbers_of(entry.title))
      EXPECT_TRUE(shows_number(drawn, number))
          << to_text(size) << ": " << number << " of the title is not drawn";
  }
}

INSTANTIATE_TEST_SUITE_P(All, DocumentEntryShown, testing::ValuesIn(entry_names()), [](const auto& name) {
  std::string word = name.param;
  std::ranges::replace_if(
      word, [](char c) { return c == '-' || c == '/'; }, '_');
  return word;
});

std::vector<std::string> listing_names() {
  std::vector<std::string> names;
  for (const std::string& name : entry_names())
    if (!entry_called(name).cuda_lines.empty()) names.push_back(name + std::string(kListingEnding));
  return names;
}

class DocumentListingShown : public testing::TestWithParam<std::string> {};

TEST_P(DocumentListingShown, WhatItsEntryNames) {
  const DocumentEntry& entry = entry_called(GetParam());
  for (const WindowSize& size : {WindowSize{1280, 720, 1}, WindowSize{1920, 1080, 1}}) {
    const DrawnEntry drawn = draw(GetParam(), size);
    EXPECT_THAT(drawn.code, testing::HasSubstr(without_blanks(entry.cuda_lines.front()))) << to_text(size);
    for (const std::string& words : entry.cuda_shows.empty() ? entry.shows : entry.cuda_shows)
      EXPECT_TRUE(names_opencls_memory(words) || shows(drawn, words))
          << to_text(size) << ": \"" << words << "\" is not drawn";
    EXPECT_TRUE(shows(drawn, fmt::format("As document {} prints it · O: OpenCL C", entry.document)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, DocumentListingShown, testing::ValuesIn(listing_names()), [](const auto& name) {
  std::string word = name.param;
  std::ranges::replace_if(
      word, [](char c) { return c == '-' || c == '/' || c == '.'; }, '_');
  return word;
});

TEST(DocumentEntries, SayWhatTheyShow) {
  for (const CourseDocument& document : course_documents())
    for (const DocumentEntry& entry : document.entries) {
      EXPECT_FALSE(entry.lines.empty() && entry.shows.empty())
          << entry.name() << " names nothing that it shows";
      if (entry.kind == EntryKind::listing) {
        EXPECT_FALSE(entry.lines.empty()) << entry.name() << " is a listing without lines";
      }
    }
}

// Characters are shown as characters.
TEST(DocumentEntries, OfATextShowItsCharacters) {
  for (const char* name : {"004/example-map-reduce", "004/example-string-comparison"}) {
    auto scene = load_scene(std::string(kDocumentPrefix) + name);
    ASSERT_TRUE(scene);
    Headless window(std::move(scene->state), 1280, 720);
    settle(window);
    EXPECT_THAT(told_words(window), testing::HasSubstr("“i eea zo”")) << name;
  }
}

// A listing opens at its first line, and steps move on from there.
TEST(DocumentEntries, TheSourceFollowsTheRunAfterAStep) {
  auto scene = load_scene("document:002/kernel-5");
  ASSERT_TRUE(scene);
  Headless window(std::move(scene->state), 1280, 720);
  settle(window);
  const auto code = [&] {
    WrittenFrame frame;
    window.interface().note_text(&frame);
    window.frame();
    window.interface().note_text(nullptr);
    return code_of(frame.texts);
  };
  EXPECT_THAT(code(), testing::HasSubstr("#ifL>=128"));
  window.frame({{{Key::home}}, {}, {}});
  settle(window);
  EXPECT_THAT(code(), testing::Not(testing::HasSubstr("#ifL>=128")));
}

// O switches to the document's own kernel at the same row of the figure, and back.
TEST(DocumentEntries, OSwitchesToTheListing) {
  auto scene = load_scene("document:002/kernel-3");
  ASSERT_TRUE(scene);
  Headless window(std::move(scene->state), 1280, 720);
  settle(window);
  const Session& session = window.interface().session();
  const auto row = [&] {
    return rows_before(*session.run(), playhead(window.interface().state(), *session.run()));
  };
  for (const KeyPress& key :
       {KeyPress{Key::home}, KeyPress{Key::right, false, true}, KeyPress{Key::right, false, true}}) {
    window.frame({{key}, {}, {}});
    settle(window);
  }
  const std::uint64_t before = row();
  ASSERT_GT(before, 1u);
  window.frame({{{Key::o}}, {}, {}});
  settle(window);
  EXPECT_EQ(session.run()->trace->plan().id, "002/kernel-3.cu");
  EXPECT_EQ(row(), before);
  window.frame({{{Key::o}}, {}, {}});
  settle(window);
  EXPECT_EQ(session.run()->trace->plan().id, "reduce/sequential-local");
  EXPECT_EQ(row(), before);
}

TEST(DocumentEntries, OfAnotherAlgorithmHaveNoListing) {
  AppState state = load_scene("document:002/kernel-3.cu")->state;
  EXPECT_NE(state.listing(), nullptr);
  EXPECT_EQ(state.source_key(0), "002/kernel-3.cu") << "its edits are not those of the catalogue's kernel";
  choose_algorithm(state, "reduce/divergent");
  EXPECT_EQ(state.listing(), nullptr);
  EXPECT_EQ(load_scene("document:002/listing-openmp")->state.printed_listing(), nullptr);
}

}  // namespace
}  // namespace lockstep::gui
