// Drivers that hang, crash and disappear during a benchmark in the window: the window continues, reports the
// fault, and keeps the edit.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "gui/app/headless.hpp"
#include "gui/scene_files/last_state.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr const char* kKernel = "reduce/first-add";
constexpr milliseconds kLong{20'000};

// The program's own worker process, with a driver into which faults are injected.
class BenchFaultsInTheWindow : public testing::Test {
 protected:
  bench::WorkerOptions worker(const std::string& fault) const {
    const std::string mark = folder_.file("mark");
    std::filesystem::remove(mark);
    return {.program = {LOCKSTEP_PROGRAM, "bench-worker"},
            .variables = {std::string("OPENCL_LAYERS=") + LOCKSTEP_FAULTY_LAYER,
                          "LOCKSTEP_FAULT=" + fault + mark},
            .timeout = milliseconds(1000)};
  }

  static AppState small_run() {
    AppState state;
    state.tab = "gpu";
    state.benchmark.algorithms = {kKernel, "reduce/sequential-local"};
    state.benchmark.sizes = {1000};
    state.benchmark.group_size = 16;
    state.benchmark.repetitions = 2;
    return state;
  }

  static AppState with_edit(const std::string& text) {
    AppState state = small_run();
    state.benchmark.algorithms = {kKernel};
    state.edited_texts[kKernel] = text;
    return state;
  }

  template <class Condition>
  static bool wait_for(BenchmarkRunner& runner, Condition condition) {
    for (const auto start = Clock::now(); Clock::now() - start < kLong;) {
      if (condition(runner.snapshot())) return true;
      std::this_thread::sleep_for(milliseconds(5));
    }
    return false;
  }
  // Skipped on a machine without devices.
  static bool run_through(BenchmarkRunner& runner, const AppState& state) {
    runner.discover();
    runner.run(state);
    wait_for(runner, [](const BenchmarkSnapshot& seen) {
      return !seen.discovering && !seen.running && (!seen.rows.empty() || !seen.devices);
    });
    return runner.snapshot().devices.has_value();
  }

  TemporaryFolder folder_;
};

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_F(BenchFaultsInTheWindow, AHangTimesOutAndTheNextRowPasses) {
  BenchmarkRunner runner({}, {}, {}, worker("hang"));
  if (!run_through(runner, small_run())) GTEST_SKIP() << "no OpenCL device";
  const auto rows = runner.snapshot().rows;
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].status, measure::BenchRow::Status::error);
  EXPECT_TRUE(has(rows[0].reason, "did not answer for 1 s during run 1 of 5")) << rows[0].reason;
  EXPECT_EQ(rows[1].status, measure::BenchRow::Status::passed) << rows[1].reason;
}

TEST_F(BenchFaultsInTheWindow, ACrashIsARow) {
  BenchmarkRunner runner({}, {}, {}, worker("crash"));
  if (!run_through(runner, small_run())) GTEST_SKIP() << "no OpenCL device";
  const auto rows = runner.snapshot().rows;
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_TRUE(has(rows[0].reason, "was ended by SIGABRT")) << rows[0].reason;
  EXPECT_EQ(rows[1].status, measure::BenchRow::Status::passed) << rows[1].reason;
}

TEST_F(BenchFaultsInTheWindow, CancelWorksWithinASecondWhileADriverHangs) {
  for (const std::string fault : {"hang", "building", "copy-hang"}) {
    bench::WorkerOptions options = worker(fault);
    options.timeout = std::chrono::minutes(1);
    BenchmarkRunner runner({}, {}, {}, std::move(options));
    runner.discover();
    runner.run(small_run());
    wait_for(runner, [&](const BenchmarkSnapshot& seen) {
      return (!seen.discovering && !seen.devices) || std::filesystem::exists(folder_.file("mark"));
    });
    if (!runner.snapshot().devices) GTEST_SKIP() << "no OpenCL device";
    const auto asked = Clock::now();
    runner.cancel();
    wait_for(runner, [](const BenchmarkSnapshot& seen) { return !seen.running; });
    EXPECT_LT(Clock::now() - asked, milliseconds(1000)) << fault;
    const auto rows = runner.snapshot().rows;
    ASSERT_EQ(rows.size(), 2u) << fault;
    for (const measure::BenchRow& row : rows)
      EXPECT_TRUE(has(row.reason, "Cancelled")) << fault << row.reason;
  }
}

