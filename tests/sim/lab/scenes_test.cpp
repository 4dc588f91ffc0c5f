#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "sim/lab/lane_pattern.hpp"
#include "sim/lab/report_json.hpp"
#include "sim/lab/scene.hpp"
#include "sim/lab/scenes/access_report.hpp"
#include "tests/sim/memory_rules/table.hpp"

namespace lockstep::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

Request request_for(const std::string& model, Values values = {}) {
  return {std::move(values), *sim::find_device_model(model)};
}

Result<Report> report_of(const std::string& scene, const Request& request) {
  return evaluate(**find_scene(scene), request);
}

Report shown(const std::string& scene, const std::string& model, Values values = {}) {
  const Result<Report> report = report_of(scene, request_for(model, std::move(values)));
  EXPECT_TRUE(report) << report.error().message;
  return report.value_or(Report{});
}

Access access_of(const std::string& scene, const std::string& model, Values values = {}) {
  return shown(scene, model, std::move(values)).accesses.at(0);
}

Values preset(const std::string& scene, const std::string& name) {
  for (const Preset& preset : (*find_scene(scene))->presets)
    if (preset.name == name) return preset.values;
  ADD_FAILURE() << scene << " has no " << name;
  return {};
}

std::string error_of(const std::string& scene, Values values) {
  const auto report = report_of(scene, request_for("cc9.0", std::move(values)));
  return report ? "" : report.error().message;
}

// The document's captions: one transaction of 64 bytes; one of 128; one of 128; one of 128 and one of 64.
TEST(LabCoalescing, CountsFigure1AsItsCaptionsSay) {
  const auto moved = [](const std::string& name) {
    return access_of("coalescing", "cc1.2", preset("coalescing", name)).bytes_moved;
  };
  EXPECT_EQ(moved("figure-1a"), 64U);
  EXPECT_EQ(moved("figure-1b"), 128U);
  EXPECT_EQ(moved("figure-1c"), 128U);
  EXPECT_EQ(moved("figure-1d"), 192U);
  const Access d = access_of("coalescing", "cc1.2", preset("coalescing", "figure-1d"));
  EXPECT_EQ(transactions_text(d, **sim::find_device_model("cc1.2")),
            "1 transaction of 128 and 1 of 64 bytes");
}

// Figure 2 applies to 32 banks: only stride 2 has a conflict.
TEST(LabBanks, CountsFigure2AsItsCaptionsSay) {
  for (const std::string model : {"cc2.0", "cc7.0", "cc9.0"}) {
    std::vector<std::uint32_t> passes;
    for (const std::string name :
         {"figure-2a", "figure-2b", "figure-2c", "figure-2d", "figure-2e", "figure-2f"})
      passes.push_back(access_of("banks", model, preset("banks", name)).detail.local.wavefronts);
    EXPECT_THAT(passes, ElementsAre(1, 2, 1, 1, 1, 1)) << model;
  }
}

// Equal passes do not make banks of 4 and of 8 bytes the same.
TEST(LabBanks, EachRowHasTheBanksOfItsModels) {
  const Report report = shown("banks", "cc9.0", {{"stride", "1"}});
  for (const ReportTable::Row& row : report.tables.at(0).rows)
    EXPECT_EQ(row.cells.at(2) == "32 of 8 bytes", row.cells.at(0).find("-8b") != std::string::npos)
        << row.cells.at(0);
}

TEST(LabPaddedTile, AColumnNeedsAPassForEachRowAndPaddedOnlyOne) {
  const Report report = shown("padded-tile", "cc9.0");
  EXPECT_EQ(report.accesses.at(0).detail.local.wavefronts, 1U);
  EXPECT_EQ(report.accesses.at(1).detail.local.wavefronts, 32U);
  EXPECT_EQ(report.accesses.at(2).detail.local.wavefronts, 1U);
  const ReportTable& kernels = report.tables.at(1);
  ASSERT_EQ(kernels.rows.size(), 4U);
  for (const ReportTable::Row& row : kernels.rows) EXPECT_EQ(row.cells.size(), kernels.columns.size());
  // 64 × 64 elements: 128 loads of a warp, each with 31 additional passes.
  EXPECT_EQ(kernels.rows.at(1).cells.at(5), "3,968");
  EXPECT_EQ(kernels.rows.at(2).cells.at(5), "0");
}

