#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "sim/predicted_times/ladder.hpp"

namespace lockstep::sim {
namespace {

std::string gain_text(std::optional<double> gain) { return gain ? fmt::format("{:.2f}×", *gain) : ""; }

std::string measured_text(const Rung& rung) {
  if (!rung.row) return "";
  if (rung.row->status != measure::BenchRow::Status::passed) return std::string(name(rung.row->status));
  return column_time_text(static_cast<double>(rung.row->device_ns.median));
}

// Returns "" for an algorithm that was not counted.
std::string counts_text(const Rung& rung) {
  if (rung.counted.work.empty()) return {};
  const sim::LaunchWork work = sim::sum_of(rung.counted.work);
  return pad_left(std::to_string(rung.counted.work.size()), 10) +
         pad_left(sim::short_count(work.requests), 10) + pad_left(sim::short_count(work.transactions), 14);
}

std::string rung_text(const Rung& rung, std::size_t width) {
  const bool counted = !rung.counted.work.empty();
  const auto predicted_gain = rung.step ? std::optional(rung.step->predicted_gain) : std::nullopt;
  std::string text = fmt::format("{:<{}}", rung.algorithm->id, width) + pad_left(measured_text(rung), 12) +
                     pad_left(counted ? column_time_text(rung.counted.time.total()) : "", 12) +
                     pad_left(gain_text(rung.measured_gain), 10) + pad_left(gain_text(predicted_gain), 11) +
                     counts_text(rung);
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n    " + rung.algorithm->summary + "\n";
  if (!counted) text += "    Not counted: " + rung.no_count + "\n";
  if (!rung.scaled_because.empty())
    text += fmt::format("    Counted with {} elements, and scaled: {}.\n", count_text(rung.counted_n),
                        rung.scaled_because);
  if (rung.row && !rung.row->reason.empty() && rung.row->reason != rung.no_count)
    text += "    " + rung.row->reason + "\n";
  if (rung.step) text += "    " + rung.step->sentence + "\n";
  return text;
}

std::string header(const LadderReport& report) {
  const LadderRequest& request = report.request;
  std::string text;
  if (request.device)
    text = fmt::format("{} ({}, driver {})\n", request.device->name, request.device->platform,
                       request.device->driver);
  text += fmt::format("{} elements of {}, {}, work-groups of {} (tuned kernels choose their own size)\n",
                      count_text(request.request.n), opencl_name(request.request.type),
                      name(request.request.op), request.request.group_size);
  text += fmt::format("Counted on {} {} ", request.model->name, request.model->title);
  if (request.counted_n < request.request.n)
    return text +
           fmt::format("with {} elements, and scaled for each launch.\n", count_text(request.counted_n));
  return text + "with all elements.\n";
}

std::string legend(const LadderReport& report) {
  return fmt::format(
             "\nmeasured: median device time. predicted: from the counts, for {}\n"
             "({}). gain: over the rung above. launches, requests of global memory by warps, and the {}s "
             "that they\n"
             "take: counted. Below a rung: its idea, then the counts that explain the gain, the most "
             "important first.\n",
             rates_text(report.rates), report.rates_of, report.request.model->global.unit) +
         (report.note.empty() ? "" : report.note + "\n");
}

}  // namespace

std::string ladder_text(const LadderReport& report) {
  std::string text = header(report);
  for (std::size_t i = 0; i < report.ladders.size(); ++i) {
    const std::vector<Rung>& rungs = report.ladders[i];
    if (const PublishedLadder* document = document_of(report.request, i))
      text += fmt::format("\n{} ({})", document->title, document->document);
    std::size_t width = 4;
    for (const Rung& rung : rungs) width = std::max(width, rung.algorithm->id.size());
    text += fmt::format("\n{:<{}}{:>12}{:>12}{:>10}{:>11}{:>10}{:>10}{:>14}\n", "rung", width, "measured",
                        "predicted", "gain", "predicted", "launches", "requests",
                        report.request.model->global.unit + "s");
    for (const Rung& rung : rungs) text += rung_text(rung, width);
  }
  text += legend(report);
  for (const PublishedReport& published : report.published) text += "\n" + published_report_text(published);
  return text;
}

}  // namespace lockstep::sim
