// The scores of the Predict mode: in total, in a row, and for each question kind. The scores are stored only
// on this machine.
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
  std::uint64_t streak = 0, best_streak = 0;  // correct answers in a row: current and highest number
  std::map<std::string, KindScore> kinds;     // for each quiz::name()
  std::uint64_t answered() const { return right + wrong; }
  bool operator==(const PredictionScore&) const = default;
};

// Returns at most `most` kinds that were answered incorrectly, by decreasing number of wrong answers.
std::vector<std::pair<std::string, KindScore>> most_wrong(const PredictionScore& score, std::size_t most);

class PredictionScores {
 public:
  // `file` is the path of the file that stores the scores. If `file` is empty, the scores are lost on exit.
  explicit PredictionScores(std::string file = {});

  const PredictionScore& score() const { return score_; }
  void add(const std::string& kind, bool is_right);
  void end_streak();
  void forget();
  // See KeptFile.
  std::string take_remark() { return file_.take_remark(); }

 private:
  // Reads the file again, because another window may have changed it.
  void read();
  void write();

  KeptFile file_;
  PredictionScore score_;
};

}  // namespace lockstep::gui
