#include "runtime/journal/included_files.hpp"

#include <filesystem>
#include <regex>
#include <set>

#include "core/base/text_file.hpp"
#include "sim/frontend/options.hpp"

namespace lockstep::runtime {
namespace {

std::vector<std::string> names_in(const std::string& text) {
  static const std::regex include(R"re((^|\n)[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">])re");
  std::vector<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at)
    names.push_back((*at)[2]);
  return names;
}

class Collector {
 public:
  explicit Collector(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  void collect(const std::string& text) {
    for (const std::string& name : names_in(text)) {
      if (!seen_.insert(name).second) continue;
      for (const std::string& folder : folders_) {
        const auto content = read_text_file((std::filesystem::path(folder) / name).string());
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