TEST(LabPaddedTile, WithoutPaddingItsColumnsAreCountedOnce) {
  const Report report = shown("padded-tile", "cc2.0", {{"padding", "0"}});
  EXPECT_THAT(report.tables.at(0).columns,
              ElementsAre("model", "banks", "columns, no padding", "rows written"));
  for (const ReportTable::Row& row : report.tables.at(0).rows) EXPECT_EQ(row.cells.size(), 4U);
  EXPECT_EQ(report.sentence, "A column of a 32 × 32 tile takes 32 passes (1 without a conflict).");
  ASSERT_EQ(report.accesses.size(), 2U);
  EXPECT_EQ(report.accesses[0].title, "Read by columns, no padding");
  EXPECT_EQ(report.accesses[1].title, "Written by rows, no padding");
}

// "Parallel patterns: convolution": 40 / 12 and, at the beginning, 37 / 10; 1600 / 144 in two dimensions.
TEST(LabConvolution, CountsTheDocumentsExamples) {
  const auto values = shown("convolution", "cc9.0").values;
  EXPECT_EQ(values.at("interior_loads_without_tile"), 40);
  EXPECT_EQ(values.at("interior_loads_with_tile"), 12);
  EXPECT_EQ(values.at("boundary_loads_without_tile"), 37);
  EXPECT_EQ(values.at("boundary_loads_with_tile"), 10);
  const auto matrix = shown("convolution", "cc9.0", {{"dimensions", "2"}}).values;
  EXPECT_EQ(matrix.at("interior_loads_without_tile"), 1600);
  EXPECT_EQ(matrix.at("interior_loads_with_tile"), 144);
}

// "Another way to look at reuse": N[6] is used once, N[7] twice … N[10] to N[13] five times.
TEST(LabConvolution, CountsTheUsesOfEachElement) {
  const auto uses = shown("convolution", "cc9.0").uses;
  ASSERT_TRUE(uses);
  EXPECT_EQ(uses->first, 6U);
  EXPECT_THAT(uses->uses, ElementsAre(1, 2, 3, 4, 5, 5, 5, 5, 4, 3, 2, 1));
  const auto matrix = shown("convolution", "cc9.0", {{"dimensions", "2"}}).uses;
  EXPECT_EQ(matrix->uses.size(), 144U);
  EXPECT_EQ(matrix->uses.front(), 1U);
  EXPECT_EQ(matrix->uses.at(12 * 6 + 6), 25U);
}

// "Shared memory data reuse": a tile of 4 outputs uses its 8 elements 1, 2, 3, 4, 4, 3, 2 and 1 times.
TEST(LabConvolution, CountsTheReuseOfASmallTile) {
  const Report report = shown("convolution", "cc9.0", {{"tile", "4"}});
  ASSERT_TRUE(report.uses);
  EXPECT_THAT(report.uses->uses, ElementsAre(1, 2, 3, 4, 4, 3, 2, 1));
  EXPECT_DOUBLE_EQ(report.values.at("interior_ratio"), 2.5);
}

// With a work-item for each input, as many elements are loaded as with a tile that is loaded in strides.
TEST(LabConvolution, CountsEveryKernelOfAMatrix) {
  const ReportTable kernels = shown("convolution", "cc9.0", {{"dimensions", "2"}}).tables.front();
  std::map<std::string, std::string> interior;
  for (const ReportTable::Row& row : kernels.rows) interior[row.cells.at(0)] = row.cells.at(1);
  EXPECT_EQ(interior["patterns/convolve-2d"], "1,600");
  EXPECT_EQ(interior["patterns/convolve-2d-tiled"], "144");
  EXPECT_EQ(interior["patterns/convolve-2d-input-tile"], "144");
}

