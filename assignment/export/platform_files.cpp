// Autograders for teaching platforms: shell scripts that call `lockstep grade`, the program itself, and the
// whole assignment. No autograder needs a network, privileges, or HOME.
//   Gradescope: https://gradescope-autograders.readthedocs.io/en/latest/specs/
//   PrairieLearn: https://prairielearn.readthedocs.io/en/latest/externalGrading/
//   Artemis: https://docs.artemis.cit.tum.de/instructor/exercises/programming-exercise
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assignment/export/exporting.hpp"
#include "core/base/hash.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

// $here: the folder with the program and the assignment. Archives may omit its execute permission.
constexpr std::string_view kFindProgram = R"sh(lockstep=lockstep
if [ -f "$here/lockstep" ]; then
  lockstep=$here/lockstep
  if [ ! -x "$lockstep" ]; then
    copy=$(mktemp -d) && cp "$lockstep" "$copy/lockstep" && chmod +x "$copy/lockstep" && lockstep=$copy/lockstep
    if [ -f "$here/liblockstep-opencl.so" ]; then cp "$here/liblockstep-opencl.so" "$copy"; fi
  fi
fi
)sh";

// The exit status is 1 if a test was not graded, as stated in the results, and 2 if there are no results.
constexpr std::string_view kGradescopeRun = R"sh(#!/bin/sh
# Gradescope starts this for each submission, as /autograder/run_autograder.
root=$(cd "$(dirname "$0")" && pwd)
here=$root/source
{}mkdir -p "$root/results"
"$lockstep" grade "$here/assignment" "$root/submission" --one --secret "$here/secret.txt" --format gradescope \
  > "$root/results/new.json"
if [ $? -gt 1 ]; then exit 1; fi
mv "$root/results/new.json" "$root/results/results.json"
)sh";

// The packages on which host programs depend on Debian and Ubuntu.
constexpr std::string_view kPackages = "bubblewrap g++ ocl-icd-libopencl1 opencl-c-headers";

constexpr std::string_view kGradescopeSetup = R"sh(#!/bin/sh
# Gradescope starts this once, when it builds the image.{}
chmod +x /autograder/source/run_autograder
if [ -f /autograder/source/lockstep ]; then chmod +x /autograder/source/lockstep; fi
)sh";

constexpr std::string_view kPrairieLearnRun = R"sh(#!/bin/sh
# PrairieLearn starts this for each submission, as /grade/tests/run.sh.
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
{}mkdir -p "$root/results"
"$lockstep" grade "$here/assignment" "$root/student" --one --secret "$here/secret.txt" --format prairielearn \
  > "$root/results/new.json"
if [ $? -gt 1 ]; then exit 1; fi
mv "$root/results/new.json" "$root/results/results.json"
)sh";

constexpr std::string_view kArtemisRun = R"sh(#!/bin/sh
# The build script of the exercise calls it: sh tests/run.sh [SUBMISSION [REPORTS]]
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
submission=${{1:-$root/assignment}}
reports=${{2:-$root/test-reports}}
{}mkdir -p "$reports"
"$lockstep" grade "$here/assignment" "$submission" --one --secret "$here/secret.txt" --format student-junit \
  > "$reports/new"
if [ $? -gt 1 ]; then exit 1; fi
mv "$reports/new" "$reports/lockstep.xml"
)sh";

constexpr std::string_view kPlatformReadMe = R"md(# {}: {}

{}
)md";

constexpr std::string_view kHostsReadMe = R"md(
Submitted host programs are compiled and run in a sandbox. The image of the platform must have

    apt-get install -y {}

and must allow a process to create its own namespaces; `bwrap --unshare-all --ro-bind / / true`
tests this. If a container forbids it, the tests of host programs are *not graded*, and the results
say so; all other tests are graded. In this case, download the submissions and grade them on your
own machine with `lockstep grade`.
)md";

constexpr std::string_view kArtemisReadMe = R"md(# Artemis: {}

1. Create a programming exercise with the language *Empty* and put the content of each folder into
   its repository: `exercise` into the template repository, `solution` into the solution repository,
   `tests` into the test repository.
