#include "gui/user_data/prediction_scores.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/files/path_text.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"

namespace lockstep::gui {
namespace {

template <class Fields, class Kind>
void kind_fields(Fields& fields, Kind& kind) {
  fields.number("right", kind.right);
  fields.number("wrong", kind.wrong);
}

template <class Fields, class Score>
void score_fields(Fields& fields, Score& score) {
  kind_fields(fields, score);
  fields.number("streak", score.streak);
  fields.number("best_streak", score.best_streak);
  fields.map("kinds", score.kinds, [](auto& one, auto& kind) { kind_fields(one, kind); });
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
  score_ = {};
  if (!json) return;
  const FieldReader fields(*json, kIgnoreMistakes);
  score_fields(fields, score_);
  score_.best_streak = std::max(score_.streak, score_.best_streak);
}

void PredictionScores::write() {
  file_.write(json_text(written_fields([this](FieldWriter& fields) { score_fields(fields, score_); })) +
              "\n");
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
  if (!file_.path().empty()) std::filesystem::remove(system_path(file_.path()), ignored);
}

}  // namespace lockstep::gui
