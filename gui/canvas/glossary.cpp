#include "gui/canvas/glossary.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace lockstep::gui {
namespace {

struct Term {
  std::string_view name;   // the OpenCL term
  std::string_view other;  // the CUDA term; empty if it is the same
  std::string_view meaning;
};
constexpr std::array kTerms{
    Term{"work-item", "thread", "one instance of the kernel, with its own variables"},
    Term{"work-group", "block", "work-items that share local memory and can synchronise at a barrier"},
    Term{"local memory", "shared memory", "fast memory of one work-group, divided into banks"},
    Term{"sub-group", "warp", "the work-items of a group that execute an instruction together"},
    Term{"bank", "",
         "a column of local memory that serves one word at a time; two words of a bank take two passes"},
    Term{"divergent", "",
         "a branch that lanes of a warp take both ways: the warp executes both sides in turn"},
    Term{"passes", "", "serialised parts of a local-memory access (Nsight: wavefronts)"},
    Term{"transaction", "", "an aligned segment of global memory that is transferred as a whole"},
    Term{"sector", "", "32 aligned bytes of global memory, transferred as a whole (cc5.0 and later)"},
    Term{"barrier", "__syncthreads()",
         "a point that no work-item of a group passes until all have reached it"},
    Term{"masked off", "", "a lane that is inactive because it took another branch"},
    Term{"commutative", "", "a ⊕ b = b ⊕ a: inputs may be combined in any order"},
    Term{"warp", "", "lanes that execute one instruction together (AMD: wavefront)"},
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Returns true if `term` begins at `at` and is not inside another word. The case of its first letter
// is ignored.
bool is_at(std::string_view text, std::size_t at, std::string_view term) {
  if (text.size() - at < term.size() || lower(text[at]) != term[0]) return false;
  if (text.substr(at + 1, term.size() - 1) != term.substr(1)) return false;
  return at == 0 || !is_word(text[at - 1]);
}

bool mentions(std::string_view text, std::string_view term) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (is_at(text, at, term)) return true;
  return false;
}

}  // namespace

std::vector<std::string> glossary_of(std::string_view text, Words words) {
  constexpr std::size_t most = 2;
  std::vector<std::string> lines;
  for (const Term& term : kTerms) {
    if (lines.size() == most || !mentions(text, term.name)) continue;
    const bool cuda = words == Words::cuda && !term.other.empty();
    const std::string_view said = cuda ? term.other : term.name;
    const std::string other = term.other.empty() ? ""
                                                 : fmt::format(" ({}: {})", cuda ? "OpenCL" : "CUDA",
                                                               cuda ? term.name : term.other);
    lines.push_back(fmt::format("{}{}: {}.", said, other, in_words(term.meaning, words)));
  }
  return lines;
}

}  // namespace lockstep::gui
