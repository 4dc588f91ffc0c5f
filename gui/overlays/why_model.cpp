#include "gui/overlays/why_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "gui/pages/step/model/inspector_model.hpp"
#include "sim/figure_rows/cell_rows.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::gui {
namespace {

std::string trimmed_line(const std::string& text, std::uint32_t number) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < number && begin != std::string::npos; ++line) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (number == 0 || begin == std::string::npos) return {};
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos ? std::string() : line.substr(first);
}

// Returns the line number if the line is in the kernel file; 0 for included files.
std::uint32_t line_of(std::uint32_t file, std::uint32_t line) { return file == 0 ? line : 0; }

// Returns the first moment at which a warp reaches a line.
std::optional<std::uint64_t> first_at(const sim::Trace& trace, std::size_t program, std::uint32_t line) {
  for (std::uint64_t position = 0; position < trace.size(); ++position) {
    const bool here = trace.plan().launches[trace.at(position).moment.launch].program == program;
    if (here && trace.range_at(position).file == 0 && trace.range_at(position).line == line) return position;
  }
  return std::nullopt;
}

void add(std::vector<std::string>& sentences, const std::string& sentence) {
  if (!sentence.empty()) sentences.push_back(sentence);
}

// Adds a repair to an item. A trial run has confirmed that the changed text works.
void add_cure(WhyItem& item, const sim::Cure& cure, const PlanProgram& program) {
  add(item.sentences, cure.sentence);
  add(item.sentences, cure.values);
  item.repaired = cure.repaired;
  if (!item.repaired.empty()) item.repaired_from = program.source.text;
}

WhySection wrong_result(const sim::Trace& trace, const sim::RunVerdict& verdict,
                        const sim::Explanation* explanation) {
  WhySection section{"The result is wrong", {}};
  if (!verdict.is_wrong()) return section;
  WhyItem item;
  item.role = Role::costs;
  item.sentences = {as_sentence(verdict.message)};
  if (verdict.lacks_launch) item.title = "A launch is missing";
  if (verdict.from) {
    item.line = verdict.from->line;
    item.position = verdict.from->position;
    const sim::Moment& moment = trace.at(verdict.from->position - 1).moment;
    const PlanProgram& program = trace.plan().programs[trace.plan().launches[moment.launch].program];
    item.title = fmt::format("Wrong from line {} on", item.line);
    item.code = trimmed_line(program.source.text, item.line);
    item.sentences.push_back(verdict.from->sentence);
  }
  if (explanation != nullptr && !trace.plan().programs.empty())
    add_cure(item, explanation->result_cure, trace.plan().programs.front());
  section.items.push_back(std::move(item));
  return section;
}

WhySection findings(const sim::Trace& trace, const sim::Explanation* explanation) {
  WhySection section{sim::has_errors(trace.findings()) ? "Errors" : "Other findings", {}};
  for (std::size_t i = 0; i < trace.findings().size(); ++i) {
    const sim::Finding& finding = trace.findings()[i];
    WhyItem item;
    item.title = capitalised(finding_title(finding));
    if (finding.severity == Severity::error) item.role = Role::costs;
    item.line = finding.first.present ? line_of(finding.first.range.file, finding.first.range.line) : 0;
    item.code = trimmed_line(trace.plan().programs[finding.program].source.text, item.line);
    item.position = finding.step;
    item.sentences = {as_sentence(finding.message)};
    if (explanation != nullptr && i < explanation->cures.size())
      add_cure(item, explanation->cures[i], trace.plan().programs[finding.program]);
    item.cell = sim::cell_of(trace, finding);
    section.items.push_back(std::move(item));
  }
  if (explanation != nullptr)
    for (const sim::Finding& finding : explanation->values) {
      WhyItem item;
      item.title = capitalised(finding_title(finding));
      item.line = line_of(finding.first.range.file, finding.first.range.line);
      item.code = trimmed_line(trace.plan().programs[finding.program].source.text, item.line);
      item.position = finding.step;
      item.sentences = {as_sentence(finding.message)};
      section.items.push_back(std::move(item));
    }
  if (explanation != nullptr && explanation->other) {
    section.items.push_back({"In another order",
                             Role::costs,
                             "",
                             {as_sentence(sim::other_outcome_sentence(trace.plan(), *explanation))},
                             0,
                             {}});
    section.items.back().fails_with = explanation->other->schedule;
  }
  return section;
}

WhySection costs(const sim::Trace& trace, const sim::Explanation& explanation) {
  WhySection section{"Most expensive lines (rough estimate for this model, no overlap)", {}};
  for (const sim::CostlyLine& line : explanation.lines) {
    WhyItem item;
    item.line = line_of(line.file, line.line);
    item.title = fmt::format("{:.0f} % · line {}", 100 * line.share, line.line);
    item.code = trimmed_line(trace.plan().programs[line.program].source.text, item.line);
    item.position = first_at(trace, line.program, item.line);
    for (const sim::LineCause& cause : line.causes) {
      add(item.sentences, cause.reason);
      add(item.sentences, cause.remedy);
    }
    section.items.push_back(std::move(item));
  }
  return section;
}

bool is_error(const Diagnostic& message) { return message.kind == Diagnostic::Kind::error; }

}  // namespace

std::vector<WhySection> prepare_why_not(const RunFailure& failure) {
  WhySection section{"This cannot run", {}};
  for (const Diagnostic& message : failure.diagnostics) {
    WhyItem item;
    item.title =
        fmt::format("{} · {}:{}", is_error(message) ? "Error" : "Warning", message.line, message.column);
    item.role = is_error(message) ? Role::costs : Role::warns;
    item.line = message.line;
    item.code = trimmed_line(failure.request.text, message.line);
    item.sentences = {as_sentence(message.message)};
    section.items.push_back(std::move(item));
  }
  if (section.items.empty())
    section.items.push_back({"", Role::costs, "", {as_sentence(failure.message)}, 0, {}});
  return {std::move(section)};
}

std::vector<WhySection> prepare_why(const sim::Trace& trace, const sim::RunVerdict& verdict,
                                    const sim::Explanation* explanation) {
  std::vector<WhySection> sections;
  sections.push_back(wrong_result(trace, verdict, explanation));
  sections.push_back(findings(trace, explanation));
  if (explanation != nullptr) sections.push_back(costs(trace, *explanation));
  std::erase_if(sections, [](const WhySection& section) { return section.items.empty(); });
  return sections;
}

WhySection prepare_warnings(const Run& run) {
  WhySection section{"Warnings of the compiler", {}};
  for (std::size_t program = 0; program < run.warnings.size(); ++program)
    for (const Diagnostic& message : run.warnings[program]) {
      WhyItem item;
      item.title = fmt::format("Warning · line {}", message.line);
      item.role = Role::warns;
      item.line = message.line;
      item.code = trimmed_line(run.trace->plan().programs[program].source.text, message.line);
      item.sentences = {as_sentence(message.message)};
      section.items.push_back(std::move(item));
    }
  return section;
}

WhySection prepare_notes(const std::vector<std::string>& notes) {
  WhySection section{"The launch", {}};
  for (const std::string& note : notes)
    section.items.push_back({"Arguments", Role::costs, {}, {as_sentence(note)}, 0, std::nullopt});
  return section;
}

}  // namespace lockstep::gui
