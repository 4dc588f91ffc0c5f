#include "core/benchmark_data/tuning.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/files/whole_file.hpp"
#include "core/bench/tuner.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::measure {
namespace {

Device device_named(std::string name, Device::Kind kind = Device::Kind::gpu) {
  Device device;
  device.name = std::move(name);
  device.driver = "1.2";
  device.kind = kind;
  device.max_group_size = 1024;
  device.local_bytes = 48 * 1024;
  device.global_bytes = device.max_buffer_bytes = std::uint64_t{1} << 34;
  device.compute_units = 16;
  device.warp_width = 32;
  device.has_float64 = true;
  return device;
}

TuningEntry entry(std::string device, std::uint64_t rounds, std::uint64_t element_bytes = 4,
                  std::uint64_t n = 0) {
  return {.device = std::move(device),
          .driver = "",
          .algorithm = "reduce/a",
          .element_bytes = element_bytes,
          .n = n,
          .tuning = {256, rounds, 4}};
}

TEST(Tuning, EntriesOfTheDeviceComeBeforeItsKindAndNearSizesFirst) {
  const std::vector<TuningEntry> entries{entry("GPU", 1), entry("CPU", 2), entry("H200", 3, 4, 1 << 20),
                                         entry("H200", 4, 8, 1 << 20), entry("H200", 5, 4, 1 << 28)};
  const auto rounds = [&](const Device& device, std::uint64_t bytes, std::uint64_t n) {
    return best_entry(entries, device, "reduce/a", bytes, n).rounds;
  };
  EXPECT_EQ(rounds(device_named("NVIDIA H200"), 4, 1 << 22), 3u);
  EXPECT_EQ(rounds(device_named("NVIDIA H200"), 8, 1 << 28), 4u);
  EXPECT_EQ(rounds(device_named("NVIDIA H200"), 4, 1 << 27), 5u);
  EXPECT_EQ(rounds(device_named("another"), 4, 1 << 27), 1u);
  EXPECT_EQ(rounds(device_named("another", Device::Kind::cpu), 4, 1 << 27), 2u);
  EXPECT_EQ(best_entry(entries, device_named("x", Device::Kind::other), "reduce/a", 4, 1), Tuning{});
  EXPECT_EQ(best_entry(entries, device_named("NVIDIA H200"), "reduce/b", 4, 1), Tuning{});
}

TEST(Tuning, AnotherDriversEntryDoesNotCount) {
  TuningEntry old = entry("H200", 9);
  old.driver = "1.1";
  EXPECT_EQ(best_entry(std::vector{old}, device_named("H200"), "reduce/a", 4, 1), Tuning{});
  old.driver = "1.2";
  EXPECT_EQ(best_entry(std::vector{old}, device_named("H200"), "reduce/a", 4, 1).rounds, 9u);
}

TEST(Tuning, ATableIsWrittenAsItIsRead) {
  std::vector<TuningEntry> entries{entry("GPU", 1), entry("a \"b\"", 2, 8, 77)};
  entries[1].driver = "580.1";
  entries[1].gbps = 12.5;
  const auto read = parse_tuning("a.json", tuning_json(entries));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, entries);
}

TEST(Tuning, AnInvalidTableNamesItsFile) {
  for (const char* text :
       {"", "[]", "{}", R"({"tuning":[{}]})", R"({"tuning":[{"device":1}]})",
        R"({"tuning":[{"device":"a","algorithm":"b","element_bytes":4,"group_size":0,"rounds":1}]})",
        R"({"tuning":[{"device":"a","algorithm":"b","element_bytes":4,"group_size":8,"rounds":-1}]})"}) {
    const auto read = parse_tuning("here.json", text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("here.json"), std::string::npos) << read.error().message;
    EXPECT_NE(read.error().message.find("lockstep tune"), std::string::npos);
  }
}

// Sets $XDG_CONFIG_HOME during its lifetime.
struct ConfigFolder {
  ConfigFolder() { setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1); }
  ~ConfigFolder() { unsetenv("XDG_CONFIG_HOME"); }
  TemporaryFolder folder;
};

TEST(Tuning, FoundValuesAreStoredAndUsedFirst) {
  const ConfigFolder config;
  const Algorithm& algorithm = **find_algorithm("reduce/tuned");
  const Device device = device_named("NVIDIA H200");
  PlanRequest request;
  request.n = 1 << 24;
  PlanRequest far = request;
  far.n = 1 << 10;
  const Tuning built_in = tuning_for(device, algorithm, request);
  const Tuning built_in_far = tuning_for(device, algorithm, far);
  EXPECT_GT(built_in.group_size, 0u);
  TuningEntry found = entry(device.name, 3, 4, 1 << 24);
  found.algorithm = algorithm.id;
  found.driver = device.driver;
  ASSERT_TRUE(keep_tuning(found));
  EXPECT_EQ(tuning_for(device, algorithm, request), found.tuning);
  EXPECT_EQ(tuning_for(device, algorithm, far), built_in_far) << "found with a much larger n";
  found.tuning.rounds = 5;
  ASSERT_TRUE(keep_tuning(found));
  EXPECT_EQ(tuning_for(device, algorithm, request).rounds, 5u) << "it replaces the older one";
  std::ofstream(tuning_file()) << "nonsense";
  EXPECT_EQ(tuning_for(device, algorithm, request), built_in);
  const auto kept = keep_tuning(found);
  ASSERT_FALSE(kept) << "what cannot be read is not overwritten";
}

