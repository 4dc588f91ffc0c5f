#include "sim/quiz/question/texts.hpp"

#include <algorithm>
#include <array>

namespace lockstep::quiz {
namespace {

constexpr std::array kEnglish{
#define T(name, english) std::string_view(english),
#include "sim/quiz/question/texts.def"
#undef T
};

}  // namespace

std::string say(Text text, std::initializer_list<Word> words) {
  const std::string_view pattern = kEnglish[static_cast<std::size_t>(text)];
  std::string result;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::size_t begin = pattern.find('{', at);
    const std::size_t end = begin == pattern.npos ? begin : pattern.find('}', begin);
    result += pattern.substr(at, begin - at);
    if (end == pattern.npos) break;
    const std::string_view wanted = pattern.substr(begin + 1, end - begin - 1);
    const auto word =
        std::find_if(words.begin(), words.end(), [&](const Word& each) { return each.name == wanted; });
    result += word == words.end() ? std::string(pattern.substr(begin, end + 1 - begin)) : word->text;
    at = end + 1;
  }
  return result;
}

}  // namespace lockstep::quiz
