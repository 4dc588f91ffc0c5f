#include "cli/commands/simulate/print.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "cli/cells.hpp"
#include "cli/counters_text.hpp"
#include "cli/findings/finding_words.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/run_control.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "sim/bytecode/half_bits.hpp"
#include "sim/launch/expectation.hpp"

namespace lockstep::cli {

namespace {

void print_findings(const sim::PreparedRun& job, const sim::CountedRun& run, const Terms& terms) {
  terms.print(fmt::format("\nfindings: {}\n", findings_count(run.findings)));
  for (const sim::Finding& finding : run.findings)
    terms.print(fmt::format("{}:{}:{}: {}\n", job.plan.programs.front().source.path, finding.first.range.line,
                            finding.first.range.column, finding_words(finding)));
}

// Prints whether the result is right. The result of a user's kernel is checked only if an expected result
// is given.
void print_verdict(const sim::RunVerdict& verdict, bool has_ended, const Terms& terms) {
  if (verdict.is_wrong())
    terms.print(fmt::format("result: {}: {}\n", in_red("wrong"), verdict.message));
  else if (verdict.kind == sim::RunVerdict::Kind::right)
    terms.print(fmt::format("result: right: {}\n", verdict.right.sentence));
  else
    terms.print(fmt::format("result: not checked ({})\n",
                            has_ended ? fmt::format("no expected result is given; {}", sim::kExpectHint)
                                      : "the run did not reach its end"));
}

// The values of a dumped buffer. Values of type half are converted to float.
struct Values {
  ElementType type = ElementType::int32;
  std::string_view type_name;
  std::vector<std::byte> bytes;
};

Values values_of(const sim::PreparedRun& job, const sim::CountedRun& run,
                 const sim::PreparedRun::Dump& dump) {
  const PlanBuffer& buffer = job.plan.buffers[dump.buffer];
  if (!dump.is_half) return {buffer.type, opencl_name(buffer.type), run.buffers[dump.buffer]};
  Values values{ElementType::float32, "half", {}};
  values.bytes.resize(2 * run.buffers[dump.buffer].size());
  for (std::uint64_t i = 0; i < buffer.elements; ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, run.buffers[dump.buffer].data() + 2 * i, sizeof bits);
    const float value = sim::half::value_of(bits);
    std::memcpy(values.bytes.data() + 4 * i, &value, sizeof value);
  }
  return values;
}

// Prints a buffer in rows. The middle of a long buffer is omitted.
void print_rows(const PlanBuffer& buffer, const Values& values) {
  constexpr std::uint64_t kMaxShown = 1024, kShownAtAnEnd = 128;
  fmt::print("\n{} ({} × {})\n", buffer.name, count_text(buffer.elements), values.type_name);
  const std::span<const std::byte> bytes = values.bytes;
  if (buffer.elements <= kMaxShown) return fmt::print("{}", elements_text(bytes, values.type));
  const std::size_t end_bytes = kShownAtAnEnd * size_bytes(values.type);
  fmt::print("{}  … {} more values; :dump=FILE.csv writes all of them\n{}",
             elements_text(bytes.first(end_bytes), values.type),
             count_text(buffer.elements - 2 * kShownAtAnEnd),
             elements_text(bytes.last(end_bytes), values.type, buffer.elements - kShownAtAnEnd));
}

std::string one_value_a_line(const Values& values) {
  std::string text;
  for (std::uint64_t i = 0; i < values.bytes.size() / size_bytes(values.type); ++i)
    text += element_text(values.bytes, values.type, i) + '\n';
  return text;
}

// Prints a buffer in the format of oclgrind-kernel, so that programs can read the output of both commands.
void print_lines(const PlanBuffer& buffer, std::span<const std::byte> bytes, bool hex) {
  fmt::print("\nArgument '{}': {} bytes\n", buffer.name, bytes.size());
  for (std::uint64_t i = 0; i < buffer.elements; ++i)
    fmt::print("  {}[{}] = {}\n", buffer.name, i, stream_text(bytes, buffer.type, i, hex));
  fmt::print("\n");
}

}  // namespace

