// Kernels that never end, in the real program: the line is named soon, and Ctrl+C ends everything else.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/process.hpp"
#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::json;

const std::string kEndlessHead = "kernel void t(global int* out, global const int* in) {\n";
const std::string kArguments = " --global 64 --local 64 buffer:int:64=0 buffer:int:64=iota";

std::string file_of(const std::string& body) {
  return write_file("endless.cl", kEndlessHead + body + "\n}\n");
}

void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
}

TEST(Endless, SimulateNamesLineAndReason) {
  const Output output =
      run_lockstep("simulate " + file_of("while (in[get_global_id(0)] < 1000) {}") + kArguments);
  EXPECT_EQ(output.status, 1);
  expect_words(output.out, {"endless.cl:2:", "endless_loop", "it reads in[0]", "instructions"});
}

TEST(Endless, AlsoWithoutFindings) {
  const Output output = run_lockstep("simulate --no-findings " + file_of("while (1) {}") + kArguments);
  EXPECT_EQ(output.status, 1);
  expect_words(output.out, {"endless_loop", "line 2"});
}

TEST(Endless, IndependentLanesAreAdvisedWhereTheyHelp) {
  const std::string file = file_of(
      "if (get_local_id(0) < 2) { while (atomic_cmpxchg(&out[0], 0, 1)) {} atomic_xchg(&out[0], 0); }");
  const Output output = run_lockstep("simulate --json " + file + kArguments);
  const Json finding = Json::parse(output.out)["findings"][0];
  EXPECT_EQ(finding["kind"], "endless_loop");
  EXPECT_EQ(finding["advice"], "--schedule independent");
  EXPECT_EQ(run_lockstep("simulate --schedule independent " + file + kArguments).status, 0);
}

TEST(Endless, OtherLoopsAreStoppedByTheTimeout) {
  const std::string file = file_of("for (uint i = 0;; i++) out[0] = i;");
  for (const std::string command : {"simulate ", "explain "}) {
    const Output output = run_lockstep(command + file + kArguments + " --timeout 0.3");
    EXPECT_EQ(output.status, 1);
    expect_words(output.out, {"no work-group ended in 0.3 s", "line 2 of endless.cl", "i = "});
  }
  for (const std::string wrong : {"-1", "x", "1e99", "nan"})
    EXPECT_EQ(run_lockstep("simulate " + file + kArguments + " --timeout " + wrong).status, 2) << wrong;
}

TEST(Endless, CtrlCKeepsWhatThereIs) {
  const std::string file = file_of("printf(\"begin\\n\"); for (uint i = 0;; i++) out[0] = i;");
  const std::vector<std::string> arguments{"buffer:int:64=0:dump", "buffer:int:64=iota"};
  for (const std::string command : {"simulate", "explain"}) {
    const auto child = Child::start({LOCKSTEP_EXECUTABLE, command, file, "--global", "64", "--local", "64",
                                     "--timeout", "0", arguments[0], arguments[1]},
                                    {});
    ASSERT_TRUE(child);
    std::string said;
    if (command == "simulate") {
      // What the kernel prints appears while it runs.
      while (said.find("begin") == std::string::npos) {
        const Heard heard = (*child)->listen(std::chrono::seconds(20));
        ASSERT_EQ(heard.kind, Heard::Kind::line);
        said += heard.line + "\n";
      }
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
    const auto begin = std::chrono::steady_clock::now();
    (*child)->interrupt();
    for (Heard heard; (heard = (*child)->listen(std::chrono::seconds(20))).kind == Heard::Kind::line;)
      said += heard.line + "\n";
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
    EXPECT_EQ((*child)->how_it_ended(), "with status 130");
    if (command == "simulate") expect_words(said, {"Stopped by Ctrl+C", "instructions"});
  }
}

TEST(Endless, PrintfIsLimited) {
  const Output output = run_lockstep(
      "simulate " + file_of("for (int i = 0; i < 9000; i++) printf(\"%d\\n\", i);") + kArguments);
  EXPECT_EQ(output.status, 0);
  EXPECT_LT(output.out.size(), std::size_t{2} << 20);
  expect_words(output.out, {"only the first 1 MiB are shown"});
}

}  // namespace
}  // namespace lockstep::cli
