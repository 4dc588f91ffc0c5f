#include "sim/frontend/text/spelling.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "core/base/text/text.hpp"

namespace lockstep::sim::language {
Spelling::Spelling(std::string_view written) : written_(written), best_distance_(written.size() / 3 + 1) {
  // For a name of two letters, a name that differs by one change is suggested; for a shorter name, none is.
  if (written.size() < 3) best_distance_ = written.size();
}

void Spelling::consider(std::string_view candidate) {
  const auto difference = static_cast<std::size_t>(
      std::abs(static_cast<long>(candidate.size()) - static_cast<long>(written_.size())));
  if (candidate.empty() || candidate == written_ || written_.size() > 64 || difference >= best_distance_)
    return;
  const std::size_t changes = edit_distance(written_, candidate);
  if (changes >= best_distance_) return;
  best_distance_ = changes;
  best_ = candidate;
}

std::string Spelling::hint() const {
  return best_.empty() ? std::string() : fmt::format("; did you mean '{}'?", best_);
}

}  // namespace lockstep::sim::language