Result<void> write_dumps(const sim::PreparedRun& job, const sim::CountedRun& run) {
  for (const sim::PreparedRun::Dump& dump : job.dumped) {
    if (dump.file.empty()) continue;
    const std::vector<std::byte>& bytes = run.buffers[dump.buffer];
    const bool is_binary = dump.file.ends_with(".bin");
    const std::string text = is_binary
                                 ? std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())
                                 : one_value_a_line(values_of(job, run, dump));
    if (const Result<void> written = write_atomically(dump.file, text); !written) return written;
  }
  return {};
}

void print_simulation_json(const sim::PreparedRun& job, const sim::CountedRun& run,
                           const sim::RunVerdict& verdict, const sim::Schedule& schedule,
                           const Terms& terms) {
  const bool is_interrupted = run.early_end == sim::EarlyEnd::requested;
  Json json{{"status", is_interrupted                  ? "interrupted"
                       : sim::has_errors(run.findings) ? "findings"
                                                       : "ok"},
            {"buffers", Json::object()}};
  add_verdict(json, verdict);
  for (const sim::PreparedRun::Dump& dump : job.dumped) {
    const Values values = values_of(job, run, dump);
    if (dump.file.empty())
      json["buffers"][job.plan.buffers[dump.buffer].name] = elements_to_json(values.bytes, values.type);
  }
  if (!job.notes.empty()) json["notes"] = job.notes;
  if (!job.warnings.empty()) json["warnings"] = job.warnings;
  Json counters{{"id", job.plan.id}};
  counters.update(to_json(run.total, schedule.lanes));
  json["schedule"] = to_string(schedule.lanes);
  json["order"] = to_string(schedule.order);
  json["counters"] = counters;
  json["findings"] = Json::array();
  for (const sim::Finding& finding : run.findings) json["findings"].push_back(to_json(finding));
  if (!run.printed.empty()) json["printed"] = run.printed;
  if (run.printed_more) json["printed_is_complete"] = false;
  fmt::print("{}\n", json_text(terms.translated(std::move(json))));
}

void SimulationText::heading() {
  if (has_heading_) return;
  has_heading_ = true;
  const std::vector<PlanLaunch>& launches = job_.plan.launches;
  const NdRange& range = launches.front().range;
  const std::uint64_t items = range.group_count() * range.group_items();
  const std::string kernel = launches.front().kernel;
  const std::string what =
      launches.size() == 1 ? "kernel " + kernel
                           : fmt::format("{}, first kernel {}", plural(launches.size(), "launch"), kernel);
  terms_.print(fmt::format("{} · {} · {} work-items in groups of {} · {}{}\n", job_.plan.id, what,
                           count_text(items), range.group_items(), model_.name,
                           schedule_text(options_.schedule)));
}

void SimulationText::print(std::string_view printed) {
  heading();
  fmt::print("{}", printed);
  std::fflush(stdout);
  if (!printed.empty()) ends_line_ = printed.ends_with('\n');
}

void SimulationText::finish(const sim::CountedRun& run, const sim::RunVerdict& verdict) {
  heading();
  if (!ends_line_) fmt::print("\n");
  if (run.printed_more)
    fmt::print("printf: only the first {} are shown, as much as a device's buffer holds.\n",
               bytes_text(sim::kMaxPrinted));
  if (const std::string stopped = interrupted_sentence(run); !stopped.empty())
    terms_.print(fmt::format("\n{}\n", stopped));
  for (const sim::PreparedRun::Dump& dump : job_.dumped) {
    const PlanBuffer& buffer = job_.plan.buffers[dump.buffer];
    if (!dump.file.empty())
      fmt::print("\n{} ({} × {}) is in {}\n", buffer.name, count_text(buffer.elements),
                 values_of(job_, run, dump).type_name, dump.file);
    else if (job_.one_value_a_line)
      print_lines(buffer, run.buffers[dump.buffer], dump.hex);
    else
      print_rows(buffer, values_of(job_, run, dump));
  }
  terms_.print(fmt::format("\n{}{}",
                           counters_table({{"counters", run.total}}, false, options_.schedule.lanes, terms_),
                           schedule_note(options_.schedule)));
  if (options_.detect_findings || !run.findings.empty()) print_findings(job_, run, terms_);
  print_verdict(verdict, run.early_end == sim::EarlyEnd::none, terms_);
}

}  // namespace lockstep::cli