// "Review of CUDA memories": 1, 5, 500 and 5 cycles. An output waits for 5 elements and 5 coefficients.
TEST(LabLatencies, AddUpTheWaitsOfAnOutput) {
  const Report report = shown("latencies", "cc9.0");
  std::vector<std::string> lecture;
  for (const ReportTable::Row& row : report.tables.at(0).rows) lecture.push_back(row.cells.at(3));
  EXPECT_THAT(lecture, ElementsAre("1", "5", "500", "5"));
  EXPECT_EQ(report.values.at("cycles_without_tile"), 10 * 500);
  EXPECT_EQ(report.values.at("fewest_cycles"), 1.5 * 500 + 5 * 5 + 5 * 5);
  EXPECT_EQ(shown("latencies", "cc9.0", {{"global", "400"}}).values.at("cycles_without_tile"), 4000);
}

// For any shape, the counts equal the document's formula.
TEST(LabConvolution, CountsWhatTheFormulaSays) {
  for (const std::string dimensions : {"1", "2"})
    for (const std::string mask : {"1", "5", "15"})
      for (const std::string tile : {"1", "7", "16"}) {
        const auto values =
            shown("convolution", "cc9.0", {{"dimensions", dimensions}, {"mask", mask}, {"tile", tile}})
                .values;
        EXPECT_DOUBLE_EQ(values.at("interior_ratio"), values.at("formula_ratio"))
            << dimensions << " " << mask << " " << tile;
      }
}

TEST(LabConvolution, ATileLargerThanItsWorkGroupIsLoadedInStrides) {
  const auto values = shown("convolution", "cc9.0", {{"tile", "128"}, {"group", "32"}}).values;
  EXPECT_EQ(values.at("interior_loads_with_tile"), 132);
  const auto matrix =
      shown("convolution", "cc9.0", {{"dimensions", "2"}, {"tile", "32"}, {"group", "8"}}).values;
  EXPECT_EQ(matrix.at("interior_loads_with_tile"), 36 * 36);
  EXPECT_NEAR(matrix.at("interior_ratio"), 19.753, 0.0005);
}

// The H200's own counters of accesses to constant memory (tests/data/h200_constant.csv).
TEST(LabConstant, TypedAddressesGiveTheCountsOfAnH200) {
  const std::vector<sim::Row> rows = sim::read_table("h200_constant.csv");
  EXPECT_GE(rows.size(), 40U);
  for (const sim::Row& row : rows) {
    std::string addresses = row.at("lane_offsets_bytes");
    std::ranges::replace(addresses, ' ', ',');
    const Access access = access_of("constant", "cc9.0",
                                    {{"addresses", addresses},
                                     {"element-bytes", row.at("bytes_per_lane")},
                                     {"active", row.at("active_mask")}});
    EXPECT_EQ(std::to_string(access.steps()), row.at("idc__requests")) << row.at("id");
  }
}

TEST(LabConstant, SaysWhichAddressesFollowEachOther) {
  EXPECT_THAT(shown("constant", "cc9.0", {{"stride", "0"}}).sentence, HasSubstr("one broadcast serves them"));
  EXPECT_THAT(shown("constant", "cc9.0").sentence, HasSubstr("32 passes one after another"));
  EXPECT_THAT(shown("constant", "gcn").sentence, HasSubstr("not modelled"));
  EXPECT_THAT(error_of("constant", {{"op", "st"}}), HasSubstr("has no setting \"op\""));
}

