// The ladders compared with an H200: tests/data/h200_ladder.csv holds device times of `lockstep bench` and,
// for 2^24 elements, the counts of ncu for the same kernels (tests/hardware/README.md).
#include "sim/predicted_times/ladder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

struct Measured {
  std::uint64_t device_ns = 0;
  // Sums over all launches; 0 if they were not profiled.
  double instructions = 0, local_passes = 0, l2_bytes = 0;
};

double number(const std::string& field) { return field.empty() ? 0 : std::stod(field); }

std::map<std::string, Measured> measured_at(std::uint64_t n, const std::string& data = "h200_ladder.csv") {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/tests/data/" + data);
  std::map<std::string, Measured> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream text(line);
    std::vector<std::string> fields(8);
    for (std::string& field : fields) std::getline(text, field, ',');
    if (std::stoull(fields[1]) == n)
      rows[fields[0]] = {std::stoull(fields[3]), number(fields[4]), number(fields[5]), number(fields[6])};
  }
  return rows;
}

measure::Device h200() {
  measure::Device device;
  device.name = "NVIDIA H200";
  device.kind = measure::Device::Kind::gpu;
  device.compute_units = 132;
  device.clock_mhz = 1980;
  device.max_group_size = 1024;
  device.local_bytes = 48 * 1024;
  device.global_bytes = std::uint64_t{139} << 30;
  device.max_buffer_bytes = device.global_bytes / 4;
  device.warp_width = 32;
  device.device_atomics = "CL3.0";
  return device;
}

LadderRequest request_for(std::uint64_t n) {
  LadderRequest request;
  for (const Algorithm& algorithm : catalogue()) request.ladders.push_back(ladder_to(algorithm));
  request.request.n = n;
  request.request.group_size = 256;
  request.model = *sim::find_device_model("h200");
  request.device = h200();
  return request;
}

measure::BenchReport report_of(const LadderRequest& request,
                               const std::map<std::string, Measured>& measured) {
  measure::BenchReport report;
  report.device = *request.device;
  report.copy_gbps = 4230;
  for (const measure::BenchRequest& one : ladder_measurements(request)) {
    measure::BenchRow& row = report.rows.emplace_back();
    row.id = one.id();
    row.n = one.request.n;
    const auto found = measured.find(row.id);
    if (found == measured.end()) continue;  // skipped
    row.status = measure::BenchRow::Status::passed;
    row.launches = 1;
    row.device_ns.median = report.rows.size() == 1 ? 4600 : found->second.device_ns;
  }
  return report;
}

// Each rung of all ladders, once.
std::map<std::string, Rung> rungs_of(const LadderReport& report) {
  std::map<std::string, Rung> rungs;
  for (const auto& ladder : report.ladders)
    for (const Rung& rung : ladder) rungs.emplace(rung.algorithm->id, rung);
  return rungs;
}

// The hardware's own count for a part, if there is one.
double hardware_count(sim::TimePart part, const Measured& measured) {
  switch (part) {
    case sim::TimePart::instructions:
      return measured.instructions;
    case sim::TimePart::local:
      return measured.local_passes;
    case sim::TimePart::bytes:
      return measured.l2_bytes;
    default:
      return 0;
  }
}