2. Set the build script to `sh tests/run.sh assignment test-reports` and the path of the results to
   `test-reports/*.xml`. Change `tests` and `assignment` if your exercise uses other checkout paths.
3. Copy `problem-statement.md` into the problem statement. It names the tests as the reports do.
)md";

bool is_hidden(std::string_view file) { return file.starts_with('.') || file.find("/.") != file.npos; }

class Platform {
 public:
  Platform(const AssignmentFolder& folder, const ExportOptions& options)
      : folder_(folder), options_(options) {}

  void add(const std::string& path, std::string bytes) { files_.push_back({path, std::move(bytes)}); }
  void add_read_me(const Assignment& assignment, std::string_view platform, std::string_view text) {
    add("README.md", fmt::format(fmt::runtime(kPlatformReadMe), platform, assignment.title, text) +
                         hosts_read_me(assignment));
  }
  static std::string hosts_read_me(const Assignment& assignment) {
    return asks_for_host_programs(assignment) ? fmt::format(fmt::runtime(kHostsReadMe), kPackages) : "";
  }

  void add_script(const std::string& path, std::string_view script) {
    add(path, fmt::format(fmt::runtime(script), kFindProgram));
  }

  // Adds the files that the scripts need: the program, the assignment and the secret.
  Result<void> add_grader(const std::string& in) {
    for (const std::string& file : folder_.files()) {
      if (is_hidden(file)) continue;
      auto bytes = folder_.read_bytes(file);
      if (!bytes) return tl::unexpected(bytes.error());
      add(in + "assignment/" + file, std::move(*bytes));
    }
    add(in + "secret.txt", options_.secret);
    if (!options_.program.empty()) add(in + "lockstep", options_.program);
    if (!options_.device_library.empty()) add(in + kDeviceLibraryFile, options_.device_library);
    return {};
  }

  Result<void> add_all(const Task& task, const std::string& from, const std::string& to) {
    for (const std::string& file : task.files) {
      auto text = folder_.read(from + "/" + file);
      if (!text) return tl::unexpected(text.error());
      add(to + "/" + file, std::move(*text));
    }
    return {};
  }

  std::vector<NamedBytes> finish() { return std::move(files_); }

 private:
  const AssignmentFolder& folder_;
  const ExportOptions& options_;
  std::vector<NamedBytes> files_;
};

std::string install_lines(const Assignment& assignment) {
  if (!asks_for_host_programs(assignment)) return " Nothing has to be installed.";
  return fmt::format("\napt-get update && apt-get install -y --no-install-recommends {}", kPackages);
}

Result<std::vector<NamedBytes>> gradescope_files(const Assignment& assignment, const AssignmentFolder& folder,
                                                 const ExportOptions& options) {
  Platform platform(folder, options);
  platform.add_read_me(
      assignment, "Gradescope",
      "Upload the files of this folder, at the top level of a zip archive, as the autograder.");
  platform.add("setup.sh", fmt::format(fmt::runtime(kGradescopeSetup), install_lines(assignment)));
  platform.add_script("run_autograder", kGradescopeRun);
  if (const auto added = platform.add_grader(""); !added) return tl::unexpected(added.error());
  return platform.finish();
}

// The UUID is deterministic, because PrairieLearn identifies a question by its UUID.
std::string uuid_of(const Assignment& assignment) {
  std::string digits;
  for (const char* part : {"a", "b", "c", "d"})
    digits += text_hash(part + assignment.title + assignment.text);
  constexpr std::size_t length = 32;
  digits.resize(length, '0');
  return fmt::format("{}-{}-4{}-8{}-{}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 3),
                     digits.substr(15, 3), digits.substr(18, 12));
}

std::string question_html(const Assignment& assignment) {
  std::string names, statement = assignment.introduction;
  for (const Task& task : assignment.tasks) {
    statement += "\n" + task.statement;
    for (const std::string& file : task.files) names += (names.empty() ? "" : ",") + file;
  }
  return fmt::format(
      "<pl-question-panel>\n<markdown>\n{}\n</markdown>\n</pl-question-panel>\n\n<pl-file-upload "
      "file-names=\"{}\"></pl-file-upload>\n\n<pl-submission-panel>\n<pl-external-grader-results>"
      "</pl-external-grader-results>\n<pl-file-preview></pl-file-preview>\n</pl-submission-panel>\n",
      statement, names);
}