// cudaOccupancyMaxActiveBlocksPerMultiprocessor on an H200; every seventh row, all are in occupancy_test.cpp.
TEST(LabOccupancy, HoldsAsManyWorkGroupsAsAnH200) {
  const std::vector<sim::Row> rows = sim::read_table("h200_occupancy.csv");
  for (std::size_t i = 0; i < rows.size(); i += 7) {
    const Report report = shown("occupancy", "h200",
                                {{"group", rows[i].at("group_size")},
                                 {"local-bytes", rows[i].at("local_bytes")},
                                 {"registers", rows[i].at("registers")}});
    ASSERT_TRUE(report.values.contains("groups")) << i << " " << report.sentence;
    EXPECT_EQ(report.values.at("groups"), std::stod(rows[i].at("groups"))) << i;
  }
}

TEST(LabOccupancy, ShowsWhatDecidesAndWhatWasMeasured) {
  const Report report = shown("occupancy", "h200", {{"group", "32"}});
  EXPECT_THAT(report.sentence,
              HasSubstr("holds 32 work-groups of 32 work-items: 32 of 64 warps (50 %), limited by "
                        "work-groups"));
  ASSERT_TRUE(report.timeline);
  EXPECT_EQ(report.timeline->warps, 32U);
  EXPECT_EQ(report.tables.size(), 4U);
  // One kernel with 1 to 64 warps at the same time.
  EXPECT_GE(report.tables.at(3).rows.size(), 8U);
  for (const ReportTable::Row& row : report.tables.at(3).rows) {
    EXPECT_GT(std::stod(row.cells.at(4)), 1 / 1.5);
    EXPECT_LT(std::stod(row.cells.at(4)), 1.5);
  }
}

TEST(LabOccupancy, AGroupThatDoesNotFitHasItsReason) {
  const Report report = shown("occupancy", "cc1.0", {{"group", "1024"}});
  EXPECT_THAT(report.sentence, HasSubstr("too large: cc1.0 allows 512"));
  EXPECT_FALSE(report.timeline);
  EXPECT_EQ(report.values_by_model.size(), sim::device_models().size());
}

std::string model_of(const std::string& profile) {
  if (profile == "cc1.x") return "cc1.2";
  if (profile == "cc2.x") return "cc2.0";
  if (profile == "cc3.x-4B") return "cc3.x";
  if (profile == "cc3.x-8B") return "cc3.x-8b";
  if (profile == "cc5.0+") return "cc9.0";
  return profile;
}

// Each row of the published vectors, as typed by a user.
TEST(LabAccess, TypedVectorsGiveThePublishedCounts) {
  std::size_t checked = 0;
  for (const sim::Row& row : sim::read_table("memory_vectors.csv")) {
    if (row.at("space") == "branch" || row.at("id") == "V130") continue;  // V130: see vectors_test.cpp
    SCOPED_TRACE(row.at("id"));
    const bool is_global = row.at("space") == "global";
    const std::string& pattern = row.at("pattern");
    const std::string op = row.at("op") == "red" ? "atom" : row.at("op");
    const Access access = access_of(is_global ? "coalescing" : "banks", model_of(row.at("profile")),
                                    {{"addresses", pattern.substr(5, pattern.find(';') - 5)},
                                     {"element-bytes", row.at("elem_bytes")},
                                     {"active", row.at("active_lanes")},
                                     {"op", op}});
    if (is_global) {
      EXPECT_EQ(std::to_string(access.bytes_moved), row.at("expected_bytes"));
      EXPECT_EQ(std::to_string(access.steps()),
                row.at("expected_transactions").substr(0, row.at("expected_transactions").find(':')));
    } else if (!row.at("expected_transactions").empty()) {
      EXPECT_EQ(std::to_string(access.steps()), row.at("expected_transactions"));
      EXPECT_EQ(std::to_string(access.detail.local.degree), row.at("expected_conflict_degree"));
    }
    ++checked;
  }
  EXPECT_GT(checked, 150U);
}

