#include "gui/storage/prediction_scores.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/json_fields.hpp"

namespace lockstep::gui {
namespace {

using ScoreJson = nlohmann::ordered_json;

std::uint64_t count_in(const ScoreJson& object, const char* key) {
  return json_field<std::uint64_t>(object, key);
}

PredictionScore score_in(const ScoreJson& json) {
  PredictionScore score;
  score.right = count_in(json, "right");
  score.wrong = count_in(json, "wrong");
  score.streak = count_in(json, "streak");
  score.best_streak = std::max(score.streak, count_in(json, "best_streak"));
  for (const auto& [kind, counts] : json_object(json, "kinds").items())
    if (counts.is_object()) score.kinds[kind] = {count_in(counts, "right"), count_in(counts, "wrong")};
  return score;
}

ScoreJson score_json(const PredictionScore& score) {
  nlohmann::json kinds = nlohmann::json::object();
  for (const auto& [kind, counts] : score.kinds)
    kinds[kind] = {{"right", counts.right}, {"wrong", counts.wrong}};
  return {{"right", score.right},
          {"wrong", score.wrong},
          {"streak", score.streak},
          {"best_streak", score.best_streak},
          {"kinds", std::move(kinds)}};
}

}  // namespace

std::vector<std::pair<std::string, KindScore>> most_wrong(const PredictionScore& score, std::size_t most) {
  std::vector<std::pair<std::string, KindScore>> kinds;
  for (const auto& kind : score.kinds)
    if (kind.second.wrong > 0) kinds.push_back(kind);
  std::ranges::stable_sort(kinds, std::greater(), [](const auto& kind) { return kind.second.wrong; });
  if (kinds.size() > most) kinds.resize(most);
  return kinds;
}

PredictionScores::PredictionScores(std::string file) : file_(std::move(file)) { read(); }

void PredictionScores::read() {
  if (file_.path().empty()) return;
  const auto json =
      file_.read([](const std::string& text) { return parse_kept_json(text, JsonKind::object); });
  score_ = json ? score_in(*json) : PredictionScore();
}

void PredictionScores::write() { file_.write(json_text(score_json(score_)) + "\n"); }

void PredictionScores::add(const std::string& kind, bool is_right) {
  read();
  KindScore& of_kind = score_.kinds[kind];
  ++(is_right ? of_kind.right : of_kind.wrong);
  ++(is_right ? score_.right : score_.wrong);
  score_.streak = is_right ? score_.streak + 1 : 0;
  score_.best_streak = std::max(score_.best_streak, score_.streak);
  write();
}

void PredictionScores::end_streak() {
  read();
  if (score_.streak == 0) return;
  score_.streak = 0;
  write();
}

void PredictionScores::forget() {
  score_ = {};
  std::error_code ignored;
  if (!file_.path().empty()) std::filesystem::remove(file_.path(), ignored);
}

}  // namespace lockstep::gui
