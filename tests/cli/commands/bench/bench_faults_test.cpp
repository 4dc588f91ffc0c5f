// Each fault of a driver, provoked through `lockstep bench`: the program continues and reports the fault.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/process.hpp"
#include "core/opencl/devices.hpp"
#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::json;

bool has_device() {
  static const bool known = opencl::list_devices().has_value();
  return known;
}

class BenchFaults : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_device()) GTEST_SKIP() << "no OpenCL device";
    setenv("OPENCL_LAYERS", LOCKSTEP_FAULTY_LAYER, 1);
  }
  void TearDown() override {
    unsetenv("OPENCL_LAYERS");
    unsetenv("LOCKSTEP_FAULT");
  }

  static void provoke(const std::string& fault) { setenv("LOCKSTEP_FAULT", fault.c_str(), 1); }
  // The fault happens only in the first process.
  static void provoke_once(const std::string& fault) {
    const std::string mark = write_file("mark", "");
    std::filesystem::remove(mark);
    provoke(fault + mark);
  }

  static Json bench(const std::string& ids, int expected_status, const std::string& options = "--no-copy") {
    const Output output =
        run_lockstep("bench " + ids + " --n 1000 --group 16 --repeat 2 --timeout 1 --json " + options);
    EXPECT_EQ(output.status, expected_status) << output.out << output.err;
    Json json = Json::parse(output.out, nullptr, false);
    EXPECT_TRUE(json.is_object()) << output.out;
    return json;
  }

  // The first of two rows fails, the second passes.
  static std::string reason_of_first(const std::string& status = "error") {
    const Json json = bench(kTwo, 1);
    EXPECT_EQ(json["rows"][0]["status"], status) << json.dump(2);
    EXPECT_EQ(json["rows"][1]["status"], "passed") << json.dump(2);
    return json["rows"][0]["reason"].get<std::string>();
  }

  static constexpr const char* kTwo = "reduce/first-add reduce/sequential-local";
};

void expect_words(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}
void expect_words(const Json& text, std::initializer_list<const char*> words) {
  expect_words(text.get<std::string>(), words);
}

TEST_F(BenchFaults, NoMemory) {
  provoke_once("memory");
  expect_words(reason_of_first(), {"making buffer", "CL_MEM_OBJECT_ALLOCATION_FAILURE", "smaller n"});
}

TEST_F(BenchFaults, ABuildThatFails) {
  provoke_once("build");
  expect_words(reason_of_first(),
               {"does not compile on this device", "the driver's compiler does not like this"});
}

TEST_F(BenchFaults, ALaunchThatFails) {
  provoke_once("launch");
  expect_words(reason_of_first(), {"running kernel", "run 1 of 5", "CL_OUT_OF_RESOURCES"});
}

TEST_F(BenchFaults, ADriverThatResets) {
  provoke_once("reset");
  expect_words(reason_of_first(), {"running kernel", "-9999", "out of bounds"});
}

TEST_F(BenchFaults, ADriverThatHangs) {
  provoke_once("hang");
  expect_words(reason_of_first(), {"did not answer for 1 s during run 1 of 5", "never end", "simulator"});
}

TEST_F(BenchFaults, ADriverThatCrashes) {
  provoke_once("crash");
  expect_words(reason_of_first(), {"was ended by SIGABRT", "during run 1 of 5", "new process", "simulator"});
}

TEST_F(BenchFaults, NumbersThatAreWrong) {
  provoke("number");
  const Json json = bench("reduce/first-add", 1);
  EXPECT_EQ(json["rows"][0]["status"], "failed");
  expect_words(json["rows"][0]["reason"], {"out[0] is", "reference gives"});
}

TEST_F(BenchFaults, ADeviceThatDisappears) {
  provoke_once("lost");
  const Json rows = bench(
      "reduce/first-add reduce/sequential-local reduce/divergent reduce/unrolled cpu/sequential", 1)["rows"];
  ASSERT_EQ(rows.size(), 5u);
  expect_words(rows[0]["reason"], {"running kernel", "CL_DEVICE_NOT_AVAILABLE"});
  for (const int lost : {1, 2}) {
    EXPECT_EQ(rows[lost]["status"], "error");
    expect_words(rows[lost]["reason"], {"opening the device", "busy or was removed"});
  }
  EXPECT_EQ(rows[3]["status"], "skipped") << "it is not waited for again and again";
  expect_words(rows[3]["reason"], {"did not find the device"});
  EXPECT_EQ(rows[4]["status"], "passed") << "rows without a device continue";
}

TEST_F(BenchFaults, ADriverThatHangsWhenItIsLoaded) {
  provoke("load-hang");
  const Json json = bench("reduce/first-add cpu/sequential", 0);
  expect_words(json["no_device"], {"does not answer", "/etc/OpenCL/vendors", "OCL_ICD_VENDORS"});
  EXPECT_EQ(json["rows"][0]["status"], "skipped");
  EXPECT_EQ(json["rows"][1]["status"], "passed");
}

