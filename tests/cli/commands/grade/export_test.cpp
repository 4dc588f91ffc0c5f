// What `lockstep assignment export` writes, laid out as the platforms do and started as they do: without
// privileges, network and HOME.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Json = nlohmann::json;

constexpr const char* kKernel =
    "kernel void twice(global const int* in, global int* out) {\n"
    "  out[get_global_id(0)] = in[get_global_id(0)] RESULT;\n}\n";

std::string kernel_with(const std::string& result) {
  std::string text = kKernel;
  return text.replace(text.find("RESULT"), 6, result);
}

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class Export : public testing::Test {
 protected:
  Export() {
    const fs::path assignment = folder_.path() / "copies";
    write(assignment / "assignment.md",
          "# Copies\n\n---\n\n# Copy\n\nfile: copy.cl\nplan: copy.plan.json\n\nCopy.\n\n"
          "```test Public\n{\"points\": 1, \"n\": 8, \"L\": 4}\n```\n\n"
          "```test Hidden\n{\"points\": 2, \"n\": 24, \"L\": 8, \"visibility\": \"after due\"}\n```\n");
    write(assignment / "copy.plan.json",
          R"({"buffers": [{"name": "in", "type": "int", "count": "{n}", "fill": "random:{seed}:1..99"},
 {"name": "out", "type": "int", "count": "{n}"}],
 "launches": [{"kernel": "twice", "global": "{n}", "local": "{L}", "arguments": ["in", "out"]}],
 "expect": {"buffer": "out", "values": "solution"}})");
    write(assignment / "reference/copy.cl", kernel_with("* 2"));
    write(assignment / "skeleton/copy.cl", kernel_with("* 0"));
  }

  fs::path path(const std::string& name) const { return folder_.path() / name; }

  void export_to(const std::string& target, const std::string& out, const std::string& more = "") const {
    const Output output = run_lockstep("assignment export \"" + path("copies").string() + "\" --to " +
                                       target + " --out \"" + path(out).string() + "\" " + more);
    ASSERT_EQ(output.status, 0) << output.err;
  }

  // As nobody where this is root, and without a network where the system allows that.
  static Output run_script(const fs::path& script) {
    fs::permissions(script.parent_path(), fs::perms::all);
    fs::permissions(script.parent_path().parent_path(), fs::perms::all);
    std::string words = "-i PATH=/usr/bin:/bin ";
    for (const std::string before : {"unshare -rn ", "setpriv --reuid 65534 --regid 65534 --clear-groups "})
      if (run_program("/usr/bin/env", "-i PATH=/usr/bin:/bin " + before + "true").status == 0) {
        words += before;
        break;
      }
    return run_program("/usr/bin/env", words + "sh \"" + script.string() + "\"");
  }

  const std::string program_ = "--program \"" LOCKSTEP_EXECUTABLE "\"";
  TemporaryFolder folder_;
};

TEST_F(Export, GradescopeGetsResults) {
  export_to("gradescope", "autograder/source", program_);
  EXPECT_EQ(run_program("/bin/sh", "-n \"" + path("autograder/source/setup.sh").string() + "\"").status, 0);
  fs::copy_file(path("autograder/source/run_autograder"), path("autograder/run_autograder"));
  for (const auto& [result, points] :
       {std::pair("* 2", 3.0), std::pair("* 0", 0.0), std::pair("* missing", 0.0)}) {
    write(path("autograder/submission/copy.cl"), kernel_with(result));
    fs::remove_all(path("autograder/results"));
    const Output output = run_script(path("autograder/run_autograder"));
    ASSERT_EQ(output.status, 0) << output.err;
    const Json results = Json::parse(read(path("autograder/results/results.json")));
    EXPECT_EQ(results["score"], points);
    ASSERT_EQ(results["tests"].size(), 2u);
    EXPECT_EQ(results["tests"][1]["name"], "Copy: Hidden");
    EXPECT_EQ(results["tests"][1]["visibility"], "after_due_date");
  }
}

