#include "core/catalogue/published.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/embedded.hpp"
#include "core/catalogue/rungs.hpp"

namespace lockstep {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const PublishedFigure* named(std::string_view device, std::string_view algorithm, std::string_view quantity) {
  for (const PublishedFigure& figure : published_figures())
    if (figure.device == device && figure.algorithm == algorithm && figure.quantity == quantity)
      return &figure;
  return nullptr;
}

TEST(Published, EveryFileCanBeRead) {
  std::size_t figures = 0;
  for (const EmbeddedFile& file : embedded_published()) {
    const auto parsed = parse_published(file.path, file.text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    figures += parsed->size();
  }
  EXPECT_EQ(published_figures().size(), figures);
  EXPECT_GE(embedded_published().size(), 3u);
}

TEST(Published, EveryFigureIsOfAnAlgorithmOfTheCatalogue) {
  for (const PublishedFigure& figure : published_figures()) {
    EXPECT_TRUE(find_algorithm(figure.algorithm)) << figure.algorithm;
    EXPECT_FALSE(figure.device.empty() || figure.title.empty());
    EXPECT_EQ(figure.unit.empty(), figure.is_of_profiler()) << "counts have no unit";
    EXPECT_EQ(figure.baseline.empty(), figure.quantity != "speed_up");
    EXPECT_EQ(figure.is_of_profiler(), figure.group_size != 0);
  }
}

TEST(Published, TheDocumentsFigures) {
  const PublishedFigure* time = named("GeForce GTX 470", "reduce/interleaved-global", "time");
  ASSERT_TRUE(time);
  EXPECT_EQ(time->value, 7.40511);
  EXPECT_EQ(time->unit, "ms");
  EXPECT_EQ(time->n, 16u << 20);
  const PublishedFigure* unrolled = named("GeForce GTX 580", "reduce/unrolled", "throughput");
  ASSERT_TRUE(unrolled);
  EXPECT_EQ(unrolled->value, 20.2135);
  const PublishedFigure* best = named("GeForce 8800 GTX", "reduce/grid-stride", "throughput");
  ASSERT_TRUE(best);
  EXPECT_EQ(best->value, 57.2);
  EXPECT_EQ(best->n, std::nullopt);
  EXPECT_FALSE(named("GeForce GTX 460", "reduce/grid-stride", "throughput")) << "the slides do not give it";
}

// A time and a throughput of the same run must agree.
TEST(Published, TimesAndThroughputsAgree) {
  unsigned compared = 0;
  for (const PublishedFigure& time : published_figures()) {
    if (time.quantity != "time") continue;
    const PublishedFigure* throughput = named(time.device, time.algorithm, "throughput");
    ASSERT_TRUE(throughput);
    const double gelem_per_s = static_cast<double>(*time.n) / (time.value * 1e6);
    EXPECT_NEAR(throughput->value, gelem_per_s, 0.01 * gelem_per_s) << time.device << " " << time.algorithm;
    ++compared;
  }
  EXPECT_EQ(compared, 7u);
}

TEST(Published, AProfilersCountsForAWorkGroup) {
  const PublishedFigure* divergent = named("GeForce GTX 460", "reduce/divergent", "divergent_branches");
  ASSERT_TRUE(divergent);
  EXPECT_NEAR(*published_for_a_group(*divergent, published_figures()), 48, 0.05);
  const PublishedFigure* conflicts = named("GeForce GTX 460", "reduce/strided-index", "local_conflicts");
  ASSERT_TRUE(conflicts);
  EXPECT_NEAR(*published_for_a_group(*conflicts, published_figures()), 90, 0.05);
  EXPECT_FALSE(published_for_a_group(*divergent, {})) << "without the warps nothing can be said";
  const PublishedFigure* time = named("GeForce GTX 470", "reduce/interleaved-global", "time");
  EXPECT_FALSE(published_for_a_group(*time, published_figures()));
}

// The slides print question marks for the profile of kernel 6.
TEST(Published, ACountMayBeMissing) {
  const PublishedFigure* missing = named("GeForce GTX 460", "reduce/grid-stride", "divergent_branches");
  ASSERT_TRUE(missing);
  EXPECT_FALSE(missing->is_given);
  EXPECT_FALSE(published_for_a_group(*missing, published_figures()));
  EXPECT_TRUE(figure_json(*missing).at("value").is_null());
}

TEST(Published, FiguresAreSelectedByAlgorithm) {
  const auto figures = published_for("reduce/first-add");
  std::set<std::string> documents;
  for (const PublishedFigure& figure : figures) {
    EXPECT_EQ(figure.algorithm, "reduce/first-add");
    documents.insert(figure.document);
  }
  EXPECT_EQ(documents, (std::set<std::string>{"001", "002", "003"}));
  EXPECT_TRUE(published_for("scan/blelloch").empty());
}

TEST(Published, LaddersNameKernelsOfTheCatalogue) {
  ASSERT_EQ(published_ladders().size(), 3u);
  for (const PublishedLadder& ladder : published_ladders()) {
    EXPECT_EQ(find_published_ladder(ladder.document), &ladder);
    EXPECT_EQ(ladder_of(ladder).size(), ladder.rungs.size());
    EXPECT_FALSE(ladder.devices().empty());
    std::set<std::string> names;
    for (const PublishedLadder::Rung& rung : ladder.rungs) {
      EXPECT_TRUE(names.insert(rung.name).second) << rung.name;
      EXPECT_TRUE(find_algorithm(rung.algorithm)) << rung.algorithm;
    }
    // Each figure belongs to a rung; if the document gives n, the ladder contains it.
    for (const PublishedFigure& figure : published_figures()) {
      if (figure.document != ladder.document) continue;
      const auto of_figure = [&](const PublishedLadder::Rung& rung) {
        return rung.algorithm == figure.algorithm;
      };
      EXPECT_TRUE(std::ranges::any_of(ladder.rungs, of_figure)) << figure.algorithm;
      EXPECT_EQ(figure.n.has_value(), ladder.n_note.empty()) << "an assumed n has a note";
      EXPECT_EQ(figure.n.value_or(ladder.n), ladder.n);
    }
  }
  EXPECT_EQ(find_published_ladder("004"), nullptr);
  EXPECT_EQ(find_published_ladder("002")->rungs.front().name, "Kernel 1");
}

TEST(Published, ALadderWithoutRungsIsAnError) {
  const std::string head = R"({"document":"1","title":"t","figures":[])";
  EXPECT_FALSE(parse_published_ladder("x.json", head + "}")->has_value());
  for (const char* ladder : {"[]", R"({"title":"t","n":4,"group_size":2,"rungs":[]})",
                             R"({"title":"t","n":0,"group_size":2,"rungs":[{"algorithm":"a","name":"b"}]})",
                             R"({"title":"t","n":4,"group_size":2,"rungs":[{"algorithm":"a"}]})"}) {
    const auto parsed = parse_published_ladder("x.json", head + R"(,"ladder":)" + ladder + "}");
    ASSERT_FALSE(parsed) << ladder;
    EXPECT_THAT(parsed.error().message, StartsWith("x.json: "));
    EXPECT_THAT(parsed.error().message, HasSubstr("\"ladder\""));
  }
}

TEST(Published, ErrorsDescribeTheFile) {
  const auto message = [](std::string_view text) { return parse_published("x.json", text).error().message; };
  EXPECT_EQ(
      message("{"),
      "x.json:1:2: this is not JSON: it ends inside the object that begins in line 1; is the file cut off, "
      "or is a } missing?");
  EXPECT_EQ(message("[]"),
            "x.json: This is not a document: the value that should contain 'document' is not an object.");
  EXPECT_EQ(message(R"({"document":"1","title":"t"})"), "x.json has no list \"figures\".");
  EXPECT_EQ(message(R"({"document":"1","title":"t","figures":[{"device":"d"}]})"),
            "x.json: figure 1: This is not a figure: 'algorithm' is missing. It is {\"device\":\"d\"}");
}

}  // namespace
}  // namespace lockstep