TEST(LabSettings, AreRefusedInWords) {
  EXPECT_THAT(error_of("coalescing", {{"strid", "2"}}), HasSubstr("has no setting \"strid\""));
  EXPECT_THAT(error_of("coalescing", {{"stride", "-2"}}), HasSubstr("stride"));
  EXPECT_THAT(error_of("coalescing", {{"element-bytes", "3"}}), HasSubstr("not one of 1, 2, 4, 8, 16"));
  EXPECT_THAT(error_of("banks", {{"active", "40-60,x"}}), HasSubstr("names no lanes"));
  EXPECT_THAT(error_of("banks", {{"index", "l - 1"}}), HasSubstr("Lane 0 would request byte -4"));
  EXPECT_THAT(error_of("banks", {{"addresses", "0, 2, 4"}, {"active", "0-2"}}),
              HasSubstr("must be a multiple of 4"));
  EXPECT_THAT(error_of("banks", {{"addresses", "0, 4"}}), HasSubstr("lane 2 is active"));
  EXPECT_THAT(error_of("convolution", {{"mask", "4"}}), HasSubstr("must be odd"));
  EXPECT_FALSE(find_scene("bank"));
}

// Every figure and example of every scene has an answer on every model, or explains why it has none; scenes
// that run kernels are tested on models with warps of different widths.
TEST(LabScenes, EveryPresetIsAnsweredOnEveryModel) {
  for (const Scene& scene : scenes())
    for (const Preset& preset : scene.presets)
      for (const sim::DeviceModel& model : sim::device_models()) {
        const bool runs_kernels = scene.settings.size() < lane_settings().size();
        if (runs_kernels && model.name != "cc1.0" && model.name != "gcn" && model.name != "cpu") continue;
        const Request request{preset.values, &model};
        const Result<Report> report = evaluate(scene, request);
        ASSERT_TRUE(report) << scene.name << " " << preset.name << " " << model.name << ": "
                            << report.error().message;
        EXPECT_FALSE(report->sentence.empty());
        const Json json = report_json(scene, request, *report);
        EXPECT_EQ(json["scene"], scene.name);
      }
}

TEST(LabJson, HasWhatOtherProgramsRelyOn) {
  const Request request = request_for("cc2.0", {{"stride", "2"}});
  const Json json = report_json(**find_scene("banks"), request, *report_of("banks", request));
  EXPECT_EQ(json["scene"], "banks");
  EXPECT_EQ(json["model"], "cc2.0");
  EXPECT_EQ(json["accesses"].size(), 32U);
  EXPECT_EQ(json["accesses"][3], (Json{{"lane", 3}, {"address", 24}}));
  EXPECT_EQ(json["transactions"], 2);
  EXPECT_EQ(json["bytes_asked"], 128);
  EXPECT_EQ(json["passes"].size(), 2U);
  EXPECT_EQ(json["models"].size(), sim::device_models().size());
}

TEST(LabCache, ThePictureAgreesWithTheTable) {
  for (const char* line_bytes : {"32", "128"}) {
    const Report report = shown("cache", "cc9.0", {{"line-bytes", line_bytes}});
    ASSERT_TRUE(report.cache_lines);
    const CacheLines& lines = *report.cache_lines;
    ASSERT_EQ(lines.loads.size(), 5u) << "a load for each coefficient";
    std::size_t loaded = 0, found = 0;
    for (const CacheLines::Load& load : lines.loads) {
      loaded += load.loaded.size();
      found += load.lines.size() - load.loaded.size();
      EXPECT_EQ(load.elements.size(), 32u);
      for (const std::uint64_t element : load.elements)
        EXPECT_THAT(load.lines, testing::Contains(element / lines.line_elements));
    }
    EXPECT_EQ(static_cast<double>(loaded), report.values.at("cache_lines_loaded"));
    EXPECT_EQ(static_cast<double>(found), report.values.at("cache_line_hits"));
    EXPECT_EQ(lines.count, loaded) << "neighbouring lines, each loaded once";
  }
}

}  // namespace
}  // namespace lockstep::lab
