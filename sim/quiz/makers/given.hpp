// The facts that a question gives about its moment, for readers without the window.
#pragma once

#include <string>
#include <vector>

#include "sim/quiz/question/question.hpp"
#include "sim/quiz/question/run.hpp"

namespace lockstep::quiz {

// Whether a variable is in scope and has its value; false if the instruction at `pc` is the one that
// assigns it.
bool has_value(const sim::Program& program, const sim::Variable& variable, std::uint32_t pc);
// The run, and the launch if there are several.
std::vector<std::string> given_run(const QuizRun& run);
// The lines, each once, with the values of their variables at `position` in the lanes of `lanes` (of the warp
// of `step`).
void add_lines(const QuizRun& run, std::uint64_t position, const LineStep& step,
               const std::vector<std::uint32_t>& lines, std::uint64_t lanes, Question& question);
// Only the values of the variables of these lines that have not been given yet.
void add_values(const QuizRun& run, std::uint64_t position, const LineStep& step,
                const std::vector<std::uint32_t>& lines, std::uint64_t lanes, Question& question);
// The operands of a source expression in one lane: "t is 3, s is 4"; empty if it contains only constants.
std::string values_of(const QuizRun& run, const std::string& source, const LineStep& step, unsigned lane,
                      std::uint64_t position);
// Elements of a memory at the question's position; consecutive elements share a sentence.
void add_cells(const QuizRun& run, const sim::MemoryObject& memory, std::vector<std::uint64_t> elements,
               Question& question);

// The lines of a launch's kernel that the run executes.
void add_kernel(const QuizRun& run, std::uint32_t launch, Question& question);
// The input elements that determine the result, as far as they fit into a text: if some do not fit,
// gives_whole_input() is false.
bool gives_whole_input(const QuizRun& run);
void add_input(const QuizRun& run, Question& question);

}  // namespace lockstep::quiz
