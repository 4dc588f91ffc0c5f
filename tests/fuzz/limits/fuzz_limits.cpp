// fuzz_limits LOCKSTEP depth|size COUNT [NAME] gives the program LOCKSTEP each input of which something is
// nested or repeated COUNT times, of the rows whose name contains NAME, and prints what went wrong and what
// took the most time and memory. The exit status is 1 if anything went wrong.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "tests/fuzz/limits/limits.hpp"

namespace {

using lockstep::fuzz::LimitReport;
using lockstep::fuzz::LimitRow;

void print(const LimitRow& row, const std::string& command, const LimitReport& report) {
  const std::string_view said = std::string_view(report.said).substr(0, report.said.find('\n'));
  fmt::print("{:<5} {:6.2f} s {:5} MiB  {}: {}\n      {}\n", report.fault.empty() ? "" : "FAULT",
             report.seconds, report.max_bytes >> 20, row.name, command.substr(0, command.find(' ')),
             report.fault.empty() ? std::string(said.substr(0, 200))
                                  : report.fault + "; " + std::string(said.substr(0, 200)));
  std::fflush(stdout);
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 4) {
    fmt::print(stderr, "usage: fuzz_limits LOCKSTEP depth|size COUNT [NAME]\n");
    return 2;
  }
  const auto kind = std::string_view(arguments[2]) == "depth" ? LimitRow::Kind::depth : LimitRow::Kind::size;
  const std::string_view number(arguments[3]), name(argument_count > 4 ? arguments[4] : "");
  std::uint64_t count = 0;
  std::from_chars(number.data(), number.data() + number.size(), count);
  bool all_right = true;
  for (const LimitRow& row : lockstep::fuzz::all_rows()) {
    if (row.kind != kind || row.name.find(name) == std::string::npos) continue;
    const std::uint64_t times = row.most == 0 ? count : std::min(count, row.most);
    for (const std::string& command : row.commands) {
      const LimitReport report = lockstep::fuzz::run_limit(arguments[1], row, command, times);
      print(row, command, report);
      all_right = all_right && report.fault.empty();
    }
  }
  return all_right ? 0 : 1;
}