TEST(Tuning, ConcurrentWritersLoseNothing) {
  const ConfigFolder config;
  {
    std::vector<std::jthread> tuners;
    for (std::uint64_t i = 0; i < 4; ++i)
      tuners.emplace_back([i] {
        for (std::uint64_t k = 1; k <= 5; ++k) EXPECT_TRUE(keep_tuning(entry("a", 1, 4, 10 * i + k)));
      });
  }
  std::ifstream file(tuning_file());
  EXPECT_EQ(nlohmann::json::parse(file)["tuning"].size(), 20u);
}

TEST(Tuning, IgnoredValuesHaveAReason) {
  const ConfigFolder config;
  EXPECT_EQ(kept_tuning_problem(), "") << "there are none";
  ASSERT_TRUE(keep_tuning(entry("a", 1)));
  EXPECT_EQ(kept_tuning_problem(), "");
  std::ofstream(tuning_file()) << "nonsense";
  EXPECT_NE(kept_tuning_problem().find(tuning_file()), std::string::npos);
}

TEST(Tuning, EveryCandidateMakesADifferentPlan) {
  for (const Algorithm& algorithm : catalogue()) {
    BenchRequest request;
    request.algorithm = &algorithm;
    request.request.n = 1 << 20;
    const auto found = bench::tuning_candidates(device_named("a"), request);
    ASSERT_TRUE(found) << found.error().message;
    const std::vector<Tuning>& candidates = *found;
    EXPECT_EQ(candidates.empty(), !algorithm.is_tunable) << algorithm.id;
    if (candidates.empty()) continue;
    EXPECT_GT(candidates.size(), 8u) << algorithm.id;
    EXPECT_FALSE(tuning_for(device_named("a"), algorithm, request.request) == Tuning{})
        << algorithm.id << " has no built-in values for GPUs";
    EXPECT_FALSE(tuning_for(device_named("a", Device::Kind::cpu), algorithm, request.request) == Tuning{});
  }
}

// A technique is the tuned kernel without later techniques; if the tuned kernel has no lanes, those of the
// request are used.
TEST(Tuning, TechniquesTakeTheValuesOfTheirAlgorithm) {
  const PlanRequest request{.n = 1 << 24, .group_size = 64};
  const auto of = [&](const char* id, Device::Kind kind) {
    return tuning_for(device_named("a", kind), **find_algorithm(id), request);
  };
  const Tuning tuned = of("reduce/tuned", Device::Kind::gpu);
  EXPECT_EQ(of("reduce/loads-in-flight", Device::Kind::gpu), tuned);
  EXPECT_EQ(of("reduce/vector-loads", Device::Kind::gpu),
            (Tuning{tuned.group_size, 1, tuned.groups_per_unit}));
  EXPECT_EQ(of("scan/look-back", Device::Kind::cpu).group_size, 1u);
  EXPECT_EQ(of("scan/loads-in-flight", Device::Kind::cpu).group_size, 0u);
  EXPECT_EQ(of("scan/reduce-then-scan", Device::Kind::cpu).rounds, 1u);
}

TEST(Tuning, ImpossiblePlansHaveAReason) {
  BenchRequest request;
  request.algorithm = *find_algorithm("reduce/tuned");
  request.request.n = 0;
  const auto candidates = bench::tuning_candidates(device_named("a"), request);
  ASSERT_FALSE(candidates);
  EXPECT_NE(candidates.error().message.find("n is 0"), std::string::npos) << candidates.error().message;
}

TEST(Tuning, AChosenGroupSizeKeepsTheBytesInFlight) {
  EXPECT_EQ(tuning_for_group({512, 4, 2}, 256), (Tuning{0, 4, 2})) << "never more for a work-item";
  EXPECT_EQ(tuning_for_group({1, 256, 1}, 64), (Tuning{0, 4, 1}));
  EXPECT_EQ(tuning_for_group({1, 256, 1}, 1024), (Tuning{0, 1, 1}));
  EXPECT_EQ(tuning_for_group({1, 4096, 4}, 64), (Tuning{0, 4, 4}))
      << "a tile of one work-item is not a vector of many";
}

TEST(Tuning, ADeviceWithSmallGroupsGetsSmallGroups) {
  Device small = device_named("a");
  small.max_group_size = 100;
  EXPECT_EQ(tuning_for(small, **find_algorithm("reduce/tuned"), {}).group_size, 64u);
}

TEST(Tuning, TheFastestPassingCandidateIsBest) {
  bench::TuneReport report;
  for (const std::uint64_t ns : {300u, 100u, 200u}) {
    bench::Trial trial;
    trial.row.status = ns == 100 ? BenchRow::Status::failed : BenchRow::Status::passed;
    trial.row.device_ns.median = ns;
    report.trials.push_back(trial);
  }
  EXPECT_EQ(report.best(), 2u);
  const auto json = nlohmann::json::parse(tune_json(report));
  EXPECT_EQ(json["best"], 2);
  EXPECT_EQ(json["trials"][1]["status"], "failed");
  EXPECT_EQ(bench::TuneReport{}.best(), std::nullopt);
}

// Written by version 0.1.0.
TEST(TuningOf01, IsRead) {
  const std::string path = LOCKSTEP_SOURCE_DIR "/tests/data/0.1/tuning.json";
  const auto text = read_file(path);
  ASSERT_TRUE(text);
  const auto entries = parse_tuning(path, *text);
  ASSERT_TRUE(entries) << entries.error().message;
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_EQ(entries->front().algorithm, "reduce/tuned");
  EXPECT_EQ(entries->front().tuning.rounds, 256u);
}

}  // namespace
}  // namespace lockstep::measure
