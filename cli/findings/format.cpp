#include "cli/findings/format.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/version.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::cli {
namespace {

std::string in_one_gcc_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// Returns the line for one finding. A finding that refers to a whole file is reported at the beginning of
// the file.
std::string gcc_line(const LocatedFinding& finding, std::string_view severity, const std::string& message) {
  const FilePlace& place = finding.place;
  return fmt::format("{}:{}:{}: {}: {} [{}]\n", place.file, std::max(1u, place.line),
                     std::max(1u, place.column), severity, in_one_gcc_line(message), finding.kind);
}

// Returns a path as a URI reference (RFC 3986).
std::string uri_of(const std::string& file) {
  const std::string path = path_text(system_path(file));
  std::string uri = path.starts_with('/') ? "file://" : "";
  std::size_t drive = 0;  // length of "C:", which must not be read as a URI scheme
  if (uri.empty() && is_absolute_path(system_path(file))) {
    drive = path.find('/');
    uri = "file:///" + path.substr(0, drive);
  }
  for (const char c : path.substr(drive)) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Json physical_location(const FilePlace& place) {
  Json physical{{"artifactLocation", {{"uri", uri_of(place.file)}}}};
  if (place.line != 0)
    physical["region"] = {{"startLine", place.line}, {"startColumn", std::max(1u, place.column)}};
  return {{"physicalLocation", std::move(physical)}};
}

Json rule_of(const std::string& kind) {
  std::string words = kind;
  std::ranges::replace(words, '_', ' ');
  return {{"id", kind}, {"shortDescription", {{"text", words}}}};
}

Json sarif_result(const LocatedFinding& finding, std::size_t rule) {
  const std::string cure = finding.cure.empty() ? "" : "\n" + finding.cure;
  Json result{{"ruleId", finding.kind},
              {"ruleIndex", rule},
              {"level", severity_name(finding.severity)},
              {"message", {{"text", finding.message + cure}}},
              {"locations", Json::array({physical_location(finding.place)})},
              {"occurrenceCount", finding.occurrences}};
  if (!finding.other) return result;
  Json related = physical_location(*finding.other);
  related["message"] = {{"text", "the other access"}};
  result["relatedLocations"] = Json::array({std::move(related)});
  return result;
}

Json place_json(const FilePlace& place) {
  return {{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

}  // namespace

std::string gcc_text(const std::vector<LocatedFinding>& findings) {
  std::string text;
  for (const LocatedFinding& finding : findings) {
    text += gcc_line(finding, severity_name(finding.severity), finding.message);
    if (!finding.cure.empty()) text += gcc_line(finding, severity_name(Severity::note), finding.cure);
  }
  return text;
}

std::string sarif_text(const std::vector<LocatedFinding>& findings) {
  std::vector<std::string> kinds;
  Json rules = Json::array(), results = Json::array();
  for (const LocatedFinding& finding : findings) {
    auto kind = std::ranges::find(kinds, finding.kind);
    if (kind == kinds.end()) {
      rules.push_back(rule_of(finding.kind));
      kind = kinds.insert(kinds.end(), finding.kind);
    }
    results.push_back(sarif_result(finding, static_cast<std::size_t>(kind - kinds.begin())));
  }
  const std::string version = release_name().substr(std::string_view("Lockstep ").size());
  Json driver{{"name", "Lockstep"}, {"version", version}, {"rules", std::move(rules)}};
  Json run{{"tool", {{"driver", std::move(driver)}}}, {"results", std::move(results)}};
  return json_text(Json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                        {"version", "2.1.0"},
                        {"runs", Json::array({std::move(run)})}}) +
         "\n";
}

std::string findings_json_text(const std::vector<LocatedFinding>& findings) {
  Json list = Json::array();
  for (const LocatedFinding& finding : findings) {
    Json entry = place_json(finding.place);
    entry["severity"] = severity_name(finding.severity);
    entry["kind"] = finding.kind;
    entry["message"] = finding.message;
    entry["occurrences"] = finding.occurrences;
    if (!finding.cure.empty()) entry["cure"] = finding.cure;
    if (finding.other) entry["second"] = place_json(*finding.other);
    list.push_back(std::move(entry));
  }
  return json_text(list) + "\n";
}

void FormatOption::add_to(CLI::App& app) {
  app.add_option(
         "--format", name,
         "Only the findings, on standard output: gcc (FILE:LINE:COLUMN: error: … [KIND]), sarif (2.1.0) "
         "or json (a list)")
      ->check(CLI::IsMember({"gcc", "sarif", "json"}))
      ->excludes("--json");
}

std::string FormatOption::text(const std::vector<LocatedFinding>& findings) const {
  if (name == "sarif") return sarif_text(findings);
  return name == "json" ? findings_json_text(findings) : gcc_text(findings);
}

void FormatOption::print(std::vector<LocatedFinding> findings, const Terms& terms) const {
  for (LocatedFinding& finding : findings) {
    finding.message = terms.in_terms(finding.message);
    finding.cure = terms.in_terms(finding.cure);
  }
  std::fputs(text(findings).c_str(), stdout);
}

Result<int> FormatOption::print_error(const Error& error) const {
  const std::vector<LocatedFinding> messages = located_messages(std::string_view(error.message));
  if (!is_given() || messages.empty()) return tl::unexpected(error);
  print(messages);
  return kFailed;
}

}  // namespace lockstep::cli
