// The maker of each kind of question, which knows the suitable moments and makes the question. Internal to
// this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/quiz/makers/given.hpp"
#include "sim/quiz/makers/random.hpp"
#include "sim/quiz/question/question.hpp"
#include "sim/quiz/question/run.hpp"
#include "sim/quiz/question/texts.hpp"

namespace lockstep::quiz {

// The parts of a question that a lesson specifies; `random` chooses the absent parts.
struct Wanted {
  bool is_named = false;  // whether a lesson requests this question
  std::optional<unsigned> lane;
  std::string cell;   // "out[3]"
  std::string other;  // id of another kernel
  std::uint32_t line = 0;
  bool at_end = false;
  bool beside_run = false;  // the run is visible, so an index that is only a variable is no hint
};

struct Asking {
  const QuizRun& run;
  std::uint32_t step = LineStep::kNone;  // kNone: the question is about the whole run
  std::uint64_t about = 0;               // a moment of the step
  unsigned level = 1;
  Random& random;
  Wanted wanted = {};

  const LineStep& here() const { return run.at(step); }
  const sim::Trace& trace() const { return run.trace(); }
};

struct Maker {
  QuestionKind kind;
  // Whether a question of the kind may be asked about this moment of the step; the test takes little time.
  // Null if the kind is about the whole run.
  bool (*fits)(const QuizRun& run, const LineStep& step, std::uint64_t about);
  // Makes the question; empty if the answer would not be unique or would be too easy.
  std::optional<Question> (*make)(const Asking& asking);
};
const Maker& maker_of(QuestionKind kind);

// Begins a question with its kind, moment and place; the question is asked at `position`.
Question begin_question(const Asking& asking, QuestionKind kind, Form form, std::uint64_t position);
// Returns a position at which the lanes of the step are not yet known: the previous step of the warp.
std::uint64_t before_lanes_are_known(const QuizRun& run, std::uint32_t step);
// Returns the numbers of the lanes or warps in a mask, in ascending order.
std::vector<std::uint64_t> items_of(std::uint64_t mask);
// Sets the choices to the right text and the wrong texts, in random order. Wrong texts that equal the right
// text are omitted. Returns false if no wrong text remains.
struct Option {
  std::string text, fact;
};
bool set_choices(const Option& right, std::vector<Option> wrong, std::size_t most, Random& random,
                 Question& question);
// Returns the text of a value as a number that an answer can represent exactly; empty if there is no
// such number.
std::optional<double> number_of(const std::string& value);
// Sets a number as the answer, with a tolerance if the type is floating-point. Returns false if the number is
// unsuitable because not all of its digits are shown.
bool set_number(const std::string& value, ElementType type, Question& question);
// Returns the device model that was chosen for the run; the model of a trace with independent lanes has warps
// of one lane. Null if the model is unknown.
const sim::DeviceModel* device_of(const QuizRun& run);

// lanes.cpp
bool fits_lanes(const QuizRun&, const LineStep&, std::uint64_t);
bool fits_masked(const QuizRun&, const LineStep&, std::uint64_t);
bool fits_branch(const QuizRun&, const LineStep&, std::uint64_t);
std::optional<Question> ask_active_lanes(const Asking&);
std::optional<Question> ask_idle_lanes(const Asking&);
std::optional<Question> ask_masking_line(const Asking&);
std::optional<Question> ask_diverges(const Asking&);
std::optional<Question> ask_next_line(const Asking&);
// cells.cpp
bool fits_store(const QuizRun&, const LineStep&, std::uint64_t);
bool fits_load(const QuizRun&, const LineStep&, std::uint64_t);
std::optional<Question> ask_written_cell(const Asking&);
std::optional<Question> ask_written_value(const Asking&);
std::optional<Question> ask_read_cells(const Asking&);
// memory.cpp
bool fits_local(const QuizRun&, const LineStep&, std::uint64_t);
bool fits_passes(const QuizRun&, const LineStep&, std::uint64_t);
bool fits_global(const QuizRun&, const LineStep&, std::uint64_t);
std::optional<Question> ask_bank(const Asking&);
std::optional<Question> ask_lanes_of_pass(const Asking&);
std::optional<Question> ask_conflict_degree(const Asking&);
std::optional<Question> ask_passes(const Asking&);
std::optional<Question> ask_transactions(const Asking&);
// barriers.cpp
bool fits_barrier(const QuizRun&, const LineStep&, std::uint64_t);
std::optional<Question> ask_waits(const Asking&);
std::optional<Question> ask_without_barrier(const Asking&);
// inputs.cpp
bool fits_combining(const QuizRun&, const LineStep&, std::uint64_t);
std::optional<Question> ask_inputs_of_cell(const Asking&);
// results.cpp
std::optional<Question> ask_steps_left(const Asking&);
std::optional<Question> ask_final_value(const Asking&);
// traffic.cpp
std::optional<Question> ask_fewer_bytes(const Asking&);
// races.cpp
std::optional<Question> ask_race(const Asking&);
// Whether two work-items write to one place in an undefined order, even if they write the same value. Returns
// true also if this cannot be determined.
bool has_same_value_races(const QuizRun& run);
// findings.cpp
// Returns the kind of the finding that ask_finding() asks about: for a hazard, the finding that the hazard
// demonstrates in the catalogue.
std::optional<sim::Finding::Kind> asked_error(const QuizRun& run);
std::optional<Question> ask_finding(const Asking&);

}  // namespace lockstep::quiz
