#include "gui/storage/prediction_scores.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/atomic_writer.hpp"
#include "core/base/json.hpp"
#include "core/base/whole_file.hpp"

namespace lockstep::gui {
namespace {

using ScoreJson = nlohmann::ordered_json;

std::uint64_t count_in(const ScoreJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

PredictionScore parse_score(const std::string& text) {
  PredictionScore score;
  const ScoreJson json = ScoreJson::parse(text, nullptr, false);
  if (!json.is_object()) return score;
  score.right = count_in(json, "right");
  score.wrong = count_in(json, "wrong");
  score.streak = count_in(json, "streak");
  score.best_streak = std::max(score.streak, count_in(json, "best_streak"));
  const auto kinds = json.find("kinds");
  if (kinds == json.end() || !kinds->is_object()) return score;
  for (const auto& [kind, counts] : kinds->items())
    if (counts.is_object()) score.kinds[kind] = {count_in(counts, "right"), count_in(counts, "wrong")};
  return score;
}

ScoreJson score_json(const PredictionScore& score) {
  ScoreJson kinds = ScoreJson::object();
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
  if (!file_.empty()) score_ = parse_score(read_file(file_).value_or(""));
}

void PredictionScores::write() const {
  if (file_.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(file_).parent_path(), ignored);
  static_cast<void>(write_atomically(file_, json_text(score_json(score_)) + "\n"));
}

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
  if (!file_.empty()) std::filesystem::remove(file_, ignored);
}

}  // namespace lockstep::gui
