// Names every sentence of the questions, so that a translation is another list of sentences. A sentence is
// never composed of fragments: words in braces are replaced only by names, numbers and pieces of the source.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep::quiz {

enum class Text : std::uint8_t {
#define T(name, english) name,
#include "sim/quiz/question/texts.def"
#undef T
};

// A number or a piece of text that replaces a word in braces.
struct Word {
  Word(std::string_view word, std::string replacement) : name(word), text(std::move(replacement)) {}
  Word(std::string_view word, const char* replacement) : name(word), text(replacement) {}
  Word(std::string_view word, std::unsigned_integral auto number)
      : name(word), text(std::to_string(number)) {}
  std::string_view name;
  std::string text;
};

std::string say(Text text, std::initializer_list<Word> words = {});

}  // namespace lockstep::quiz
