// How well questions were answered in Predict mode: in all, in a row, and by kind. Kept on this machine only.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/files/kept_file.hpp"

namespace lockstep::gui {

struct KindScore {
  std::uint64_t right = 0, wrong = 0;
  bool operator==(const KindScore&) const = default;
};

struct PredictionScore {
  std::uint64_t right = 0, wrong = 0;
  std::uint64_t streak = 0, best_streak = 0;  // right answers in a row: now, and the highest number so far
  std::map<std::string, KindScore> kinds;     // by quiz::name()
  std::uint64_t answered() const { return right + wrong; }
  bool operator==(const PredictionScore&) const = default;
};

// The kinds that were answered wrong, the most often wrong ones first.
std::vector<std::pair<std::string, KindScore>> most_wrong(const PredictionScore& score, std::size_t most);

class PredictionScores {
 public:
  // `file`: where they are stored; empty: they are forgotten at the end.
  explicit PredictionScores(std::string file = {});

  const PredictionScore& score() const { return score_; }
  void add(const std::string& kind, bool is_right);
  void end_streak();
  void forget();
  // See KeptFile.
  std::string take_remark() { return file_.take_remark(); }

 private:
  // Another window may have answered since.
  void read();
  void write();

  KeptFile file_;
  PredictionScore score_;
};

}  // namespace lockstep::gui
