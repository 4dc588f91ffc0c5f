#include "cli/run_control.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "core/base/text/checked_number.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::cli {

namespace {

constexpr std::chrono::milliseconds kSilent{1000};  // shorter runs show no progress

std::string progress_text(const sim::RunProgress& progress) {
  std::string text;
  if (progress.launches > 1) text = fmt::format("launch {} of {}, ", progress.launch + 1, progress.launches);
  text += fmt::format("{} of {}", count_text(progress.done), plural(progress.groups, "work-group"));
  const auto left = progress.left();
  const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(progress.elapsed);
  if (left.count() > 0)
    text += fmt::format(", about {} s left", left.count() / 1000 + 1);
  else
    text += fmt::format(" in {} s", elapsed.count());
  return text;
}

}  // namespace

void TimeoutOption::add_to(CLI::App& app) {
  app.add_option("--timeout", seconds,
                 "Seconds without a finished work-group after which the run is stopped; 0: never")
      ->capture_default_str();
}

Result<std::chrono::milliseconds> parse_timeout(const TimeoutOption& option) {
  return parse_seconds("--timeout", option.seconds, "seconds, 0 means never");
}

Result<std::chrono::milliseconds> parse_seconds(std::string_view name, const std::string& text,
                                                std::string_view unit) {
  const Result<double> seconds = read_real(name, text, {0, kMaxSeconds, std::string(unit)});
  if (!seconds) return tl::unexpected(seconds.error());
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(*seconds * 1000)));
}

RunControl::~RunControl() { clear_line(); }

void RunControl::set(sim::RunOptions& options, const std::string& what) {
  options.stop = stop();
  options.timeout = timeout_;
  options.show_progress = [this, what](const sim::RunProgress& progress) {
    if (progress.elapsed >= kSilent) show(fmt::format("{}: {}", what, progress_text(progress)));
  };
}

void RunControl::show(const std::string& text) {
  show_progress_line(text);
  is_shown_ = true;
}

void RunControl::clear_line() {
  if (is_shown_) clear_progress_line();
  is_shown_ = false;
}

std::string interrupted_sentence(const sim::CountedRun& run) {
  if (run.early_end != sim::EarlyEnd::requested) return {};
  return fmt::format("Stopped by {}: these are the results and counters so far.",
                     stop_reason().empty() ? "Ctrl+C" : stop_reason());
}

}  // namespace lockstep::cli
