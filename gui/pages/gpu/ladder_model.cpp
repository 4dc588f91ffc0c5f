#include "gui/pages/gpu/ladder_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/pages/gpu/result_model.hpp"

namespace lockstep::gui {
namespace {

double measured_ns(const sim::Rung& rung) {
  const bool passed = rung.row && rung.row->status == measure::BenchRow::Status::passed;
  return passed ? static_cast<double>(rung.row->device_ns.median) : 0;
}

double predicted_ns(const sim::Rung& rung) {
  return rung.counted.work.empty() ? 0 : rung.counted.time.total();
}

std::string measured_text(const sim::Rung& rung) {
  if (!rung.row) return "not run";
  return measured_ns(rung) > 0 ? time_text(measured_ns(rung)) : std::string(measure::name(rung.row->status));
}

std::string parts_text(const sim::PredictedTime& time) {
  std::string text = "Predicted time of each part, without overlap: ";
  for (std::size_t part = 0; part < sim::kTimeParts; ++part)
    text += fmt::format("{}{} {}", part == 0 ? "" : ", ", sim::name(static_cast<sim::TimePart>(part)),
                        time_text(time.parts[part]));
  return text;
}

// Returns the simulator's counts as text. `unit`: the model's term for the unit of a memory request.
std::string counts_text(const sim::Rung& rung, const std::string& unit) {
  if (rung.counted.work.empty()) return {};
  const sim::LaunchWork work = sim::sum_of(rung.counted.work);
  return fmt::format("{}, {} requests, {} {}s", plural(rung.counted.work.size(), "launch"),
                     sim::short_count(work.requests), sim::short_count(work.transactions), unit);
}

LadderRow row_of(const sim::Rung& rung, double longest, const std::string& unit) {
  LadderRow row;
  row.id = row.label = rung.algorithm->id;
  row.idea = rung.algorithm->summary;
  row.counts = counts_text(rung, unit);
  row.measured = measured_text(rung);
  row.measured_share = longest > 0 ? measured_ns(rung) / longest : 0;
  row.predicted_share = longest > 0 ? predicted_ns(rung) / longest : 0;
  if (predicted_ns(rung) > 0) {
    row.predicted = time_text(predicted_ns(rung));
    row.details = parts_text(rung.counted.time);
  } else {
    row.predicted = "not counted";
    row.details = rung.no_count;
  }
  if (rung.measured_gain) {
    row.gain = fmt::format("{:.2f}×", *rung.measured_gain);
    row.is_slower = *rung.measured_gain < 1;
  }
  if (rung.step) {
    row.predicted_gain = fmt::format("{:.2f}×", rung.step->predicted_gain);
    row.why = rung.step->sentence;
  }
  return row;
}

// Returns the name of a kernel with its name in the document, for example "Kernel 1 · reduce/divergent".
std::string named(const PublishedLadder& document, const std::string& id) {
  for (const PublishedLadder::Rung& rung : document.rungs)
    if (rung.algorithm == id) return rung.name + " · " + id;
  return id;
}

LadderModel::Family family_of(const std::vector<sim::Rung>& rungs, const PublishedLadder* document,
                              const std::string& unit) {
  LadderModel::Family family;
  family.title = document != nullptr                                         ? document->title
                 : rungs.back().algorithm->family == Algorithm::Family::scan ? "Scans"
                                                                             : "Reductions";
  double longest = 0;
  for (const sim::Rung& rung : rungs) longest = std::max({longest, measured_ns(rung), predicted_ns(rung)});
  for (const sim::Rung& rung : rungs) {
    family.rows.push_back(row_of(rung, longest, unit));
    if (document != nullptr) family.rows.back().label = named(*document, rung.algorithm->id);
  }
  return family;
}

std::string note_of(const sim::LadderReport& report) {
  std::string text = fmt::format("Predicted from the simulator's counts for {}: {}.", report.rates_of,
                                 sim::rates_text(report.rates));
  if (!report.note.empty()) text += " " + report.note;
  return text;
}

}  // namespace

LadderModel prepare_ladder(const sim::LadderReport& report) {
  const PlanRequest& request = report.request.request;
  LadderModel model;
  model.heading = fmt::format("{} elements, {}, {}", format_count(request.n), opencl_name(request.type),
                              name(request.op));
  model.note = note_of(report);
  model.all_measured = true;
  for (std::size_t i = 0; i < report.ladders.size(); ++i) {
    const std::vector<sim::Rung>& rungs = report.ladders[i];
    model.families.push_back(
        family_of(rungs, i < report.request.documents.size() ? report.request.documents[i] : nullptr,
                  report.request.model->global.unit));
    for (const sim::Rung& rung : rungs) model.all_measured = model.all_measured && rung.row.has_value();
  }
  return model;
}

}  // namespace lockstep::gui
