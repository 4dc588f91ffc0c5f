#include "runtime/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/json.hpp"
#include "core/base/whole_file.hpp"
#include "runtime/report/places.hpp"

namespace lockstep::runtime {
namespace {

using Json = nlohmann::ordered_json;

std::string text(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_string() ? found->get<std::string>() : "";
}

std::uint64_t number(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

void read_extents(const Json& line, const char* key, std::array<std::uint64_t, 3>& sizes,
                  unsigned& dimensions) {
  const auto found = line.find(key);
  if (found == line.end() || !found->is_array()) return;
  dimensions = static_cast<unsigned>(std::min<std::size_t>(found->size(), 3));
  for (unsigned d = 0; d < dimensions; ++d) sizes[d] = (*found)[d].get<std::uint64_t>();
}

sim::Counters counters_of(const Json& json) {
  sim::Counters counters;
#define M(name, title, unit, explanation) counters.name = number(json, #name);
#include "sim/observers/metrics.def"
#undef M
  return counters;
}

ReportedFinding finding_of(const Json& json) {
  ReportedFinding finding{text(json, "kind"), text(json, "message")};
  finding.occurrences = number(json, "occurrences");
  if (const auto first = json.find("first"); first != json.end()) {
    finding.line = static_cast<unsigned>(number(*first, "line"));
    finding.column = static_cast<unsigned>(number(*first, "column"));
  }
  return finding;
}

// The lines of one process.
class Reader {
 public:
  explicit Reader(Report& report) : report_(report), first_program_(report.programs.size()) {
    first_launch_ = report.launches.size();
    ++report.processes;
  }

  void take(const Json& line) {
    const std::string event = text(line, "event");
    if (event == "launch") return add_launch(line);
    if (event == "result" || event == "failed") return add_result(line, event == "failed");
    if (event == "program")
      report_.programs.push_back(
          {text(line, "name"), text(line, "source"), text(line, "options"), text(line, "file")});
    else if (event == "error")
      add_error(line);
    else if (event == "left")
      report_.left[text(line, "kind")] += number(line, "count");
    else if (event == "end")
      ended_ = true;
    else
      add_transfer(line, event);
  }

  bool ended() const { return ended_; }

 private:
  void add_launch(const Json& line) {
    ReportedLaunch launch;
    launch.number = number(line, "number");
    launch.kernel = text(line, "kernel");
    launch.call = text(line, "call");
    launch.place = text(line, "place");
    launch.model = text(line, "model");
    launch.program = first_program_ + number(line, "program");
    read_extents(line, "global", launch.range.global_size, launch.range.dimensions);
    read_extents(line, "local", launch.range.local_size, launch.range.dimensions);
    read_extents(line, "offset", launch.range.global_offset, launch.range.dimensions);
    report_.launches.push_back(std::move(launch));
  }

  void add_result(const Json& line, bool failed) {
    const auto found = std::find_if(report_.launches.begin() + static_cast<std::ptrdiff_t>(first_launch_),
                                    report_.launches.end(), [&](const ReportedLaunch& launch) {
                                      return !launch.ended && launch.number == number(line, "number");
                                    });
    if (found == report_.launches.end()) return;
    found->ended = true;
    found->failure = failed ? text(line, "message") : "";
    if (failed) return;
    found->checked = line.value("checked", true);
    found->ended_early = line.value("ended_early", false);
    found->nanoseconds = number(line, "nanoseconds");
    found->counters = counters_of(line["counters"]);
    for (const Json& finding : line["findings"]) found->findings.push_back(finding_of(finding));
  }

  void add_error(const Json& line) {
    ReportedError error{text(line, "call"), text(line, "code"), text(line, "reason"), text(line, "place")};
    const auto same = std::ranges::find_if(report_.errors, [&](const ReportedError& known) {
      return known.call == error.call && known.code == error.code && known.reason == error.reason;
    });
    if (same != report_.errors.end())
      ++same->times;
    else
      report_.errors.push_back(std::move(error));
  }

  void add_transfer(const Json& line, const std::string& event) {
    const bool moves = event == "read" || event == "write" || event == "fill" || event == "copy" ||
                       event == "map" || event == "unmap" || (event == "create" && line.contains("data"));
    const std::string call = text(line, "call");
    if (!moves || call.empty()) return;
    ReportedTransfers& transfers = report_.transfers[call];
    ++transfers.calls;
    transfers.bytes += number(line, "bytes");
  }

  Report& report_;
  std::size_t first_program_, first_launch_;
  bool ended_ = false;
};

// A line that the crash of the program cut off is left out.
void read_lines(const std::string& content, Report& report) {
  const bool ended_before = report.ended;
  Reader reader(report);
  std::istringstream lines(content);
  for (std::string line; std::getline(lines, line);) {
    const Json json = parse_json_line(line);
    if (json.is_object()) reader.take(json);
  }
  report.ended = ended_before && reader.ended();
}

}  // namespace

std::uint64_t Report::findings() const {
  std::uint64_t sum = between.size();
  for (const ReportedLaunch& launch : launches) sum += launch.findings.size();
  return sum;
}

Result<Report> read_report(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  if (error) return failure(fmt::format("{} cannot be read: {}.", folder, error.message()));
  std::ranges::sort(files);
  Report report;
  for (const auto& file : files) {
    const Result<std::string> content = read_file(file.string(), kAnySize);
    if (!content) return tl::unexpected(content.error());
    read_lines(*content, report);
  }
  std::vector<std::string*> places;
  for (ReportedLaunch& launch : report.launches) places.push_back(&launch.place);
  for (ReportedError& returned : report.errors) places.push_back(&returned.place);
  name_places(places);
  return report;
}

}  // namespace lockstep::runtime
