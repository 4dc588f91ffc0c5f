// Parses the syntax in which a lesson requests a question:
//
//   ask    = kind { "of" cell | "of lane" N | "than" ID | place | "," place }
//   place  = "at line" N | "at moment" N | "at start" | "at end" | nth "time" | "last time"
//          | "in launch" N | "in group" N | "in warp" N
//   nth    = "first" … "tenth" | N "st" | N "nd" | N "rd" | N "th"
//
//   active-lanes at line 34, third time
//   passes at line 35 in warp 1
//   inputs-of-cell of out[3] at end
//   written-value of lane 2 at line 35
//   fewer-bytes than reduce/first-add
//
// Launches are numbered from 1, as in the window; groups, warps and lanes from 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "sim/quiz/question/question.hpp"

namespace lockstep::quiz {

struct Ask {
  QuestionKind kind = QuestionKind::active_lanes;
  std::optional<std::uint32_t> line;
  std::optional<std::uint64_t> moment;
  bool at_end = false;
  std::uint64_t occurrence = 1;  // executions of the line by one warp; 0: the last
  std::optional<std::uint32_t> launch, group, warp;
  std::optional<unsigned> lane;
  std::string cell;   // "out[3]"; empty: no cell
  std::string other;  // id of another kernel
  bool operator==(const Ask&) const = default;
};

// Parses a request. The Error contains the column, and the words that are possible in this column.
Result<Ask> parse_ask(std::string_view text);
// Returns a text that parse_ask() reads as the same request.
std::string to_string(const Ask& ask);

}  // namespace lockstep::quiz
