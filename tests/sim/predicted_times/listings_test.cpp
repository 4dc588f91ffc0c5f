// The documents' own kernels in CUDA C++ compute what the documents say, with the documents' counts.
#include "core/catalogue/listings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "core/catalogue/published.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

struct ListingRun {
  Plan plan;
  CountedRun counted;
};

const DocumentListing& listing_called(std::string_view path) {
  for (const CourseDocument& document : course_documents())
    for (const DocumentListing& listing : document.listings)
      if (listing.path() == path) return listing;
  throw std::runtime_error("no such listing");
}

ListingRun run_listing(const DocumentListing& listing, std::uint64_t n, std::uint64_t group,
                       std::string_view model = "cc9.0", const PatternOptions& pattern = {}) {
  PlanRequest request;
  request.n = n;
  request.group_size = group;
  request.type = listing.type;
  request.pattern = pattern;
  Result<Plan> plan = make_listing_plan(listing, request, source_of(listing));
  if (!plan) throw std::runtime_error(plan.error().message);
  auto counted = run_counted(*plan, model_named(model), {});
  if (!counted) throw std::runtime_error(counted.error().message);
  return {std::move(*plan), std::move(*counted)};
}

ListingRun run_listing(std::string_view path, std::uint64_t n, std::uint64_t group,
                       std::string_view model = "cc9.0", const PatternOptions& pattern = {}) {
  return run_listing(listing_called(path), n, group, model, pattern);
}

bool relies_on_step(const DocumentListing& listing) {
  return std::ranges::any_of(listing.remarks, [](const std::string& remark) {
    return remark.find("reported as races") != std::string::npos;
  });
}

std::vector<DocumentListing> all_listings() {
  std::vector<DocumentListing> all;
  for (const CourseDocument& document : course_documents())
    for (const DocumentListing& listing : document.listings) all.push_back(listing);
  return all;
}

struct ListingSize {
  std::uint64_t n = 0, group = 0;
};

// A single block, which every listing supports. Kernel 6 loads pairs, and a warp has 32 threads.
std::vector<ListingSize> sizes_of(const DocumentListing& listing) {
  if (listing.algorithm == "scan/warp") return {{32, 32}};
  if (listing.algorithm == "reduce/grid-stride") return {{128, 64}, {512, 256}};
  const auto block = (*find_algorithm(listing.algorithm))->block_elements;
  return {{block(64), 64}, {block(256), 256}};
}

class EachListing : public testing::TestWithParam<DocumentListing> {};

TEST_P(EachListing, GivesTheRightResult) {
  for (const ListingSize& size : sizes_of(GetParam())) {
    const ListingRun run = run_listing(GetParam(), size.n, size.group);
    EXPECT_TRUE(check_run(run.plan, run.counted).passed()) << size.n;
    for (const Finding& finding : run.counted.findings) {
      if (finding.severity != Severity::error) continue;
      EXPECT_TRUE(relies_on_step(GetParam()) && finding.kind == Finding::Kind::data_race) << finding.message;
    }
  }
}

