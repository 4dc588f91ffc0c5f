// The score of Predict mode, in a file that may be missing or broken.
#include "gui/user_data/prediction_scores.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/base/files/whole_file.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

TEST(PredictionScores, CountAnswersAndStreaks) {
  PredictionScores scores;
  scores.add("passes", true);
  scores.add("passes", true);
  scores.add("race", false);
  scores.add("passes", true);
  EXPECT_EQ(scores.score().right, 3u);
  EXPECT_EQ(scores.score().wrong, 1u);
  EXPECT_EQ(scores.score().streak, 1u);
  EXPECT_EQ(scores.score().best_streak, 2u);
  EXPECT_EQ(scores.score().kinds.at("passes"), (KindScore{3, 0}));
  scores.end_streak();
  EXPECT_EQ(scores.score().streak, 0u);
  EXPECT_EQ(scores.score().answered(), 4u) << "a shown answer does not count";
}

TEST(PredictionScores, AreStoredAndForgotten) {
  const TemporaryFolder folder;
  const std::string file = folder.file("state/predict.json");
  PredictionScores first(file);
  first.add("bank", false);
  first.add("bank", true);
  PredictionScores second(file);
  EXPECT_EQ(second.score(), first.score());
  // Two windows: neither loses what the other one has stored.
  second.add("race", true);
  first.add("bank", true);
  EXPECT_EQ(PredictionScores(file).score().answered(), 4u);
  first.forget();
  EXPECT_EQ(first.score(), PredictionScore{});
  EXPECT_EQ(PredictionScores(file).score(), PredictionScore{});
  EXPECT_FALSE(std::filesystem::exists(file));
}

// A truncated file is not overwritten at the next answer.
TEST(PredictionScores, ABrokenFileIsKeptAndToldOnce) {
  const TemporaryFolder folder;
  const std::string file = folder.file("predict.json");
  std::ofstream(file) << "{\"right\": 40, \"wro";
  PredictionScores scores(file);
  EXPECT_EQ(scores.score().answered(), 0u);
  EXPECT_THAT(scores.take_remark(), testing::HasSubstr("predict.json.broken"));
  scores.add("bank", true);
  EXPECT_EQ(scores.take_remark(), "");
  EXPECT_EQ(PredictionScores(file).score().right, 1u);
  EXPECT_EQ(read_file(file + ".broken"), "{\"right\": 40, \"wro");
}

TEST(PredictionScores, ABrokenFileIsNoError) {
  const TemporaryFolder folder;
  const std::string file = folder.file("predict.json");
  for (const char* text : {"", "{", "[1, 2]", "{\"right\": -3, \"wrong\": \"many\", \"kinds\": [1]}",
                           "{\"kinds\": {\"bank\": 5, \"race\": {\"wrong\": 1.5}}}", "\xFF\xFE"}) {
    std::ofstream(file) << text;
    PredictionScores scores(file);
    EXPECT_EQ(scores.score().answered(), 0u) << text;
    scores.add("bank", true);
    EXPECT_EQ(PredictionScores(file).score().right, 1u) << text;
  }
}

TEST(PredictionScores, NameWhatWentWrongMost) {
  PredictionScores scores;
  for (int i = 0; i < 3; ++i) scores.add("race", false);
  scores.add("bank", false);
  scores.add("passes", true);
  const auto worst = most_wrong(scores.score(), 5);
  ASSERT_EQ(worst.size(), 2u);
  EXPECT_EQ(worst[0].first, "race");
  EXPECT_EQ(worst[1].first, "bank");
  EXPECT_EQ(most_wrong(scores.score(), 1).size(), 1u);
}

}  // namespace
}  // namespace lockstep::gui
