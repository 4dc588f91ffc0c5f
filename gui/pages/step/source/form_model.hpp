// Computes the other forms of the shown kernel as lines. The CUDA form is translated by rules from the
// kernel's text. The OpenMP and MPI forms are the sources of the host implementations.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "gui/pages/step/source/source_model.hpp"
#include "gui/session/session.hpp"
#include "gui/state/state.hpp"
#include "sim/translation/source_form.hpp"

namespace lockstep::gui {

struct FormModel {
  sim::translation::SourceForm form = sim::translation::SourceForm::opencl;
  std::vector<std::string> lines{};
  // Line i + 1 of the kernel file is lines[above + i], for i < shared. The other elements of `lines` do not
  // belong to the file.
  std::size_t above = 0, shared = 0;
  std::string title{};  // title of the implementation, for OpenMP and MPI; empty: the kernel's title is shown
  std::string refused{};  // why this form does not exist, as a sentence or compiler message; empty: it exists
};

// Returns the forms of a program of the plan, in the order of kSourceForms. The first form, OpenCL
// C, has no lines.
std::vector<FormModel> make_forms(const Plan& plan, std::size_t program);

// Returns the lines of a form with the counts, costs and marks of the kernel's lines. Line numbers refer to
// the OpenCL text; lines that the OpenCL text does not contain have the number 0.
std::vector<SourceLine> form_lines(const FormModel& form, const ProgramLines* index, Heat heat,
                                   std::uint32_t next_line, const sim::BreakpointLines& breakpoints);

// Returns the next existing form after the shown form.
sim::translation::SourceForm next_source_form(const Session& session, const AppState& state);

}  // namespace lockstep::gui
