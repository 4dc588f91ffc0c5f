#include "runtime/journal/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/files/path_text.hpp"
#include "core/base/process.hpp"

namespace lockstep::runtime {
namespace {

constexpr auto kPatience = std::chrono::seconds(10);

using Names = std::map<std::string, std::string>;  // from "program+0x1234" to "host.c:42"

// Names of headers that only forward calls, in any folder.
bool is_binding(std::string_view file) {
  constexpr std::string_view kBindings[] = {"opencl.hpp", "cl2.hpp", "cl.hpp"};
  return std::ranges::find(kBindings, file) != std::end(kBindings);
}

// Returns the part of addr2line's output that names a line of the program, such as "/home/x/host.c:42
// (discriminator 2)". Returns "" for "??:0" and for lines of a system header or of the bindings.
std::string line_name(const std::string& line) {
  const std::string place = line.substr(0, line.find(' '));
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos || place.starts_with("??") || place.starts_with("/usr/include/")) return "";
  const std::string number = place.substr(colon + 1);
  if (number.empty() || number == "0" || number == "?") return "";
  const std::string file = path_text(system_path(place.substr(0, colon)).filename());
  return is_binding(file) ? "" : file + ":" + number;
}

// LLVM's addr2line is preferred, because version 2.40 of the GNU binutils reports the wrong file for
// functions of headers in DWARF 5.
Result<std::unique_ptr<Child>> start_look_up(const std::string& file,
                                             const std::vector<std::string>& offsets) {
  const auto start = [&](const std::string& program) {
    std::vector<std::string> command{program, "-a", "-i", "-e", file};
    command.insert(command.end(), offsets.begin(), offsets.end());
    return Child::start(command, {});
  };
  auto child = start("llvm-addr2line");
  return child ? std::move(child) : start("addr2line");
}

// Finds the places in one file. The output for each offset is the offset, followed by lines, with inlined
// functions first.
void look_up(const std::string& file, const std::vector<std::string>& offsets, Names& names) {
  auto child = start_look_up(file, offsets);
  if (!child) return;
  std::size_t next = 0;
  for (auto heard = (*child)->listen(kPatience); heard.kind == Heard::Kind::line;
       heard = (*child)->listen(kPatience)) {
    if (heard.line.starts_with("0x"))
      ++next;
    else if (next > 0 && next <= offsets.size() && names[file + "+" + offsets[next - 1]].empty())
      names[file + "+" + offsets[next - 1]] = line_name(heard.line);
  }
}

void collect(const std::string& place, std::map<std::string, std::vector<std::string>>& files) {
  const std::size_t plus = place.rfind("+0x");
  if (plus == std::string::npos) return;
  auto& offsets = files[place.substr(0, plus)];
  const std::string offset = place.substr(plus + 1);
  if (std::find(offsets.begin(), offsets.end(), offset) == offsets.end()) offsets.push_back(offset);
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Returns the nearest caller whose line is known.
std::string name_of(const std::vector<std::string>& callers, const Names& names) {
  for (const std::string& caller : callers) {
    if (caller.starts_with('=')) return line_name(caller.substr(1));
    if (const auto found = names.find(caller); found != names.end() && !found->second.empty())
      return found->second;
  }
  return "";
}

}  // namespace

void name_places(const std::vector<std::string*>& places) {
  std::map<std::string, std::vector<std::string>> files;
  std::vector<std::vector<std::string>> callers;
  for (const std::string* place : places) {
    callers.push_back(lines_in(*place));
    for (const std::string& caller : callers.back()) collect(caller, files);
  }
  Names names;
  for (const auto& [file, offsets] : files) look_up(file, offsets, names);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = name_of(callers[i], names);
}

}  // namespace lockstep::runtime
