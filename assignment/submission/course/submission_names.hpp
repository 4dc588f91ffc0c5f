// Names of submissions in tables.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::assignment {

// Letters of any script, digits, '-', '_' and '.': a valid file name on every system.
std::string id_of(std::string_view name);

struct SubmissionNames {
  std::string id;         // "ada-attempt-2"
  std::string submitter;  // "ada": the same for all attempts
  std::string person;     // "Ada Lovelace"
  std::string original;   // name in the course system or of a file; Moodle's contains a number
};

// All submissions of a command, in its order.
class NamedSubmissions {
 public:
  void add(SubmissionNames names);
  // The submissions that a name in a table denotes: an attempt, or all attempts of a submitter. Case is
  // ignored if the name is still unique. The Error is the end of a sentence: the name is unknown, with the
  // nearest name, or is ambiguous.
  Result<std::vector<std::size_t>> find(const std::string& name) const;

 private:
  std::vector<std::size_t> matching(bool (*are_equal)(std::string_view, std::string_view),
                                    const std::string& name) const;
  bool is_one_submitter(const std::vector<std::size_t>& found) const;

  std::vector<SubmissionNames> all_;
};

// For types with id, submitter, shown and original.
template <class Submissions>
NamedSubmissions names_of_all(const Submissions& submissions) {
  NamedSubmissions names;
  for (const auto& one : submissions) names.add({one.id, one.submitter, one.shown, one.original});
  return names;
}

}  // namespace lockstep::assignment
