#include "core/base/text/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace lockstep {
namespace {

// Terms with two names; a plural "s" may follow. No CUDA name contains an OpenCL name, so translated text is
// not changed again.
struct Pair {
  std::string_view opencl, cuda;
};
constexpr std::array kPairs{
    Pair{"work-item", "thread"},
    Pair{"work-group", "block"},
    Pair{"local memory", "shared memory"},
    Pair{"local passes", "shared passes"},
    Pair{"local\npasses", "shared\npasses"},
    Pair{"local load", "shared load"},
    Pair{"local store", "shared store"},
    Pair{"local atomic", "shared atomic"},
    Pair{"(local)", "(shared)"},
    Pair{"private memory", "per-thread memory"},
    Pair{"(private)", "(per thread)"},
    Pair{"sub-group", "warp"},
    Pair{"the global size", "the number of threads"},
    Pair{"global size", "all threads"},
    Pair{"local size", "block size"},
    Pair{"in groups of", "in blocks of"},
    Pair{"of a group", "of a block"},
    Pair{"of the group", "of the block"},
};

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
char lower_case(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Whether a file name or identifier continues here: "work-group.cu", "work-group/a.cu", "work-group_2".
bool goes_on(std::string_view rest) {
  if (rest.empty()) return false;
  if (rest[0] == '/' || rest[0] == '_') return true;
  return rest[0] == '.' && rest.size() > 1 && is_letter(rest[1]);
}

// Whether `term` is at `at`, with its first letter in either case, and not inside another word.
bool is_term_at(std::string_view text, std::size_t at, std::string_view term) {
  if (text.size() - at < term.size() || lower_case(text[at]) != term[0]) return false;
  if (text.substr(at + 1, term.size() - 1) != term.substr(1)) return false;
  if (at > 0 && (is_letter(text[at - 1]) || text[at - 1] == '/')) return false;
  return !goes_on(text.substr(at + term.size()));
}

}  // namespace

std::string_view name(Words words) { return words == Words::cuda ? "cuda" : "opencl"; }

std::optional<Words> parse_words(std::string_view text) {
  for (const Words words : {Words::opencl, Words::cuda})
    if (name(words) == text) return words;
  return std::nullopt;
}

std::string in_words(std::string_view text, Words words) {
  if (words == Words::opencl) return std::string(text);
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto pair =
        std::ranges::find_if(kPairs, [&](const Pair& p) { return is_term_at(text, at, p.opencl); });
    if (pair == kPairs.end()) {
      result += text[at++];
      continue;
    }
    const bool capital = text[at] != lower_case(text[at]);
    result += capital ? static_cast<char>(std::toupper(pair->cuda[0])) : pair->cuda[0];
    result += pair->cuda.substr(1);
    at += pair->opencl.size();
  }
  return result;
}

}  // namespace lockstep