TEST(LadderReport, PredictsAnH200WithinAThird) {
  const std::uint64_t n = 1 << 24;
  const auto measured = measured_at(n);
  const LadderRequest request = request_for(n);
  const measure::BenchReport bench = report_of(request, measured);
  const LadderReport report = make_ladder_report(request, count_ladders(request), &bench);
  EXPECT_EQ(report.note, "");
  EXPECT_EQ(report.rates.launch_ns, 4600);
  unsigned compared = 0, explained = 0;
  for (const auto& [id, rung] : rungs_of(report)) {
    if (rung.counted.work.empty() || rung.algorithm->technique) continue;  // techniques were not measured
    const Measured& own = measured.at(id);
    EXPECT_NEAR(std::log(rung.counted.time.total() / static_cast<double>(own.device_ns)), 0, std::log(1.33))
        << id;
    ++compared;
    if (!rung.step || !rung.measured_gain) continue;
    ASSERT_FALSE(rung.step->causes.empty()) << id;
    const sim::CountedCause& cause = rung.step->causes.front();
    const bool gains = *rung.measured_gain >= 1;
    EXPECT_EQ(cause.saved_ns > 0, gains) << id << ": " << rung.step->sentence;
    // A measured gain or loss that exceeds the noise has the same sign as the predicted one.
    if (std::abs(std::log(*rung.measured_gain)) > 0.3) {
      EXPECT_EQ(rung.step->predicted_gain > 1, gains) << id << ": " << rung.step->predicted_gain;
    }
    // The cause that the simulator names must also appear in the hardware's counts.
    const double before = hardware_count(cause.part, measured.at(rung.algorithm->improves_on));
    const double after = hardware_count(cause.part, own);
    if (before == 0 || after == 0) continue;
    EXPECT_EQ(before > after, gains) << id << ": " << rung.step->sentence;
    ++explained;
  }
  EXPECT_EQ(compared, catalogue().size() - 1);  // all but the one that takes minutes
  EXPECT_GE(explained, 10u);
}

// The techniques in between were not measured on that device, so the comparison starts from the last
// measured rung.
TEST(LadderReport, PredictsWhatTheTunedKernelsGainOnAnH200) {
  const std::uint64_t n = 1 << 24;
  const auto measured = measured_at(n);
  const LadderRequest request = request_for(n);
  const measure::BenchReport bench = report_of(request, measured);
  const auto rungs = rungs_of(make_ladder_report(request, count_ladders(request), &bench));
  for (const auto& [tuned, classical] :
       {std::pair{"reduce/tuned", "reduce/grid-stride"}, std::pair{"scan/look-back", "scan/grid"}}) {
    const double gain = static_cast<double>(measured.at(classical).device_ns) /
                        static_cast<double>(measured.at(tuned).device_ns);
    const double predicted = rungs.at(classical).counted.time.total() / rungs.at(tuned).counted.time.total();
    // Each of the two times is within a third of the measured time.
    EXPECT_NEAR(std::log(predicted / gain), 0, 2 * std::log(1.33)) << tuned;
    EXPECT_GT(predicted, 1) << tuned;
  }
}

// h200_patterns.csv also contains other rungs. Some are not predicted within this bound: contended atomic
// operations (histogram-global-atomics), and partly written sectors (transpose, compact-look-back).
TEST(LadderReport, PredictsTheLastRungsOfThePatternsWithinAHalf) {
  const std::uint64_t n = 1 << 24;
  const auto measured = measured_at(n, "h200_patterns.csv");
  LadderRequest request = request_for(n);
  request.ladders.clear();
  for (const auto* id :
       {"patterns/split-look-back", "patterns/partition-look-back", "patterns/segmented-scan-look-back",
        "patterns/radix-sort-look-back", "patterns/histogram-copies", "patterns/convolve-1d-registers",
        "patterns/transpose-vectors"})
    request.ladders.push_back({find_algorithm(id).value()});
  const measure::BenchReport bench = report_of(request, measured);
  for (const auto& [id, rung] : rungs_of(make_ladder_report(request, count_ladders(request), &bench))) {
    const double ratio = rung.counted.time.total() / static_cast<double>(measured.at(id).device_ns);
    EXPECT_NEAR(std::log(ratio), 0, std::log(1.5)) << id << ": " << ratio;
  }
}

// All rungs of the two ladders on an H100, including the techniques. Its copy and its launch were measured
// on it.
TEST(LadderReport, PredictsTheTechniquesOnAnH100) {
  const std::uint64_t n = 1 << 24;
  const auto measured = measured_at(n, "h100_ladder.csv");
  LadderRequest request = request_for(n);
  request.ladders = main_ladders();
  request.device->name = "NVIDIA H100 80GB HBM3";
  request.device->global_bytes = std::uint64_t{79} << 30;
  measure::BenchReport bench = report_of(request, measured);
  bench.copy_gbps = 2988;
  bench.rows.front().device_ns.median = 6592;
  unsigned techniques = 0;
  for (const auto& [id, rung] : rungs_of(make_ladder_report(request, count_ladders(request), &bench))) {
    if (!rung.algorithm->technique) continue;
    ++techniques;
    const double ratio = rung.counted.time.total() / static_cast<double>(measured.at(id).device_ns);
    EXPECT_NEAR(std::log(ratio), 0, std::log(1.6)) << id;
  }
  EXPECT_EQ(techniques, 6u);
}

