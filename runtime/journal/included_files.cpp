#include "runtime/journal/included_files.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "sim/frontend/preprocess/options.hpp"

namespace lockstep::runtime {
namespace {

// Returns "lib.h" for the line `  # include "lib.h"`; empty if the line includes nothing.
std::string included_name(std::string_view line) {
  const auto skip_blanks = [&line] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  constexpr std::string_view kInclude = "include";
  skip_blanks();
  if (!line.starts_with('#')) return "";
  line.remove_prefix(1);
  skip_blanks();
  if (!line.starts_with(kInclude)) return "";
  line.remove_prefix(kInclude.size());
  skip_blanks();
  if (!line.starts_with('"') && !line.starts_with('<')) return "";
  line.remove_prefix(1);
  const std::size_t end = line.find_first_of("\">");
  return end == std::string_view::npos ? "" : std::string(line.substr(0, end));
}

std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (std::string name = included_name(line); !name.empty()) names.push_back(std::move(name));
  return names;
}

class Collector {
 public:
  explicit Collector(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  void collect(const std::string& text) {
    for (const std::string& name : names_in(text)) {
      if (!seen_.insert(name).second) continue;
      for (const std::string& folder : folders_) {
        const auto content = read_text_file(path_text(system_path(folder) / system_path(name)));
        if (!content) continue;
        found_.push_back({name, *content});
        collect(*content);
        break;
      }
    }
  }

  std::vector<KernelSource::Header> take() { return std::move(found_); }

 private:
  std::vector<std::string> folders_;
  std::set<std::string> seen_;
  std::vector<KernelSource::Header> found_;
};

}  // namespace

std::vector<KernelSource::Header> included_files(const std::string& text, const std::string& options) {
  if (text.find("include") == std::string::npos) return {};
  std::vector<std::string> folders{"."};
  if (const auto parsed = sim::language::parse_options(options))
    folders.insert(folders.end(), parsed->include_dirs.begin(), parsed->include_dirs.end());
  Collector collector(std::move(folders));
  collector.collect(text);
  return collector.take();
}

}  // namespace lockstep::runtime
