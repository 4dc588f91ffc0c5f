// The other forms of the shown kernel, as lines: CUDA translated by rules from its text, OpenMP and MPI from
// the sources that run.
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
  // Line i + 1 of the kernel file is lines[above + i], for i < shared. All other lines do not
  // belong to the file.
  std::size_t above = 0, shared = 0;
  std::string title{};    // the implementation, for OpenMP and MPI; empty: the kernel's title
  std::string refused{};  // why there is no such form, as a sentence or compiler message; empty: it exists
};

// The forms of one program of the plan, in the order of kSourceForms; the first form has no lines.
std::vector<FormModel> make_forms(const Plan& plan, std::size_t program);

// The lines of a form with the marks of the kernel's lines. Line numbers are those of the OpenCL text; 0 for
// lines that it does not contain.
std::vector<SourceLine> form_lines(const FormModel& form, const ProgramLines* index, Heat heat,
                                   std::uint32_t next_line, const sim::BreakpointLines& breakpoints);

// The next existing form after the shown form.
sim::translation::SourceForm next_source_form(const Session& session, const AppState& state);

}  // namespace lockstep::gui