TEST_F(BenchFaults, ADriverThatCrashesWhenItIsLoaded) {
  provoke("load-crash");
  expect_words(bench("reduce/first-add cpu/sequential", 0)["no_device"], {"crashes", "by SIGABRT"});
  for (const char* command : {"bench reduce/first-add --n 1000 --group 16", "devices"}) {
    const Output output = run_lockstep(command);
    EXPECT_EQ(output.status, 1) << command;
    expect_words(output.err, {"lockstep: An OpenCL driver crashes"});
  }
}

TEST_F(BenchFaults, CopyingThatHangs) {
  provoke("copy-hang");
  const Output output = run_lockstep("bench reduce/first-add --n 1000 --group 16 --repeat 2 --patience 1");
  EXPECT_EQ(output.status, 0) << output.err;
  expect_words(output.out, {"while measuring the copy bandwidth", "PASSED"});
}

TEST_F(BenchFaults, OutputOfADriverDoesNoHarm) {
  provoke("chatter");
  EXPECT_EQ(bench("reduce/first-add", 0)["rows"][0]["status"], "passed");
}

TEST_F(BenchFaults, InThisProcessOnRequest) {
  EXPECT_EQ(bench("reduce/first-add", 0, "--no-copy --in-process")["rows"][0]["status"], "passed");
}

// Ctrl+C during a run that never ends.
TEST_F(BenchFaults, AnInterruptPrintsTheResultsSoFar) {
  provoke_once("hang");
  const auto child = Child::start({LOCKSTEP_EXECUTABLE, "bench", "cpu/sequential", "reduce/first-add", "--n",
                                   "1000", "--group", "16", "--no-copy", "--repeat", "2"},
                                  {});
  ASSERT_TRUE(child);
  const std::string mark = std::string(std::getenv("LOCKSTEP_FAULT")).substr(4);
  for (int i = 0; i < 500 && !std::filesystem::exists(mark); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const auto start = std::chrono::steady_clock::now();
  (*child)->interrupt();
  std::string said;
  for (Heard heard; (heard = (*child)->listen(std::chrono::seconds(5))).kind == Heard::Kind::line;)
    said += heard.line + "\n";
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(1500));
  expect_words(said, {"cpu/sequential", "PASSED", "SKIPPED", "Cancelled during run 1 of 5"});
  EXPECT_EQ((*child)->how_it_ended(), "with status 130");
}

class BenchFirstLook : public BenchFaults {
 protected:
  // The student's own file replaces the kernel of one algorithm.
  static std::string kernel_dir(const std::string& text) {
    const std::string file = write_file("kernels/reduce/first-add.cl", text);
    return std::filesystem::path(file).parent_path().parent_path().string();
  }
};

constexpr const char* kHead =
    "kernel void reduce_first_add(global T* out, global const T* in, local T* s, uint n) {\n";

TEST_F(BenchFirstLook, AKernelThatNeverEndsIsHeldBack) {
  const Json row =
      bench("reduce/first-add", 1,
            "--no-copy --kernel-dir " +
                kernel_dir(std::string(kHead) + "  while (in[0] == in[0]) out[0] += 1;\n}\n"))["rows"][0];
  EXPECT_EQ(row["status"], "error");
  expect_words(
      row["reason"],
      {"In the simulator, with n = ", "first-add.cl:2:", ". It was not run on the device", "Repair"});
  EXPECT_EQ(row["first_look"]["kind"], "step_budget");
}

TEST_F(BenchFirstLook, AKernelThatWritesOutOfBoundsIsHeldBackUnlessForced) {
  const std::string folder = kernel_dir(std::string(kHead) + "  out[get_global_id(0) + 1] = in[0];\n}\n");
  const Json row = bench("reduce/first-add", 1, "--no-copy --kernel-dir " + folder)["rows"][0];
  EXPECT_EQ(row["first_look"]["kind"], "out_of_bounds");
  EXPECT_EQ(row["first_look"]["line"], 2);
  const Json ran = bench("reduce/first-add", 1, "--no-copy --force --kernel-dir " + folder)["rows"][0];
  EXPECT_NE(ran["status"], "passed") << ran.dump(2)
                                     << "the driver may even have crashed: the program has not";
  EXPECT_EQ(ran["reason"].get<std::string>().find("not run on the device"), std::string::npos) << ran.dump(2);
}

TEST_F(BenchFirstLook, AWrongResultRunsAndIsNoted) {
  const Json row =
      bench("reduce/first-add", 1,
            "--no-copy --kernel-dir " +
                kernel_dir(std::string(kHead) + "  if (get_global_id(0) == 0) out[0] = 7;\n}\n"))["rows"][0];
  EXPECT_EQ(row["status"], "failed");
  EXPECT_EQ(row["first_look"]["verdict"], "remark");
}

}  // namespace
}  // namespace lockstep::cli
