// A message of a driver begins with a place, "name:line:column: ". The functions in this file find the place,
// replace the name by that of the kernel file, and change PoCL's "error: place message" into the usual order.
#include "core/opencl/build_log.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::opencl {
namespace {

constexpr std::string_view blanks(" \n\r\t\0", 5);
constexpr std::string_view digits = "0123456789";

// Returns the end of "digits:" at `from`, or npos.
std::size_t number_end(std::string_view text, std::size_t from) {
  const std::size_t end = text.find_first_not_of(digits, from);
  return end == text.npos || end == from || text[end] != ':' ? text.npos : end + 1;
}

struct LogPlace {
  std::string_view name;
  std::size_t end = 0;  // one past the colon after the column
};

// Returns the place that starts at `from`; its name is empty if no place starts there.
LogPlace place_at(std::string_view line, std::size_t from) {
  const std::size_t bracket = line.substr(from).starts_with('<') ? line.find('>', from) : from;
  const std::size_t colon = line.find_first_of(": \t", std::min(bracket, line.size()));
  if (colon == line.npos || colon == from || line[colon] != ':') return {};
  const std::size_t column = number_end(line, colon + 1);
  const std::size_t end = column == line.npos ? line.npos : number_end(line, column);
  return end == line.npos ? LogPlace{} : LogPlace{line.substr(from, colon - from), end};
}

// NVIDIA, clang: <kernel>; PoCL: tempfile_x.cl or input.cl; AMD: /tmp/comgr-x/input/CompileSource; Intel: 1.
// Any other name is a file that the kernel includes.
bool names_the_given_text(std::string_view name) {
  return name.starts_with('<') || name.find("tempfile_") != name.npos || name.ends_with("input.cl") ||
         name.ends_with("/CompileSource") || name.find_first_not_of(digits) == name.npos;
}

std::string kind_after_place(std::string_view line) {
  for (const std::string_view kind : {"error: ", "warning: ", "note: "}) {
    if (!line.starts_with(kind)) continue;
    const LogPlace place = place_at(line, kind.size());
    if (place.name.empty()) break;
    return fmt::format("{} {}{}", line.substr(kind.size(), place.end - kind.size()),
                       kind.substr(0, kind.size() - 1), line.substr(place.end));
  }
  return std::string(line);
}

std::string map_line(std::string_view given, std::string_view path) {
  const std::string text = kind_after_place(given);
  const std::string_view line = text;
  for (std::size_t start = 0; start < line.size();) {
    const LogPlace place = place_at(line, start);
    if (names_the_given_text(place.name) && !place.name.empty())
      return fmt::format("{}{}{}", line.substr(0, start), path, line.substr(start + place.name.size()));
    const std::size_t blank = line.find_first_of(" \t", start);
    start = blank == line.npos ? line.size() : blank + 1;
  }
  return text;
}

}  // namespace

std::string map_build_log(std::string_view log, std::string_view path) {
  std::string mapped;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    mapped += map_line(log.substr(0, end), path) + "\n";
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  mapped.erase(mapped.find_last_not_of(blanks) + 1);
  return mapped;
}

}  // namespace lockstep::opencl
