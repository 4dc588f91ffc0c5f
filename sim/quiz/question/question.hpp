// A question about a run, with its answer and the reasons, as plain data. No trace is needed to display
// a question.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "sim/figure_rows/memory_object.hpp"

namespace lockstep::quiz {

enum class QuestionKind : std::uint8_t {
#define K(name, word, level, asks) name,
#include "sim/quiz/question/kinds.def"
#undef K
};
inline constexpr std::size_t kKinds = 0
#define K(name, word, level, asks) +1  // NOLINT(bugprone-macro-parentheses): a sum
#include "sim/quiz/question/kinds.def"
#undef K
    ;
const std::vector<QuestionKind>& all_kinds();
std::string_view name(QuestionKind kind);  // "active-lanes"
std::string_view asks(QuestionKind kind);  // "which lanes are active at a line"
unsigned first_level(QuestionKind kind);   // 1 to 3
std::optional<QuestionKind> find_kind(std::string_view name);

// The form of an answer.
enum class Form : std::uint8_t {
  lanes,  // a set of lanes of the warp
  warps,  // a set of warps of the work-group, or of its work-items with independent lanes
  cells,  // a set of elements of one memory, or one element
  number,
  choice,  // one of several texts
};
std::string_view name(Form form);

// An answer, either the answer of the user or the right answer. Only the member for the form of the question
// is used.
struct Answer {
  std::vector<std::uint64_t> items;  // lanes, warps or elements; ascending, without duplicates
  double number = 0;                 // exact up to 2^53
  std::size_t choice = 0;            // index into Question::choices
  bool operator==(const Answer&) const = default;
};

// The comment on a wrong or missing item. An item is a lane, a warp, an element, an integer, or the index of
// a choice.
struct Fact {
  std::uint64_t item = 0;
  std::string text;
};

// Parts of the displayed moment that reveal the answer. Everything that follows the moment is always hidden:
// marks of the timeline, rows of figures that have not begun, counters of the whole run.
enum Hidden : unsigned {
  hides_lanes = 1,     // which lanes are active
  hides_accesses = 2,  // cells, banks and segments of the next access
  hides_values = 4,    // values that the next line computes
  hides_inputs = 8,    // labels of cells, which show the inputs that the cells contain
  hides_costs = 16,    // passes, transactions, counters
  hides_findings = 32,
  hides_sentence = 64,  // the sentence about the moment
};

// An element of a memory.
struct Cell {
  sim::MemoryObject memory;
  std::uint64_t index = 0;
};

struct Question {
  QuestionKind kind = QuestionKind::active_lanes;
  Form form = Form::lanes;
  std::uint64_t position = 0;  // the question is asked before this moment
  std::uint64_t about = 0;     // the moment that contains the answer; Trace::size() for the end of the run
  std::uint64_t reveal = 0;    // the position that shows the answer
  std::uint32_t launch = 0, group = 0, warp = 0;  // of `about`; meaningless for questions about the whole run
  std::uint32_t line = 0;                         // in the kernel's own file; 0 if there is no line
  std::optional<unsigned> lane;                   // the lane that the question is about, if any
  std::optional<Cell> cell;                       // the cell that the question is about, if any
  std::string text;
  // The occurrence and place, if they are not the first: "the third time; launch 2". This text is not needed
  // if the moment of the question is displayed.
  std::string when;
  // The facts that a reader without the window needs to answer: lines, values of variables, cells.
  std::vector<std::string> given;
  std::optional<sim::MemoryObject> memory;  // memory of the cells
  std::uint64_t items = 0;  // number of lanes, warps or elements; the items are 0 … items - 1
  bool is_single = false;   // whether the answer is exactly one item
  std::vector<std::string> choices;
  Answer answer;
  double tolerance = 0;  // of a number
  std::string reason;    // why the right answer is right
  std::vector<Fact> facts;
  unsigned hides = 0;  // a combination of Hidden
};

struct AnswerVerdict {
  bool is_right = false;
  std::vector<std::uint64_t> missing, extra;  // item numbers
  std::string reason;                         // why the user's answer is wrong or right
};
AnswerVerdict check(const Question& question, const Answer& given);

// Returns the text of an answer: "0 to 3, 8", "scratch[0..3]", "44", "yes".
std::string answer_text(const Question& question, const Answer& answer);
// Reads a number that a user has typed, with a decimal point or a decimal comma: "3.75", "3,75". The Error
// states that a text such as "1,024" can be read in two ways, or that the text is not a number.
Result<double> parse_number(std::string_view text);
// Reads an answer that a user has typed: "0-3, 8", "scratch[2]", "44", "b", "yes".
Result<Answer> parse_answer(const Question& question, std::string_view text);

// Returns the ranges of the numbers as text: "0 to 3, 8".
std::string ranges_text(const std::vector<std::uint64_t>& ascending);

}  // namespace lockstep::quiz
