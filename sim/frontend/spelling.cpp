#include "sim/frontend/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace lockstep::sim::language {
namespace {

// Levenshtein's distance, where exchanging two neighbours counts once.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

Spelling::Spelling(std::string_view written) : written_(written), best_distance_(written.size() / 3 + 1) {
  if (written.size() < 3) best_distance_ = written.size();  // one change of two letters is another name
}

void Spelling::consider(std::string_view candidate) {
  const auto difference = static_cast<std::size_t>(
      std::abs(static_cast<long>(candidate.size()) - static_cast<long>(written_.size())));
  if (candidate.empty() || candidate == written_ || written_.size() > 64 || difference >= best_distance_)
    return;
  const std::size_t changes = distance(written_, candidate);
  if (changes >= best_distance_) return;
  best_distance_ = changes;
  best_ = candidate;
}

std::string Spelling::hint() const {
  return best_.empty() ? std::string() : fmt::format("; did you mean '{}'?", best_);
}

}  // namespace lockstep::sim::language