// The effect of each technique is counted: wider vectors give fewer requests, loads in flight fewer waits,
// the look-back a third of the bytes, and a single launch.
TEST(LadderReport, TechniquesBringWhatTheySay) {
  for (const ElementType type : {ElementType::int32, ElementType::float64}) {
    LadderRequest request = request_for(1 << 20);
    request.ladders = main_ladders();
    for (auto& rungs : request.ladders) rungs.erase(rungs.begin(), rungs.end() - 4);
    request.device->has_float64 = true;
    request.request.type = type;
    const auto counts = count_ladders(request);
    const auto work = [&](const char* id) {
      return sim::sum_of(counts.at(find_algorithm(id).value()).value().work);
    };
    const auto launches = [&](const char* id) {
      return counts.at(find_algorithm(id).value()).value().work.size();
    };
    const double bytes = static_cast<double>(size_bytes(type) << 20),
                 width = type == ElementType::int32 ? 4 : 2;
    EXPECT_NEAR(work("reduce/lane-exchange").requests / work("reduce/vector-loads").requests, width, 0.1);
    EXPECT_NEAR(work("scan/reduce-then-scan").requests / work("scan/vector-loads").requests, width, 0.1);
    for (const char* id : {"reduce/lane-exchange", "reduce/vector-loads", "reduce/tuned"})
      EXPECT_NEAR(work(id).bytes / bytes, 1, 0.02) << id;
    EXPECT_LT(work("reduce/loads-in-flight").memory_waits, 0.8 * work("reduce/vector-loads").memory_waits);
    EXPECT_EQ(launches("reduce/loads-in-flight"), 2u);
    EXPECT_EQ(launches("reduce/tuned"), 1u);
    EXPECT_LT(launches("scan/loads-in-flight"), launches("scan/reduce-then-scan"));
    for (const char* id : {"scan/reduce-then-scan", "scan/vector-loads", "scan/loads-in-flight"})
      EXPECT_NEAR(work(id).bytes / bytes, 3, 0.1) << id;
    EXPECT_NEAR(work("scan/look-back").bytes / bytes, 2, 0.1);
    EXPECT_EQ(launches("scan/look-back"), 1u);
  }
}

TEST(LadderReport, QuadraticWorkIsScaledQuadratically) {
  LadderRequest request = request_for(1 << 16);
  request.ladders = {ladder_to(*find_algorithm("scan/hillis-steele-global").value())};
  const auto measured = measured_at(1 << 16);
  const measure::BenchReport bench = report_of(request, measured);
  const LadderReport report = make_ladder_report(request, count_ladders(request), &bench);
  const std::vector<Rung>& rungs = report.ladders.front();
  ASSERT_EQ(rungs.size(), 2u);
  EXPECT_GT(*rungs[1].measured_gain, 10);
  EXPECT_GT(rungs[1].step->predicted_gain, 5) << rungs[0].counted.time.total();
}

// For the others, all elements are counted.
TEST(LadderReport, SaysWhatIsScaled) {
  LadderRequest request = request_for(1 << 16);
  request.device.reset();
  request.ladders = {ladder_to(*find_algorithm("scan/hillis-steele-global").value())};
  LadderReport report = make_ladder_report(request, count_ladders(request), nullptr);
  EXPECT_THAT(ladder_text(report), HasSubstr("with all elements.\n"));
  EXPECT_THAT(ladder_text(report),
              HasSubstr("Counted with 8,192 elements, and scaled: its work grows faster than n."));
  EXPECT_EQ(report.ladders.front().back().counted_n, 1u << 16);
  request.counted_n = 1 << 12;
  report = make_ladder_report(request, count_ladders(request), nullptr);
  EXPECT_THAT(ladder_text(report), HasSubstr("with 4,096 elements, and scaled for each launch.\n"));
}