// Code that requires threads to run in step gives another result if they do not.
TEST_P(EachListing, NeedsThreadsInStepWhereItSaysSo) {
  const ListingSize size = sizes_of(GetParam()).front();
  const Plan plan = run_listing(GetParam(), size.n, size.group).plan;
  RunOptions options;
  options.schedule.lanes = LaneSchedule::independent;
  const auto run = run_counted(plan, model_named("cc9.0"), options);
  ASSERT_TRUE(run);
  EXPECT_EQ(check_run(plan, *run).passed(), !relies_on_step(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, EachListing, testing::ValuesIn(all_listings()), [](const auto& listing) {
  std::string word = listing.param.document + "_" + listing.param.id;
  std::ranges::replace(word, '-', '_');
  return word;
});

// T_P(n) = log n and W = n − 1, as on the pages "Analysis" and "A quick analysis".
TEST(Listings, ReductionsTakeTheDocumentsStepsAndOperations) {
  for (const std::string_view path : {"002/kernel-1.cu", "002/kernel-2.cu", "002/kernel-3.cu",
                                      "002/kernel-4.cu", "004/listing-overhead.cu"}) {
    const DocumentListing& listing = listing_called(path);
    const std::uint64_t n = (*find_algorithm(listing.algorithm))->block_elements(256);
    const Counters total = run_listing(path, n, 256).counted.total;
    EXPECT_EQ(total.steps, static_cast<std::uint64_t>(std::countr_zero(n))) << path;
    EXPECT_EQ(total.useful_work, n - 1) << path;
  }
  // The last warp adds with all of its 32 threads.
  const Counters unrolled = run_listing("002/kernel-5.cu", 512, 256).counted.total;
  EXPECT_EQ(unrolled.steps, 9u);
  EXPECT_EQ(unrolled.work, 256u + 128 + 64 + 6 * 32);
}

// Kernel 6: "4096 elements … 256", where each thread takes n / p elements first.
TEST(Listings, TheCostOptimalKernelAddsSharesFirst) {
  const ListingRun run = run_listing("002/kernel-6.cu", 4096, 512);
  EXPECT_EQ(run.plan.launches.size(), 1u);
  EXPECT_TRUE(check_run(run.plan, run.counted).passed());
  EXPECT_EQ(run.counted.total.work_groups, 1u);
  EXPECT_EQ(run.counted.total.global_load_requests, 4096u / 32);
}

// n log n − (n − 1) additions, as on the page "Work efficiency analysis" of document 004.
TEST(Listings, ScansMakeTheDocumentsAdditions) {
  for (const std::uint64_t n : {8u, 64u, 256u}) {
    const auto log = static_cast<std::uint64_t>(std::countr_zero(n));
    const Counters total = run_listing("002/listing-scan-block-simple.cu", n, n).counted.total;
    EXPECT_EQ(total.steps, log);
    EXPECT_EQ(total.work, n * log - (n - 1));
  }
  EXPECT_EQ(run_listing("002/listing-scan-warp.cu", 32, 32).counted.total.work, 32u * 5 - 31);
  EXPECT_EQ(run_listing("002/listing-scan-warp.cu", 32, 32).counted.total.steps, 5u);
}

// --- the profiler's table of document 002

const PublishedFigure* profiled_figure(const std::string& algorithm, std::string_view quantity) {
  for (const PublishedFigure& figure : published_figures())
    if (figure.document == "002" && figure.is_of_profiler() && figure.algorithm == algorithm &&
        figure.quantity == quantity)
      return &figure;
  return nullptr;
}

double of_a_group(const Counters& counters, std::string_view quantity) {
  const std::uint64_t count = quantity == "divergent_branches" ? counters.divergent_branches
                              : quantity == "local_conflicts"  ? counters.local_conflicts
                                                               : counters.warps;
  return static_cast<double>(count) / static_cast<double>(counters.work_groups);
}

// Each count per work-group equals the published count, or the published ladder explains the difference.
TEST(Listings, CountWhatTheProfilerCountedOrTheLadderSaysWhyNot) {
  const PublishedLadder& ladder = *find_published_ladder("002");
  unsigned equal = 0, explained = 0;
  for (const PublishedLadder::Rung& rung : ladder.rungs) {
    const DocumentListing& listing = *find_listing("002", rung.algorithm);
    const std::uint64_t n = (*find_algorithm(rung.algorithm))->block_elements(256) * 256;
    const Counters first = run_listing(listing, n, 256, "gtx 460").counted.launches.front();
    for (const char* quantity : {"divergent_branches", "local_conflicts", "warps"}) {
      const PublishedFigure* const figure = profiled_figure(rung.algorithm, quantity);
      ASSERT_NE(figure, nullptr) << rung.name << quantity;
      const std::string remark = ladder.remark(figure->device, rung.algorithm, quantity);
      const auto published =
          figure->is_given ? published_for_a_group(*figure, published_figures()) : std::nullopt;
      if (published && std::abs(*published - of_a_group(first, quantity)) < 0.05)
        ++equal;
      else if (!remark.empty() || !figure->is_given)
        ++explained;
      else
        ADD_FAILURE() << rung.name << " " << quantity << ": published " << published.value_or(0)
                      << ", counted " << of_a_group(first, quantity);
    }
  }
  EXPECT_EQ(equal + explained, 18u);
  EXPECT_EQ(equal, 10u);
}

// The version printed without conditions in the last warp: only its last line diverges.
TEST(Listings, TheUnrolledKernelDivergesOnce) {
  const Counters printed = run_listing("002/kernel-5.cu", 131'072, 256, "gtx 460").counted.launches.front();
  EXPECT_EQ(of_a_group(printed, "divergent_branches"), 1);
  const Counters first = run_listing("002/kernel-1.cu", 65'536, 256, "gtx 460").counted.launches.front();
  EXPECT_EQ(of_a_group(first, "divergent_branches"), 48);
}

// --- the loads of document 004

// Number of elements loaded from global memory.
std::uint64_t loaded(std::string_view path, std::uint64_t n, std::uint64_t group,
                     const PatternOptions& pattern = {}) {
  const Counters total = run_listing(path, n, group, "cc9.0", pattern).counted.total;
  return total.bytes_asked / sizeof(float) - n;
}

bool shows(std::string_view entry, std::uint64_t number) {
  const std::vector<std::string>& shown = (*find_document_entry(entry))->shows;
  return std::ranges::find(shown, std::to_string(number)) != shown.end();
}

// One more tile of 8 in the interior: the difference in loads.
std::uint64_t loaded_for_a_tile(std::string_view path) { return loaded(path, 40, 8) - loaded(path, 32, 8); }

// "12 memory loads" in place of "8 * 5": the basic kernel loads the mask, too.
TEST(Listings, ATileLoadsTwelveElementsForFortyUses) {
  const std::uint64_t with_mask = loaded_for_a_tile("004/listing-basic.cu");
  const std::uint64_t uses = with_mask / 2, loads = loaded_for_a_tile("004/listing-tiled.cu");
  EXPECT_EQ(uses, 40u);
  EXPECT_EQ(loads, 12u);
  EXPECT_TRUE(shows("004/example-small", uses));
  EXPECT_TRUE(shows("004/example-small", loads));
}

// "3 + 4 + 6*5 = 37 accesses … 37/10": the same for both boundary tiles.
TEST(Listings, ABoundaryTileLoadsTenElementsFor37Uses) {
  const std::uint64_t uses = loaded("004/listing-basic.cu", 16, 8) / 2 / 2;
  const std::uint64_t loads = loaded("004/listing-tiled.cu", 16, 8) / 2;
  EXPECT_EQ(uses, 37u);
  EXPECT_EQ(loads, 10u);
  EXPECT_TRUE(shows("004/example-small", uses));
  EXPECT_TRUE(shows("004/example-small", loads));
}

// Elements of neighbouring tiles come from global memory: 3 on each side, of which 2 and 1 are used.
TEST(Listings, TheCachedTileLoadsItsHaloFromGlobalMemory) {
  EXPECT_EQ(loaded_for_a_tile("004/listing-cached.cu"), 8u + 2 * (2 + 1));
}

// "12X12=144 N elements", "8X8X25 = 1600": for an interior tile, from the difference that one more row and
// column of tiles makes.
TEST(Listings, ATileInTwoDimensionsLoads144ElementsFor1600Uses) {
  const auto of_tiles = [&](std::uint64_t side) {
    PatternOptions pattern;
    pattern.columns = 8 * side;
    return loaded("004/listing-output.cu", 64 * side * side, 144, pattern);
  };
  const std::uint64_t loads = (of_tiles(4) + of_tiles(2) - 2 * of_tiles(3)) / 2;
  EXPECT_EQ(loads, 144u);
  EXPECT_TRUE(shows("004/example-8x8", loads));
  const ListingRun run = run_listing("004/listing-output.cu", 576, 144, "cc9.0", {.columns = 24});
  EXPECT_TRUE(check_run(run.plan, run.counted).passed());
}

}  // namespace
}  // namespace lockstep::sim
