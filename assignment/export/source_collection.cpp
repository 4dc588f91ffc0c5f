#include "assignment/export/source_collection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "assignment/grading/handed_in/wanted_files.hpp"
#include "assignment/judging/expected.hpp"
#include "assignment/submission/files/file_name.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::string_view kCollectionReadMe = R"md(# Sources of {}

`submissions` has a folder for each submission, with the file names of the assignment; `base` has
the files given to everyone, which do not count as copied.

```sh
java -jar jplag.jar --mode RUN -l cpp -p {} -bc base submissions    # JPlag 6; older ones have no --mode
moss -l c {} -d submissions/*/*
sim_c -p -R submissions                                             # Debian's similarity-tester; it takes no base
```

OpenCL C and CUDA C++ are read as C and C++.
)md";

std::string ending_of_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? std::string() : name.substr(dot);
}

// Returns the sources without recordings, because recordings contain copies of the kernels.
void add_sources(const std::string& folder, const std::vector<SourceText>& sources,
                 std::map<std::string, std::string>& files, std::set<std::string>& endings) {
  for (const SourceText& source : sources) {
    const FileName name = read_file_name(source.path);
    if (name.kind != FileName::Kind::good || name.path.ends_with(kRecordingEnding)) continue;
    if (!name.path.ends_with(kPlanFileEnding)) endings.insert(ending_of_name(name.path));
    files.try_emplace(folder + name.path, source.text);
  }
}

}  // namespace

std::vector<NamedBytes> source_collection(const Assignment& assignment, const AssignmentFolder& folder,
                                          const std::vector<HandedIn>& submissions) {
  std::map<std::string, std::string> files;
  std::set<std::string> endings;
  for (const Task& task : assignment.tasks) {
    add_sources("base/", author_files(folder, task, "skeleton"), files, endings);
    for (const HandedIn& one : submissions)
      add_sources("submissions/" + one.id + "/", task_files(assignment, task, one.files).files, files,
                  endings);
  }
  std::string base;
  for (const auto& [path, text] : files)
    if (path.starts_with("base/") && !path.ends_with(kPlanFileEnding))
      base += (base.empty() ? "-b " : " -b ") + path;
  files["README.md"] =
      fmt::format(fmt::runtime(kCollectionReadMe), assignment.title, fmt::join(endings, ","), base);
  std::vector<NamedBytes> list;
  for (auto& [path, bytes] : files) list.push_back({path, std::move(bytes)});
  return list;
}

}  // namespace lockstep::assignment
