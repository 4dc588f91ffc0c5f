// Whole programs through the system's loader, by `lockstep run`: results, findings, exit status, recordings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "core/recording/recording.hpp"
#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::json;

#ifdef LOCKSTEP_TEST_SUMS
constexpr const char *kSums = LOCKSTEP_TEST_SUMS, *kScan = LOCKSTEP_TEST_SCAN,
                     *kProcesses = LOCKSTEP_TEST_PROCESSES, *kOrder = LOCKSTEP_TEST_ORDER,
                     *kResults = LOCKSTEP_TEST_RESULTS, *kHabits = LOCKSTEP_TEST_HABITS;
#else
constexpr const char *kSums = "", *kScan = "", *kProcesses = "", *kOrder = "", *kResults = "", *kHabits = "";
#endif

constexpr const char* kRight = "32640\n98176\n163712\n229248\n";

class Run : public testing::Test {
 protected:
  void SetUp() override {
    if (*kSums == '\0')
      GTEST_SKIP() << "There is no OpenCL loader (libOpenCL.so.1) to link the programs with.";
  }
  static Output run(const std::string& options, const std::string& program) {
    return run_lockstep("run " + options + " -- " + program);
  }
  static Json json_of(const Output& output) {
    return Json::parse(output.out.substr(output.out.find('{')), nullptr, false);
  }
  static std::string processes(const std::string& mode) { return std::string(kProcesses) + " " + mode; }
  static std::size_t lines_with(const std::string& text, const std::string& part) {
    std::istringstream lines(text);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);)
      if (line.find(part) != std::string::npos) ++count;
    return count;
  }
  static std::string sums(const std::string& mode) { return std::string(kSums) + " " + mode; }
  // The line of a text in the program's source.
  static std::string place_of(const std::string& text) {
    std::ifstream source(LOCKSTEP_SOURCE_DIR "/tests/runtime/programs/sums.c");
    std::string line;
    for (int number = 1; std::getline(source, line); ++number)
      if (line.find(text) != std::string::npos) return "sums.c:" + std::to_string(number);
    return "";
  }
};

TEST_F(Run, RightProgramPassesItsOutputThrough) {
  const Output output = run("", sums("right"));
  EXPECT_EQ(output.status, 0);
  EXPECT_EQ(output.out, kRight);
  EXPECT_NE(output.err.find("findings: none"), std::string::npos) << output.err;
  EXPECT_EQ(output.err.find("never released"), std::string::npos) << output.err;
}

