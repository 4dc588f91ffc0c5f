// Suggests a name in messages ("did you mean …?"): finds the known name that differs least from the
// written name.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::sim::language {

class Spelling {
 public:
  explicit Spelling(std::string_view written);
  void consider(std::string_view candidate);
  std::string hint() const;  // "; did you mean 'scratch'?", or empty

 private:
  std::string_view written_;
  std::string best_;
  std::size_t best_distance_;
};

}  // namespace lockstep::sim::language
