#include <fmt/format.h>

#include <algorithm>

#include "core/base/sizes.hpp"
#include "sim/cost/ladder.hpp"

namespace lockstep::ladder {
namespace {

// Three digits, in µs below 10 ms.
std::string time_text(double ns) {
  const double us = ns / 1e3;
  if (us < 10'000) return fmt::format("{:.{}f} µs", us, us < 10 ? 2 : us < 100 ? 1 : 0);
  return fmt::format("{:.3g} ms", us / 1e3);
}

std::string gain_text(std::optional<double> gain) { return gain ? fmt::format("{:.2f}×", *gain) : ""; }

std::string measured_text(const Rung& rung) {
  if (!rung.row) return "";
  if (rung.row->status != opencl::BenchRow::Status::passed) return std::string(name(rung.row->status));
  return time_text(static_cast<double>(rung.row->device_ns.median));
}

// µ and × are two bytes and one character.
std::string right(const std::string& text, std::size_t width) {
  const auto characters = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  return std::string(width > characters ? width - characters : 0, ' ') + text;
}

std::string rung_text(const Rung& rung, std::size_t width) {
  const bool counted = !rung.counted.work.empty();
  const auto predicted_gain = rung.step ? std::optional(rung.step->predicted_gain) : std::nullopt;
  std::string text = fmt::format("{:<{}}", rung.algorithm->id, width) + right(measured_text(rung), 12) +
                     right(counted ? time_text(rung.counted.time.total()) : "", 12) +
                     right(gain_text(rung.measured_gain), 10) + right(gain_text(predicted_gain), 11);
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n";
  if (!counted) text += "    Not counted: " + rung.no_count + "\n";
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
  text += fmt::format("{} elements of {}, {}, work-groups of {} (tuned kernels choose their own)\n",
                      count_text(request.request.n), opencl_name(request.request.type),
                      name(request.request.op), request.request.group_size);
  text += fmt::format("Counted on {} {}", request.model->name, request.model->title);
  if (request.counted_n < request.request.n)
    text += fmt::format(" with {} elements, and scaled launch by launch", count_text(request.counted_n));
  return text + ".\n";
}

std::string legend(const LadderReport& report) {
  const sim::DeviceRates& rates = report.rates;
  return fmt::format(
             "\nmeasured: median device time. predicted: from the counts, with {:.0f} multiprocessors at "
             "{:.3g} "
             "GHz,\n{:.0f} GB/s and {:.1f} µs a launch ({}). gain: over the rung above. A line says which "
             "counts it "
             "comes\nfrom, the one that decides first.\n",
             rates.compute_units, rates.clock_ghz, rates.copy_gbps, rates.launch_ns / 1e3, report.rates_of) +
         (report.note.empty() ? "" : report.note + "\n");
}

}  // namespace

std::string ladder_text(const LadderReport& report) {
  std::string text = header(report);
  for (const auto& rungs : report.ladders) {
    std::size_t width = 4;
    for (const Rung& rung : rungs) width = std::max(width, rung.algorithm->id.size());
    text += fmt::format("\n{:<{}}{:>12}{:>12}{:>10}{:>11}\n", "rung", width, "measured", "predicted", "gain",
                        "predicted");
    for (const Rung& rung : rungs) text += rung_text(rung, width);
  }
  return text + legend(report);
}

}  // namespace lockstep::ladder