TEST_F(Run, ResultsAreThoseOfAnotherDevice) {
  const std::string file = write_file("other-device.txt", "");
  if (std::system((sums("right") + " > " + file + " 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "There is no other OpenCL device to compare with.";
  std::ostringstream other;
  other << std::ifstream(file).rdbuf();
  EXPECT_EQ(run("", sums("right")).out, other.str());
}

TEST_F(Run, BindingsOfCpp) {
  for (const char* model : {"cc9.0", "cc1.0", "gcn"}) {
    const Output output = run(std::string("--model ") + model, std::string(kScan) + " 100");
    EXPECT_EQ(output.status, 0) << model << output.err;
    EXPECT_EQ(output.out, "right\n") << model << output.err;
  }
}

// It asks every query of platforms, devices and contexts, and says which of them fail.
TEST_F(Run, ClinfoGetsAnAnswerToEveryQuery) {
  if (std::system("clinfo --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "clinfo is not installed.";
  for (const char* model : {"cc9.0", "cc1.0", "xe"}) {
    const Output output = run(std::string("--model ") + model, "clinfo");
    EXPECT_EQ(output.status, 0) << model << output.err;
    EXPECT_NE(output.out.find("Lockstep " + std::string(model)), std::string::npos) << output.out;
    EXPECT_EQ(output.out.find(": error"), std::string::npos) << model << output.out;
  }
}

TEST_F(Run, RaceIsNamedWithTheLinesOfKernelAndHost) {
  const Output output = run("--json", sums("race"));
  EXPECT_EQ(output.status, 1);
  const Json report = json_of(output);
  ASSERT_TRUE(report.is_object()) << output.out;
  EXPECT_GE(report["findings"], 1);
  const Json& launch = report["launches"][0];
  EXPECT_EQ(launch["kernel"], "sums");
  EXPECT_EQ(launch["place"], place_of("check(clEnqueueNDRangeKernel"));
  const Json* race = nullptr;
  for (const Json& finding : launch["findings"])
    if (finding["kind"] == "data_race") race = &finding;
  ASSERT_NE(race, nullptr) << launch["findings"];
  EXPECT_EQ((*race)["line"], 11);
  EXPECT_NE(run("", sums("race")).err.find(place_of("check(clEnqueueNDRangeKernel")), std::string::npos);
}

TEST_F(Run, CrashOfTheProgramIsNoFinding) {
  const Output output = run("--json", sums("crash"));
  EXPECT_EQ(output.status, 139);
  const Json report = json_of(output);
  EXPECT_EQ(report["findings"], 0);
  EXPECT_EQ(report["complete"], false);
  EXPECT_EQ(report["launches"].size(), 1u);
  EXPECT_NE(report["ended_by"].get<std::string>().find("SIGSEGV"), std::string::npos);
}

TEST_F(Run, ProgramThatNeverEnds) {
  const Output output = run("--time-limit 1 --json", sums("sleep"));
  EXPECT_NE(output.status, 0);
  EXPECT_EQ(json_of(output)["timed_out"], true);
}

TEST_F(Run, TimeLimitEndsAllProcesses) {
  const std::string file = write_file("grandchild.txt", "");
  const Output output =
      run("--time-limit 1", "sh -c 'trap \"\" TERM; sleep 600 & echo $! > " + file + "; sleep 600'");
  EXPECT_NE(output.status, 0);
  long grandchild = 0;
  std::ifstream(file) >> grandchild;
  ASSERT_GT(grandchild, 0);
  EXPECT_NE(std::system(("kill -0 " + std::to_string(grandchild) + " 2> /dev/null").c_str()), 0);
}

TEST_F(Run, KernelThatNeverEnds) {
  const Output output = run("--json", sums("endless"));
  EXPECT_EQ(output.status, 2) << output.err;  // the program's own: its read fails
  EXPECT_NE(output.err.find("read: error -5"), std::string::npos) << output.err;
  const Json report = json_of(output);
  ASSERT_EQ(report["launches"].size(), 2u);
  EXPECT_EQ(report["launches"][1]["kernel"], "endless");
  EXPECT_EQ(report["launches"][1]["ended"], false);
  EXPECT_EQ(report["launches"][1]["findings"][0]["line"], 15);
}

TEST_F(Run, StatusIsTheProgramsOwn) { EXPECT_EQ(run("", sums("status")).status, 3); }

TEST_F(Run, PlacesAreThoseOfTheCallerOfBindingsAndOfHeaders) {
  const Json scan = json_of(run("--json", std::string(kScan) + " 4"));
  EXPECT_EQ(scan["launches"][0]["place"].get<std::string>().substr(0, 9), "scan.cpp:");
  if (std::system("llvm-addr2line --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "addr2line of the GNU binutils 2.40 takes the header for the file that includes it.";
  EXPECT_EQ(json_of(run("--json", processes("once")))["launches"][0]["place"], "launch.h:6");
}

TEST_F(Run, ProcessThatEndsWithoutExit) {
  const Output output = run("", processes("quick"));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_NE(output.err.find("findings: none"), std::string::npos) << output.err;
}

TEST_F(Run, EachProcessHasLaunchesOfItsOwn) {
  for (const auto& [mode, count] : {std::pair("fork", 3u), {"exec", 2u}}) {
    const Output output = run("--json", processes(mode));
    EXPECT_EQ(output.status, 0) << mode << output.err;
    const Json report = json_of(output);
    ASSERT_EQ(report["launches"].size(), count) << mode;
    for (unsigned i = 0; i < count; ++i) {
      EXPECT_EQ(report["launches"][i]["process"], i + 1) << mode;
      EXPECT_EQ(report["launches"][i]["number"], 1) << mode;
      EXPECT_EQ(report["launches"][i]["ended"], true) << mode;
    }
    EXPECT_EQ(report["findings"], 0) << mode;
  }
  EXPECT_EQ(lines_with(run("", processes("fork")).err, " first "), 3u);
}

TEST_F(Run, RecordingOfAProcessThatForks) {
  const std::string file = write_file("fork.lockstep", "");
  ASSERT_EQ(run("--record " + file, processes("fork")).status, 0);
  const auto recording = read_recording(file);
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_EQ(recording->plan.launches.size(), 1u);
}

TEST_F(Run, KernelsHaveARowEachAndLaunchesOnRequest) {
  const Output output = run("", processes("two"));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(output.out, "500 1000\n");
  EXPECT_EQ(lines_with(output.err, " first "), 1u) << output.err;
  EXPECT_EQ(lines_with(output.err, " second "), 1u) << output.err;
  EXPECT_EQ(lines_with(output.err, "500  first "), 1u) << output.err;
  EXPECT_EQ(lines_with(run("--each-launch", processes("two")).err, " second "), 500u);
  EXPECT_EQ(output.err.find("findings\n"), std::string::npos) << output.err;
}

// Of each pair, only the program that lacks something has a finding, and early delivery has none.
TEST_F(Run, WhatNothingOrdersIsFound) {
  for (const char* mode : {"event", "barrier", "halves", "two-queues", "finish", "user-event", "source",
                           "target", "unmap", "read-window", "image"}) {
    const std::string wrong = std::string(kOrder) + " no-" + mode, right = std::string(kOrder) + " " + mode;
    const Json report = json_of(run("--json", wrong));
    ASSERT_FALSE(report["host_findings"].empty()) << mode;
    EXPECT_TRUE(std::ranges::any_of(report["host_findings"], [](const Json& finding) {
      return finding["kind"] == "command_order";
    })) << mode;
    for (const Json& finding : report["host_findings"])
      EXPECT_NE(finding["first"]["place"].get<std::string>().find("order.c:"), std::string::npos) << mode;
    EXPECT_EQ(run("", wrong).status, 1) << mode;
    EXPECT_EQ(run("--deliver early", wrong).status, 0) << mode;
    EXPECT_EQ(run("", right).status, 0) << mode << run("", right).err;
    EXPECT_EQ(run("", right).out, run("--deliver early", right).out) << mode;
  }
  for (const char* mode : {"target-twice", "staging"}) {
    const std::string right = std::string(kOrder) + " " + mode;
    EXPECT_EQ(run("", right).status, 0) << mode << run("", right).err;
    EXPECT_EQ(run("", right).out, run("--deliver early", right).out) << mode;
  }
}

// Out-of-order queues, maps, sub-buffers, gates, callbacks, memory of the program, binaries, several devices.
TEST_F(Run, HabitsOfRightProgramsAreNoMistakes) {
  for (const char* mode : {"graph",
                           "map",
                           "sub-buffers",
                           "gate",
                           "marks",
                           "two-buffers",
                           "callbacks",
                           "host-memory",
                           "host-memory-once",
                           "host-memory-write",
                           "rectangles",
                           "fill",
                           "printf",
                           "profile",
                           "native",
                           "binary",
                           "devices",
                           "early-release",
                           "polling",
                           "reuse"})
    for (const char* options : {"", "--deliver early"}) {
      const Output output = run(options, std::string(kHabits) + " " + mode);
      EXPECT_EQ(output.status, 0) << mode << options << output.err;
      EXPECT_NE(output.out.find("right\n"), std::string::npos) << mode << options << output.out;
      EXPECT_NE(output.err.find("findings: none"), std::string::npos) << mode << options << output.err;
    }
}

struct HostMistake {
  const char *mode, *kind, *severity, *words;
};
constexpr HostMistake kHostMistakes[] = {
    {"read-result", "unread_result", "error", "reads in, which no kernel has changed"},
    {"read-written", "unwritten_read", "warning", "bytes 128 to 255 of out"},
    {"written-half", "unwritten_read", "error", "bytes 128 to 255 of out"},
    {"map-result", "unmapped_access", "error", "writes a, which was created with CL_MEM_USE_HOST_PTR"},
    {"map-input", "unmapped_access", "error", "changed this memory from about byte 0 on without mapping it"},
    {"pad-struct", "layout", "error",
     "m with 256 bytes, 16 for each of 16 elements, and an element takes 32"},
    {"match-types", "layout", "error",
     "in with 256 bytes, 4 for each of 64 elements, and an element takes 8"},
    {"size-in-bytes", "layout", "error", "gives s 16 bytes of local memory"},
    {"local-size", "layout", "error", "local array s of kernel fixed has 16 elements"}};

TEST_F(Run, MistakesWithBuffersAreNamed) {
  for (const HostMistake& mistake : kHostMistakes) {
    const std::string right = std::string(kResults) + " " + mistake.mode;
    const Json report = json_of(run("--json", std::string(kResults) + " no-" + mistake.mode));
    ASSERT_EQ(report["host_findings"].size(), 1u) << mistake.mode << report["host_findings"];
    const Json& finding = report["host_findings"][0];
    EXPECT_EQ(finding["kind"], mistake.kind) << mistake.mode;
    EXPECT_EQ(finding["severity"], mistake.severity) << mistake.mode;
    EXPECT_NE(finding["message"].get<std::string>().find(mistake.words), std::string::npos) << finding;
    EXPECT_NE(finding["first"]["place"].get<std::string>().find("results.c:"), std::string::npos) << finding;
    const Output output = run("", right);
    EXPECT_EQ(output.status, 0) << mistake.mode << output.err;
    EXPECT_NE(output.err.find("findings: none"), std::string::npos) << mistake.mode << output.err;
    EXPECT_EQ(json_of(run("--json", right))["host_findings"].size(), 0u) << mistake.mode;
  }
  EXPECT_EQ(json_of(run("--json", std::string(kResults) + " read-both"))["host_findings"].size(), 0u);
  EXPECT_EQ(run("", std::string(kResults) + " no-read-written").status, 0) << "a warning";
}

TEST_F(Run, BothCallsOfAConflictAreNamed) {
  const Output output = run("", std::string(kOrder) + " no-two-queues");
  EXPECT_NE(output.err.find("of a and clEnqueueNDRangeKernel at order.c:"), std::string::npos) << output.err;
  EXPECT_NE(output.err.find("they are in two queues"), std::string::npos) << output.err;
}

// What editors, pull requests and make read: on standard output, behind what the program prints itself.
TEST_F(Run, FindingsOfTheHostPartInTheFormatsOfEditors) {
  const std::string wrong = std::string(kOrder) + " no-two-queues";
  const Output gcc = run("--format gcc", wrong);
  EXPECT_EQ(gcc.status, 1);
  const std::regex form(R"((.+/)?order\.c:\d+:\d+: error: clEnqueueNDRangeKernel .+ \[command_order\])");
  std::istringstream lines(gcc.out);
  std::size_t found = 0;
  for (std::string line; std::getline(lines, line);) found += std::regex_match(line, form) ? 1 : 0;
  EXPECT_EQ(found, 1u) << gcc.out;

  const Json sarif = json_of(run("--format sarif", wrong));
  const Json& results = sarif["runs"][0]["results"];
  ASSERT_EQ(results.size(), 1u) << sarif;
  EXPECT_EQ(results[0]["ruleId"], "command_order");
  EXPECT_EQ(results[0]["level"], "error");

  const Output json = run("--format json", wrong);
  const Json list = Json::parse(json.out.substr(json.out.find('[')), nullptr, false);
  ASSERT_EQ(list.size(), 1u) << json.out;
  EXPECT_EQ(list[0]["kind"], "command_order");
  EXPECT_EQ(list[0]["severity"], "error");

  EXPECT_EQ(run("--format gcc", std::string(kOrder) + " two-queues").status, 0);
  EXPECT_EQ(run("--format gcc --json", wrong).status, 2);
}

// A thread that calls keeps the interpreter's lock, or has given it to others.
TEST_F(Run, PlacesInProgramsOfPython) {
  if (std::system("python3 -c 'import ctypes' > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "There is no Python with ctypes.";
  for (const char* lock : {"keeps", "gives"}) {
    const Output output =
        run("", "python3 " LOCKSTEP_SOURCE_DIR "/tests/runtime/programs/unordered.py " + std::string(lock));
    for (const char* place :
         {"clEnqueueNDRangeKernel at unordered.py:29", "clEnqueueNDRangeKernel at unordered.py:30"})
      EXPECT_NE(output.err.find(place), std::string::npos) << lock << output.err;
  }
}

TEST_F(Run, ProgramWithoutOpenCl) {
  const Output output = run("", "true");
  EXPECT_EQ(output.status, 0);
  EXPECT_NE(output.err.find("did not use OpenCL"), std::string::npos) << output.err;
  EXPECT_EQ(run("--json", "false").status, 1);
}

TEST_F(Run, WhatTheProgramForgotIsSaid) {
  const Output output = run("--json", sums("forget"));
  EXPECT_EQ(output.status, 0);
  const Json report = json_of(output);
  EXPECT_EQ(report["never_released"],
            Json({{"buffer", 2}, {"command queue", 1}, {"context", 1}, {"kernel", 1}, {"program", 1}}));
  ASSERT_EQ(report["errors"].size(), 1u);
  EXPECT_EQ(report["errors"][0]["call"], "clSetKernelArg");
  EXPECT_EQ(report["errors"][0]["code"], "CL_INVALID_ARG_INDEX");
  EXPECT_EQ(report["errors"][0]["place"], place_of("// the ignored error"));
}

TEST_F(Run, ChosenLaunchesAreChecked) {
  const Json report = json_of(run("--json --launches 2,4..5", sums("launches 6")));
  std::vector<bool> checked;
  for (const Json& launch : report["launches"]) checked.push_back(launch["checked"].get<bool>());
  EXPECT_EQ(checked, (std::vector{false, true, false, true, true, false}));
}

TEST_F(Run, RecordingIsReadBack) {
  const std::string file = write_file("scan.lockstep", "");
  const Output output = run("--record " + file, std::string(kScan) + " 64");
  ASSERT_EQ(output.status, 0) << output.err;
  const auto recording = read_recording(file);
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_EQ(recording->plan.launches.size(), 6u);
  EXPECT_EQ(recording->plan.buffers.size(), 2u);
  EXPECT_EQ(recording->command, (std::vector<std::string>{kScan, "64"}));
  EXPECT_FALSE(recording->plan.host_calls.empty());
}

TEST_F(Run, RecordingOfSomeLaunchesBeginsWithTheirContents) {
  const std::string file = write_file("part.lockstep", "");
  ASSERT_EQ(run("--launches 3 --record " + file, std::string(kScan) + " 64").status, 0);
  const auto recording = read_recording(file);
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_EQ(recording->plan.launches.size(), 1u);
  // What the buffers contained before the launch is what the host wrote and earlier launches made of it.
  bool has_contents = false;
  for (const HostCall& call : recording->plan.host_calls)
    has_contents =
        has_contents || (call.kind == HostCall::Kind::write && call.before_launch == 0 && call.data);
  EXPECT_TRUE(has_contents);
}

}  // namespace
}  // namespace lockstep::cli