TEST_F(BenchFaultsInTheWindow, ClosingDoesNotWaitForADriverThatHangs) {
  const auto start = Clock::now();
  {
    BenchmarkRunner runner({}, {}, {}, worker("load-hang"));
    runner.discover();
    EXPECT_TRUE(runner.snapshot().discovering);
    wait_for(runner, [&](const BenchmarkSnapshot&) { return std::filesystem::exists(folder_.file("mark")); });
  }
  EXPECT_LT(Clock::now() - start, milliseconds(4000));
}

TEST_F(BenchFaultsInTheWindow, ADriverThatCrashesWhenLoadedIsReported) {
  BenchmarkRunner runner({}, {}, {}, worker("load-crash"));
  runner.discover();
  wait_for(runner, [](const BenchmarkSnapshot& seen) { return !seen.discovering; });
  EXPECT_TRUE(has(runner.snapshot().no_devices, "crashes")) << runner.snapshot().no_devices;
}

// Accesses one element past the end: a driver's allocation is slightly larger, so the run on request
// ends normally.
TEST_F(BenchFaultsInTheWindow, AnEditThatWouldHangTheDeviceIsHeldBackAndRunsOnRequest) {
  BenchmarkRunner runner({}, {}, {}, worker("none"));
  const std::string text =
      "kernel void reduce_first_add(global T* out, global const T* in, local T* s, uint n) {\n"
      "  if (get_global_id(0) == 0) out[get_num_groups(0)] = in[0];\n}\n";
  if (!run_through(runner, with_edit(text))) GTEST_SKIP() << "no OpenCL device";
  const measure::BenchRow held = runner.snapshot().rows.at(0);
  EXPECT_TRUE(held.is_held_back());
  EXPECT_TRUE(has(held.reason, "first-add.cl:2:") && has(held.reason, "not run on the device"))
      << held.reason;
  ASSERT_TRUE(held.precheck);
  EXPECT_EQ(held.precheck->kind, "out_of_bounds");
  runner.force_run(0);
  wait_for(runner, [](const BenchmarkSnapshot& seen) { return !seen.running; });
  const measure::BenchRow ran = runner.snapshot().rows.at(0);
  EXPECT_FALSE(has(ran.reason, "not run on the device")) << ran.reason;
  EXPECT_EQ(runner.snapshot().rows.size(), 1u);
}

// The whole window: an edit is stored before the run starts, and is still present after the crash and
// a restart.
TEST_F(BenchFaultsInTheWindow, AnEditSurvivesACrashOfTheDriver) {
  const std::string path = folder_.file("scene.json");
  StateKeeper keeper(path);
  std::string kept_before_run;
  InterfaceOptions options;
  options.worker = worker("crash");
  options.keep_now = [&](const AppState& state) {
    keeper.keep(state);
    const AppState on_disk = restore_state(path).state;
    const auto found = on_disk.edited_texts.find(kKernel);
    kept_before_run = found == on_disk.edited_texts.end() ? "" : found->second;
  };
  const std::string text = load_kernel(**find_algorithm(kKernel), "")->text + "// mine\n";
  Headless window(with_edit(text), 1280, 720, 1, std::move(options));
  window.frame();
  window.frame({{{.key = Key::enter, .ctrl = true}}, {}, {}});
  window.frame();
  BenchmarkRunner& runner = window.interface().benchmark();
  wait_for(runner, [](const BenchmarkSnapshot& seen) {
    return !seen.discovering && !seen.running && (!seen.rows.empty() || !seen.devices);
  });
  EXPECT_EQ(kept_before_run, text);
  if (!runner.snapshot().devices) GTEST_SKIP() << "no OpenCL device";
  window.frame();
  EXPECT_TRUE(has(runner.snapshot().rows.at(0).reason, "was ended by SIGABRT"))
      << runner.snapshot().rows.at(0).reason;
  EXPECT_EQ(window.interface().state().edited_texts.at(kKernel), text);
  EXPECT_EQ(restore_state(path).state.edited_texts.at(kKernel), text);
}

}  // namespace
}  // namespace lockstep::gui
