#include "runtime/journal/read_journals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "runtime/journal/places.hpp"

namespace lockstep::runtime {
namespace {

std::vector<JournalLine> lines_of(const std::string& content) {
  std::vector<JournalLine> lines;
  std::istringstream stream(content);
  for (std::string text; std::getline(stream, text);)
    if (auto line = parse_journal_line(text)) lines.push_back(std::move(*line));
  return lines;
}

std::uint64_t began(const ProcessJournal& journal) {
  const auto* start = journal.lines.empty() ? nullptr : std::get_if<StartLine>(&journal.lines.front());
  return start != nullptr ? start->began : 0;
}

std::vector<std::string*> places_of(JournalLine& line) {
  if (auto* host = std::get_if<HostLine>(&line)) return {&host->call.place};
  if (auto* launch = std::get_if<LaunchLine>(&line)) return {&launch->launch.place};
  if (auto* error = std::get_if<ErrorLine>(&line)) return {&error->place};
  if (auto* finding = std::get_if<HostFindingLine>(&line))
    return {&finding->first.place, &finding->second.place};
  return {};
}

void name_places_of(std::vector<ProcessJournal>& journals) {
  std::vector<std::string*> places;
  for (ProcessJournal& journal : journals)
    for (JournalLine& line : journal.lines)
      for (std::string* place : places_of(line)) places.push_back(place);
  name_places(places);
}

}  // namespace

Result<std::vector<ProcessJournal>> read_journals(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(system_path(folder), error))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  if (error) return failure(fmt::format("{} cannot be read: {}.", folder, error.message()));
  std::ranges::sort(files);
  std::vector<ProcessJournal> journals;
  for (std::filesystem::path& file : files) {
    const Result<std::string> content = read_file(path_text(file), kAnySize);
    if (!content) return tl::unexpected(content.error());
    journals.push_back({lines_of(*content), path_text(file.replace_extension(".data"))});
  }
  std::ranges::stable_sort(journals, {}, began);
  name_places_of(journals);
  return journals;
}

}  // namespace lockstep::runtime
