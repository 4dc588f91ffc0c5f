// Finds submissions by their names in tables.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::assignment {

// Returns an id made of letters of any script, digits, '-', '_' and '.', which is a valid file name on
// every system.
std::string id_of(std::string_view name);

struct SubmissionNames {
  std::string id;         // "ada-attempt-2"
  std::string submitter;  // "ada": the id without the attempt
  std::string person;     // "Ada Lovelace"
  std::string original;   // name in the course system, or of a file; Moodle's names contain a number
};

// All submissions of a command, in the order of the command.
class NamedSubmissions {
 public:
  void add(SubmissionNames names);
  // Finds the submissions that a name in a table denotes: an attempt, or all attempts of a submitter. Case is
  // ignored if the name is still unique. The Error is the end of a sentence, and states that the name is
  // ambiguous or unknown, with the nearest name.
  Result<std::vector<std::size_t>> find(const std::string& name) const;

 private:
  std::vector<std::size_t> matching(bool (*are_equal)(std::string_view, std::string_view),
                                    const std::string& name) const;
  bool is_one_submitter(const std::vector<std::size_t>& found) const;

  std::vector<SubmissionNames> all_;
};

// Converts a type that has the members id, submitter, shown and original.
template <class Submissions>
NamedSubmissions names_of_all(const Submissions& submissions) {
  NamedSubmissions names;
  for (const auto& one : submissions) names.add({one.id, one.submitter, one.shown, one.original});
  return names;
}

}  // namespace lockstep::assignment
