#include "core/catalogue/listings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/catalogue/embedded.hpp"

namespace lockstep {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const DocumentListing& listing_called(std::string_view document, std::string_view algorithm) {
  const DocumentListing* const listing = find_listing(document, algorithm);
  if (listing == nullptr) throw std::runtime_error("no such listing");
  return *listing;
}

Result<Plan> plan_of(const DocumentListing& listing, std::uint64_t n, std::uint64_t group,
                     ElementType type = ElementType::int32) {
  PlanRequest request;
  request.n = n;
  request.group_size = group;
  request.type = type;
  return make_listing_plan(listing, request, source_of(listing));
}

TEST(Listings, EachHasATextAndEachTextIsListed) {
  std::set<std::string> paths;
  for (const CourseDocument& document : course_documents())
    for (const DocumentListing& listing : document.listings) {
      paths.insert(listing.path());
      EXPECT_TRUE(find_algorithm(listing.algorithm)) << listing.algorithm;
      const std::string name = listing.kernel.substr(0, listing.kernel.find('<'));
      EXPECT_THAT(source_of(listing).text, HasSubstr(name)) << listing.path();
      for (const std::string& remark : listing.remarks) EXPECT_TRUE(remark.ends_with('.')) << remark;
      EXPECT_THAT(origin_of(listing), HasSubstr(listing.path() + " was copied from document"));
    }
  EXPECT_EQ(paths.size(), embedded_listings().size());
  for (const EmbeddedFile& file : embedded_listings())
    EXPECT_TRUE(paths.contains(std::string(file.path))) << file.path;
}

TEST(Listings, HaveTheLinesOfTheirEntries) {
  for (const CourseDocument& document : course_documents())
    for (const DocumentEntry& entry : document.entries) {
      const DocumentListing* const listing = listing_of(entry);
      EXPECT_EQ(entry.cuda_lines.empty(), listing == nullptr || entry.lines.empty()) << entry.name();
      for (const std::string& line : entry.cuda_lines)
        EXPECT_THAT(source_of(*listing).text, HasSubstr(line)) << entry.name();
    }
}

TEST(Listings, AreNamedByTheEndingOfTheirEntries) {
  const auto entry = find_document_entry("document:002/kernel-1.cu");
  ASSERT_TRUE(entry);
  EXPECT_EQ((*entry)->name(), "002/kernel-1");
  EXPECT_EQ(listing_of(**entry), find_listing("002", "reduce/divergent"));
  EXPECT_FALSE(is_kernel_file("document:002/kernel-1.cu"));
  const auto none = find_document_entry("002/listing-openmp.cu");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message,
              HasSubstr("contains no kernel in CUDA for 002/listing-openmp; its kernels"));
  EXPECT_FALSE(find_document_entry("001/figure-6.cu"));
  EXPECT_EQ(find_listing("001", "reduce/divergent"), nullptr);
}

// The launches and the input are those of the algorithm.
TEST(Listings, TakeThePlaceOfTheKernel) {
  const DocumentListing& listing = listing_called("002", "reduce/unrolled");
  const Result<Plan> plan = plan_of(listing, 256, 128);
  ASSERT_TRUE(plan);
  PlanRequest request;
  request.n = 256;
  request.group_size = 128;
  const Algorithm& algorithm = **find_algorithm(listing.algorithm);
  const Result<Plan> opencl = make_plan(algorithm, request, *load_kernel(algorithm, ""));
  ASSERT_TRUE(opencl);
  EXPECT_EQ(plan->buffers, opencl->buffers);
  EXPECT_EQ(plan->launches[0].range, opencl->launches[0].range);
  EXPECT_EQ(plan->launches[0].kernel, "reductKern5<128>");
  EXPECT_EQ(plan->programs[0].options, "-instantiate=reductKern5<128>");
  EXPECT_EQ(plan->launches[0].arguments.size(), 3u);
}

TEST(Listings, FillTheirConstants) {
  const Result<Plan> plan =
      plan_of(listing_called("004", "patterns/convolve-1d-tiled-halo"), 24, 8, ElementType::float32);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->programs[0].options, "-D TILE_SIZE=8 -D MAX_MASK_WIDTH=5 -constant=M=1,2,3,2,1");
}

// A last warp reads up to 32 elements beyond its own.
TEST(Listings, HaveSharedMemoryForTheLastWarp) {
  for (const auto& [group, bytes] : {std::pair<std::uint64_t, std::uint64_t>{16, 256}, {128, 512}}) {
    const Result<Plan> plan = plan_of(listing_called("002", "reduce/unrolled"), 2 * group, group);
    ASSERT_TRUE(plan);
    EXPECT_EQ(std::get<LocalArgument>(plan->launches[0].arguments[2]).bytes, bytes);
  }
}

TEST(Listings, InPlaceTheInputBecomesTheResult) {
  const Result<Plan> plan = plan_of(listing_called("002", "scan/hillis-steele-local"), 8, 8);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->buffers.size(), 1u) << "the others are not used";
  EXPECT_EQ(plan->expectation->result_buffer, 0u);
}

TEST(Listings, SayWhatTheyDoNotTake) {
  const DocumentListing& scan = listing_called("002", "scan/block");
  EXPECT_THAT(plan_of(scan, 256, 64).error().message,
              HasSubstr("printed for one block of 64 elements; choose an n of at most 64"));
  EXPECT_THAT(plan_of(scan, 64, 64, ElementType::float64).error().message, HasSubstr("sums of int"));
}

TEST(Listings, MistakesInTheListAreFound) {
  const std::string head = R"({"name": "9", "title": "t", "summary": "s", "entries": [)";
  const std::string entry =
      R"({"id": "a", "kind": "listing", "title": "t", "where": "w", "scene": "bread"}])";
  const auto with = [&](const std::string& listing) {
    return parse_course_document("9.json", head + entry + R"(, "listings": [)" + listing + "]}");
  };
  const std::string fields = R"("algorithm": "b", "kernel": "k", "arguments": [0], "type": "int")";
  EXPECT_TRUE(with(R"({"id": "a", )" + fields + "}"));
  EXPECT_THAT(with(R"({"id": "c", )" + fields + "}").error().message, HasSubstr("not the id of an entry"));
  EXPECT_FALSE(with(R"({"id": "a", )" + fields + R"(, "variables": {"M": "x"}})"));
}

}  // namespace
}  // namespace lockstep