// Combining digits takes a loop whose length depends on the data.
TEST(LadderReport, ScalesWhatTakesTooLongWhereDataDecide) {
  LadderRequest request = request_for(1 << 24);
  request.device.reset();
  request.request.op = Operator::digits;
  request.ladders = {{find_algorithm("reduce/divergent").value()}};
  const LadderReport report = make_ladder_report(request, count_ladders(request), nullptr);
  EXPECT_THAT(ladder_text(report),
              HasSubstr("Counted with 262,144 elements, and scaled: data decide what is executed."));
}

TEST(LadderReport, WithoutADeviceItIsPredictedForTheModel) {
  LadderRequest request = request_for(1 << 16);
  request.device.reset();
  request.ladders = main_ladders();
  const LadderReport report = make_ladder_report(request, count_ladders(request), nullptr);
  EXPECT_THAT(ladder_text(report),
              HasSubstr("Nothing was measured: the times are predictions for NVIDIA H200"));
  EXPECT_FALSE(report.is_own);
  const auto json = nlohmann::json::parse(ladder_json(report));
  EXPECT_EQ(json["ladders"].size(), 2u);
  for (const auto& rung : json["ladders"][0]["rungs"]) {
    EXPECT_GT(rung["predicted_ns"], 0);
    EXPECT_FALSE(rung.contains("measured_ns"));
  }
}

TEST(LadderReport, ADeviceWithoutWarpsIsNotPredicted) {
  LadderRequest request = request_for(1 << 12);
  request.ladders = {main_ladders().front()};
  request.device->kind = measure::Device::Kind::cpu;
  request.device->name = "pthread";
  request.device->warp_width = 0;
  measure::BenchReport bench = report_of(request, {});
  // Each rung is slower than the previous one.
  for (measure::BenchRow& row : bench.rows)
    if (row.id != "reduce/tuned") {
      row.status = measure::BenchRow::Status::passed;
      row.launches = 1;
      row.device_ns.median = 1000 * static_cast<std::uint64_t>(&row - bench.rows.data() + 1);
    }
  const LadderReport report = make_ladder_report(request, count_ladders(request), &bench);
  EXPECT_THAT(report.note,
              HasSubstr("pthread has no warps of 32 lanes: the predicted times are those of NVIDIA H200"));
  const Rung& third = report.ladders.front()[2];
  EXPECT_LT(*third.measured_gain, 1);
  EXPECT_THAT(third.step->sentence, testing::StartsWith("Less to do: launches"));
  EXPECT_EQ(report.rates_of, "NVIDIA H200");
  EXPECT_THAT(ladder_text(report), HasSubstr("skipped"));
}

// It contains no features of newer cards; values without a source are omitted, with a note.
TEST(LadderReport, SpeaksOfTheChosenModel) {
  LadderRequest request = request_for(1 << 12);
  request.device.reset();
  request.ladders = {main_ladders().front()};
  for (const sim::DeviceModel& model : sim::device_models()) {
    request.model = &model;
    const LadderReport report = make_ladder_report(request, count_ladders(request), nullptr);
    const std::string text = ladder_text(report);
    EXPECT_THAT(text, HasSubstr(model.rates.product));
    EXPECT_EQ(text.find("H200") != text.npos, model.name == "cc9.0") << text;
    const bool is_complete = model.rates.launch_ns && model.rates.memory_ns &&
                             (model.rates.barrier_ns || model.rates.dependent_cycles);
    EXPECT_EQ(text.find("Not included") != text.npos, !is_complete) << text;
    EXPECT_TRUE(is_complete || model.name != "cc9.0");
    for (const Rung& rung : report.ladders.front())
      if (!rung.counted.work.empty()) {
        EXPECT_GT(rung.counted.time.total(), 0) << model.name;
      }
  }
}

TEST(LadderReport, ReportsWhyARungCannotBeCounted) {
  LadderRequest request = request_for(1 << 24);
  request.device.reset();
  request.ladders = {ladder_to(*find_algorithm("scan/hillis-steele-global").value())};
  const LadderReport report = make_ladder_report(request, count_ladders(request), nullptr);
  EXPECT_THAT(ladder_text(report), HasSubstr("Not counted: "));
  EXPECT_FALSE(report.ladders.front().back().step);
}

}  // namespace
}  // namespace lockstep::sim
