#include "gui/panels/gpu_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "gui/text_layout.hpp"

namespace lockstep::gui {
namespace {

using Status = opencl::BenchRow::Status;

std::string upper(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// The first row of the same size that was measured.
const opencl::BenchRow* baseline(const std::vector<opencl::BenchRow>& rows, std::uint64_t n) {
  const auto found = std::ranges::find_if(rows, [&](const opencl::BenchRow& row) { return row.n == n; });
  return found != rows.end() && found->status == Status::passed ? &*found : nullptr;
}

void fill(ResultRow& shown, const opencl::BenchRow& row, const BenchmarkSnapshot& snapshot, double fastest) {
  shown.status = upper(opencl::name(row.status));
  shown.details = row.reason;
  shown.reason = row.reason.substr(0, row.reason.find('\n'));
  shown.mood = row.status == Status::passed    ? ResultRow::Mood::good
               : row.status == Status::skipped ? ResultRow::Mood::quiet
                                               : ResultRow::Mood::bad;
  if (row.status != Status::passed) return;
  shown.median = format_ns(row.device_ns.median);
  shown.min = format_ns(row.device_ns.min);
  shown.max = format_ns(row.device_ns.max);
  shown.gelem = fmt::format("{:.3g}", row.gelem_per_s);
  shown.gbps = fmt::format("{:.1f}", row.gbps);
  if (row.is_on_host())
    shown.details = fmt::format(
        "Not OpenCL: C++ with {} thread{} on this machine's processor, timed from the "
        "call until the result is there",
        row.threads, row.threads == 1 ? "" : "s");
  else if (snapshot.copy_gbps > 0)
    shown.share = fmt::format("{:.1f} %", 100 * row.gbps / snapshot.copy_gbps);
  if (const opencl::BenchRow* first = baseline(snapshot.rows, row.n); first && row.device_ns.median > 0) {
    const double factor =
        static_cast<double>(first->device_ns.median) / static_cast<double>(row.device_ns.median);
    shown.speed_up = fmt::format("{:.2f}×", factor);
  }
  shown.bar = fastest > 0 ? row.gbps / fastest : 0;
}

}  // namespace

std::vector<ResultRow> prepare_results(const BenchmarkSnapshot& snapshot) {
  double fastest = 0;
  for (const opencl::BenchRow& row : snapshot.rows) fastest = std::max(fastest, row.gbps);
  std::vector<ResultRow> rows;
  for (std::size_t i = 0; i < snapshot.requests.size(); ++i) {
    ResultRow shown;
    shown.algorithm = snapshot.requests[i].id();
    if (snapshot.requests[i].source) shown.algorithm += " (edited)";
    shown.n = format_count(snapshot.requests[i].request.n);
    if (i < snapshot.rows.size()) {
      fill(shown, snapshot.rows[i], snapshot, fastest);
    } else if (snapshot.running && i == snapshot.rows.size()) {
      shown.mood = ResultRow::Mood::running;
      shown.status = "running";
    }
    rows.push_back(std::move(shown));
  }
  return rows;
}

std::string format_ns(std::uint64_t nanoseconds) {
  const auto value = static_cast<double>(nanoseconds);
  if (nanoseconds < 1'000) return fmt::format("{} ns", nanoseconds);
  if (nanoseconds < 1'000'000) return fmt::format("{:.3g} µs", value / 1e3);
  if (nanoseconds < 1'000'000'000) return fmt::format("{:.3g} ms", value / 1e6);
  return fmt::format("{:.3g} s", value / 1e9);
}

}  // namespace lockstep::gui
