#include "sim/observers/finding_log.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::sim {

std::string_view kind_name(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::data_race:
      return "data_race";
    case Finding::Kind::out_of_bounds:
      return "out_of_bounds";
    case Finding::Kind::misaligned:
      return "misaligned";
    case Finding::Kind::uninitialised_read:
      return "uninitialised_read";
    case Finding::Kind::barrier_divergence:
      return "barrier_divergence";
    case Finding::Kind::null_pointer:
      return "null_pointer";
    case Finding::Kind::division_by_zero:
      return "division_by_zero";
    case Finding::Kind::step_budget:
      return "step_budget";
    case Finding::Kind::endless_loop:
      return "endless_loop";
    case Finding::Kind::asynchronous_copy:
      return "asynchronous_copy";
    case Finding::Kind::write_only_read:
      return "write_only_read";
    case Finding::Kind::unread_result:
      return "unread_result";
    case Finding::Kind::overflow:
      return "overflow";
    case Finding::Kind::narrowing:
      return "narrowing";
    case Finding::Kind::shift_width:
      return "shift_width";
    case Finding::Kind::lane_mask:
      return "lane_mask";
  }
  return "unknown";
}

std::size_t count_of(const std::vector<Finding>& findings, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity));
}

bool concerns_single_access(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::out_of_bounds:
    case Finding::Kind::misaligned:
    case Finding::Kind::uninitialised_read:
    case Finding::Kind::null_pointer:
    case Finding::Kind::division_by_zero:
    case Finding::Kind::write_only_read:
      return true;
    default:
      return false;
  }
}

FindingKey key_of(const Finding& finding) {
  const SourceRange& range = finding.first.range;
  FindingKey key{finding.kind, finding.program, range.file, range.line, 0, 0};
  if (concerns_single_access(finding.kind)) {
    key.column = range.column;
    key.end_line = range.end_line;
    key.end_column = range.end_column;
    key.space = finding.space;
    key.object = finding.object;
    key.is_store = finding.first.is_store;
  }
  if (finding.second.present) {
    key.second_file = finding.second.range.file;
    key.second_line = finding.second.range.line;
  }
  return key;
}

void FindingLog::on_finding(const MachineState&, const Finding& finding) {
  const auto [place, is_new] = known_.try_emplace(key_of(finding), findings_.size());
  if (is_new) {
    findings_.push_back(finding);
  } else {
    findings_[place->second].occurrences += finding.occurrences;
  }
}

void FindingLog::merge(const FindingLog& part, std::uint64_t earlier) {
  for (const Finding& finding : part.findings_) {
    // Both orders of the parties of a race give the same finding.
    FindingKey turned = key_of(finding);
    std::swap(turned.file, turned.second_file);
    std::swap(turned.line, turned.second_line);
    if (finding.kind == Finding::Kind::data_race && count_again(turned, finding.occurrences)) continue;
    if (count_again(key_of(finding), finding.occurrences)) continue;
    known_.emplace(key_of(finding), findings_.size());
    findings_.push_back(finding);
    findings_.back().step += earlier;
  }
}

const Finding* FindingLog::find(const FindingKey& key) const {
  const auto known = known_.find(key);
  return known == known_.end() ? nullptr : &findings_[known->second];
}

bool FindingLog::count_again(const FindingKey& key, std::uint64_t occurrences) {
  const auto known = known_.find(key);
  if (known == known_.end()) return false;
  findings_[known->second].occurrences += occurrences;
  return true;
}

}  // namespace lockstep::sim
