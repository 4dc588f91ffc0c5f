#include "assignment/worker/answer_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "assignment/worker/drawing_check.hpp"
#include "core/base/severity.hpp"
#include "core/plan/launch_description.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::size_t kAnswerMaxFindings = 100, kAnswerMaxWords = std::size_t{1} << 16;
constexpr std::ptrdiff_t kMaxValues = 2'000'000;  // more than the number of counts for all launches of a plan

bool is_known_kind(std::string_view wanted) {
  for (int i = 0; i <= static_cast<int>(sim::Finding::Kind::lane_mask); ++i)
    if (sim::kind_name(static_cast<sim::Finding::Kind>(i)) == wanted) return true;
  return false;
}

bool is_known_severity(std::string_view wanted) {
  return std::ranges::any_of(std::array{Severity::error, Severity::warning, Severity::note},
                             [&](Severity one) { return severity_name(one) == wanted; });
}

// Returns the length of the first line; none if the text has fewer lines.
std::optional<std::size_t> length_of_line(std::string_view text, std::uint32_t number) {
  for (; number > 1; --number) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return std::nullopt;
    text.remove_prefix(end + 1);
  }
  return std::min(text.find('\n'), text.size());
}

bool is_line_of_any(std::uint32_t number, const std::vector<SourceText>& files) {
  return number != 0 && std::ranges::any_of(files, [&](const SourceText& file) {
           return length_of_line(file.text, number).has_value();
         });
}

bool is_in_files(const SourcePlace& place, const std::vector<SourceText>& files) {
  const auto file = std::ranges::find(files, place.file, &SourceText::path);
  if (file == files.end() || !place.is_known()) return false;
  const auto length = length_of_line(file->text, place.line);
  return length && place.column <= *length + 1;
}

void keep_in_files(SourcePlace& place, const std::vector<SourceText>& files) {
  if (!is_in_files(place, files)) place = {};
}

Result<void> check_findings(const RunAnswer& answer) {
  if (answer.findings.size() > kAnswerMaxFindings) return failure("it has too many findings.");
  for (const RunFinding& finding : answer.findings) {
    if (!is_known_kind(finding.kind) || !is_known_severity(finding.severity))
      return failure("it has a finding of an unknown kind.");
    if (finding.message.size() > kAnswerMaxWords) return failure("it has a message that is too long.");
  }
  return {};
}

Result<void> check_contents(const RunRequest& request, const RunAnswer& answer) {
  if (answer.state != RunAnswer::State::done || !request.changes.empty()) return {};
  for (const auto& [name, bytes] : request.contents) {
    const auto same = answer.contents.find(name);
    if (same == answer.contents.end() || same->second.size() != bytes.size())
      return failure(fmt::format("the buffer \"{}\" is missing, or has another size.", name));
  }
  return {};
}

}  // namespace

Result<void> check_answer(const RunRequest& request, RunAnswer& answer) {
  if (auto good = check_findings(answer); !good) return good;
  if (auto good = check_contents(request, answer); !good) return good;
  if (std::max(answer.message.size(), answer.explanation.size()) > kAnswerMaxWords)
    return failure("it has a message that is too long.");
  if (answer.counts.launches.size() > kMaxLaunches) return failure("it has too many launches.");
  if (answer.changed_results.size() > request.changes.size())
    return failure("it has results that were not requested.");
  std::erase_if(answer.lines,
                [&](const LineCounts& one) { return !is_line_of_any(one.line, request.files); });
  if (answer.moment && (request.shown_failure.empty() || answer.moment->sentence.size() > kAnswerMaxWords))
    return failure("it has a moment that was not requested, or whose text is too long.");
  if (answer.moment && !is_plain_drawing(answer.moment->figure)) answer.moment->figure.clear();
  keep_in_files(answer.place, request.files);
  keep_in_files(answer.explained, request.files);
  for (RunFinding& finding : answer.findings) {
    keep_in_files(finding.place, request.files);
    keep_in_files(finding.other, request.files);
  }
  return {};
}

bool has_few_values(std::string_view line) {
  return std::ranges::count_if(line, [](char c) { return c == ',' || c == '[' || c == '{'; }) <= kMaxValues;
}

}  // namespace lockstep::assignment
