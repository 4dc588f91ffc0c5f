#include "gui/pages/step/source/form_model.hpp"

#include <algorithm>

#include "gui/editor/text_words.hpp"
#include "sim/translation/host_form.hpp"
#include "sim/translation/to_cuda/cuda_form.hpp"

namespace lockstep::gui {
namespace {

using sim::translation::SourceForm;

// Returns the lines that are shown instead of a form that does not exist.
std::vector<std::string> reason_lines(const std::string& reason) {
  std::vector<std::string> lines = split_lines(reason);
  for (std::string& line : lines) line.insert(0, "// ");
  return lines;
}

// Moves the backslash at the end of a macro's line close to the text, because a narrow card would otherwise
// break the line.
void draw_near(std::string& line) {
  if (!line.ends_with('\\')) return;
  line.pop_back();
  while (line.ends_with(' ')) line.pop_back();
  line += " \\";
}

FormModel cuda_model(const Plan& plan, std::size_t program) {
  FormModel model{.form = SourceForm::cuda};
  const auto form = sim::translation::cuda_form(plan, program);
  if (!form) {
    model.refused = form.error().message;
    model.lines = reason_lines(model.refused);
    return model;
  }
  model.above = form->lines_above();
  model.shared = split_lines(form->kernel).size();
  model.lines = split_lines(form->text());
  return model;
}

// Returns the text of the reduction that keeps partial results in memory, which the OpenMP form also shows:
// without the clause, the distance of these results determines whether threads share cache lines.
std::string form_by_hand(std::string_view id) {
  if (id != "cpu/openmp") return {};
  const auto form = sim::translation::host_form("cpu/openmp-false-sharing");
  return form ? "\n" + form->text() : std::string();
}

FormModel host_model(const Plan& plan, SourceForm which) {
  FormModel model{.form = which};
  const auto form = sim::translation::host_form(plan, which);
  if (!form) {
    model.refused = form.error().message;
    model.lines = reason_lines(model.refused);
    return model;
  }
  model.title = form->implementation->id;
  model.lines = split_lines(form->text() + form_by_hand(form->implementation->id));
  for (std::string& line : model.lines) draw_near(line);
  return model;
}

}  // namespace

std::vector<FormModel> make_forms(const Plan& plan, std::size_t program) {
  return {FormModel{}, cuda_model(plan, program), host_model(plan, SourceForm::openmp),
          host_model(plan, SourceForm::mpi)};
}

std::vector<SourceLine> form_lines(const FormModel& form, const ProgramLines* index, Heat heat,
                                   std::uint32_t next_line, const sim::BreakpointLines& breakpoints) {
  const auto first = form.lines.begin() + static_cast<std::ptrdiff_t>(form.above);
  const std::vector<std::string> shared(
      first, first + static_cast<std::ptrdiff_t>(std::min(form.shared, form.lines.size() - form.above)));
  std::vector<SourceLine> kernel = prepare_source({shared, index, heat, next_line, breakpoints, {}});
  std::vector<SourceLine> lines;
  for (std::size_t i = 0; i < form.lines.size(); ++i) {
    if (i >= form.above && i < form.above + kernel.size()) {
      lines.push_back(std::move(kernel[i - form.above]));
      continue;
    }
    lines.emplace_back();
    lines.back().number = 0;
    lines.back().text = form.lines[i];
    std::ranges::replace(lines.back().text, '\t', ' ');
  }
  return lines;
}

SourceForm next_source_form(const Session& session, const AppState& state) {
  const Run* run = session.run();
  if (run == nullptr) return SourceForm::opencl;
  const std::vector<FormModel> forms = make_forms(run->trace->plan(), session.shown_program(state));
  auto at = static_cast<std::size_t>(state.source_form);
  do at = (at + 1) % forms.size();
  while (!forms[at].refused.empty());
  return sim::translation::kSourceForms[at];
}

}  // namespace lockstep::gui
