// The other forms of the shown kernel, as lines: CUDA by rule from its text, OpenMP and MPI from the sources
// that run.
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
  // Line i + 1 of the kernel file is lines[above + i], for i < shared. Others belong to no line of it.
  std::size_t above = 0, shared = 0;
  std::string title{};    // of OpenMP and MPI: the implementation; empty: that of the kernel
  std::string refused{};  // why there is none, in a sentence or as a compiler writes it; empty: there is one
};

// Those of one program of the plan, in the order of kSourceForms; the first has no lines.
std::vector<FormModel> make_forms(const Plan& plan, std::size_t program);

// Lines of a form with the marks of the kernel's lines; of OpenCL's numbers, 0 for lines that it does not
// have.
std::vector<SourceLine> form_lines(const FormModel& form, const ProgramLines* index, Heat heat,
                                   std::uint32_t next_line, const sim::BreakpointLines& breakpoints);

// The one after the shown form that exists.
sim::translation::SourceForm next_source_form(const Session& session, const AppState& state);

}  // namespace lockstep::gui
