// How well questions were answered in Predict mode: in all, in a row, and by kind. Kept on this machine only.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::gui {

struct KindScore {
  std::uint64_t right = 0, wrong = 0;
  bool operator==(const KindScore&) const = default;
};

struct PredictionScore {
  std::uint64_t right = 0, wrong = 0;
  std::uint64_t streak = 0, best_streak = 0;  // right answers in a row: now, and the most so far
  std::map<std::string, KindScore> kinds;     // by quiz::name()
  std::uint64_t answered() const { return right + wrong; }
  bool operator==(const PredictionScore&) const = default;
};

// The kinds that were answered wrong, the most often wrong ones first.
std::vector<std::pair<std::string, KindScore>> most_wrong(const PredictionScore& score, std::size_t most);

class PredictionScores {
 public:
  // `file`: where they are stored; empty: they are forgotten at the end. A file that cannot be read counts as
  // empty, and one that cannot be written is no error: a score is a convenience.
  explicit PredictionScores(std::string file = {});

  const PredictionScore& score() const { return score_; }
  void add(const std::string& kind, bool is_right);
  void end_streak();
  void forget();

 private:
  // Another window may have answered since.
  void read();
  void write() const;

  std::string file_;
  PredictionScore score_;
};

}  // namespace lockstep::gui
