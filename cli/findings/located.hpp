// Findings with a file for each place, for use by other programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/severity.hpp"
#include "core/plan/plan.hpp"
#include "runtime/report/report.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/machine/state/observer.hpp"

namespace lockstep::cli {

struct FilePlace {
  std::string file;
  std::uint32_t line = 0, column = 0;  // one-based; 0: unknown
};

struct LocatedFinding {
  FilePlace place;
  std::optional<FilePlace> other;  // the second access of a race
  Severity severity = Severity::error;
  std::string kind;  // "data_race", "wrong_result"; for the compiler, "compiler" or "-Wunused-variable"
  std::string message;
  std::string cure = {};  // the suggested repair; may be empty
  std::uint64_t occurrences = 1;
};

std::vector<LocatedFinding> located(const Plan& plan, const std::vector<sim::Finding>& findings);
// Returns one finding for a wrong result; no findings for other verdicts.
std::vector<LocatedFinding> located(const Plan& plan, const sim::RunVerdict& verdict);
// Returns the findings of a program that was run by `lockstep run`.
std::vector<LocatedFinding> located(const runtime::Report& report);
// Return the errors and warnings in compilers' reports: "scan.cl:3:5: error: …".
std::vector<LocatedFinding> located_messages(std::string_view report);
std::vector<LocatedFinding> located_messages(const std::vector<std::string>& reports);

}  // namespace lockstep::cli
