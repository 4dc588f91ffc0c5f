// A line for each part of a row of several devices, with a common time axis.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/benchmark_data/compare.hpp"
#include "core/benchmark_data/tables/report.hpp"

namespace lockstep::measure {
namespace {

constexpr std::size_t kAxis = 40;  // characters

char mark_of(Stretch::What what) {
  switch (what) {
    case Stretch::What::total:
      return '=';
    case Stretch::What::waiting:
      return '.';
    case Stretch::What::result:
      break;
  }
  return '#';
}

// If several stretches share a character, the last one is shown, so the end of a stretch is always visible.
std::string axis_text(const std::vector<Stretch>& stretches, std::uint64_t end_ns) {
  std::string axis(kAxis, ' ');
  const auto place = [&](std::uint64_t ns) {
    return std::min<std::size_t>(static_cast<std::size_t>(ns * kAxis / std::max<std::uint64_t>(end_ns, 1)),
                                 kAxis - 1);
  };
  for (const Stretch& stretch : stretches)
    for (std::size_t at = place(stretch.begin_ns); at <= place(stretch.end_ns); ++at)
      axis[at] = mark_of(stretch.what);
  return axis;
}

std::uint64_t last_end(const BenchRow& row) {
  std::uint64_t end = 0;
  for (const BenchPart& part : row.parts)
    if (!part.timing.stretches.empty()) end = std::max(end, part.timing.stretches.back().end_ns);
  return end;
}

double milliseconds(std::uint64_t ns) { return static_cast<double>(ns) / 1e6; }

}  // namespace

std::string parts_text(const BenchRow& row, const std::vector<BenchRow>& rows) {
  if (row.parts.size() < 2) return "";
  std::string text;
  const std::uint64_t end = last_end(row);
  for (const BenchPart& part : row.parts)
    text += fmt::format("  {} {:<2} {:>5.1f} %  {:>13}  {:>10.4f} ms  until {:>10.4f} ms  |{}|\n",
                        part.rank ? "rank  " : "device",
                        part.rank ? static_cast<std::size_t>(*part.rank) : part.device_index,
                        100 * static_cast<double>(part.slice.n) / static_cast<double>(row.n),
                        count_text(part.slice.n), milliseconds(part.timing.device_ns.median),
                        milliseconds(part.timing.host_ns.median), axis_text(part.timing.stretches, end));
  std::string sentences;
  for (const std::string& sentence : {speed_up_text(row, rows), max_speed_up_text(row)})
    if (!sentence.empty()) sentences += (sentences.empty() ? "  " : " ") + sentence;
  return sentences.empty() ? text : text + sentences + "\n";
}

std::string parts_legend(const std::vector<BenchRow>& rows) {
  const auto has_parts = [](const BenchRow& row) { return !row.parts.empty(); };
  if (std::ranges::none_of(rows, has_parts)) return "";
  return "\nRows of a list of devices: each device has its part in its memory before the clock "
         "starts. device ms: the part that\n"
         "took longest. host ms: from the common start until the combined result is known. GB/s "
         "uses host ms, because the devices'\n"
         "own clocks cannot be compared. Below, for each part: device, share, elements, time of its "
         "kernels, time when the host\n"
         "knew that the part was done, and the run whose time is the median: = finds the part's "
         "total, . waits for the totals\n"
         "before it, # reduces or scans. By position, the first device of a scan has both ends of "
         "the array, so that it need not\n"
         "wait. At most: by elements read and written, without the time of launches and transfers.\n";
}

}  // namespace lockstep::measure
