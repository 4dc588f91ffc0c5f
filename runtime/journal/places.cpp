#include "runtime/journal/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/process.hpp"

namespace lockstep::runtime {
namespace {

constexpr auto kPatience = std::chrono::seconds(10);

using Names = std::map<std::string, std::string>;  // from "program+0x1234"

// What of the output of addr2line names a line of the program: "/home/x/host.c:42 (discriminator 2)", but not
// "??:0" and no line of a system header.
std::string line_name(const std::string& line) {
  const std::string place = line.substr(0, line.find(' '));
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos || place.starts_with("??") || place.starts_with("/usr/include/")) return "";
  const std::string number = place.substr(colon + 1);
  if (number.empty() || number == "0" || number == "?") return "";
  return std::filesystem::path(place.substr(0, colon)).filename().string() + ":" + number;
}

// One file's places. addr2line answers each offset by the offset, then by lines: inlined functions first.
void look_up(const std::string& file, const std::vector<std::string>& offsets, Names& names) {
  std::vector<std::string> command{"addr2line", "-a", "-i", "-e", file};
  command.insert(command.end(), offsets.begin(), offsets.end());
  auto child = Child::start(command, {});
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

void rename(std::string& place, const Names& names) {
  const auto found = names.find(place);
  place = found == names.end() ? "" : found->second;
}

}  // namespace

void name_places(const std::vector<std::string*>& places) {
  std::map<std::string, std::vector<std::string>> files;
  for (const std::string* place : places) collect(*place, files);
  Names names;
  for (const auto& [file, offsets] : files) look_up(file, offsets, names);
  for (std::string* place : places) rename(*place, names);
}

}  // namespace lockstep::runtime
