// Collects the facts that a question states about its moment, for readers without the window.
#pragma once

#include <string>
#include <vector>

#include "sim/quiz/question/question.hpp"
#include "sim/quiz/question/run.hpp"

namespace lockstep::quiz {

// Whether a variable is in scope and has its value at `pc`; false if the instruction at `pc` assigns
// this value.
bool has_value(const sim::Program& program, const sim::Variable& variable, std::uint32_t pc);
// Returns facts about the run, and about the launch if there are several launches.
std::vector<std::string> given_run(const QuizRun& run);
// Adds each of the lines once, with the values of its variables at `position` in the lanes `lanes` of the
// warp of `step`.
void add_lines(const QuizRun& run, std::uint64_t position, const LineStep& step,
               const std::vector<std::uint32_t>& lines, std::uint64_t lanes, Question& question);
// Adds only the values of those variables of the lines that have not been given yet.
void add_values(const QuizRun& run, std::uint64_t position, const LineStep& step,
                const std::vector<std::uint32_t>& lines, std::uint64_t lanes, Question& question);
// Returns the operands of a source expression in one lane: "t is 3, s is 4"; empty if the expression contains
// only constants.
std::string values_of(const QuizRun& run, const std::string& source, const LineStep& step, unsigned lane,
                      std::uint64_t position);
// Adds the elements of a memory at the position of the question; one sentence describes consecutive elements.
void add_cells(const QuizRun& run, const sim::MemoryObject& memory, std::vector<std::uint64_t> elements,
               Question& question);

// Adds the lines of a launch's kernel that the run executes.
void add_kernel(const QuizRun& run, std::uint32_t launch, Question& question);
// Add the input elements that determine the result, as far as they fit into a text; gives_whole_input()
// returns false if some elements do not fit.
bool gives_whole_input(const QuizRun& run);
void add_input(const QuizRun& run, Question& question);

}  // namespace lockstep::quiz