// A student may hand in anything; the platform still gets results.
TEST_F(Export, GradescopeGetsResultsOfFoldersAndRubbish) {
  export_to("gradescope", "autograder/source", program_);
  fs::copy_file(path("autograder/source/run_autograder"), path("autograder/run_autograder"));
  write(path("autograder/submission/a/copy.cl"), kernel_with("* 2"));
  write(path("autograder/submission/b/notes.txt"), "notes");
  ASSERT_EQ(run_script(path("autograder/run_autograder")).status, 0);
  EXPECT_EQ(Json::parse(read(path("autograder/results/results.json")))["score"], 3.0);
  fs::remove_all(path("autograder/submission"));
  write(path("autograder/submission/notes.txt"), "notes");
  ASSERT_EQ(run_script(path("autograder/run_autograder")).status, 0);
  EXPECT_EQ(Json::parse(read(path("autograder/results/results.json")))["score"], 0.0);
}

TEST_F(Export, PrairieLearnGetsResults) {
  export_to("prairielearn", "question", program_);
  const Json info = Json::parse(read(path("question/info.json")));
  EXPECT_EQ(info["gradingMethod"], "External");
  EXPECT_EQ(info["externalGradingOptions"]["entrypoint"], "/grade/tests/run.sh");
  EXPECT_THAT(std::string(info["uuid"]),
              testing::MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}"));
  EXPECT_THAT(read(path("question/question.html")), HasSubstr("file-names=\"copy.cl\""));
  fs::create_directories(path("grade"));
  fs::copy(path("question/tests"), path("grade/tests"), fs::copy_options::recursive);
  fs::permissions(path("grade/tests/lockstep"),
                  fs::perms::owner_read | fs::perms::others_read);  // as an upload may
  write(path("grade/student/copy.cl"), kernel_with("* 2"));
  const Output output = run_script(path("grade/tests/run.sh"));
  ASSERT_EQ(output.status, 0) << output.err;
  const Json results = Json::parse(read(path("grade/results/results.json")));
  EXPECT_EQ(results["gradable"], true);
  EXPECT_EQ(results["score"], 1.0);
}

TEST_F(Export, ArtemisGetsReports) {
  export_to("artemis", "artemis", program_);
  EXPECT_EQ(read(path("artemis/solution/copy.cl")), kernel_with("* 2"));
  EXPECT_EQ(read(path("artemis/exercise/copy.cl")), kernel_with("* 0"));
  EXPECT_THAT(read(path("artemis/problem-statement.md")),
              HasSubstr("[task][Copy](Copy: Public,Copy: Hidden)"));
  fs::create_directories(path("build"));
  fs::copy(path("artemis/tests"), path("build/tests"), fs::copy_options::recursive);
  fs::copy(path("artemis/exercise"), path("build/assignment"), fs::copy_options::recursive);
  const Output output = run_script(path("build/tests/run.sh"));
  ASSERT_EQ(output.status, 0) << output.err;
  const std::string report = read(path("build/test-reports/lockstep.xml"));
  EXPECT_THAT(report, HasSubstr("name=\"Copy: Public\""));
  EXPECT_THAT(report, HasSubstr("failures=\"2\""));
}

TEST_F(Export, StudentsGetAnArchiveWithWhichTheyTestAlone) {
  export_to("student", "student.zip");
  export_to("student", "student");
  EXPECT_GT(fs::file_size(path("student.zip")), 500u);
  EXPECT_FALSE(fs::exists(path("student/reference")));
  const Output listed = run_lockstep("grade \"" + path("student").string() + "\" \"" +
                                     path("copies/reference").string() + "\"");
  EXPECT_EQ(listed.status, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("1 of 3 points"));
}

TEST_F(Export, AProgramThatNeedsLibrariesIsNotPutInUnasked) {
  const Output output = run_lockstep("assignment export \"" + path("copies").string() +
                                     "\" --to gradescope --out \"" + path("g").string() + "\"");
  if (output.status == 0) GTEST_SKIP() << "this program needs no library";
  EXPECT_THAT(output.err, HasSubstr("--program FILE"));
  EXPECT_THAT(output.err, HasSubstr("--installed"));
  export_to("gradescope", "installed", "--installed");
  EXPECT_FALSE(fs::exists(path("installed/lockstep")));
}

TEST_F(Export, UnknownTargetsAreRefused) {
  const Output output =
      run_lockstep("assignment export \"" + path("copies").string() + "\" --to moodle --out x");
  EXPECT_EQ(output.status, 2);
  EXPECT_THAT(output.err, HasSubstr("choose author, student, gradescope, artemis, prairielearn"));
}

}  // namespace
}  // namespace lockstep::cli