Result<std::vector<NamedBytes>> prairielearn_files(const Assignment& assignment,
                                                   const AssignmentFolder& folder,
                                                   const ExportOptions& options) {
  constexpr int seconds = 300;
  Platform platform(folder, options);
  platform.add("info.json", json_text(Json{{"uuid", uuid_of(assignment)},
                                           {"title", assignment.title},
                                           {"topic", "GPU programming"},
                                           {"type", "v3"},
                                           {"gradingMethod", "External"},
                                           {"externalGradingOptions",
                                            {{"enabled", true},
                                             {"image", "debian:12-slim"},
                                             {"entrypoint", "/grade/tests/run.sh"},
                                             {"timeout", seconds},
                                             {"enableNetworking", false}}}}) +
                                "\n");
  platform.add_read_me(
      assignment, "PrairieLearn",
      "Put this folder into the `questions` folder of your course. `info.json` names the image for "
      "grading.");
  platform.add("question.html", question_html(assignment));
  platform.add_script("tests/run.sh", kPrairieLearnRun);
  if (const auto added = platform.add_grader("tests/"); !added) return tl::unexpected(added.error());
  return platform.finish();
}

// Such a line is replaced by the results of these tests: "[task][Sum](Sum: Public,Sum: Hidden)".
std::string problem_statement(const Assignment& assignment) {
  std::string text = assignment.introduction;
  for (const Task& task : assignment.tasks) {
    std::string names;
    for (const Test& test : task.tests) names += (names.empty() ? "" : ",") + task.title + ": " + test.title;
    text += fmt::format("\n{}\n[task][{}]({})\n", task.statement, task.title, names);
  }
  return text;
}

Result<std::vector<NamedBytes>> artemis_files(const Assignment& assignment, const AssignmentFolder& folder,
                                              const ExportOptions& options) {
  Platform platform(folder, options);
  platform.add("README.md", fmt::format(fmt::runtime(kArtemisReadMe), assignment.title) +
                                Platform::hosts_read_me(assignment));
  platform.add("problem-statement.md", problem_statement(assignment));
  for (const Task& task : assignment.tasks)
    for (const auto& [from, to] : {std::pair("skeleton", "exercise"), std::pair("reference", "solution")})
      if (const auto added = platform.add_all(task, from, to); !added) return tl::unexpected(added.error());
  platform.add_script("tests/run.sh", kArtemisRun);
  if (const auto added = platform.add_grader("tests/"); !added) return tl::unexpected(added.error());
  return platform.finish();
}

Result<std::vector<NamedBytes>> author_copy(const Assignment&, const AssignmentFolder& folder,
                                            const ExportOptions&) {
  std::vector<NamedBytes> files;
  for (const std::string& file : folder.files()) {
    auto bytes = folder.read_bytes(file);
    if (!bytes) return tl::unexpected(bytes.error());
    files.push_back({file, std::move(*bytes)});
  }
  return files;
}

}  // namespace

const std::vector<ExportTarget>& export_targets() {
  static const std::vector<ExportTarget> targets{
      {"author", "the whole assignment with its solutions, for editing", author_copy, false},
      {"student", "the student version: public tests, skeletons, no solution", student_files, false},
      {"gradescope", "a Gradescope autograder", gradescope_files},
      {"artemis", "the repositories of an Artemis exercise", artemis_files},
      {"prairielearn", "a PrairieLearn question", prairielearn_files}};
  return targets;
}

bool asks_for_host_programs(const Assignment& assignment) {
  return std::ranges::any_of(assignment.tasks, [](const Task& task) { return !task.host_program().empty(); });
}

bool is_program_file(const NamedBytes& file) {
  constexpr std::string_view script = "#!", program =
                                                "\x7f"
                                                "ELF";
  return file.bytes.starts_with(script) || file.bytes.starts_with(program);
}

}  // namespace lockstep::assignment
